"""A rubric that models wrote, or why there is none."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from inspect_rubricblind.records import Criterion, RubricFacts


@dataclass
class Written:
    """A rubric in the making; `failures` and `steps` are counted as it goes.

    `no_rubric` says which step gave nothing that could be used, and why.
    """

    scheme: str
    writers: tuple[str, ...]
    criteria: tuple[Criterion, ...] = ()
    failures: Counter[str] = field(default_factory=Counter)
    steps: dict[str, int] = field(default_factory=dict)
    no_rubric: str | None = None

    def facts(self) -> RubricFacts:
        """What is kept of it beside the criteria."""
        return RubricFacts(
            scheme=self.scheme,
            origin="written",
            n_criteria=len(self.criteria),
            writers=self.writers,
            failures=dict(self.failures),
            steps=dict(self.steps),
        )


def number(
    lines: Iterable[tuple[str, int, Sequence[str]]],
) -> tuple[tuple[Criterion, ...], int]:
    """Number criteria given as text, points and tags; the same words count once.

    Returns:
        The criteria, and how many were left out as repeated.
    """
    seen: set[str] = set()
    made: list[Criterion] = []
    repeated = 0
    for text, points, tags in lines:
        key = " ".join(text.lower().split()).rstrip(".")
        if key in seen:
            repeated += 1
            continue
        seen.add(key)
        made.append(
            Criterion(index=len(made), criterion=text, points=points, tags=tuple(tags))
        )
    return tuple(made), repeated
