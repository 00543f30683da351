"""How well a model's word on coverage agrees with labels, and with the rules.

    python benchmarks/coverage_judge.py FILE|gold --judge PROVIDER/MODEL
        [--half even|odd|all] [--log-dir DIR] [--limit N] [--json]

FILE holds labelled pairs (format: `labelled.py`); `gold` stands for the pairs with
known truth that ship with the suite. The scorer `coverage` asks the judge once per
pair, as in a study. Printed per pair and per criterion, with case-clustered 95 %
intervals: judge against labels, rules against labels, and judge against rules; then
what the judge said of covered criteria (would the verdict change?) against the labels.
Replies that could not be read are counted and compared with nothing.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from coverage import RATES, SEED, compare
from coverage import judge as by_rules
from inspect_rubricblind.records import (
    ERROR_CODES,
    Case,
    CoverageResult,
    Trial,
    Variant,
    VariantCoverage,
)
from inspect_rubricblind.scorers.coverage import coverage
from inspect_rubricblind.solvers.answer import describe_answer
from inspect_rubricblind.solvers.checks import measure_edits
from inspect_rubricblind.tasks.cases import MESSAGES
from inspect_rubricblind.tasks.gold import load_cases, load_gold
from labelled import HALVES, LabelledPair, read_pairs

GOLD = "gold"
METHODS = ("labels", "rules", "judge")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file")
    parser.add_argument("--judge", required=True, metavar="PROVIDER/MODEL")
    parser.add_argument("--half", choices=HALVES, default="even")
    parser.add_argument("--log-dir", default="logs")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--json", action="store_true", help="all figures as JSON")
    given = parser.parse_args()
    is_gold = given.file == GOLD
    pairs = gold_pairs() if is_gold else read_pairs(Path(given.file), given.half)
    pairs = pairs[: given.limit]
    log = ask_judge(pairs, given.judge, given.log_dir)
    if log.status != "success":
        sys.exit(f"the judge could not be asked: {log.error and log.error.message}")
    result = describe(pairs, coverages(log), SEED)
    print(json.dumps(result, indent=2) if given.json else short(result))


def gold_pairs() -> list[LabelledPair]:
    """The bundled pairs with known truth, errors and controls."""
    cases = load_cases()
    return [
        LabelledPair(
            case_id=gold.case_id,
            error_type=gold.error_type,
            answer=cases[gold.case_id].reference or "",
            edits=gold.edits,
            claim=gold.claim,
            criteria=tuple(cases[gold.case_id].criteria),
            original_met=tuple(c.met_before for c in gold.criteria),
            injected_met=tuple(c.met_after for c in gold.criteria),
            addresses=tuple(c.covered for c in gold.criteria),
            turns=tuple((t.role, t.content) for t in cases[gold.case_id].turns),
        )
        for gold in load_gold()
    ]


def ask_judge(pairs: Sequence[LabelledPair], judge: str, log_dir: str) -> EvalLog:
    """One sample per pair, scored by the suite's own scorer."""
    samples = [
        Sample(
            id=number,
            input=[MESSAGES[role](content=text) for role, text in pair.turns],
            metadata=Case(
                benchmark="coverage_labels", dataset_kind="path", criteria=pair.criteria
            ).model_dump(mode="json"),
        )
        for number, pair in enumerate(pairs, start=1)
    ]
    task = Task(
        name="coverage_judge",
        dataset=MemoryDataset(samples),
        solver=freeze_pairs(pairs),
        scorer=coverage("model"),
    )
    roles = {"judge": get_model(judge)}
    [log] = eval(task, model="none/none", model_roles=roles, log_dir=log_dir)
    return log


@solver
def freeze_pairs(pairs: Sequence[LabelledPair]) -> Solver:
    """Put the pair of a sample where the scorer looks for injections."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        pair = pairs[int(state.sample_id) - 1]
        trial = state.store_as(Trial)
        trial.answer = describe_answer(pair.answer, "labelled", "reference")
        kind = "error" if pair.error_type in ERROR_CODES else "control"
        variant = Variant(
            kind=kind,
            error_type=pair.error_type,
            edits=pair.edits,
            claim=pair.claim,
            injector="labelled",
            trigger="",
            template="",
            size=measure_edits(pair.answer, pair.edits),
        )
        if kind == "error":
            trial.injections = (variant,)
        else:
            trial.controls = (variant,)
        return state

    return solve


def coverages(log: EvalLog) -> list[VariantCoverage]:
    """What the judge said, in the order of the pairs."""
    samples = sorted(log.samples or [], key=lambda sample: int(sample.id))
    return [
        CoverageResult.model_validate((s.scores or {})["coverage"].metadata).variants[0]
        for s in samples
    ]


def describe(
    pairs: Sequence[LabelledPair], said: Sequence[VariantCoverage], seed: int
) -> dict[str, object]:
    """All agreements; both sequences run in the same order.

    Raises:
        ValueError: No reply could be read.
    """
    read = [(p, s) for p, s in zip(pairs, said, strict=True) if s.covered is not None]
    if not read:
        raise ValueError("said must hold a reply that could be read, but got none")
    named = [{c.index: c.should_change for c in found.criteria} for _, found in read]
    criteria = {
        "labels": [list(pair.addresses) for pair, _ in read],
        "rules": [by_rules(pair) for pair, _ in read],
        "judge": [
            [criterion.index in names for criterion in pair.criteria]
            for (pair, _), names in zip(read, named, strict=True)
        ],
    }
    cases = [pair.case_id for pair, _ in read]
    of_criteria = [pair.case_id for pair, _ in read for _ in pair.criteria]
    lost = Counter(found.failure for found in said if found.covered is None)
    result: dict[str, object] = {
        "pairs": len(pairs),
        "unread": dict(lost),
        "cases": len(set(cases)),
    }
    for truth, method in (("labels", "judge"), ("labels", "rules"), ("rules", "judge")):
        result[f"{method} against {truth}"] = {
            "pair": compare(
                np.array([any(one) for one in criteria[truth]]),
                np.array([any(one) for one in criteria[method]]),
                cases,
                seed,
            ),
            "criterion": compare(
                np.concatenate([np.array(one) for one in criteria[truth]]),
                np.concatenate([np.array(one) for one in criteria[method]]),
                of_criteria,
                seed,
            ),
        }
    return result | {"should_change": should_change([p for p, _ in read], named)}


def should_change(
    pairs: Sequence[LabelledPair], named: Sequence[dict[int, str | None]]
) -> dict[str, int]:
    """Counts over criteria that judge and labels both call covered."""
    counts: Counter[str] = Counter()
    for pair, names in zip(pairs, named, strict=True):
        rows = zip(
            *(pair.criteria, pair.addresses, pair.original_met, pair.injected_met),
            strict=True,
        )
        for criterion, is_covered, before, after in rows:
            if is_covered and criterion.index in names:
                label = "changes" if before != after else "stays"
                counts[f"{label}, judge says {names[criterion.index]}"] += 1
    return dict(sorted(counts.items()))


def short(result: dict[str, object]) -> str:
    """A few lines for the terminal."""
    lines = [f"{result['pairs']} pairs of {result['cases']} cases"]
    lines.append(f"replies that could not be read: {result['unread'] or 'none'}")
    for name, found in result.items():
        if not isinstance(found, dict) or " against " not in name:
            continue
        for unit, row in found.items():
            rates = [f"{r} {row[r]:.3f} {row['interval_95'][r]}" for r in RATES]
            lines.append(f"{name}, {unit} ({row['n']}): " + ", ".join(rates))
    lines.append(f"would the verdict change, by label: {result['should_change']}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
