"""How fact checks are put into words."""

from collections.abc import Iterator

from inspect_rubricblind.logs.fact_checking.section import Section
from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import ABSENT, LABELS, decimal, percent
from inspect_rubricblind.taxonomy.load import load_taxonomy

TITLE = "Fact check"
BASELINE = (
    "The rules compare words, numbers, negation and direction with the best passages:"
    " a baseline whose error rate is the false alarms beside it."
)
TABLE_NOTE = (
    "Identified: a claim of the copy stands at the edit. Unsupported: of the "
    "identified ones, contradicted or not supported by the evidence. Original "
    "flagged: the same check at the same place of the unedited answer, which is what "
    "a flag has to be held against. p: exact test of copies against originals, "
    "paired, Holm over the types with 30 pairs or more. AUROC: 1 where only the copy "
    "is flagged, 0 where only the original is; graded: the same by the degree of "
    "doubt. Open: a claim failed, and the pair is in no share. * fewer than 30 pairs."
    " In brackets: 95 % intervals."
)
NOT_SUPPORTED = (
    "Not supported means that no passage found says it. That is no proof that a claim"
    " is wrong: the smaller the evidence, the more true claims are flagged."
)
BESIDE_NOTE = (
    "Rubric, fact check and both on the same pairs and the same scale. Both: the "
    "rubric decides, and where it ties, the doubt does. Either: flagged by the doubt "
    "or scored lower by the rubric, at a threshold chosen on one half of the cases "
    "and reported on the other; its false alarms are flagged originals and repeats or"
    " controls that the rubric scores lower."
)
RECOVERED_NOTE = (
    "Pairs that the rubric ties: recovered are those in which the check flags only "
    "the copy, reversed those in which it flags only the original. Pairs of a "
    "rubric's own ties say nothing of how rubric and check compare."
)


def fact_check_sentences(section: Section | None) -> Iterator[str]:
    """What each check sees, with its false alarms in the same sentence."""
    for row in (section or {}).get("rates", []):
        if row["error_type"] is not None:
            continue
        start = f"{TITLE} ({who(row)}), {row['n']} errors of {what(row)}"
        if row["auroc"] is None:
            yield f"{start}: {row['auroc_reason']}."
            continue
        yield (
            f"{start}: it flags {percent(row, 'flagged')} of the edited places and "
            f"{percent(row, 'original_flagged')} of the same places in the originals; "
            f"paired AUROC {decimal(row, 'auroc')}, by degree of doubt "
            f"{decimal(row, 'doubt_auroc')}."
        )


def who(row: Row) -> str:
    """Who checks, with which evidence, how much of a text, and which pairs."""
    chosen = "" if row["chosen"] == "all" else f", {row['chosen']} only"
    return f"{row['checker']}, {row['evidence']}, {row['mode']}{chosen}"


def what(row: Row) -> str:
    """What was checked."""
    kind = LABELS.get(row["dataset_kind"], row["dataset_kind"])
    return f"{row['benchmark']} ({kind}), answers by {row['answer_model']}"


def name(code: str | None) -> str:
    """An error type by code and name."""
    if code is None:
        return "All errors"
    names: dict[str, str] = {e.code: e.name for e in load_taxonomy().types}
    return f"{code} {names.get(code, '')}".strip()


def number(value: float | None) -> str:
    """At most two decimals."""
    return ABSENT if value is None else f"{value:.2f}".rstrip("0").rstrip(".")
