"""Every official file of the suite, and whether a copy of it is here."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from inspect_rubricblind.records.rows import sha256_of
from inspect_rubricblind.tasks.fetching import (
    PinnedFile,
    Progress,
    cache_folder,
    check_content,
    fetch,
)

State = Literal["here", "absent", "damaged"]


class Entry(NamedTuple):
    """An official file of a task."""

    task: str
    subset: str
    file: PinnedFile
    licence: str
    rows: int | None

    @property
    def name(self) -> str:
        """`healthbench:hard`, or the task alone where it has one file."""
        return self.task if self.subset == "full" else f"{self.task}:{self.subset}"


# Rows and licences as the publishers give them; None: not published.
_ABOUT: dict[str, tuple[str, dict[str, int]]] = {
    "healthbench": ("MIT", {"full": 5000, "hard": 1000, "consensus": 3671}),
    "healthbench_professional": ("MIT", {"full": 525}),
    "livemedbench": ("research evaluation only", {"full": 5286}),
    "grader_calibration": ("MIT", {"full": 29511}),
}


def catalogue() -> Iterator[Entry]:
    """All official files, by task and subset."""
    from inspect_rubricblind.tasks import (
        grader_calibration,
        healthbench,
        healthbench_professional,
        livemedbench,
    )

    official = {
        "healthbench": healthbench.OFFICIAL,
        "healthbench_professional": healthbench_professional.OFFICIAL,
        "livemedbench": livemedbench.OFFICIAL,
        "grader_calibration": grader_calibration.OFFICIAL,
    }
    for task, files in official.items():
        licence, rows = _ABOUT[task]
        for subset, file in files.items():
            yield Entry(task, subset, file, licence, rows.get(subset))


def choose(names: tuple[str, ...]) -> list[Entry]:
    """Entries by name: a task, or `TASK:SUBSET`; all of them without a name.

    Raises:
        ValueError: A name is none; the allowed ones are listed.
    """
    entries = list(catalogue())
    allowed = {entry.name for entry in entries} | {entry.task for entry in entries}
    if unknown := [name for name in names if name not in allowed]:
        raise ValueError(
            f"NAME must be among {', '.join(sorted(allowed))}, "
            f"but got {', '.join(unknown)}"
        )
    chosen = set(names)
    return [e for e in entries if not names or {e.name, e.task} & chosen]


def state_of(entry: Entry, folder: Path | None = None) -> State:
    """Whether the cache holds the file, with the right content."""
    path = (folder or cache_folder()) / entry.file.name
    if not path.is_file():
        return "absent"
    return "here" if entry.file.matches(sha256_of(path)) else "damaged"


def get(entry: Entry, progress: Progress | None = None) -> Path:
    """The file in the cache, fetched if need be.

    Raises:
        FileNotFoundError: It cannot be fetched.
        ValueError: What was fetched is another file.
    """
    return fetch(entry.file, cache_folder(), progress)


def identify(path: Path) -> Entry:
    """Which official file a local copy is, by its content.

    Raises:
        ValueError: It is none; where its name is that of one, what that should have.
    """
    sha256 = sha256_of(path)
    for entry in catalogue():
        if entry.file.matches(sha256):
            return entry
    for entry in catalogue():
        if entry.file.name == path.name:
            check_content(entry.file, path, str(path))
    raise ValueError(
        f"{path} must be one of the official files (`rubricblind data list`), but its "
        f"sha256 {sha256} is that of none"
    )
