"""Rounds of planting: written, checked, validated, the rubric written anew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from inspect_ai.model import Model

from inspect_rubricblind.calls.ask import Caller
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.roles import TRAP_WRITER_ROLES
from inspect_rubricblind.records import Rejection, Trap, TrapAttempt, TrapVote, stream
from inspect_rubricblind.solvers.traps.checking import RUBRIC_RULES, check_trap
from inspect_rubricblind.solvers.traps.source import Source
from inspect_rubricblind.solvers.traps.validating import Verdict, objections, validate
from inspect_rubricblind.solvers.traps.weaving import woven
from inspect_rubricblind.solvers.traps.writing import Written, write_rubric, write_trap
from inspect_rubricblind.taxonomy.trap_model import TrapSubtype, TrapTaxonomy

CHOICES = 3
"""Kinds of trap that a writer chooses from."""

MAX_TRIED = 12
"""Traps by rules that are checked before a source is given up."""


@dataclass(frozen=True)
class Planted:
    """What became of one source: a trap, or the reason why it was dropped."""

    trap: Trap | None
    dropped: str | None
    attempts: tuple[TrapAttempt, ...]
    template: str = ""


@dataclass(frozen=True)
class Planter:
    """Who plants and who validates in one sample."""

    models: Mapping[str, Model]
    writing: Breaker
    validating: Breaker
    epoch: int
    rounds: int
    validated: bool

    @property
    def writer(self) -> Caller:
        """The role `trap_writer`."""
        model = self.models[TRAP_WRITER_ROLES[0]]
        return Caller(model, self.writing, self.epoch)


def draw_subtypes(
    taxonomy: TrapTaxonomy,
    codes: Sequence[str],
    source: Source,
    question_id: str,
    place: tuple[int, int],
    seed: int,
) -> tuple[TrapSubtype, ...]:
    """The kinds of trap in the order in which this copy of a source tries them.

    Copies of one source share the kinds out, so that no two get the same.

    Args:
        taxonomy: The taxonomy.
        codes: Those to choose from.
        source: Only kinds that its task has.
        question_id: The source, which its copies share.
        place: Of this copy, from 0, and how many copies there are.
        seed: Fixes the order.
    """
    rng = stream(seed, question_id, "trap subtypes")
    fitting = [e for e in taxonomy.subtypes if e.code in codes and e.plant(source.task)]
    drawn = rng.sample(fitting, len(fitting))
    return tuple(drawn[place[0] :: place[1]])


async def plant_by_rules(
    planter: Planter,
    source: Source,
    subtypes: Sequence[TrapSubtype],
    taxonomy: TrapTaxonomy,
    seed: int,
) -> Planted:
    """The first trap by rules that passes the checks, then the validators if bound."""
    if not source.is_english:
        return Planted(None, "language", ())
    rng = stream(seed, source.id, "trap facts")
    attempts: list[TrapAttempt] = []
    candidates = woven(source, subtypes, taxonomy.frame, rng)
    for name, trap in islice(candidates, MAX_TRIED):
        rejections = check_trap(trap, source)
        number = len(attempts) + 1
        if rejections:
            attempts.append(TrapAttempt(number=number, rejections=rejections))
            continue
        if not planter.validated:
            attempts.append(TrapAttempt(number=number))
            return Planted(trap, None, tuple(attempts), name)
        verdict, votes = await validate(
            trap, planter.models, planter.validating, planter.epoch, number
        )
        attempts.append(TrapAttempt(number=number, votes=votes))
        if verdict.decision == "kept":
            return Planted(trap, None, tuple(attempts), name)
        return Planted(None, f"validation: {verdict.reason}", tuple(attempts), name)
    reason = "checks" if attempts else "no_subtype_fits"
    return Planted(None, reason, tuple(attempts))


async def plant_by_model(
    planter: Planter, source: Source, subtypes: Sequence[TrapSubtype]
) -> Planted:
    """Rounds of writing, checking and validating; a new version starts from the top."""
    attempts: list[TrapAttempt] = []
    trap: Trap | None = None
    feedback: list[str] = []
    reason = "checks"
    for number in range(1, planter.rounds + 1):
        written = await _write(planter, source, subtypes, trap, feedback, number)
        rejections = _all_rejections(written, source)
        verdict = Verdict("rubric")
        votes: tuple[TrapVote, ...] = ()
        if written.trap is not None and not rejections:
            verdict, votes = await _judge(planter, written.trap, number)
        attempts.append(
            TrapAttempt(
                number=number,
                rewritten="all" if trap is None else "rubric",
                failure=written.failure,
                rejections=rejections,
                votes=votes,
            )
        )
        if written.failure is not None:
            return Planted(None, f"writer: {written.failure}", tuple(attempts))
        if verdict.decision == "kept":
            return Planted(written.trap, None, tuple(attempts))
        if verdict.decision == "dropped":
            return Planted(None, f"validation: {verdict.reason}", tuple(attempts))
        feedback = [r.message for r in rejections] or objections(votes)
        rubric_alone = all(r.rule in RUBRIC_RULES for r in rejections)
        trap = written.trap if rubric_alone else None
        reason = "rubric" if rubric_alone else "checks"
    return Planted(None, reason, tuple(attempts))


async def _judge(
    planter: Planter, trap: Trap, number: int
) -> tuple[Verdict, tuple[TrapVote, ...]]:
    """Without validators, the rules have the last word."""
    if not planter.validated:
        return Verdict("kept"), ()
    return await validate(
        trap, planter.models, planter.validating, planter.epoch, number
    )


async def _write(
    planter: Planter,
    source: Source,
    subtypes: Sequence[TrapSubtype],
    trap: Trap | None,
    feedback: Sequence[str],
    number: int,
) -> Written:
    if trap is not None:
        return await write_rubric(planter.writer, trap, feedback, number)
    chosen = subtypes[:CHOICES]
    return await write_trap(planter.writer, source, chosen, feedback, number)


def _all_rejections(written: Written, source: Source) -> tuple[Rejection, ...]:
    """What reading found, and what the turns lack where the rubric is malformed."""
    if written.trap is None:
        return written.rejections
    found = check_trap(written.trap, source)
    if written.rejections:  # the rubric is a placeholder
        found = tuple(r for r in found if r.rule not in RUBRIC_RULES)
    return (*written.rejections, *found)
