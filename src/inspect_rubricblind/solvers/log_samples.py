"""The samples that a log holds, to take out of it what a run has made."""

from collections.abc import Iterator
from pathlib import Path
from zipfile import BadZipFile

from inspect_ai.log import EvalSample, read_eval_log_samples


def read_samples(log: Path) -> Iterator[EvalSample]:
    """The samples of a log in their order; a run that was cut off has those it ended.

    Raises:
        ValueError: The file is no log, or it is damaged; the message names it.
    """
    try:
        yield from read_eval_log_samples(str(log), all_samples_required=False)
    except (ValueError, KeyError, RuntimeError, EOFError, OSError, BadZipFile) as error:
        raise ValueError(
            f"log must be a readable Inspect .eval file, but {log} is not "
            f"({type(error).__name__}); an unfinished file may be saved with "
            "`inspect log recover`"
        ) from error
