"""From the study, or a file of pairs, to everything that a report shows."""

from collections.abc import Sequence
from pathlib import Path

from inspect_rubricblind.logs.contents import Summary
from inspect_rubricblind.logs.estimator import load_labelled
from inspect_rubricblind.logs.fact_checking.section import fact_check_section
from inspect_rubricblind.logs.groups import coverage_groups, estimator_error
from inspect_rubricblind.logs.medhallu.section import medhallu_section
from inspect_rubricblind.logs.outcomes.calibrated import calibration_rows
from inspect_rubricblind.logs.outcomes.official import official_rows
from inspect_rubricblind.logs.outcomes.severity import (
    Severity,
    rate_pairs,
    severity,
)
from inspect_rubricblind.logs.outcomes.study import summarise_pairs
from inspect_rubricblind.logs.outcomes.table import PairTable, prepare
from inspect_rubricblind.logs.ratings import Rating
from inspect_rubricblind.logs.scenarios.labels import ExpertLabels
from inspect_rubricblind.logs.scenarios.section import (
    scenario_gaps,
    scenarios_section,
)
from inspect_rubricblind.logs.signature import file_signature, signature
from inspect_rubricblind.logs.study import Study
from inspect_rubricblind.logs.traps.section import trap_section


def summarise(
    study: Study,
    seed: int = 0,
    ratings: Sequence[Rating] = (),
    expert: ExpertLabels | None = None,
) -> Summary:
    """Compute everything that the report shows.

    Args:
        study: Pooled logs.
        seed: Of the bootstraps and permutations.
        ratings: What clinicians said of some pairs.
        expert: An expert's labels of answers to scenarios.
    """
    severe = rate_pairs(ratings, study.pairs, study.variants) if ratings else Severity()
    labelled = {name: load_labelled(name) for name in study.estimators}
    only = next(iter(labelled.values())) if len(labelled) == 1 else None
    outcomes = summarise_pairs(
        prepare(study.pairs, frozenset(), "logs"), study.qualified, seed=seed
    )
    return Summary(
        sample=_is_sample(study),
        graders=tuple(sorted(study.pairs["grader"].dropna().unique())),
        groups=coverage_groups(study, only, seed),
        estimators=tuple(
            estimator_error(name, pairs) for name, pairs in labelled.items()
        ),
        incomplete=(
            *(*study.incomplete, *outcomes.incomplete, *severe.incomplete),
            *scenario_gaps(study.scenarios, expert),
        ),
        signature=signature(study, seed) | _rated(ratings),
        outcomes=outcomes,
        seed=seed,
        unanswered=study.unanswered,
        calibration=calibration_rows(study.calibrated),
        official=official_rows(study.official),
        severity=severe.rows,
        medhallu=medhallu_section(study.medhallu, seed),
        fact_check=fact_check_section(study.fact_checks),
        traps=trap_section(study.traps, seed),
        scenarios=scenarios_section(study.scenarios, seed, expert),
    )


def _rated(ratings: Sequence[Rating]) -> dict[str, str]:
    """How many ratings joined the report; nothing without any."""
    return {"ratings": str(len(ratings))} if ratings else {}


def _is_sample(study: Study) -> bool:
    """Whether a pair is of the bundled sample; without results, what the runs said."""
    if any(pair.dataset_kind == "sample" for pair in study.medhallu.pairs):
        return True
    if study.answers or study.qualified or study.calibrated:
        return any(cell.dataset_kind == "sample" for cell in study.answers)
    return any(run.dataset_kind == "sample" for run in study.logs.runs)


def summarise_file(
    table: PairTable, path: Path, seed: int = 0, ratings: Sequence[Rating] = ()
) -> Summary:
    """Compute everything about pairs that were graded elsewhere.

    Args:
        table: The pairs.
        path: The file they are from, for the signature.
        seed: Of the bootstraps and permutations.
        ratings: What clinicians said of some pairs.
    """
    severe = severity(ratings, table) if ratings else Severity()
    outcomes = summarise_pairs(table, seed=seed)
    return Summary(
        sample=bool((table.rows["dataset_kind"] == "sample").any()),
        graders=tuple(sorted(table.rows["grader"].dropna().unique())),
        groups=(),
        estimators=(),
        incomplete=(*outcomes.incomplete, *severe.incomplete),
        signature=file_signature(path, len(table.rows), seed) | _rated(ratings),
        outcomes=outcomes,
        source=table.source,
        seed=seed,
        ignored_columns=table.ignored,
        severity=severe.rows,
    )
