"""Where autoraters contradict the expert: the list out, rulings in, the final check.

The expert's ruling is final, whatever the autoraters say. Nothing else may change
between the list and the rulings, and the check says so.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from inspect_rubricblind.logs.escape import csv_cell
from inspect_rubricblind.logs.scenarios.labels import (
    EXPERT,
    ExpertLabels,
    LabelKey,
    cell,
    read_table,
    read_word,
)
from inspect_rubricblind.logs.scenarios.panel import Panel
from inspect_rubricblind.logs.statistics.scenario_agreement import disagreements

AT_LEAST = 2
KEY = ("scenario", "criterion", "model")
COLUMNS = (*KEY, "weight", "text", "expert", "against", "autoraters", "ruling")
WORDS = {1.0: "met", 0.0: "not met"}


@dataclass(frozen=True)
class Dispute:
    """A label that at least so many autoraters contradict."""

    key: LabelKey
    weight: int
    text: str
    expert: bool
    against: int
    autoraters: Mapping[str, bool | None]


@dataclass(frozen=True)
class Ruled:
    """The labels after the rulings, and what is wrong or missing.

    `changed` are the keys whose label the ruling turned; `missing` are disputes
    without a ruling.
    """

    labels: ExpertLabels
    changed: tuple[LabelKey, ...]
    missing: tuple[LabelKey, ...]


def disputes(panel: Panel, at_least: int = AT_LEAST) -> list[Dispute]:
    """Labels of the expert that at least so many autoraters contradict, heaviest first.

    Args:
        panel: The labels.
        at_least: How many autoraters have to contradict.
    """
    expert = panel.tables.get(EXPERT)
    if expert is None or not panel.autoraters:
        return []
    found = []
    for i, model in enumerate(panel.models):
        raters = np.array([panel.tables[name][i] for name in panel.autoraters])
        against = disagreements(expert[i], raters, at_least)
        for j in np.flatnonzero(against):
            line = panel.lines[j]
            found.append(
                Dispute(
                    key=(line.scenario, line.id, model),
                    weight=line.weight,
                    text=line.text,
                    expert=bool(expert[i, j]),
                    against=int(against[j]),
                    autoraters={
                        name: None if np.isnan(label) else bool(label)
                        for name, label in zip(
                            panel.autoraters, raters[:, j], strict=True
                        )
                    },
                )
            )
    return sorted(found, key=lambda d: (-d.weight, -d.against, d.key))


def write_disputes(found: Sequence[Dispute], path: Path) -> None:
    """The list for the expert: fill in the column `ruling` and give it back."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for item in found:
            said = "; ".join(
                f"{name}: {_word(met)}" for name, met in item.autoraters.items()
            )
            writer.writerow(
                {
                    **{k: csv_cell(v) for k, v in zip(KEY, item.key, strict=True)},
                    "weight": item.weight,
                    "text": csv_cell(item.text),
                    "expert": _word(item.expert),
                    "against": item.against,
                    "autoraters": csv_cell(said),
                    "ruling": "",
                }
            )


def write_labels(labels: ExpertLabels, path: Path) -> None:
    """Labels in the format that `read_labels` reads."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow((*KEY, "met"))
        for key, met in sorted(labels.met.items()):
            writer.writerow((*map(csv_cell, key), "" if met is None else _word(met)))


def apply_rulings(labels: ExpertLabels, found: Sequence[Dispute], path: Path) -> Ruled:
    """The expert's labels with the rulings of a file in them.

    A row without a ruling leaves its label as it is, and is reported as missing.

    Args:
        labels: The labels before.
        found: The disputes of these labels; nothing else may be ruled on.
        path: The list with its column `ruling` filled in (CSV, JSON or JSON Lines).

    Raises:
        ValueError: A row is malformed, stands twice, is no dispute, or its expert's
            label is another one than the list was made from.
    """
    known = {item.key: item for item in found}
    rulings: dict[LabelKey, bool] = {}
    seen: set[LabelKey] = set()
    for key, ruling, where in _read_rulings(path, known):
        if key in seen:
            raise ValueError(f"{where}: rulings must be unique, but {key} stands twice")
        seen.add(key)
        if ruling is not None:
            rulings[key] = ruling
    changed = sorted(key for key, met in rulings.items() if met != labels.met[key])
    return Ruled(
        ExpertLabels({**labels.met, **rulings}, labels.autoraters),
        tuple(changed),
        tuple(item.key for item in found if item.key not in rulings),
    )


def final_check(panel: Panel) -> list[str]:
    """What keeps the expert's labels from being complete, one sentence each."""
    expert = panel.tables.get(EXPERT)
    if expert is None:
        return ["no expert labelled these answers"]
    problems = [*_strangers(panel)]
    names = np.array([line.scenario for line in panel.lines])
    for i, model in enumerate(panel.models):
        for scenario in dict.fromkeys(names.tolist()):
            own = expert[i, names == scenario]
            n, missing = len(own), int(np.isnan(own).sum())
            has_answer = (model, scenario) in panel.answers
            if missing == n and has_answer:
                problems.append(f"{scenario}, {model}: the answer has no expert label")
            elif 0 < missing < n:
                problems.append(
                    f"{scenario}, {model}: {missing} of {n} criteria have no expert "
                    "label"
                )
    return problems


def _strangers(panel: Panel) -> Iterator[str]:
    """Labelled models that no log knows: most likely another spelling of a name."""
    known = sorted({model for model, _ in panel.answers})
    for model in panel.models:
        if known and model not in known:
            yield (
                f"{model} is labelled, but the logs hold no answer by it; they have "
                f"{', '.join(known)}"
            )


def _read_rulings(
    path: Path, known: Mapping[LabelKey, Dispute]
) -> Iterator[tuple[LabelKey, bool | None, str]]:
    for row, where in read_table(path, (*KEY, "ruling")):
        scenario, criterion, model = (cell(row[name]) for name in KEY)
        key = (scenario, criterion, model)
        if key not in known:
            raise ValueError(
                f"{where}: rulings must be on labels that autoraters contradict, but "
                f"{'/'.join(key)} is none of the {len(known)}"
            )
        if "expert" in row:
            before = read_word(row["expert"], where, "expert")
            if before != known[key].expert:
                raise ValueError(
                    f"{where}: the expert's label must be the one on the list, "
                    f"{_word(known[key].expert)}, but got {_word(before)}: make the "
                    "list again from these labels"
                )
        yield key, read_word(row["ruling"], where, "ruling"), where


def _word(met: bool | None) -> str:
    return "no label" if met is None else WORDS[float(met)]
