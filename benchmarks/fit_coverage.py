"""Fit the weights of the coverage estimate on the even half of labelled pairs.

    python benchmarks/fit_coverage.py LABELS.jsonl [--write]

The model is a logistic over the features of `scorers.evidence`, per criterion, with
an L2 penalty and the sign of every weight fixed beforehand (evidence can only speak
for coverage, `asks_user` only against it). The threshold is the one at which as many
pairs are called covered as are labelled so, on the rows fitted. Reported: 5-fold
cross-validation grouped by case, mean over 5 assignments of cases to folds. The odd
half is dropped while reading. `--write` replaces `scorers/estimator.yaml`.
"""

import argparse
import hashlib
import random
from pathlib import Path
from typing import NamedTuple

import numpy as np
import yaml
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from inspect_rubricblind.scorers.criteria import read_criterion
from inspect_rubricblind.scorers.evidence import Change, Evidence, gather
from labelled import LabelledPair, agreement, cluster_interval, read_pairs

TARGET = Path(__file__).parents[1] / "src/inspect_rubricblind/scorers/estimator.yaml"
NAME = "support-1"
PENALTY = 2.0
FOLDS = 5
ASSIGNMENTS = 5
SPEAKS_AGAINST = frozenset({"asks_user"})
# How many settings (features, penalties, word weights) were compared on this half
# before these were kept; pair accuracy was 0.82 to 0.88, without a clear best.
CONFIGURATIONS = 49
HEADER = """\
# Weights of the estimated coverage, written by benchmarks/fit_coverage.py: do not edit.
# Fitted and cross-validated on one reader's labels, the even half of the cases only.
# The error on pairs that had no part in the making stands in logs/estimators/.
"""

FloatArray = NDArray[np.float64]


class Fitted(NamedTuple):
    """Weights in the order of `Evidence`, and the threshold on the probability."""

    weights: FloatArray
    intercept: float
    threshold: float

    def probabilities(self, features: FloatArray) -> FloatArray:
        """Probability per row of features."""
        return np.asarray(expit(features @ self.weights + self.intercept))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("labels", type=Path)
    parser.add_argument("--write", action="store_true", help="replace estimator.yaml")
    arguments = parser.parse_args()
    pairs = read_pairs(arguments.labels, "even")
    features = [features_of(pair) for pair in pairs]
    labels = [np.array(pair.addresses, dtype=float) for pair in pairs]
    content = describe(pairs, features, labels)
    text = HEADER + yaml.safe_dump(content, sort_keys=False, width=88)
    print(text)
    if arguments.write:
        TARGET.write_text(text, encoding="utf-8")


def features_of(pair: LabelledPair) -> FloatArray:
    """Evidence of every criterion, shape (criteria, features)."""
    change = Change.read(pair.answer, pair)
    readings = [read_criterion(c.criterion) for c in pair.criteria]
    return np.array([gather(change, reading) for reading in readings], dtype=float)


def fit(features: list[FloatArray], labels: list[FloatArray]) -> Fitted:
    """Penalised logistic regression with fixed signs, and its threshold."""
    x, y = np.vstack(features), np.concatenate(labels)
    size = x.shape[1]

    def loss(parameters: FloatArray) -> tuple[float, FloatArray]:
        weights = parameters[:size]
        logit = x @ weights + parameters[size]
        error = expit(logit) - y
        value = (np.logaddexp(0, logit) - y * logit).sum()
        value += PENALTY / 2 * weights @ weights
        slope = np.append(x.T @ error + PENALTY * weights, error.sum())
        return float(value), slope

    signs = [(None, 0) if n in SPEAKS_AGAINST else (0, None) for n in Evidence._fields]
    start = np.append(np.zeros(size), -3.0)
    found = minimize(loss, start, jac=True, bounds=[*signs, (None, None)])
    weights, intercept = found.x[:size], float(found.x[size])
    highest = [float(expit(f @ weights + intercept).max()) for f in features]
    n_covered = sum(bool(label.any()) for label in labels)
    return Fitted(weights, intercept, threshold_for(highest, n_covered))


def threshold_for(highest: list[float], n_covered: int) -> float:
    """The threshold that calls `n_covered` of the pairs covered."""
    ranked = sorted(highest, reverse=True)
    last = min(max(n_covered, 1), len(ranked) - 1)
    return (ranked[last - 1] + ranked[last]) / 2


def out_of_fold(
    pairs: list[LabelledPair],
    features: list[FloatArray],
    labels: list[FloatArray],
    seed: int,
) -> list[NDArray[np.bool_]]:
    """Covered or not per criterion, each case judged by a fit without it."""
    cases = sorted({pair.case_id for pair in pairs})
    random.Random(seed).shuffle(cases)
    fold = {case: position % FOLDS for position, case in enumerate(cases)}
    judged: list[NDArray[np.bool_]] = [np.empty(0, dtype=bool)] * len(pairs)
    for held_out in range(FOLDS):
        kept = [i for i, pair in enumerate(pairs) if fold[pair.case_id] != held_out]
        fitted = fit([features[i] for i in kept], [labels[i] for i in kept])
        for i in set(range(len(pairs))) - set(kept):
            judged[i] = fitted.probabilities(features[i]) >= fitted.threshold
    return judged


def describe(
    pairs: list[LabelledPair], features: list[FloatArray], labels: list[FloatArray]
) -> dict[str, object]:
    """The content of estimator.yaml."""
    fitted = fit(features, labels)
    digest = hashlib.sha256(
        "".join(f"{p.case_id}{p.error_type}{p.addresses}" for p in pairs).encode()
    )
    return {
        "name": NAME,
        "threshold": round(fitted.threshold, 4),
        "intercept": round(fitted.intercept, 3),
        "weights": {
            name: round(float(value), 3)
            for name, value in zip(Evidence._fields, fitted.weights, strict=True)
        },
        "fit": {
            "half": "even",
            "labels": "one reader's",
            "labels_sha256": digest.hexdigest()[:16],
            "cases": len({pair.case_id for pair in pairs}),
            "pairs": len(pairs),
            "criteria": sum(len(label) for label in labels),
            "penalty": PENALTY,
            "configurations_compared": CONFIGURATIONS,
        },
        "cross_validated": cross_validated(pairs, features, labels),
    }


def cross_validated(
    pairs: list[LabelledPair], features: list[FloatArray], labels: list[FloatArray]
) -> dict[str, object]:
    """Mean agreement over the assignments, with a case-clustered interval."""
    rows = []
    truth_pair = np.array([pair.covered for pair in pairs])
    truth_criterion = np.concatenate(labels) > 0
    judged = []
    for seed in range(ASSIGNMENTS):
        found = out_of_fold(pairs, features, labels, seed)
        judged.append(np.array([bool(one.any()) for one in found]))
        pair = agreement(truth_pair, judged[-1])
        criterion = agreement(truth_criterion, np.concatenate(found))
        rows.append(
            {f"pair_{k}": v for k, v in pair.items()}
            | {f"criterion_{k}": v for k, v in criterion.items()}
        )
    right = np.mean([one == truth_pair for one in judged], axis=0)
    low, high = cluster_interval(
        [pair.case_id for pair in pairs], lambda chosen: float(right[chosen].mean()), 0
    )
    wanted = ("accuracy", "kappa", "precision", "recall", "specificity")
    return {
        "folds": FOLDS,
        "assignments": ASSIGNMENTS,
        **{
            unit: {
                name: round(float(np.mean([row[f"{unit}_{name}"] for row in rows])), 3)
                for name in wanted
            }
            for unit in ("pair", "criterion")
        },
        "pair_accuracy_low": round(low, 3),
        "pair_accuracy_high": round(high, 3),
    }


if __name__ == "__main__":
    main()
