"""Hallucination traps: what is planted, how it was checked, how a model answered."""

from typing import Literal

from inspect_ai.util import StoreModel
from pydantic import Field

from inspect_rubricblind.records.base import (
    RECORDS_VERSION,
    Record,
    StageKind,
    digest,
)
from inspect_rubricblind.records.case import Criterion
from inspect_rubricblind.records.edits import Rejection
from inspect_rubricblind.records.grading import (
    CriterionVerdict,
    RoleUsage,
    Signature,
)
from inspect_rubricblind.records.trial import Answer

TrapTask = Literal["dialogue", "report"]
Speaker = Literal["system", "user", "assistant"]
TRAP_TESTS = ("natural", "trap_false", "coherent", "rubric_aligned")
"""What a validator decides about a planted trap."""

TRAP_SOURCE = "trap source "
"""Tag of a case that a trap is planted into, with the id of its source."""

TRAP_PREFIX = "trap "
"""Before a subtype where it stands among error types: both have codes such as C1."""


class TrapTurn(Record):
    """One message of a planted conversation; the last one is the bait question."""

    role: Speaker
    content: str = Field(min_length=1)


class TrapVote(Record):
    """One validator's word: each of `TRAP_TESTS`, or why it could not be read."""

    role: str
    model: str
    tests: dict[str, bool] = Field(default_factory=dict)
    reasoning: str = ""
    failure: str | None = None

    @property
    def accepts(self) -> bool | None:
        """Whether all tests were passed; None: not read."""
        return all(self.tests.values()) if self.tests else None


class TrapOrigin(Record):
    """Where a trap comes from: everything needed to plant it once more."""

    task: TrapTask
    source_file: str
    source_sha256: str
    source_id: str
    planter: str
    kind: StageKind
    seed: int
    taxonomy: str
    suite: str
    template: str = ""


class Trap(Record):
    """A planted trap with its rubric, and a pair of answers to it.

    `trap` is the false statement and `truth` what is right instead, `key` the words
    that name the trap. `resisting` does not fall for it and `falling` does; `pair_by`
    says who wrote the two. For a report, the first turn holds its text and the
    questions.
    """

    task: TrapTask
    subtype: str
    turns: tuple[TrapTurn, ...] = Field(min_length=1)
    trap: str = Field(min_length=1)
    truth: str = Field(min_length=1)
    key: str = Field(min_length=1)
    criteria: tuple[Criterion, ...] = Field(min_length=1)
    resisting: str = ""
    falling: str = ""
    pair_by: str = ""

    @property
    def cluster(self) -> str:
        """The letter of the cluster."""
        return self.subtype[0]

    @property
    def bait(self) -> str:
        """The last user turn."""
        return self.turns[-1].content

    @property
    def sha256(self) -> str:
        """Identifies turns and rubric: models are compared on equal ones only."""
        parts = [f"{turn.role}\x1f{turn.content}" for turn in self.turns]
        parts += [f"{c.index}\x1f{c.points}\x1f{c.criterion}" for c in self.criteria]
        return digest("\x1e".join(parts))


class TrapAttempt(Record):
    """One round of planting: what came of it, with everything that spoke against it.

    `failure` names a writer's reply that could not be read. `rewritten` tells what
    this round wrote anew.
    """

    number: int
    rewritten: Literal["all", "rubric"] = "all"
    failure: str | None = None
    rejections: tuple[Rejection, ...] = ()
    votes: tuple[TrapVote, ...] = ()


class PlantedTrap(Record):
    """One line of a planted set: a kept trap with its provenance."""

    id: str = Field(min_length=1)
    trap: Trap
    origin: TrapOrigin
    attempts: tuple[TrapAttempt, ...] = ()
    validated_by: StageKind = "rules"
    canary: str
    warning: str


class TrapTrial(StoreModel):
    """What the solvers of a trap task freeze, beside `Trial` with the pair of answers.

    Without a trap, `dropped` says why. `answer` is the evaluated model's; without one
    `no_answer` says why.
    """

    records_version: str = RECORDS_VERSION
    trap: Trap | None = None
    origin: TrapOrigin | None = None
    turns: list[dict[str, str]] = Field(default_factory=list)
    attempts: tuple[TrapAttempt, ...] = ()
    validated_by: StageKind = "rules"
    dropped: str | None = None
    answer: Answer | None = None
    no_answer: str | None = None


class TrapResult(Record):
    """What the scorer `trap_rubric` leaves in `Score.metadata`.

    A line is passed if it is met and worth points, or not met and costs points; the
    others are `failed`. `assessed` counts lines with a verdict, `ungraded` those
    without. Without a judge or an answer there is no `signature`, and `unscored`
    says why. `rejected` names every broken rule of every round.
    """

    records_version: str = RECORDS_VERSION
    task: TrapTask
    subtype: str
    trap_sha256: str = ""
    source_id: str
    planter: str
    planted_by: StageKind
    validated_by: StageKind
    dropped: str | None = None
    rounds: int
    rejected: tuple[str, ...] = ()
    validator_failures: int = 0
    dissent: bool = False
    answer_model: str = ""
    unscored: str | None = None
    signature: Signature | None = None
    grading: str = ""
    verdicts: tuple[CriterionVerdict, ...] = ()
    failed: int = 0
    assessed: int = 0
    ungraded: int = 0
    usage: RoleUsage = RoleUsage()
