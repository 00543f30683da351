"""Stop a stage whose cells keep failing, before more is paid for nothing."""

MIN_CELLS = 20
MAX_SHARE = 0.20


class StageFailedError(RuntimeError):
    """Too large a share of a stage's cells could not be read."""


class Breaker:
    """Counts the cells of one stage in one run.

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
        self.cells = 0
        self.reasons: dict[str, int] = {}

    def count(self, failure: str | None) -> None:
        """Count one cell; `failure` is None for a cell that could be read.

        Raises:
            StageFailedError: The limit is passed.
        """
        self.cells += 1
        if failure is not None:
            self.reasons[failure] = self.reasons.get(failure, 0) + 1
        failed = sum(self.reasons.values())
        if self.cells >= self.min_cells and failed > self.max_share * self.cells:
            reasons = ", ".join(f"{k} {n}" for k, n in sorted(self.reasons.items()))
            raise StageFailedError(
                f"stage {self.stage} stopped: {failed} of {self.cells} cells failed "
                f"({reasons}), more than {self.max_share:.0%}. Finished samples are "
                "kept; look at the replies in the log, mend the role's model or "
                "settings, and run `inspect eval-retry`."
            )
