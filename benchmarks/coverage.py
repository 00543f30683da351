"""How well the estimated coverage agrees with labelled pairs.

    python benchmarks/coverage.py FILE [--half even|odd|all] [--json | --labels]

FILE holds labelled pairs (format: `labelled.py`). The estimate was made with the even
half, so figures of that half flatter it; the odd half is for one final look. Printed:
agreement per criterion and per pair with case-clustered 95 % intervals, counts per
error type, and the coverage bound (AUROC if every covered criterion with headroom
changed) by estimate and by labels beside the ideal outcome of the labels.
`--labels` prints instead what `logs/estimators/<name>.json` has to hold, so that
reports can show and correct for the error; only pairs of the odd half belong there.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspect_rubricblind.scorers.support import estimate, load_estimator
from labelled import (
    HALVES,
    Half,
    LabelledPair,
    agreement,
    cluster_interval,
    has_headroom,
    points_gained,
    read_pairs,
)

SEED = 20261130
RATES = ("precision", "recall", "specificity", "accuracy", "kappa")
NOTE = (
    "Labels are one reader's (a language-model reader, no clinician). "
    "The bound is an upper bound, no forecast."
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--half", choices=HALVES, default="even")
    parser.add_argument("--seed", type=int, default=SEED)
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="all figures as JSON")
    output.add_argument("--labels", action="store_true", help="for logs/estimators")
    arguments = parser.parse_args()
    pairs = read_pairs(arguments.file, arguments.half)
    covered = [judge(pair) for pair in pairs]
    if arguments.labels:
        print(json.dumps(labels(pairs, covered, arguments.half), indent=1))
        return
    result = describe(pairs, covered, arguments.half, arguments.seed)
    print(json.dumps(result, indent=2) if arguments.json else short(result))


def judge(pair: LabelledPair) -> list[bool]:
    """The estimate for every criterion of a pair."""
    return [c.covered for c in estimate(pair.answer, pair, pair.criteria)]


def describe(
    pairs: Sequence[LabelledPair],
    covered: Sequence[Sequence[bool]],
    half: Half,
    seed: int,
) -> dict[str, object]:
    """All figures of one half."""
    sizes = [len(pair.criteria) for pair in pairs]
    cases = [pair.case_id for pair in pairs]
    return {
        "estimator": load_estimator().name,
        "half": half,
        "note": NOTE,
        "fitted_on_this_half": half != "odd",
        "cases": len(set(cases)),
        "pairs": len(pairs),
        "criteria": sum(sizes),
        "seed": seed,
        "criterion": compare(
            np.concatenate([pair.addresses for pair in pairs]),
            np.concatenate([np.array(one) for one in covered]),
            np.repeat(cases, sizes).tolist(),
            seed,
        ),
        "pair": compare(
            np.array([pair.covered for pair in pairs]),
            np.array([any(one) for one in covered]),
            cases,
            seed,
        ),
        "by_type": by_type(pairs, covered),
        "bound": bounds(pairs, covered, seed),
    }


def compare(
    truth: NDArray[np.bool_], method: NDArray[np.bool_], cases: list[str], seed: int
) -> dict[str, object]:
    """Counts and rates of one unit, with intervals that resample cases."""

    def rate(name: str) -> Callable[[NDArray[np.int_]], float]:
        return lambda rows: agreement(truth[rows], method[rows])[name]

    found = agreement(truth, method)
    intervals = {
        name: [round(x, 3) for x in cluster_interval(cases, rate(name), seed)]
        for name in RATES
    }
    return {
        **{k: round(v, 3) if k in RATES else v for k, v in found.items()},
        "interval_95": intervals,
    }


def by_type(
    pairs: Sequence[LabelledPair], covered: Sequence[Sequence[bool]]
) -> dict[str, dict[str, int]]:
    """Counts per error type; no rates, since there are few pairs of each."""
    table: dict[str, dict[str, int]] = {}
    for pair, estimated in sorted(
        zip(pairs, covered, strict=True), key=lambda item: item[0].error_type
    ):
        row = table.setdefault(
            pair.error_type, {"pairs": 0, "labelled": 0, "estimated": 0, "agree": 0}
        )
        row["pairs"] += 1
        row["labelled"] += pair.covered
        row["estimated"] += any(estimated)
        row["agree"] += pair.covered == any(estimated)
    return table


def bounds(
    pairs: Sequence[LabelledPair], covered: Sequence[Sequence[bool]], seed: int
) -> dict[str, object]:
    """The bound by estimate and by labels, and what the labels say happens."""
    cases = [pair.case_id for pair in pairs]
    drops = [
        points_gained(pair, pair.original_met) - points_gained(pair, pair.injected_met)
        for pair in pairs
    ]
    rows = {
        "estimated": [
            1.0 if has_headroom(pair, one) else 0.5
            for pair, one in zip(pairs, covered, strict=True)
        ],
        "labelled": [1.0 if has_headroom(p, p.addresses) else 0.5 for p in pairs],
        "ideal_outcome": [(1 + np.sign(drop)) / 2 for drop in drops],
    }
    found: dict[str, object] = {}
    for name, values in rows.items():
        mean = _mean_of(np.array(values))
        low, high = cluster_interval(cases, mean, seed)
        found[name] = {
            "auroc": round(mean(np.arange(len(values))), 3),
            "interval_95": [round(low, 3), round(high, 3)],
        }
    return found


def labels(
    pairs: Sequence[LabelledPair], covered: Sequence[Sequence[bool]], half: Half
) -> dict[str, object]:
    """The file of an estimator: `[case, method, truth]` per pair, cases numbered."""
    if half != "odd":
        raise SystemExit(
            f"--labels needs --half odd, but got {half}: the estimate was made with "
            "the even half, so its error there is no measure"
        )
    number = {case: f"case-{i + 1}" for i, case in enumerate(_cases(pairs))}
    return {
        "estimator": load_estimator().name,
        "source": (
            f"{len(pairs)} pairs of {len(number)} cases that had no part in the making "
            "of the estimator, labelled by one careful reader (a language model, no "
            "clinician) on edits and answers other than those of this run"
        ),
        "pairs": [
            [number[pair.case_id], int(any(one)), int(pair.covered)]
            for pair, one in zip(pairs, covered, strict=True)
        ],
    }


def short(result: dict[str, Any]) -> str:
    """A few lines for the terminal."""
    lines = [
        f"{result['estimator']}, half {result['half']}: {result['pairs']} pairs of "
        f"{result['cases']} cases, {result['criteria']} criteria",
        str(result["note"]),
    ]
    if result["fitted_on_this_half"]:
        lines.append("The estimate was fitted on (part of) these pairs: no measure.")
    for unit in ("criterion", "pair"):
        row = result[unit]
        rates = [f"{r} {row[r]:.3f} {row['interval_95'][r]}" for r in RATES]
        lines.append(f"{unit}: " + ", ".join(rates))
    lines += [f"  {code}: {row}" for code, row in result["by_type"].items()]
    lines += [f"bound {name}: {row}" for name, row in result["bound"].items()]
    return "\n".join(lines)


def _mean_of(values: NDArray[np.float64]) -> Callable[[NDArray[np.int_]], float]:
    return lambda rows: float(values[rows].mean())


def _cases(pairs: Sequence[LabelledPair]) -> list[str]:
    return list(dict.fromkeys(pair.case_id for pair in pairs))


if __name__ == "__main__":
    main()
