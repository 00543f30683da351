"""Runs against the local model server, and what tests compare of them."""

import io
import zipfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from inspect_ai import eval
from inspect_ai.log import EvalLog, EvalSample

from inspect_rubricblind.logs.pairs import COLUMNS
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import GradingResult, Trial
from inspect_rubricblind.tasks.healthbench import healthbench

LOCAL = "openai-api/local/"
APPLICABILITY = ("applicability_a", "applicability_b")
MODEL_ROLES = (*APPLICABILITY, "injector", "judge", "grader")


def bind(*roles: str, model: str = "keyword") -> dict[str, Any]:
    """Model roles, all bound to one local model."""
    return {role: LOCAL + model for role in roles or MODEL_ROLES}


def run(
    folder: Path,
    roles: dict[str, Any],
    model: Any = "none/none",
    limit: int | None = 2,
    options: dict[str, Any] | None = None,
    **arguments: Any,
) -> EvalLog:
    """Run the bundled sample (or what the arguments say); its log goes to a folder."""
    arguments = {"dataset": "sample", "error_types": "F1,O1", **arguments}
    [log] = eval(
        healthbench(**arguments),
        model=model,
        model_roles=roles,
        log_dir=str(folder),
        limit=limit,
        **{"display": "none", "log_realtime": False, **(options or {})},
    )
    return log


def samples(log: EvalLog) -> list[EvalSample]:
    """The samples of a run that succeeded."""
    assert log.status == "success", log.error and log.error.message
    return list(log.samples or [])


def gradings(log: EvalLog, scorer: str = "paired_rubric") -> list[GradingResult]:
    """What the grading scorer left, sample by sample."""
    return [result for _, result in graded_samples(log, scorer)]


def graded_samples(
    log: EvalLog, scorer: str = "paired_rubric"
) -> list[tuple[EvalSample, GradingResult]]:
    """The samples that the grading scorer graded; none without an answer."""
    scored = [(sample, (sample.scores or {})[scorer]) for sample in samples(log)]
    return [
        (sample, GradingResult.model_validate(score.metadata))
        for sample, score in scored
        if score.metadata is not None
    ]


def trials(log: EvalLog) -> list[Trial]:
    """What the solvers froze in each sample."""
    return [sample.store_as(Trial) for sample in samples(log)]


def pair_table(*paths: Path) -> pd.DataFrame:
    """The rows of `pairs.csv` of some logs, without the name of the log."""
    return read_study(paths).pairs[[name for name in COLUMNS if name != "log_id"]]


def graded_verdicts(log: EvalLog) -> dict[tuple[str | int, ...], bool | None]:
    """Every verdict of a run by case, text and criterion."""
    return {
        (sample.id, text.kind or "", text.error_type, text.repeat, verdict.index): (
            verdict.met
        )
        for sample, result in graded_samples(log)
        for text in result.texts
        for verdict in text.verdicts
    }


def verdict_reasons(results: Iterable[GradingResult]) -> Counter[str]:
    """How many verdicts are ungraded, by reason."""
    return Counter(
        verdict.reason
        for result in results
        for text in result.texts
        for verdict in text.verdicts
        if verdict.reason is not None
    )


def text_of_logs(paths: Sequence[Path]) -> str:
    """All text inside `.eval` files."""
    parts = []
    for path in paths:
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            parts += [archive.read(name).decode("utf-8") for name in archive.namelist()]
    return "\n".join(parts)
