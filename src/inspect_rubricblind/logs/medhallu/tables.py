"""The section's tables as plain cells."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from inspect_rubricblind.logs.medhallu.criteria_tables import criteria_tables
from inspect_rubricblind.logs.medhallu.section import Section
from inspect_rubricblind.logs.medhallu.wording import (
    HEURISTIC,
    NAME,
    baseline_label,
    scheme_label,
    starred,
    stratum,
    uses_heuristic,
)
from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.outcomes.wording import LABELS as KINDS
from inspect_rubricblind.logs.outcomes.wording import (
    STAR_NOTE,
    decimal,
    p_value,
    percent,
    share,
)
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.records import LABELS

LENGTH_NOTE = (
    "Equal length: the AUROC that a straight line in the log ratio of lengths predicts "
    "for answers of equal length. Matched: pairs whose answers differ in length by at "
    "most 20 %, with their number. Beyond length: AUROC less that of the length rule "
    "on the same pairs. In brackets: 95 % intervals, Tango for AUROC, robust t for the "
    "line."
)
AUROC_NOTE = (
    "AUROC: paired, ties at one half. p: Wilcoxon signed-rank test of the paired "
    "scores, as in the study; it asks another question than the interval of the AUROC, "
    "so the two need not agree."
)


def medhallu_tables(section: Section | None) -> Iterator[Table]:
    """All tables by kind of data; those without rows are left out."""
    rows = section["baselines"] + section["schemes"] if section else []
    for kind in dict.fromkeys(row["dataset_kind"] for row in rows):
        own = {
            name: [row for row in rows if row.get("dataset_kind", kind) == kind]
            for name, rows in (section or {}).items()
        }
        for table in _tables(own):
            named = table.title.replace(NAME, f"{NAME} ({KINDS.get(kind, kind)})", 1)
            yield replace(table, title=named)


def _tables(section: Section) -> Iterator[Table]:
    yield baselines_table(section["baselines"])
    if section["schemes"]:
        yield schemes_table(section["schemes"])
        yield beside_length_table(section["schemes"])
    if section["labels"]:
        yield labels_table(section["labels"])
    for row in section["labels"]:
        if row["by_hallucinated"]:
            yield both_labels_table(row)
    yield from criteria_tables(section)


def baselines_table(rows: Sequence[Row]) -> Table:
    """What tells the answers apart without a rubric, by difficulty."""
    return Table(
        title=f"{NAME}: without a rubric",
        columns=(
            *("Rule", "Pairs of", "N", "AUROC", "p"),
            *("Equal length", "Matched N", "Matched"),
        ),
        rows=tuple(
            (
                baseline_label(row),
                stratum(row),
                starred(row["n"]),
                decimal(row, "auroc"),
                p_value(row["wilcoxon_p"]),
                decimal(row, "equal_length_auroc"),
                starred(row["n_matched"]),
                decimal(row, "matched_auroc"),
            )
            for row in rows
        ),
        notes=(
            "The rules see both answers and no question. What they reach, a rubric "
            "score may owe to the same. Overlap: share of the terms of an answer that "
            "stand in its background text; longer answers have more terms that do not.",
            LENGTH_NOTE,
            STAR_NOTE,
            *_heuristic(rows),
        ),
    )


def schemes_table(rows: Sequence[Row]) -> Table:
    """Scheme, grader and difficulty: Table 12 of the study."""
    return Table(
        title=f"{NAME}: rubric schemes by grader and difficulty",
        columns=(
            *("Rubric and grader", "Pairs of", "N"),
            *("Correct", "Tie", "Hallucinated", "AUROC", "p"),
        ),
        rows=tuple(
            (
                scheme_label(row),
                stratum(row),
                _n(row),
                share(row, "win"),
                share(row, "tie"),
                share(row, "loss"),
                decimal(row, "auroc"),
                p_value(row["wilcoxon_p"]),
            )
            for row in rows
        ),
        notes=(
            "Correct, tie, hallucinated: share of pairs in percent in which that "
            "answer scored higher. Answers are MedHallu's own, each pair with one "
            "ready-made error; shares are no prevalence.",
            AUROC_NOTE,
            STAR_NOTE,
            *_heuristic(rows),
        ),
    )


def beside_length_table(rows: Sequence[Row]) -> Table:
    """Each scheme beside the length rule on the same pairs."""
    return Table(
        title=f"{NAME}: rubric schemes beside the length of the answers",
        columns=(
            *("Rubric and grader", "Pairs of", "AUROC", "Length rule"),
            *("Beyond length", "Equal length", "Matched"),
        ),
        rows=tuple(
            (
                scheme_label(row),
                stratum(row),
                decimal(row, "auroc"),
                decimal(row, "length_auroc"),
                decimal(row, "beyond_length"),
                decimal(row, "equal_length_auroc"),
                f"{decimal(row, 'matched_auroc')}, n {starred(row['n_matched'])}",
            )
            for row in rows
        ),
        notes=(LENGTH_NOTE, STAR_NOTE),
    )


def labels_table(rows: Sequence[Row]) -> Table:
    """Label of the correct answer by difficulty: Table 9."""
    cells = []
    for row in rows:
        who = "heuristic" if row["kind"] == "rules" else f"panel of {len(row['panel'])}"
        for name, counts in row["by_difficulty"].items():
            cells.append(
                (
                    who,
                    name,
                    *(str(counts[d]) for d in ("easy", "medium", "hard")),
                    p_value(row["chi2_p"]),
                    percent(row, "unanimous"),
                    decimal(row, "fleiss"),
                )
            )
    heuristic = [HEURISTIC] if any(row["kind"] == "rules" for row in rows) else []
    return Table(
        title=f"{NAME}: which correct answers make sense on their own",
        columns=(
            *("Labelled by", "Label", "Easy", "Medium", "Hard"),
            *("p (difficulty)", "Unanimous", "Fleiss kappa"),
        ),
        rows=tuple(cells),
        notes=(
            "p: chi-square test of referential and self-contained answers against "
            "difficulty, without correction.",
            *heuristic,
        ),
    )


def both_labels_table(row: Row) -> Table:
    """Labels of both answers: Table 10."""
    columns = [
        name
        for name in (*LABELS, "no majority")
        if any(counts[name] for counts in row["by_hallucinated"].values())
    ]
    return Table(
        title=f"{NAME}: labels of the hallucinated answers",
        columns=("Correct answer is", *(f"Hallucinated: {name}" for name in columns)),
        rows=tuple(
            (name, *(_part(counts[c], sum(counts.values())) for c in columns))
            for name, counts in row["by_hallucinated"].items()
        ),
        notes=("In brackets: share of the row.",),
    )


def _heuristic(rows: Sequence[Row]) -> list[str]:
    return [HEURISTIC] if uses_heuristic(rows) else []


def _n(row: Row) -> str:
    more = f", {row['n_ungraded']} ungraded" if row["n_ungraded"] else ""
    return f"{starred(row['n'])}{more}"


def _part(count: int, total: int) -> str:
    return f"{count} ({100 * count / total:.1f} %)" if total else str(count)
