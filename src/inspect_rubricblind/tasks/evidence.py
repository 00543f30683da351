"""The argument `fact_check` of tasks: off, or where the evidence comes from."""

from pathlib import Path

from inspect_ai.scorer import Scorer

from inspect_rubricblind.evidence.notes import BUNDLED
from inspect_rubricblind.evidence.sources import BACKENDS
from inspect_rubricblind.scorers.fact_check import fact_check

OFF = "off"


def fact_check_scorers(value: str) -> list[Scorer]:
    """No scorer, or the fact check with its defaults; a log can be checked later too.

    Args:
        value: `off`, the name of a backend, or the file of a corpus.

    Raises:
        FileNotFoundError: There is no such corpus.
        ValueError: The backend or the corpus cannot be used.
    """
    if value == OFF:
        return []
    if value in BACKENDS:
        return [fact_check(value)]
    if value != BUNDLED and not Path(value).expanduser().is_file():
        raise FileNotFoundError(
            f"fact_check must be off, {', '.join(BACKENDS)} or the file of a corpus, "
            f"but got {value!r}, and there is no such file; `rubricblind corpus build` "
            "makes one"
        )
    return [fact_check("corpus", corpus=value)]
