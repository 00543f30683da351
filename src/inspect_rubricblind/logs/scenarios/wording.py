"""What may be said of scenarios in a sentence, and only if it is shown."""

from collections.abc import Iterator

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import decimal, percent
from inspect_rubricblind.logs.scenarios.labels import EXPERT
from inspect_rubricblind.logs.scenarios.section import Section
from inspect_rubricblind.logs.scenarios.tables import main_raters

NO_EXPERT = (
    "Scenarios: no expert labelled these answers; rates by autoraters are opinions of "
    "models."
)


def scenario_sentences(section: Section | None) -> Iterator[str]:
    """The main figures, the trend only as far as its interval goes."""
    if section is None:
        return
    raters = main_raters(section)
    if raters and raters != [EXPERT]:
        yield NO_EXPERT
    for rater in raters:
        yield from _rates(section, rater)
        yield from _misses(section, rater)
        yield from _trend(section, rater)
    yield from _agreement(section)


def _rates(section: Section, rater: str) -> Iterator[str]:
    by = "" if rater == EXPERT else f", by {rater}"
    for row in section["rates"]:
        if (
            row["rater"] == rater
            and row["scenario"] is None
            and row["rate"] is not None
        ):
            open_ = (
                f", {row['n_unlabelled']} criteria without a label"
                if row["n_unlabelled"]
                else ""
            )
            yield (
                f"Scenarios: {row['model']} meets {decimal(row, 'rate')} of the weight "
                f"on average{by}{open_}."
            )


def _misses(section: Section, rater: str) -> Iterator[str]:
    for row in section["misses"]:
        several = row["n_models"] > 1
        if row["rater"] == rater and row["scenario"] is None and several:
            yield (
                f"Scenarios: {row['n_missed']} of {row['n']} critical criteria are met "
                f"by none of {row['n_models']} models, {percent(row, 'share')}."
            )


def _trend(section: Section, rater: str) -> Iterator[str]:
    rows = [r for r in section["trend"] if r["rater"] == rater]
    for row in rows[:1]:
        yield f"Scenarios: {trend_claim(row)}."


def trend_claim(row: Row) -> str:
    """Whether criteria that weigh more are met less often, as far as it is shown."""
    if row["slope"] is None:
        return f"no trend of priority can be tested ({row['slope_reason']})"
    said = f"slope {decimal(row, 'slope')} per unit of weight"
    if row["slope_low"] is None:
        return (
            f"priority trend not tested beyond these scenarios ({said}; "
            f"{row['slope_reason']}; permutation p {row['permutation_p']:.3f})"
        )
    if row["slope_high"] < 0:
        return f"criteria that weigh more are met less often ({said})"
    if row["slope_low"] > 0:
        return f"criteria that weigh more are met more often ({said})"
    return f"no inversion of priority is shown ({said})"


def _agreement(section: Section) -> Iterator[str]:
    for row in section["agreement"]:
        if row["model"] is None:
            yield (
                f"Scenarios: {row['rater']} agrees with the expert on "
                f"{percent(row, 'raw')} of {row['n']} labels, kappa "
                f"{decimal(row, 'kappa')}, macro F1 {decimal(row, 'macro_f1')}."
            )
