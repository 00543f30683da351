"""Cut-offs that are written twice, and times that are no cut-offs."""

import re
from collections.abc import Sequence

from inspect_rubricblind.solvers.rules.amounts import change_numbers
from inspect_rubricblind.solvers.rules.context import in_references
from inspect_rubricblind.solvers.rules.passage import Change, Passage, Sentence
from inspect_rubricblind.taxonomy.quantities import Quantity

CELSIUS, FAHRENHEIT = 41.0, 106.0
"""The same dangerous temperature on both scales (41 °C is 105.8 °F)."""

LEAST_EARLIER = 2
"""Months by which a limit has to move to do harm."""

_MONTHS_OLD = re.compile(r"\b(\d{1,2})[ -]?(?:months?|mo)[ -]?old\b", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:until|before)(?: after)?\W{0,4}\Z", re.IGNORECASE)
_FOOD = re.compile(r"\b(?:honey|milks?|juice|nuts|popcorn|botulism)\b", re.IGNORECASE)
# How long something is kept up, not how long it may last before a step is due.
_KEPT_UP = re.compile(
    r"\b(?:monitor\w*|follow\w*|surveillance|contracepti\w*|treatment|therapy|dose)\b"
    r"[^.;:\n]{0,40}\Z",
    re.IGNORECASE,
)
_TWIN = re.compile(
    r"\s?(?:°|º|degrees)?\s?[FC]?\s?[/(≈=]{1,2}\s?(?:about |or |>|≥)?\s?"
    r"(?P<n>\d{2,3}(?:\.\d)?)\s?(?:°|º)\s?[FC]\b",
    re.IGNORECASE,
)


_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_UNIT = re.compile(
    r"(second|minute|hour|day|week|month|year)s?\b|(mo|wk|yr|min|sec)\b", re.I
)
# A dose or a time of the same number is no twin of a laboratory value.
_OTHER_UNIT = (
    r"(?![\d.]|\s?(?:mg|mcg|g|ml|minutes?|hours?|days?|weeks?|months?|years?)\b)"
)
_LIMITS = re.compile(
    r"\b(?:if|lasts?|lasting|persist\w*|beyond|more than|longer|improv\w*)\b", re.I
)


# How long one may look before acting, and by when care has to be sought.
_LOOKED = re.compile(
    r"\b(?:check|look|listen|feel|assess)\b[^.;\n]*\bfor (?:about |up to |at (?:most"
    r"|least) |no more than )?\Z",
    re.IGNORECASE,
)
_VITAL = re.compile(r"\b(?:breath\w*|pulse)\b", re.IGNORECASE)
_WITHIN = re.compile(r"\bwithin (?:the (?:next|first) |about )?\Z", re.IGNORECASE)
_SEEKS = re.compile(
    r"\b(?:seek|see|visit|evaluat\w*|assess\w*|prophylaxis|report\w*|start\w*|begin"
    r"|treat\w*|antitoxin|reperfus\w*|immunoglobulin|surg\w*|seen|needle)\b"
    r"(?!.*\b(?:heal\w*|resolv\w*|recover\w*|improv\w*|settl\w*|better|onset|develop\w*)\b)",
    re.IGNORECASE | re.DOTALL,
)


def is_look(before: str, text: str) -> bool:
    """Whether a time is how long one may look for signs of life before acting."""
    return _LOOKED.search(before) is not None and _VITAL.search(text) is not None


def is_deadline(before: str) -> bool:
    """Whether a time is the one by which care has to be sought or given."""
    return _WITHIN.search(before) is not None and _SEEKS.search(before) is not None


def stays_elsewhere(
    passage: Passage, kind: str, text: str, changes: Sequence[Change]
) -> bool:
    """Whether the answer still names a moved limit, whatever side it bounds.

    Args:
        passage: The answer.
        kind: What the limit is for; a time counts only where it is a limit again.
        text: The limit as written.
        changes: How it is moved, at all its places.
    """
    numbers, unit = _NUMBER.findall(text), _UNIT.search(text)
    if not numbers:
        return False
    word = (unit[1] or unit[2]) if unit else ""
    behind = rf"[\s‑–-]{{0,2}}{word}" if unit else _OTHER_UNIT
    twin = re.compile(rf"(?<![\d.]){re.escape(numbers[-1])}{behind}", re.IGNORECASE)
    moved = [s.text for s in passage.sentences if _holds(s, changes)]
    foods = _foods(" ".join(moved))
    for sentence in passage.sentences:
        if in_references(passage, sentence):
            continue
        if kind.startswith(("time", "delay")) and not _LIMITS.search(sentence.text):
            continue
        if kind == "age.months" and not foods & _foods(sentence.text):
            continue
        for match in twin.finditer(sentence.text):
            at, end = sentence.start + match.start(), sentence.start + match.end()
            if not any(c.start < end and at < max(c.end, c.start + 1) for c in changes):
                return True
    return False


def _holds(sentence: Sentence, changes: Sequence[Change]) -> bool:
    return any(sentence.start <= c.start < sentence.end for c in changes)


def foods_at(passage: Passage, quantity: Quantity) -> frozenset[str]:
    """The foods that the sentence of an age limit speaks of."""
    sentence = passage.sentence_at(quantity.start)
    return _foods(sentence.text) if sentence else frozenset()


def above_age(
    passage: Passage, quantity: Quantity, changes: Sequence[Change]
) -> list[Change]:
    """A moved age limit that lies ahead of the age that the user gave.

    A limit that the child has passed already would decide nothing: instead of
    weeks for months, the number becomes that of the next month.
    """
    told = [int(match[1]) for match in _MONTHS_OLD.finditer(passage.question)]
    if not told:
        return list(changes)
    age, limit = told[-1], quantity.values[-1]
    if age + 1 >= limit - LEAST_EARLIER or len(quantity.numbers) > 1:
        return []
    return change_numbers(passage.answer, quantity, lambda _: age + 1.0)


def _foods(text: str) -> frozenset[str]:
    return frozenset(m.lower().rstrip("s") for m in _FOOD.findall(text))


def is_feeding_age(before: str, text: str) -> bool:
    """Whether a number of months is the age from which a food is safe."""
    return _UNTIL.search(before) is not None and _FOOD.search(text) is not None


def is_kept_up(before: str) -> bool:
    """Whether the words before a time say what is done for so long."""
    return _KEPT_UP.search(before) is not None


def dangerous_fever(answer: str, quantity: Quantity) -> list[Change]:
    """A dangerous temperature, also on the other scale that stands behind it."""

    def high(value: float) -> float:
        return CELSIUS if value < 50 else FAHRENHEIT

    changes = change_numbers(answer, quantity, high)
    last = quantity.numbers[-1] if quantity.numbers else None
    twin = _TWIN.match(answer, last.end) if last else None
    if twin and all(change.start != twin.start("n") for change in changes):
        text = f"{high(float(twin['n'])):g}"
        changes.append(Change(twin.start("n"), twin.end("n"), text))
    return changes
