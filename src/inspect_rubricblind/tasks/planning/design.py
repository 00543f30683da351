"""What a planned run does, and what is expected to come of each case."""

import math
from collections.abc import Collection
from typing import NamedTuple

from inspect_rubricblind.calls.roles import (
    APPLICABILITY_ROLES,
    INJECTOR_ROLES,
    JUDGE_ROLES,
    stage_kind,
)
from inspect_rubricblind.records import CONTROL_SHAPES, StageKind
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import ErrorType

STUDY = "When Rubrics Fail"


class Prior(NamedTuple):
    """A number taken from elsewhere, with its source."""

    value: float
    source: str


ACCEPTED = Prior(
    1921 / 500,
    f"{STUDY}, table 2: 1,921 injections of 500 HealthBench answers, all 13 types",
)
"""Accepted injections per case."""
ACCEPTANCE = Prior(
    1921 / 2768,
    f"{STUDY}, tables 2 and 15: 1,921 injections out of 2,768 fitting error types",
)
"""Share of fitting error types that end in an injection."""
DISCORDANCE = Prior(
    (578 + 217) / 1921,
    f"{STUDY}, table 17: 578 wins and 217 losses of 1,921 HealthBench pairs",
)
"""Share of pairs that are a win or a loss."""


class Design(NamedTuple):
    """What a run does.

    `accepted` is the expected number of injections per case, `acceptance` the share of
    fitting error types that end in one. `judge` and `grader` say whether the role is
    bound, `answers` whether the evaluated model writes them.
    """

    types: tuple[ErrorType, ...]
    accepted: float
    acceptance: float
    repeats: int
    controls: bool
    answers: bool
    applicability: StageKind
    injector: StageKind
    coverage: StageKind
    judge: bool
    grader: bool

    @property
    def fitting(self) -> float:
        """Expected error types per case that fit; never more than are tried."""
        return min(self.accepted / self.acceptance, len(self.types))

    @property
    def attempts(self) -> float:
        """Expected attempts per fitting type, if each attempt succeeds alike."""
        return 1 + math.sqrt(1 - self.acceptance)

    @property
    def shapes(self) -> float:
        """Expected edit shapes per case, each with one control."""
        if not self.controls:
            return 0.0
        chance = min(self.accepted / len(self.types), 1.0)
        held = [error.limits.shape.split()[0] for error in self.types]
        return sum(
            1.0 - math.pow(1 - chance, held.count(shape)) for shape in CONTROL_SHAPES
        )

    @property
    def controlled(self) -> float:
        """Expected controls per case that pass."""
        return self.shapes * self.acceptance

    @property
    def most(self) -> tuple[int, int]:
        """The largest possible number of injections and of controls per case."""
        types = len(self.types)
        return types, min(types, len(CONTROL_SHAPES)) if self.controls else 0


class Wishes(NamedTuple):
    """How the stages of a run are to work, as its task arguments say."""

    applicability: str = "auto"
    injector: str = "auto"
    coverage: str = "auto"
    repeats: int = 1
    controls: bool = True


def design_run(
    types: tuple[ErrorType, ...],
    accepted: float,
    acceptance: float,
    bound: Collection[str],
    answers: bool,
    wishes: Wishes,
) -> Design:
    """What a run does with these roles bound, by the rules that a run itself follows.

    Args:
        types: The error types that are tried.
        accepted: Expected accepted injections per case.
        acceptance: Share of fitting error types that end in an injection.
        bound: The roles that have a model.
        answers: Whether the evaluated model writes the answers.
        wishes: The task arguments.

    Raises:
        ValueError: A stage wants a model and its role is not bound, or a number is
            out of range.
    """
    if not 0 < accepted <= len(types):
        raise ValueError(
            "accepted must be more than 0 and at most the number of error types "
            f"({len(types)}), but got {accepted}"
        )
    if not 0 < acceptance <= 1:
        raise ValueError(
            f"acceptance must be more than 0 and at most 1, but got {acceptance}"
        )
    return Design(
        types=types,
        accepted=accepted,
        acceptance=acceptance,
        repeats=wishes.repeats,
        controls=wishes.controls,
        answers=answers,
        applicability=stage_kind(
            "applicability", wishes.applicability, APPLICABILITY_ROLES, bound
        ),
        injector=stage_kind("injector", wishes.injector, INJECTOR_ROLES, bound),
        coverage=stage_kind("coverage", wishes.coverage, JUDGE_ROLES, bound),
        judge="judge" in bound,
        grader="grader" in bound,
    )


def prior_accepted(types: tuple[ErrorType, ...]) -> float:
    """Accepted injections per case to expect of these types: the prior's share."""
    return ACCEPTED.value * len(types) / len(load_taxonomy().types)
