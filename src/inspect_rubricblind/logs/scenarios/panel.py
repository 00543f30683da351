"""Labels of all who labelled, on the same models and criteria, ready for figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from inspect_rubricblind.logs.scenarios.labels import (
    EXPERT,
    ExpertLabels,
    LabelKey,
)
from inspect_rubricblind.logs.scenarios.reading import RatedAnswer, RaterLabels, settle
from inspect_rubricblind.logs.statistics.clusters import FloatArray
from inspect_rubricblind.logs.statistics.scenarios import Labels
from inspect_rubricblind.records import Criterion, criteria_digest
from inspect_rubricblind.records.scenario import (
    Scenario,
    criterion_categories,
    criterion_id,
)

Key = tuple[str, str]
"""Scenario and criterion."""


@dataclass(frozen=True)
class Line:
    """One criterion of one scenario."""

    scenario: str
    specialty: str
    id: str
    text: str
    weight: int
    categories: tuple[str, ...]

    @property
    def key(self) -> Key:
        """Scenario and criterion."""
        return self.scenario, self.id


@dataclass(frozen=True)
class Panel:
    """Who labelled what: each table has shape (models, criteria), NaN without label.

    `tables` holds the expert's labels, if any, first, then those of each autorater.
    `golden` holds each autorater's labels of the golden answers, shape (criteria,).
    `answers` are the answers behind them by model and scenario.
    """

    lines: tuple[Line, ...]
    models: tuple[str, ...]
    tables: Mapping[str, FloatArray]
    golden: Mapping[str, FloatArray]
    answers: Mapping[tuple[str, str], RatedAnswer]
    sample: bool

    @property
    def autoraters(self) -> tuple[str, ...]:
        """Who labelled beside the expert."""
        return tuple(name for name in self.tables if name != EXPERT)

    @property
    def main(self) -> tuple[str, ...]:
        """Whose labels count: the expert's, or without one each autorater's."""
        return (EXPERT,) if EXPERT in self.tables else self.autoraters

    def labels(self, rater: str) -> Labels:
        """The labels of one rater, for the estimators."""
        return Labels.of(
            self.models,
            self.tables[rater],
            [line.weight for line in self.lines],
            [line.scenario for line in self.lines],
        )


def build_panel(
    answers: Sequence[RatedAnswer],
    expert: ExpertLabels | None = None,
    scenarios: Sequence[Scenario] = (),
) -> Panel:
    """Put all labels into one shape.

    Args:
        answers: What logs hold, as read.
        expert: Labels by an expert; models without a logged answer are fine.
        scenarios: Scenarios that no log may hold.

    Raises:
        ValueError: Logs contradict each other or the scenarios, or the expert labels
            something that does not exist.
    """
    settled = settle(answers)
    lines = _lines(settled, scenarios)
    place = {line.key: i for i, line in enumerate(lines)}
    given = {EXPERT: expert.met, **expert.autoraters} if expert else {}
    own = {answer.name for answer in settled if not answer.is_golden}
    labelled = {model for met in given.values() for _, _, model in met}
    models = tuple(sorted(own | labelled))
    if expert is not None:
        expert.check(place)
    tables = {name: _given_table(met, place, models) for name, met in given.items()}
    golden: dict[str, FloatArray] = {}
    names = _rater_names(settled)
    for answer in settled:
        columns = [place[answer.scenario, criterion_id(c)] for c in answer.criteria]
        for rater in answer.raters:
            name = names[rater.grader, rater.setup]
            met = np.array([np.nan if v is None else float(v) for v in rater.met])
            if answer.is_golden:
                row = golden.setdefault(name, np.full(len(lines), np.nan))
                row[columns] = met
            else:
                table = tables.setdefault(
                    name, np.full((len(models), len(lines)), np.nan)
                )
                table[models.index(answer.name), columns] = met
    return Panel(
        lines=lines,
        models=models,
        tables=tables,
        golden=golden,
        answers={(a.name, a.scenario): a for a in settled if not a.is_golden},
        sample=any(answer.dataset_kind == "sample" for answer in settled),
    )


def _lines(
    answers: Sequence[RatedAnswer], scenarios: Sequence[Scenario]
) -> tuple[Line, ...]:
    rubrics: dict[str, tuple[str, tuple[Criterion, ...]]] = {
        answer.scenario: (answer.specialty, answer.criteria) for answer in answers
    }
    for scenario in scenarios:
        given = (scenario.specialty, scenario.as_criteria())
        known = rubrics.setdefault(scenario.id, given)
        if criteria_digest(known[1]) != criteria_digest(given[1]):
            raise ValueError(
                f"scenario {scenario.id!r} must be the one that was run, but its "
                "criteria in the logs are others"
            )
    return tuple(
        Line(
            name,
            specialty,
            criterion_id(criterion),
            criterion.criterion,
            criterion.points,
            criterion_categories(criterion),
        )
        for name, (specialty, criteria) in sorted(rubrics.items())
        for criterion in criteria
    )


def _given_table(
    labels: Mapping[LabelKey, bool | None],
    place: Mapping[Key, int],
    models: Sequence[str],
) -> FloatArray:
    table = np.full((len(models), len(place)), np.nan)
    for (scenario, criterion, model), met in labels.items():
        if met is not None:
            table[models.index(model), place[scenario, criterion]] = float(met)
    return table


def _rater_names(answers: Sequence[RatedAnswer]) -> dict[tuple[str, str], str]:
    """A readable name per autorater; several of one model are told apart.

    The draw does where it differs, else the short name of the settings.
    """
    found: dict[tuple[str, str], RaterLabels] = {}
    for answer in answers:
        for rater in answer.raters:
            found.setdefault((rater.grader, rater.setup), rater)
    names: dict[tuple[str, str], str] = {}
    for key, rater in sorted(found.items()):
        name = rater.grader + (f", draw {rater.draw}" if rater.draw else "")
        names[key] = f"{name} [{rater.setup}]" if name in names.values() else name
    return names
