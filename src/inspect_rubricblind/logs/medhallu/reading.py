"""What the report keeps of each sample with a ready-made pair; no text among it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from inspect_rubricblind.logs.graded import calls_of, setup_of
from inspect_rubricblind.logs.samples import LogSample
from inspect_rubricblind.records import (
    AnswerLabel,
    Baseline,
    ClassifiedCriterion,
    Criterion,
    GradedPair,
    GradedText,
    GradingResult,
    LeakageResult,
    RubricFacts,
    criteria_digest,
    digest,
)

BENCHMARK = "medhallu"
OTHER_RUBRIC = "other"
WRITING, CLASSIFYING = "medhallu_rubrics", "criteria_classes"
"""Runs that prepare others; what they cost is in the log, and no pair is in them."""

KEY_LENGTH = 16
_HASH = re.compile(rf"[0-9a-f]{{{KEY_LENGTH}}}")

Met = tuple[bool | None, ...]


@dataclass(frozen=True)
class Graded:
    """One grading of a pair: verdicts on both answers, criterion by criterion.

    Without criteria (of another rubric, or lost) there are no verdicts either.

    `setup` is what gradings of different questions share, `calls` decides whether two
    gradings replay the same cached calls; `rubric` is the hash of the criteria, and
    `writers` wrote them. `diff` is the difference of the points, None where ungraded
    verdicts leave it open.
    """

    grader: str
    draw: int
    setup: str
    calls: str
    scheme: str
    writers: tuple[str, ...]
    rubric: str
    outcome: str
    diff: int | None
    diff_min: int
    diff_max: int
    repeat_differs: tuple[bool, ...]
    criteria: tuple[Criterion, ...]
    met: Met
    met_hallucinated: Met


@dataclass(frozen=True)
class Pair:
    """A question with its two answers, and everything that was found about them."""

    case_id: str
    epoch: int
    dataset_kind: str
    difficulty: str
    category: str
    tags: tuple[str, ...]
    labels: tuple[AnswerLabel, ...]
    baselines: dict[str, Baseline]
    models: dict[str, str]
    rubric: RubricFacts | None
    no_rubric: str | None
    gradings: tuple[Graded, ...]

    @property
    def label(self) -> AnswerLabel | None:
        """The label of the correct answer."""
        return next((x for x in self.labels if x.answer == "correct"), None)


@dataclass
class MedHallu:
    """All pairs and classes of criteria of the logs."""

    pairs: list[Pair] = field(default_factory=list)
    classes: list[ClassifiedCriterion] = field(default_factory=list)

    def add(self, other: "MedHallu") -> None:
        """Take in what other runs hold."""
        self.pairs += other.pairs
        self.classes += other.classes


def add_medhallu(found: MedHallu, sample: LogSample) -> bool:
    """Take in a sample; False if it is none of these tasks'."""
    benchmark = sample.case.benchmark
    if benchmark == CLASSIFYING:
        found.classes += [c for result in sample.classified for c in result.classified]
    elif benchmark == BENCHMARK:
        found.pairs.append(_pair(sample))
    return benchmark in (BENCHMARK, CLASSIFYING, WRITING)


def _pair(sample: LogSample) -> Pair:
    case = sample.case
    first = next(iter(sample.leakage), LeakageResult(baselines={}))
    own = next((x for x in sample.leakage if x.rubric or x.labels), first)
    return Pair(
        case_id=sample.sample_id,
        epoch=sample.epoch,
        dataset_kind=case.dataset_kind,
        difficulty=case.difficulty,
        category=case.theme,
        tags=case.tags,
        labels=own.labels,
        baselines={k: v for x in sample.leakage for k, v in x.baselines.items()},
        models={k: x.model for x in sample.leakage if x.model for k in x.baselines},
        rubric=own.rubric,
        no_rubric=own.no_rubric,
        gradings=tuple(
            graded
            for result in sample.gradings
            if (graded := _graded(result, case.criteria, own.rubric)) is not None
        ),
    )


def _graded(
    result: GradingResult, criteria: Sequence[Criterion], rubric: RubricFacts | None
) -> Graded | None:
    pair = next((p for p in result.pairs if p.kind == "error"), None)
    text = next((t for t in result.texts if t.kind == "error"), None)
    if pair is None or text is None:
        return None
    signature = result.signature
    is_own = signature.criteria_hash == criteria_digest(criteria)
    # A sample that Inspect rebuilt after a crash has lost the criteria that the solver
    # put there, and no more; with another rubric it would still hold its own ones.
    is_scheme = rubric is not None and (is_own or not criteria)
    pairing = pair.pairing
    return Graded(
        grader=signature.grader,
        draw=signature.draw,
        setup=setup_of(signature),
        calls=calls_of(signature),
        scheme=rubric.scheme if rubric and is_scheme else OTHER_RUBRIC,
        writers=rubric.writers if rubric and is_scheme else (),
        rubric=signature.criteria_hash,
        outcome=pairing.outcome,
        diff=_difference(pair),
        diff_min=pairing.diff_min,
        diff_max=pairing.diff_max,
        repeat_differs=tuple(
            p.pairing.outcome != "tie"
            for p in result.pairs
            if p.kind == "repeat" and p.pairing.outcome != "ungraded"
        ),
        criteria=tuple(criteria) if is_own else (),
        met=_met(result.texts[0]) if is_own else (),
        met_hallucinated=_met(text) if is_own else (),
    )


def _difference(pair: GradedPair) -> int | None:
    before, after = pair.pairing.points_original, pair.pairing.points_variant
    return None if before is None or after is None else before - after


def _met(text: GradedText) -> Met:
    return tuple(verdict.met for verdict in text.verdicts)


def criterion_key(criterion: Criterion) -> str:
    """What a class is about: the start of the hash of the text.

    An export holds that start in place of the text.
    """
    text = criterion.criterion
    return text if _HASH.fullmatch(text) else digest(text)[:KEY_LENGTH]
