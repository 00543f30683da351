"""What logs hold of scenarios: answers, autoraters' verdicts, pairs by criterion."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from inspect_rubricblind.logs.graded import setup_of
from inspect_rubricblind.logs.samples import LogSample
from inspect_rubricblind.records import (
    Criterion,
    GradingResult,
    criteria_digest,
)
from inspect_rubricblind.records.autorating import RaterVerdicts

BENCHMARK = "scenarios"
GOLDEN = "reference"
"""The kind of an answer that is the scenario's own golden one."""

Met = tuple[bool | None, ...]


@dataclass(frozen=True)
class RaterLabels:
    """One autorater's labels of one answer; `setup` is what it was asked with."""

    grader: str
    draw: int
    setup: str
    met: Met
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class WeighedPair:
    """An answer and its copy with one error, criterion by criterion.

    `covered` are the positions of the criteria that ask about the error, None without
    a coverage score. `grader` is None, and `before` and `after` are empty, where nobody
    graded the pair.
    """

    injector: str
    error_type: str
    coverage_kind: str | None
    covered: tuple[int, ...] | None
    grader: str | None = None
    setup: str = ""
    before: Met = ()
    after: Met = ()


@dataclass(frozen=True)
class RatedAnswer:
    """One answer to one scenario, with everything said about it."""

    scenario: str
    specialty: str
    dataset_kind: str
    model: str
    epoch: int
    is_golden: bool
    sha256: str
    text: str
    prompt: str
    criteria: tuple[Criterion, ...]
    raters: tuple[RaterLabels, ...] = ()
    pairs: tuple[WeighedPair, ...] = ()

    @property
    def name(self) -> str:
        """The model, and the epoch where it is a further one."""
        return self.model if self.epoch == 1 else f"{self.model}, epoch {self.epoch}"


@dataclass
class Scenarios:
    """All answers to scenarios in some logs."""

    answers: list[RatedAnswer] = field(default_factory=list)

    def add(self, other: "Scenarios") -> None:
        """Take in what another run holds."""
        self.answers += other.answers


def add_scenarios(found: Scenarios, sample: LogSample) -> None:
    """Take in one sample, if it is one of a scenario and has an answer."""
    answer, case = sample.trial.answer, sample.case
    if case.benchmark != BENCHMARK or answer is None:
        return
    found.answers.append(
        RatedAnswer(
            scenario=sample.sample_id,
            specialty=case.theme,
            dataset_kind=case.dataset_kind,
            model=answer.answer_model,
            epoch=sample.epoch,
            is_golden=answer.kind == GOLDEN,
            sha256=answer.sha256,
            text=answer.text,
            prompt=sample.question,
            criteria=case.criteria,
            raters=_raters(sample),
            pairs=tuple(_pairs(sample)),
        )
    )


def settle(answers: Iterable[RatedAnswer]) -> list[RatedAnswer]:
    """One record per scenario, model and epoch; autoraters of several runs together.

    Raises:
        ValueError: A model gave two answers to one scenario, or a scenario has two
            rubrics.
    """
    settled: dict[tuple[str, str, int], RatedAnswer] = {}
    rubrics: dict[str, str] = {}
    for answer in sorted(answers, key=_order):
        rubric = criteria_digest(answer.criteria)
        if rubrics.setdefault(answer.scenario, rubric) != rubric:
            raise ValueError(
                f"scenario {answer.scenario!r} must have one rubric in all logs, but "
                "got two: report the runs before and after the change apart"
            )
        key = (answer.scenario, answer.model, answer.epoch)
        known = settled.setdefault(key, answer)
        if known.sha256 != answer.sha256:
            raise ValueError(
                f"model {answer.model} must have one answer to scenario "
                f"{answer.scenario!r}, but got two: report the runs apart"
            )
        settled[key] = replace(
            known,
            raters=_once(known.raters + answer.raters),
            pairs=_without_ungraded(known.pairs + answer.pairs),
        )
    return list(settled.values())


def _without_ungraded(pairs: Sequence[WeighedPair]) -> tuple[WeighedPair, ...]:
    """Each pair once; one that somebody graded does not stand there ungraded too."""
    graded = {(p.injector, p.error_type) for p in pairs if p.grader}
    return tuple(
        pair
        for pair in dict.fromkeys(pairs)
        if pair.grader or (pair.injector, pair.error_type) not in graded
    )


def _order(answer: RatedAnswer) -> tuple[str, ...]:
    return (answer.scenario, answer.model, str(answer.epoch), repr(answer.raters))


def _once(raters: Sequence[RaterLabels]) -> tuple[RaterLabels, ...]:
    """Of one autorater's gradings with the same settings the fullest counts."""
    best: dict[tuple[str, str], RaterLabels] = {}
    for rater in sorted(raters, key=lambda r: (r.met.count(None), repr(r))):
        best.setdefault((rater.grader, rater.setup), rater)
    return tuple(best[key] for key in sorted(best))


def _raters(sample: LogSample) -> tuple[RaterLabels, ...]:
    own = criteria_digest(sample.case.criteria)
    return _once(
        [
            _labels(rater)
            for result in sample.autoratings
            for rater in result.raters
            if result.criteria_sha256 == own
        ]
    )


def _labels(rater: RaterVerdicts) -> RaterLabels:
    signature = rater.signature
    return RaterLabels(
        grader=signature.grader,
        draw=signature.draw,
        setup=setup_of(signature),
        met=tuple(verdict.met for verdict in rater.verdicts),
        reasons=tuple(verdict.reason or "" for verdict in rater.verdicts),
    )


def _pairs(sample: LogSample) -> Iterable[WeighedPair]:
    """Errors alone: ungraded ones once, graded ones once per grading."""
    position = {c.index: i for i, c in enumerate(sample.case.criteria)}
    asked = {}
    for found in sample.coverage.variants if sample.coverage else ():
        if found.kind == "error":
            indices = [item.index for item in found.criteria if item.covered]
            asked[found.error_type] = tuple(position[i] for i in indices)
    own = criteria_digest(sample.case.criteria)
    graded = [g for g in sample.gradings if g.signature.criteria_hash == own]
    kind = sample.coverage.kind if sample.coverage else None
    for variant in sample.trial.injections:
        made = (variant.injector, variant.error_type)
        pair = WeighedPair(*made, kind, asked.get(variant.error_type))
        if not graded:
            yield pair
        for result in graded:
            if (texts := _texts(result, variant.error_type)) is not None:
                yield replace(
                    pair,
                    grader=result.signature.grader,
                    setup=setup_of(result.signature),
                    before=texts[0],
                    after=texts[1],
                )


def _texts(result: GradingResult, error_type: str) -> tuple[Met, Met] | None:
    before: Met | None = None
    after: Met | None = None
    for text in result.texts:
        met = tuple(verdict.met for verdict in text.verdicts)
        if text.kind is None:
            before = met
        elif (text.kind, text.error_type) == ("error", error_type):
            after = met
    return None if before is None or after is None else (before, after)
