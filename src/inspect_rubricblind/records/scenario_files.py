"""Scenarios out of YAML files: one or several documents per file, or a folder."""

from collections.abc import Hashable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import yaml
from pydantic import ValidationError

from inspect_rubricblind.records.rows import describe_fault
from inspect_rubricblind.records.scenario import Scenario, doubled

SUFFIXES = (".yaml", ".yml")
MAX_BYTES = 5_000_000
"""A YAML file above this is no scenario; reading it would take minutes."""
MOST_FAULTS = 8
"""Faults of one document that are listed; there may be as many as it has fields."""

ScenarioT = TypeVar("ScenarioT", bound=Scenario)


def scenario_files(path: Path) -> list[Path]:
    """The YAML files of a folder in order of their names, or the file itself.

    Raises:
        FileNotFoundError: There is neither, or the folder holds none.
    """
    if path.is_file():
        return [path]
    found = sorted(item for item in path.glob("*") if item.suffix in SUFFIXES)
    if not found:
        raise FileNotFoundError(
            f"scenarios must be a YAML file or a folder of them, but got {path}"
        )
    return found


class _Strict(yaml.SafeLoader):
    """A safe loader that refuses a key that stands twice: YAML keeps the last one."""

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Hashable, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        if twice := doubled(str(key) for key in keys):
            raise yaml.constructor.ConstructorError(
                None, None, f"key {twice!r} stands twice", node.start_mark
            )
        return super().construct_mapping(node, deep)


class Found(NamedTuple):
    """A scenario and the file it is from, beside which its attachments lie."""

    scenario: Scenario
    path: Path


def find_scenarios(path: Path) -> list[Found]:
    """The scenarios of a file or folder, each with its file.

    Raises:
        FileNotFoundError: There is no such file, or the folder holds none.
        ValueError: A document is malformed (it is named with its field), or an id
            stands twice.
    """
    found = [
        Found(parse_document(Scenario, document, where), file)
        for file in scenario_files(path)
        for document, where in read_documents(file)
    ]
    if not found:
        raise ValueError(f"{path} must hold at least one scenario, but is empty")
    if twice := doubled(item.scenario.id for item in found):
        raise ValueError(f"{path}: ids must be unique, but {twice!r} stands twice")
    return found


def read_scenarios(path: Path) -> list[Scenario]:
    """The scenarios of a file or folder; raises as `find_scenarios` does."""
    return [item.scenario for item in find_scenarios(path)]


def read_documents(path: Path) -> Iterator[tuple[Any, str]]:
    """The YAML documents of a file, each with its place.

    Raises:
        ValueError: The file is not UTF-8, not YAML or far too large.
    """
    if (size := path.stat().st_size) > MAX_BYTES:
        raise ValueError(
            f"{path} must be under {MAX_BYTES // 1_000_000} MB, but got {size} bytes: "
            "give scenarios files of their own"
        )
    try:
        text = path.read_text(encoding="utf-8-sig")
        documents = list(yaml.load_all(text, Loader=_Strict))
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: must be UTF-8, but {error}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        said = " ".join(str(error).split())
        raise ValueError(f"{path}: must be YAML, but {said}") from None
    for number, document in enumerate(documents, start=1):
        if document is not None:
            yield document, f"{path}, document {number}"


def parse_document(kind: type[ScenarioT], document: object, where: str) -> ScenarioT:
    """Check one document against the schema.

    Raises:
        ValueError: It breaks the schema; each fault is named with its field.
    """
    try:
        return kind.model_validate(document)
    except ValidationError as error:
        faults = [describe_fault(fault) for fault in error.errors()]
        more = len(faults) - MOST_FAULTS
        listed = "; ".join(faults[:MOST_FAULTS])
        rest = f"; and {more} more" if more > 0 else ""
        raise ValueError(
            f"{where} breaks the schema: {listed}{rest} "
            "(`rubricblind scenarios schema` prints it)"
        ) from None
