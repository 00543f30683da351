"""How often a coverage estimator errs, from pairs that a reader labelled."""

import json
from dataclasses import dataclass
from pathlib import Path

from inspect_rubricblind.logs.statistics.correction import Labels

_FOLDER = Path(__file__).with_name("estimators")


@dataclass(frozen=True)
class LabelledPairs:
    """What an estimator said about labelled pairs, and where the labels are from.

    The file of an estimator is `estimators/<name>.json`: `estimator`, `source` (one
    sentence on labels and texts) and `pairs`, a list of `[case, method, truth]` with
    an opaque case id and 1 or 0 for covered; the pairs had no part in its making.
    """

    estimator: str
    source: str
    labels: Labels
    n_pairs: int
    n_cases: int


def load_labelled(estimator: str, folder: Path = _FOLDER) -> LabelledPairs | None:
    """The labelled pairs of an estimator; None if its error was never measured.

    Raises:
        ValueError: The file is about another estimator.
    """
    path = folder / f"{estimator.replace('/', '-')}.json"
    if not path.is_file():
        return None
    content = json.loads(path.read_text(encoding="utf-8"))
    if content["estimator"] != estimator:
        raise ValueError(
            f"estimator must be {estimator!r} in {path.name}, but got "
            f"{content['estimator']!r}: name the file after its estimator"
        )
    cases, method, truth = zip(*content["pairs"], strict=True)
    return LabelledPairs(
        estimator=estimator,
        source=content["source"],
        labels=Labels(method=method, truth=truth, case=cases),
        n_pairs=len(cases),
        n_cases=len(set(cases)),
    )
