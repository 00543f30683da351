"""From a table of pairs to the rows of `summary.json`: every family, cell by cell."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pandas as pd

from inspect_rubricblind.logs.outcomes.assay import (
    Qualified,
    assay_rows,
    qualified_graders,
)
from inspect_rubricblind.logs.outcomes.between import (
    compared,
    comparison_row,
    rank_row,
)
from inspect_rubricblind.logs.outcomes.causes import (
    catch_row,
    cause_row,
    change_row,
    flip_rows,
    unpenalised_row,
)
from inspect_rubricblind.logs.outcomes.crowding import density_bin_rows, density_row
from inspect_rubricblind.logs.outcomes.deciding import (
    VERDICT_KEYS,
    power_row,
    tests_row,
    verdict_rows,
)
from inspect_rubricblind.logs.outcomes.figures import Row, figure
from inspect_rubricblind.logs.outcomes.floor import floor_row
from inspect_rubricblind.logs.outcomes.mixed_models import mixed_model_rows
from inspect_rubricblind.logs.outcomes.models import answer_model_rows
from inspect_rubricblind.logs.outcomes.placebo import placebo_rows
from inspect_rubricblind.logs.outcomes.pooled import pooled_rows
from inspect_rubricblind.logs.outcomes.regrades import regrade_rows
from inspect_rubricblind.logs.outcomes.rows import coverage_row, drop_row, outcome_row
from inspect_rubricblind.logs.outcomes.strata import harm_row, stratum_rows
from inspect_rubricblind.logs.outcomes.table import (
    CELL_KEY,
    Cell,
    Pairs,
    PairTable,
    cells,
)
from inspect_rubricblind.logs.pairs import COLUMNS
from inspect_rubricblind.logs.statistics.auroc import paired_auroc

RESAMPLES = 10_000
UNGRADED_LIMIT = 0.05
"""A cell with a larger share of ungraded pairs makes a report incomplete."""

NO_GRADER = "no_grader"


@dataclass(frozen=True)
class Outcomes:
    """Rows of graded pairs by family, all of plain values; empty without a grader."""

    by_benchmark: list[Row] = field(default_factory=list)
    by_error_type: list[Row] = field(default_factory=list)
    placebo: list[Row] = field(default_factory=list)
    flips: list[Row] = field(default_factory=list)
    strata: list[Row] = field(default_factory=list)
    density: list[Row] = field(default_factory=list)
    density_bins: list[Row] = field(default_factory=list)
    comparisons: list[Row] = field(default_factory=list)
    rank_agreement: list[Row] = field(default_factory=list)
    answer_models: list[Row] = field(default_factory=list)
    mixed_models: list[Row] = field(default_factory=list)
    pooled: list[Row] = field(default_factory=list)
    regrades: list[Row] = field(default_factory=list)
    assay: list[Row] = field(default_factory=list)
    incomplete: tuple[str, ...] = ()


def summarise_pairs(
    table: PairTable,
    qualified: Sequence[Qualified] = (),
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Outcomes:
    """Compute every figure of graded pairs.

    Args:
        table: The pairs.
        qualified: What graders made of samples with known truth.
        resamples: Number of resamples, where a bootstrap is used.
        seed: Of the bootstraps and permutations.
    """
    found, assay = list(cells(table)), assay_rows(qualified)
    graders = qualified_graders(assay)
    pairs = list(compared(found))
    return Outcomes(
        by_benchmark=[benchmark_row(cell) for cell in found],
        by_error_type=[
            row for cell in found for row in type_rows(cell, _qualifies(cell, graders))
        ],
        placebo=[row for cell in found for row in placebo_rows(cell)],
        flips=[row for cell in found for row in flip_rows(cell)],
        strata=[row for cell in found for row in stratum_rows(cell)],
        density=[density_row(cell, resamples, seed) for cell in found],
        density_bins=[row for cell in found for row in density_bin_rows(cell)],
        comparisons=[
            comparison_row(*pair, resamples=resamples, seed=seed) for pair in pairs
        ],
        rank_agreement=[
            rank_row(*pair, resamples=resamples, seed=seed) for pair in pairs
        ],
        answer_models=answer_model_rows(found, resamples, seed),
        mixed_models=mixed_model_rows(found),
        pooled=pooled_rows(found),
        regrades=regrade_rows(found, resamples, seed),
        assay=assay,
        incomplete=tuple(_incomplete(table, found)),
    )


def benchmark_row(cell: Cell) -> Row:
    """All errors of a cell: each question weighs the same, as in S1's Table 16."""
    errors = cell.errors
    return {
        **cell.key,
        "error_type": None,
        **outcome_row(errors, "question"),
        **_pair_weight(errors),
        **drop_row(errors, "question"),
        **drop_row(cell.controls, "question", "control_"),
        **drop_row(cell.repeats, "question", "repeat_"),
        **_both_weights(errors),
        **tests_row(errors, "question"),
        **power_row(errors),
        **floor_row(cell, errors, "question")[0],
        **cause_row(errors),
        **unpenalised_row(errors),
        **change_row(cell),
        **catch_row(errors),
        **harm_row(errors),
        "verdict": None,
        "p_holm": None,
    }


def type_rows(cell: Cell, qualified: bool) -> Iterator[Row]:
    """One row per error type of a cell: each pair weighs the same."""
    verdicts = verdict_rows(cell, qualified)
    for code in cell.types():
        pairs = cell.of_type(code)
        yield {
            **cell.key,
            "error_type": code,
            **outcome_row(pairs, "pair"),
            **drop_row(pairs, "pair"),
            **coverage_row(pairs, "pair"),
            **verdicts[code],
            **power_row(pairs),
            **floor_row(cell, pairs, "pair")[0],
            **cause_row(pairs),
        }


def _pair_weight(errors: Pairs) -> Row:
    """Net and AUROC with equal weight per pair, as in S1's Table 29."""
    decided = errors.decided()
    if len(decided) == 0:
        blank = figure("net_pair_weight", None, "no pair")
        return blank | figure("auroc_pair_weight", None, "no pair")
    found = paired_auroc(decided.code, decided.question, "pair")
    return figure("net_pair_weight", found.net) | figure(
        "auroc_pair_weight", found.auroc
    )


def _both_weights(errors: Pairs) -> Row:
    equal = coverage_row(errors, "question")
    renamed = {
        key.replace(name, f"{name}_equal_weight", 1): value
        for key, value in equal.items()
        for name in ("covered_specific", "covered", "bound_auroc")
        if _belongs(key, name)
    }
    return coverage_row(errors, "pair") | renamed


def _belongs(key: str, name: str) -> bool:
    specific = key.startswith("covered_specific")
    return key.startswith(name) and specific == (name == "covered_specific")


def _qualifies(cell: Cell, graders: frozenset[str]) -> bool:
    return cell.key["grader"] in graders


def blank_rows(reason: str = NO_GRADER) -> tuple[Row, Row]:
    """The keys of a benchmark's and a type's row without any outcome."""
    columns = [*COLUMNS, "code", "low", "high", "question", "cell_injector", "setup"]
    empty = Pairs(pd.DataFrame(columns=columns), frozenset())
    cell = Cell(dict.fromkeys(CELL_KEY), empty, empty, empty)
    benchmark = benchmark_row(cell)
    kind = {
        **cell.key,
        "error_type": None,
        **outcome_row(empty, "pair"),
        **drop_row(empty, "pair"),
        **coverage_row(empty, "pair"),
        **tests_row(empty, "pair"),
        **dict.fromkeys(VERDICT_KEYS),
        "flags": [],
        "s1_verdict": None,
        **power_row(empty),
        **floor_row(cell, empty, "pair")[0],
        **cause_row(empty),
    }
    return _reasoned(benchmark, reason), _reasoned(kind, reason)


def _reasoned(row: Row, reason: str) -> Row:
    return {k: reason if k.endswith("_reason") else v for k, v in row.items()}


def _incomplete(table: PairTable, found: Sequence[Cell]) -> Iterator[str]:
    if table.source == "pairs file" and table.not_graded:
        yield f"{table.not_graded} pair(s) of the file carry no outcome"
    for cell in found:
        lost = int(cell.errors.rows["code"].isna().sum())
        if lost > UNGRADED_LIMIT * len(cell.errors):
            yield f"{named(cell.key)}: {lost} of {len(cell.errors)} pairs are ungraded"


def named(key: Row, skip: Callable[[str], bool] = lambda name: False) -> str:
    """A cell in words: what of its key is known."""
    words = {
        "benchmark": "{}",
        "answer_model": "answers by {}",
        "injector": "errors by {}",
        "grader": "graded by {}",
    }
    said = [
        form.format(key[name])
        for name, form in words.items()
        if key.get(name) is not None and not skip(name)
    ]
    if key.get("draw"):
        said.append(f"draw {key['draw']}")
    return ", ".join(said) or "all pairs"
