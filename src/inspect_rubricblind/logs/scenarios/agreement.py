"""Autoraters against the expert, and against the golden answers, as numbers."""

from collections.abc import Iterator

import numpy as np

from inspect_rubricblind.logs.outcomes.figures import Row, figure
from inspect_rubricblind.logs.scenarios.figures import few_coefficient
from inspect_rubricblind.logs.scenarios.labels import EXPERT
from inspect_rubricblind.logs.scenarios.panel import Panel
from inspect_rubricblind.logs.statistics.scenario_agreement import rater_agreement
from inspect_rubricblind.logs.statistics.scenarios import Labels, task_rates


def agreement_rows(panel: Panel, seed: int) -> Iterator[Row]:
    """Each autorater against the expert: all models (null), then each one."""
    expert = panel.tables.get(EXPERT)
    if expert is None:
        return
    names = [line.scenario for line in panel.lines]
    for rater in panel.autoraters:
        said = panel.tables[rater]
        for i, model in enumerate((None, *panel.models)):
            rows = range(len(panel.models)) if model is None else [i - 1]
            found = rater_agreement(
                np.concatenate([expert[k] for k in rows]),
                np.concatenate([said[k] for k in rows]),
                names * len(rows),
                seed=seed,
            )
            if found is None:
                continue
            both, alone, missed, neither = found.table
            yield {
                "rater": rater,
                "model": model,
                "rates_itself": model == rater,
                "n": sum(found.table),
                "n_unrated": found.unrated,
                "n_unlabelled": found.unlabelled,
                "both_met": both,
                "rater_alone": alone,
                "expert_alone": missed,
                "neither": neither,
                **figure("raw", found.raw),
                **few_coefficient("kappa", found.kappa, seed),
                **few_coefficient("macro_f1", found.macro_f1, seed),
            }


def golden_rows(panel: Panel) -> Iterator[Row]:
    """What autoraters make of the golden answers, from which the rubric was made."""
    for rater, met in panel.golden.items():
        labels = Labels.of(
            ("golden answer",),
            [met],
            [line.weight for line in panel.lines],
            [line.scenario for line in panel.lines],
        )
        for item in task_rates(labels):
            if item.rate is not None:
                missed = [
                    line.id
                    for line, label in zip(panel.lines, met, strict=True)
                    if line.scenario == item.scenario and label == 0
                ]
                yield {
                    "rater": rater,
                    "scenario": item.scenario,
                    "n": item.n,
                    "n_unlabelled": item.unlabelled,
                    "rate": item.rate,
                    "not_met": missed,
                }
