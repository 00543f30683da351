"""Stop a stage whose cells keep failing, before more is paid for nothing."""

from collections import Counter
from dataclasses import dataclass, field

from inspect_ai.model import model_roles

TRIES = 3
"""How often a cell is asked until its reply can be read."""

MIN_CELLS = 20
MAX_SHARE = 0.20


class StageFailedError(RuntimeError):
    """Too large a share of a stage's cells could not be read."""


@dataclass
class Tally:
    """What one run has seen of a stage; `stopped` is why it asks no more."""

    cells: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    replies: int = 0
    unread: int = 0
    stopped: RuntimeError | None = None


class Breaker:
    """Counts the cells of one stage in one run.

    Once stopped, a stage asks nothing more, also where the user lets a run go on after
    errors, and where an eval set tries it again at once: that would be paid each time.
    A solver or scorer may serve a later run, so the counts belong to the roles, which
    Inspect resolves anew for each command.

    Args:
        stage: Name for the error.
        min_cells: Cells before a verdict on the stage is fair.
        max_share: Share of failed cells that is still borne.
    """

    def __init__(
        self, stage: str, min_cells: int = MIN_CELLS, max_share: float = MAX_SHARE
    ) -> None:
        self.stage = stage
        self.min_cells = min_cells
        self.max_share = max_share
        # By identity of the roles; they are held, so that no other takes their id.
        self._runs: dict[int, tuple[object, Tally]] = {}

    @property
    def tally(self) -> Tally:
        """The counts of the run that is going on."""
        roles = model_roles()
        return self._runs.setdefault(id(roles), (roles, Tally()))[1]

    def check(self) -> None:
        """Refuse a call of a stage that was stopped.

        Raises:
            RuntimeError: What stopped it.
        """
        if (stopped := self.tally.stopped) is not None:
            raise type(stopped)(*stopped.args)

    def stop(self, error: RuntimeError) -> None:
        """Ask nothing more in this run."""
        if self.tally.stopped is None:
            self.tally.stopped = error

    def count(self, failure: str | None) -> None:
        """Count one cell; `failure` is None for a cell that could be read.

        Raises:
            StageFailedError: The limit is passed.
        """
        tally = self.tally
        tally.cells += 1
        if failure is not None:
            tally.reasons[failure] += 1
        failed = tally.reasons.total()
        if tally.cells >= self.min_cells and failed > self.max_share * tally.cells:
            reasons = ", ".join(f"{k} {n}" for k, n in sorted(tally.reasons.items()))
            self._fail(f"{failed} of {tally.cells} cells failed ({reasons})")

    def count_reply(self, was_read: bool) -> None:
        """Count one reply, of which a cell may take several.

        Many cells are asked at the same time, and their second tries queue behind
        the first tries of all others. So the replies to as many calls as
        `min_cells` failed cells cost are enough to stop: the share of cells that
        will fail is that of unreadable replies to the power of the tries.

        Raises:
            StageFailedError: The limit will be passed.
        """
        tally = self.tally
        tally.replies += 1
        tally.unread += not was_read
        expected = (tally.unread / tally.replies) ** TRIES
        if tally.replies >= self.min_cells * TRIES and expected > self.max_share:
            self._fail(f"{tally.unread} of {tally.replies} replies cannot be read")

    def _fail(self, what: str) -> None:
        error = StageFailedError(
            f"stage {self.stage} stopped: {what}, too many if at most "
            f"{self.max_share:.0%} of the cells may fail. Finished samples are kept; "
            "look at the replies in the log, mend the role's model or settings, and "
            "run `inspect eval-retry`."
        )
        self.stop(error)
        raise error
