"""What was found with ready-made pairs, in sentences."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.medhallu.pooling import ALL_ANSWERS, OVERALL
from inspect_rubricblind.logs.medhallu.section import Section
from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row
from inspect_rubricblind.logs.outcomes.wording import ABSENT, LABELS, decimal, percent

NAME = "MedHallu"
NO_GRADER = (
    "no grader was bound, so nothing is said about rubrics; what stands here tells the "
    "answers apart without any"
)
SCHEMES = {
    "generic": "generic",
    "openrubrics": "OpenRubrics",
    "rubrichub": "RubricHub",
    "other": "another rubric",
}
BASELINES = {
    "length": "the longer answer is right (no rubric, no model)",
    "overlap": "more overlap with Knowledge (no rubric, no model)",
    "nli": "NLI by sentences: max entailment - max contradiction",
    "nli_plain": "NLI, whole text: entailment - contradiction",
}
SHORT = {
    "length": "length rule",
    "overlap": "overlap with Knowledge",
    "nli": "NLI by sentences",
    "nli_plain": "NLI, whole text",
}
HEURISTIC = (
    'Self-contained by a heuristic (words such as "this study", "our patients"), which '
    "was held against nobody's labels."
)


def sentences(section: Section | None) -> Iterator[str]:
    """The findings, rules first: a rubric has to be read beside them."""
    if section is None:
        return
    for row in section["baselines"]:
        if _is_main(row) and row["baseline"] in ("length", "overlap"):
            yield _baseline_sentence(row)
    main = [row for row in section["schemes"] if _is_main(row)]
    if not main:
        yield f"{NAME}: {NO_GRADER}."
    for row in main:
        yield _scheme_sentence(row)
    for row in section["ablation"]:
        if _is_main(row):
            yield _ablation_sentence(row)
    for row in section["rubrics"]:
        if row["n_without_rubric"]:
            yield (
                f"{NAME}, {scheme_name(row)}: for "
                f"{row['n_without_rubric']} questions no usable rubric came back; they "
                "are in no figure of that scheme."
            )


def _is_main(row: Row) -> bool:
    return bool(row["answers"] == ALL_ANSWERS and row["difficulty"] == OVERALL)


def _baseline_sentence(row: Row) -> str:
    rule = {
        "length": "“The longer answer is right”",
        "overlap": "“The answer with more words of Knowledge is right”",
    }[row["baseline"]]
    said = (
        f"{title(row)}: {rule} has a paired AUROC of {decimal(row, 'auroc')} on "
        f"{row['n']} pairs, without rubric or model"
    )
    if row["baseline"] == "length" and row["matched_auroc"] is not None:
        said += (
            f"; on the {row['n_matched']} pairs of about one length it is "
            f"{decimal(row, 'matched_auroc')}"
        )
    elif row["equal_length_auroc"] is not None:
        said += f"; at equal length it is {decimal(row, 'equal_length_auroc')}"
    return f"{said}."


def _scheme_sentence(row: Row) -> str:
    start = f"{title(row)}, {scheme_label(row)}"
    if row["auroc"] is None:
        return f"{start}: {row['auroc_reason']}."
    said = f"{start}: paired AUROC {decimal(row, 'auroc')} on {row['n']} pairs"
    if row["n_ungraded"]:
        said += f" ({row['n_ungraded']} more are ungraded)"
    return f"{said}; {_beside_length(row)}."


def _beside_length(row: Row) -> str:
    """Whether the scheme is shown to beat the length rule on the same pairs."""
    if row["beyond_length"] is None:
        return "nothing is known of the lengths"
    difference = decimal(row, "beyond_length")
    low, high = row["beyond_length_low"], row["beyond_length_high"]
    if low is not None and low > 0:
        verdict = "more than length alone gives"
    elif high is not None and high < 0:
        verdict = "less than length alone gives"
    else:
        verdict = "not shown to differ from what length alone gives"
    said = f"{verdict} (difference {difference})"
    if row["equal_length_auroc"] is not None:
        said += f", and {decimal(row, 'equal_length_auroc')} at equal length"
    return said


def _ablation_sentence(row: Row) -> str:
    return (
        f"{title(row)}, {scheme_label(row)}: without the criteria that check facts the "
        f"AUROC goes from {decimal(row, 'before_auroc')} to "
        f"{decimal(row, 'after_auroc')} and ties from {percent(row, 'before_tie')} to "
        f"{percent(row, 'after_tie')} on the same {row['n']} pairs and verdicts."
    )


def title(row: Row) -> str:
    """`MedHallu (local file)`."""
    return f"{NAME} ({LABELS.get(row['dataset_kind'], row['dataset_kind'])})"


def scheme_name(row: Row) -> str:
    """The scheme in words."""
    return SCHEMES.get(row["scheme"], str(row["scheme"]))


def scheme_label(row: Row) -> str:
    """`RubricHub graded by openai/gpt-4.1`, with the draw where it is not 0."""
    said = f"{scheme_name(row)}{_writers(row)} graded by {row['grader']}"
    return f"{said}, draw {row['draw']}" if row["draw"] else said


def _writers(row: Row) -> str:
    """` by gpt-4.1, gemini-2.5-pro`; nothing for a rubric that ships."""
    names = [str(name).rsplit("/", 1)[-1] for name in row["writers"]]
    return f" by {', '.join(names)}" if names else ""


def baseline_label(row: Row) -> str:
    """The rule in words, with its model where it has one."""
    said = BASELINES.get(row["baseline"], str(row["baseline"]))
    return f"{said} ({row['model']})" if row["model"] else said


def short_label(row: Row) -> str:
    """A rule, or a scheme with the last part of its grader's name, for figures."""
    if "baseline" in row:
        return SHORT.get(row["baseline"], str(row["baseline"]))
    grader = str(row["grader"]).rsplit("/", 1)[-1]
    return f"{scheme_name(row)}, {grader}"


def stratum(row: Row) -> str:
    """`hard`, or `hard, self-contained`."""
    more = "" if row["answers"] == ALL_ANSWERS else f", {row['answers']}"
    by = " (heuristic)" if more and row.get("labels") == "rules" else ""
    return f"{row['difficulty']}{more}{by}"


def starred(n: int) -> str:
    """A number of pairs, with a star where it is a count and not a finding."""
    return f"{n}*" if n < FEW_PAIRS else str(n)


def number(value: float | None, form: str = ".2f") -> str:
    """A number, or a dash."""
    return ABSENT if value is None else f"{value:{form}}"


def main_answers(rows: Sequence[Row]) -> Sequence[Row]:
    """Rows of the self-contained answers where a panel named them, else of all.

    `summary.json` has both.
    """
    kept = [
        row
        for row in rows
        if row.get("answers") != ALL_ANSWERS and row.get("labels") != "rules"
    ]
    own = [row for row in rows if row.get("answers") == ALL_ANSWERS]
    return kept or own


def uses_heuristic(rows: Sequence[Row]) -> bool:
    """Whether a row rests on the heuristic's labels."""
    return any(
        row["answers"] != ALL_ANSWERS and row.get("labels") == "rules" for row in rows
    )
