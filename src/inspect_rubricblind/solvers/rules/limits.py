"""Which edits of a rule fit the limits of their error type, before a try is spent."""

from collections.abc import Sequence

from inspect_rubricblind.records import Edit, ErrorCode
from inspect_rubricblind.solvers.checks import check_edits
from inspect_rubricblind.solvers.rules.passage import Passage
from inspect_rubricblind.taxonomy.load import load_taxonomy


def fits(passage: Passage, code: ErrorCode, edits: Sequence[Edit]) -> bool:
    """Whether the checks accept these edits as an error of this type."""
    limits = load_taxonomy().by_code(code).limits
    return not check_edits(passage.answer, edits, limits)
