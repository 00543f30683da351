"""The bound grader against hand-made pairs with known truth, and against probes.

A blind spot can be the rubric's or the grader's. On these pairs the truth is known,
so what a grader misses here, where the rubric does ask, is the grader's.
"""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageUser
from inspect_ai.solver import Generate, Solver, TaskState, solver
from pydantic import ConfigDict

from inspect_rubricblind import __version__
from inspect_rubricblind.records import (
    Answer,
    Case,
    Criterion,
    KnownCriterion,
    KnownPair,
    Trial,
    Truth,
    Variant,
)
from inspect_rubricblind.records.rows import Row, Text, parse_row, read_jsonl
from inspect_rubricblind.scorers.qualification import qualify_grader
from inspect_rubricblind.solvers.answer import describe_answer
from inspect_rubricblind.solvers.checks import measure_edits
from inspect_rubricblind.tasks.arguments import refuse_unknown
from inspect_rubricblind.tasks.cases import MESSAGES
from inspect_rubricblind.tasks.gold import GoldPair, load_cases, load_gold
from inspect_rubricblind.tasks.healthbench import SAMPLE
from inspect_rubricblind.tasks.items import Item
from inspect_rubricblind.tasks.shards import parse_shard
from inspect_rubricblind.taxonomy.model import CANARY

PROBES = SAMPLE.with_name("probes.jsonl")
BENCHMARK = "grader_qualification"
VERSION = 1


class Probe(Row):
    """An answer that plants a verdict, with the right verdict on one criterion."""

    model_config = ConfigDict(extra="forbid")

    probe_id: Text
    trick: Text
    question: Text
    answer: Text
    criterion: Text
    points: int
    expected: bool
    warning: Text
    canary: Text


@task
def grader_qualification(shard: str | None = None, **unknown: object) -> Task:
    """Grade the gold pairs and the probes with the role `grader`.

    Args:
        shard: `i/n`, a stable part of the samples (0-based); None is all.
        **unknown: Refused by name.
    """
    refuse_unknown(BENCHMARK, {"shard": shard}, unknown)
    part = parse_shard(shard)
    samples = [s for s in [*gold_samples(), *probe_samples()] if part.holds(str(s.id))]
    return Task(
        dataset=MemoryDataset(samples, name=BENCHMARK),
        solver=freeze_truth(),
        scorer=qualify_grader(),
        display_name="Grader qualification on pairs with known truth",
        version=VERSION,
        metadata={
            "suite": "inspect_rubricblind",
            "suite_version": __version__,
            "full_task_version": f"{VERSION}-A",
            "benchmark": BENCHMARK,
            "dataset_kind": "sample",
            "canary": CANARY,
        },
    )


@solver
def freeze_truth() -> Solver:
    """Put the known pairs of a sample, or its probe, into the store."""
    cases, gold = load_cases(), {p.pair_id: p for p in load_gold()}
    probes = {p.probe_id: p for p in load_probes()}

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        trial, truth = state.store_as(Trial), state.store_as(Truth)
        if str(state.sample_id) in probes:
            probe = probes[str(state.sample_id)]
            trial.answer = describe_answer(probe.answer, "own probe", "reference")
            truth.probe, truth.expected = probe.trick, (probe.expected,)
            return state
        ids = str(state.target.text).split()
        pairs = [gold[pair_id] for pair_id in ids]
        item = cases[pairs[0].case_id]
        answer = describe_answer(item.reference or "", "own reference", "reference")
        trial.answer = answer
        variants = [_variant(answer, p) for p in pairs]
        trial.injections = tuple(v for v in variants if v.kind == "error")
        trial.controls = tuple(v for v in variants if v.kind == "control")
        truth.pairs = tuple(_known(p) for p in pairs)
        return state

    return solve


def gold_samples() -> list[Sample]:
    """One sample per case and round; a round holds each error type at most once."""
    cases = load_cases()
    return [
        Sample(
            id=f"{case_id}#{number}",
            input=_messages(cases[case_id]),
            # Names the pairs of the round for the solver and for the reader.
            target=" ".join(pair.pair_id for pair in pairs),
            metadata=_case(cases[case_id].criteria, cases[case_id].theme),
        )
        for (case_id, number), pairs in rounds(load_gold()).items()
    ]


def probe_samples() -> list[Sample]:
    """One sample per probe."""
    return [
        Sample(
            id=probe.probe_id,
            input=[ChatMessageUser(content=probe.question)],
            target=str(probe.expected).lower(),
            metadata=_case(
                (Criterion(index=0, criterion=probe.criterion, points=probe.points),),
                "probe",
            ),
        )
        for probe in load_probes()
    ]


def load_probes(path: Path = PROBES) -> tuple[Probe, ...]:
    """The bundled probes."""
    return tuple(parse_row(Probe, line, "probe_id") for line in read_jsonl(path))


def rounds(pairs: Sequence[GoldPair]) -> dict[tuple[str, int], list[GoldPair]]:
    """Spread the pairs of a case over rounds in which no error type stands twice."""
    seen: dict[tuple[str, str, str], int] = defaultdict(int)
    spread: dict[tuple[str, int], list[GoldPair]] = defaultdict(list)
    for gold in pairs:
        number = seen[gold.case_id, gold.kind, gold.error_type]
        seen[gold.case_id, gold.kind, gold.error_type] += 1
        spread[gold.case_id, number].append(gold)
    return dict(spread)


def _messages(item: Item) -> list[ChatMessage]:
    return [MESSAGES[turn.role](content=turn.content) for turn in item.turns]


def _case(criteria: Sequence[Criterion], theme: str) -> dict[str, object]:
    return Case(
        benchmark=BENCHMARK,
        dataset_kind="sample",
        criteria=tuple(criteria),
        theme=theme,
        canary=CANARY,
    ).model_dump(mode="json")


def _variant(answer: Answer, gold: GoldPair) -> Variant:
    return Variant(
        kind=gold.kind,
        error_type=gold.error_type,
        edits=gold.edits,
        claim=gold.claim,
        injector="gold",
        trigger="",
        template=gold.pair_id,
        harm=gold.harm,
        size=measure_edits(answer.text, gold.edits),
    )


def _known(gold: GoldPair) -> KnownPair:
    return KnownPair(
        pair_id=gold.pair_id,
        kind=gold.kind,
        error_type=gold.error_type,
        outcome=gold.outcome,
        criteria=tuple(
            KnownCriterion(**criterion.model_dump()) for criterion in gold.criteria
        ),
    )
