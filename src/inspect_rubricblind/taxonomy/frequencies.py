"""How often a day: what `quantity_patterns.FREQUENCY` matches, as numbers."""

from typing import Any

from inspect_rubricblind.taxonomy.numerals import numbers_in

FREQUENCY_NUMBERS = ("n1", "n2", "q1", "q2", "h1", "t1", "t2", "tn")
"""The groups of `FREQUENCY` that hold a written number."""

_LATIN = {"bid": 2.0, "bd": 2.0, "tid": 3.0, "tds": 3.0, "qid": 4.0, "qds": 4.0}
_PER_DAY = {
    "min": 1440.0,
    "mor": 1.0,
    "mo": 12 / 365.25,
    "h": 24.0,
    "w": 1 / 7,
    "f": 1 / 14,
    "y": 1 / 365.25,
}


def times_per_day(match: Any) -> tuple[float, ...]:
    """Times per day, two of them for a range, the smaller first."""
    if latin := match["latin"]:
        name = latin.lower().replace(".", "")
        return (0.5 if name == "qod" else _LATIN.get(name, 1.0),)
    if period := match["period"] or match["qperiod"] or match["hperiod"]:
        every = [n.value for n in numbers_in(match, "n1", "n2", "q1", "q2", "h1")]
        every = [2.0] if match["other"] else every or [1.0]
        return tuple(sorted(_per_day(period) / n for n in every if n))
    if period := match["tperiod"]:
        once = {"once": [1.0], "twice": [2.0], "thrice": [3.0]}
        times = once.get((match["times"] or "").lower())
        times = times or [n.value for n in numbers_in(match, "t1", "t2")]
        over = next((n.value for n in numbers_in(match, "tn") if n.value), 1.0)
        return tuple(n * _per_day(period) / over for n in times)
    return (_per_day(match["adverb"] or match["speriod"]),)


def _per_day(period: str) -> float:
    """How often a period comes in a day; days, nights and evenings once."""
    lower = period.lower()
    return next((n for start, n in _PER_DAY.items() if lower.startswith(start)), 1.0)
