"""Which files a command is about: logs, or the parts of an export."""

from collections.abc import Sequence
from pathlib import Path

from inspect_rubricblind.logs.exporting.parts import find_parts, is_export


def find_sources(paths: Sequence[Path]) -> list[Path]:
    """All logs among and below `paths`, or all parts of the exports that they are.

    Raises:
        FileNotFoundError: A path does not exist, or a folder holds no log.
        ValueError: Logs and exports are mixed, or a file has another ending.
    """
    exports = [path for path in paths if path.is_dir() and is_export(path)]
    if not exports:
        return find_logs(paths)
    if len(exports) < len(paths):
        raise ValueError(
            "logs must be all .eval files or all exports, but got both: export the "
            "rest into the same folder first."
        )
    return sorted({part.resolve() for path in exports for part in find_parts(path)})


def find_logs(paths: Sequence[Path]) -> list[Path]:
    """All `.eval` files among and below `paths`, each once, sorted.

    Raises:
        FileNotFoundError: A path does not exist, or a folder holds no log.
        ValueError: A file has another ending.
    """
    found = set()
    for path in paths:
        if path.is_dir():
            inside = {item.resolve() for item in path.rglob("*.eval")}
            if not inside:
                raise FileNotFoundError(f"log folder {path} holds no .eval file")
            found |= inside
        elif not path.exists():
            raise FileNotFoundError(f"log {path} does not exist")
        elif path.suffix != ".eval":
            raise ValueError(
                f"log must be an .eval file or a folder of them, but got {path}: "
                "`inspect log convert --to eval` makes one from a .json log."
            )
        else:
            found.add(path.resolve())
    return sorted(found)
