"""Tags by which the case of a trap knows its source and its siblings."""

from inspect_rubricblind.records import TRAP_SOURCE, Case

COPY = "trap copy "
"""Tag of a case: which of the copies of its source this is."""


def source_tags(source: str, place: int, copies: int) -> tuple[str, ...]:
    """The tags that tell a case its source, and a copy from its siblings.

    Copies share a source, not a question: turns and rubric are each trap's own.
    """
    return (f"{TRAP_SOURCE}{source}", f"{COPY}{place}/{copies}")


def origin_of(case: Case) -> tuple[str, tuple[int, int]]:
    """The source's id; which copy of it this is, and how many there are."""
    source, place = "", (0, 1)
    for tag in case.tags:
        if tag.startswith(TRAP_SOURCE):
            source = tag.removeprefix(TRAP_SOURCE)
        if tag.startswith(COPY):
            number, _, copies = tag.removeprefix(COPY).partition("/")
            place = int(number), int(copies)
    return source, place
