"""What logs hold on traps: one entry per sample, epoch and grading."""

from dataclasses import dataclass, field

from inspect_rubricblind.logs.samples import LogSample
from inspect_rubricblind.records import TrapResult


@dataclass(frozen=True)
class Trapped:
    """One trap as it was planted, and what a judge made of an answer to it, if any."""

    sample_id: str
    epoch: int
    dataset_kind: str
    result: TrapResult


@dataclass
class Traps:
    """All of them, in the order of the logs."""

    rows: list[Trapped] = field(default_factory=list)

    def add(self, other: "Traps") -> None:
        """Take over those of another run."""
        self.rows += other.rows


def add_traps(found: Traps, sample: LogSample) -> None:
    """Take over what scorers left in one sample."""
    kind = sample.case.dataset_kind
    found.rows += [
        Trapped(sample.sample_id, sample.epoch, kind, result) for result in sample.traps
    ]
