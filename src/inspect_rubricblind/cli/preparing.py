"""Runs that prepare others, and what is taken out of their logs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from inspect_ai import Task
from inspect_ai import eval as run_eval
from inspect_ai.log import EvalSample

from inspect_rubricblind.records import (
    Case,
    ClassResult,
    Prepared,
    RubricFacts,
)
from inspect_rubricblind.solvers.log_samples import read_samples
from inspect_rubricblind.solvers.rubrics.openrubrics import OPENRUBRICS
from inspect_rubricblind.solvers.rubrics.rubrichub import RUBRICHUB
from inspect_rubricblind.solvers.rubrics.saved import saved_row


def refuse_writers(scheme: str, writers: Sequence[str]) -> None:
    """Say before a run starts that a scheme has too few or too many models.

    Raises:
        click.UsageError: It has; the message says what to give.
    """
    if scheme in (OPENRUBRICS, RUBRICHUB) and not writers:
        raise click.UsageError(
            f"--scheme {scheme} is written by a model: give --writer PROVIDER/MODEL, "
            "or take --scheme generic, which needs none."
        )
    if scheme == OPENRUBRICS and len(writers) > 1:
        raise click.UsageError(
            f"--scheme {scheme} takes one --writer, but got {', '.join(writers)}; "
            f"{RUBRICHUB} takes several."
        )


def run_task(
    task: Task,
    roles: Mapping[str, Sequence[str]],
    log_dir: str,
    limit: int | None = None,
    max_connections: int | None = None,
) -> Path:
    """Run a task without an evaluated model; the path of its log.

    Args:
        task: The task.
        roles: Names of models by role.
        log_dir: Where the log goes.
        limit: Only so many samples.
        max_connections: Calls at the same time; also how many samples are under way.

    Raises:
        ValueError: The run did not end well.
    """
    bound: dict[str, Any] = {role: list(names) for role, names in roles.items()}
    (log,) = run_eval(
        task,
        model=None,
        model_roles=bound,
        log_dir=log_dir,
        limit=limit,
        max_connections=max_connections,
        max_samples=max_connections or 50,
        log_realtime=False,
        score_display=False,
    )
    if log.status != "success":
        why = log.error.message if log.error else log.status
        raise ValueError(
            f"the run must succeed, but got {why!r}: see {log.location}. What was "
            "answered is kept; run the same command again."
        )
    return Path(log.location)


def written_rubrics(log: Path) -> Iterator[dict[str, Any]]:
    """The rubrics of a run as rows of a file, by id."""
    for sample in _samples([log]):
        prepared = sample.store_as(Prepared)
        facts = RubricFacts.model_validate(prepared.rubric)
        case = Case.model_validate(sample.metadata)
        yield saved_row(str(sample.id), case.criteria, facts, prepared.no_rubric)


def classified_rows(log: Path) -> Iterator[dict[str, Any]]:
    """Criteria with class and votes, batch by batch."""
    for sample in _samples([log]):
        scores = sample.scores or {}
        result = ClassResult.model_validate(scores["classify_criteria"].metadata)
        texts = Case.model_validate(sample.metadata).criteria
        for criterion, item in zip(texts, result.classified, strict=True):
            yield {
                "criterion": criterion.criterion,
                "class": item.criterion_class,
                **item.model_dump(mode="json", exclude={"criterion_class"}),
            }


def label_rows(logs: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """Labels of all samples; one per id and answer.

    Raises:
        ValueError: Two logs label an answer differently, or none labels any.
    """
    seen: dict[tuple[str, str], dict[str, Any]] = {}
    for sample in _samples(logs):
        for label in sample.store_as(Prepared).labels:
            row = {"id": str(sample.id), **label.model_dump(mode="json")}
            known = seen.setdefault((row["id"], row["answer"]), row)
            if known["label"] != row["label"]:
                raise ValueError(
                    f"labels must agree, but {row['id']} ({row['answer']}) is "
                    f"{known['label']} and {row['label']}: give one log of each panel"
                )
    if not seen:
        raise ValueError(
            "logs must hold labels of answers, but got none; they come from "
            "`inspect eval inspect_rubricblind/medhallu` with labels=model or rules"
        )
    yield from (seen[key] for key in sorted(seen))


def _samples(logs: Iterable[Path]) -> Iterator[EvalSample]:
    """The samples in the order of their log."""
    for log in logs:
        yield from read_samples(log)
