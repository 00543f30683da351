"""Which column holds what: by name, or by the mapping of the user, never by a guess."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml

from inspect_rubricblind.records.rows import find_file


class Field(NamedTuple):
    """What a column may hold: the names it goes by, beside its own, and its use."""

    about: str
    names: tuple[str, ...]


FIELDS: Mapping[str, Field] = {
    "case_id": Field("id of the case", ("id", "prompt_id", "question_id", "item_id")),
    "question": Field(
        "question (text), or conversation (list of {role, content})",
        ("prompt", "query", "user_query", "user_prompt", "messages", "conversation"),
    ),
    "criteria": Field(
        "rubric: list of {criterion, points}, or JSON of it",
        ("rubric", "rubrics", "rubric_items", "rubric_criteria"),
    ),
    "original": Field(
        "original answer",
        (
            "original_answer",
            "original_response",
            "original_text",
            "clean_answer",
            "clean_response",
            "base_response",
            "base_answer",
        ),
    ),
    "variant": Field(
        "answer with the error",
        (
            "variant_answer",
            "injected",
            "injected_answer",
            "injected_response",
            "modified_answer",
            "modified_response",
            "edited_answer",
            "edited_response",
            "hallucinated_answer",
            "hallucinated_response",
            "corrupted_answer",
            "corrupted_response",
        ),
    ),
    "error_type": Field(
        "error type",
        (
            "error_code",
            "hallucination_type",
            "hallucination_code",
            "injection_type",
            "taxonomy_code",
        ),
    ),
    "kind": Field("error or control", ("pair_kind", "variant_kind")),
    "injector": Field("who injected", ("injector_model", "injection_model")),
    "answer_model": Field("who answered", ("response_model", "target_model")),
    "benchmark": Field("benchmark of the case", ("source_benchmark",)),
    "theme": Field("theme of the case", ("topic",)),
    "claim": Field("the false statement", ("false_claim",)),
}
REQUIRED = ("original", "variant", "error_type")
UNLESS_IN_FILE = ("question", "criteria")
INLINE = re.compile(r"^[^=,]+=[^=,]+(?:,[^=,]+=[^=,]+)*$")


class Columns(NamedTuple):
    """The column of each field that the table has; nothing reads the `unused` ones."""

    of: Mapping[str, str]
    unused: tuple[str, ...]

    def describe(self) -> list[str]:
        """What was understood, one line per field."""
        known = [
            f"{field} ({FIELDS[field].about}) <- column {column!r}"
            for field, column in self.of.items()
        ]
        if self.unused:
            known.append(f"not read: {', '.join(map(repr, self.unused))}")
        return known


def find_columns(
    names: Sequence[str], given: Mapping[str, str], *, in_file: bool
) -> Columns:
    """Find the column of each field.

    Args:
        names: The columns of the table.
        given: Columns by field, as the user says.
        in_file: Whether a file by id brings questions and criteria along.

    Raises:
        ValueError: A mapping names what does not exist, two columns could be meant, or
            a column is missing; the message says how to give a mapping.
    """
    _check_given(names, given)
    found: dict[str, str] = {}
    for field in FIELDS:
        if (column := given.get(field)) is None:
            column = _by_name(field, names, set(given.values()))
        if column is not None:
            found[field] = column
    needed = [*REQUIRED, *(() if in_file else UNLESS_IN_FILE)]
    needed += ["case_id"] if in_file else []
    if missing := [field for field in needed if field not in found]:
        wanted = ", ".join(f"{field} ({FIELDS[field].about})" for field in missing)
        raise ValueError(
            f"columns must say where to find {wanted}; the table has "
            f"{', '.join(map(repr, names))}. {_cure(missing[0])}"
        )
    used = set(found.values())
    return Columns(found, tuple(name for name in names if name not in used))


def read_mapping(argument: str, value: object, example: str) -> dict[str, str]:
    """A mapping given inline (`a=b,c=d` or a YAML mapping) or as a YAML file.

    Raises:
        ValueError: It is none; the message shows one.
        FileNotFoundError: There is no such file.
    """
    if value is None:
        return {}
    given = value
    if isinstance(value, str) and INLINE.match(value.strip()):
        parts = [part.partition("=") for part in value.split(",")]
        given = {key.strip(): name.strip() for key, _, name in parts}
    elif isinstance(value, str):
        given = _read_yaml(argument, find_file(value, argument, f"like {example}"))
    if not isinstance(given, Mapping) or not all(
        isinstance(part, str | int) for pair in given.items() for part in pair
    ):
        raise ValueError(
            f"{argument} must be like {example} or a YAML file of that, but got "
            f"{value!r}"
        )
    return {str(key): str(name) for key, name in given.items()}


def _read_yaml(argument: str, path: Path) -> object:
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        said = " ".join(str(error).split())
        raise ValueError(f"{argument}: {path} must be YAML, but {said}") from None


def _check_given(names: Sequence[str], given: Mapping[str, str]) -> None:
    for field, column in given.items():
        if field not in FIELDS:
            raise ValueError(f"columns must map {', '.join(FIELDS)}, but got {field!r}")
        if column not in names:
            raise ValueError(
                f"columns must name columns of the table ({', '.join(map(repr, names))}"
                f"), but got {field}={column!r}"
            )


def _by_name(field: str, names: Sequence[str], taken: Iterable[str]) -> str | None:
    """The column that carries the field's own name, or else one of its other names."""
    free = [name for name in names if name not in taken]
    own = [name for name in free if _plain(name) == _plain(field)]
    other = {_plain(name) for name in FIELDS[field].names}
    found = own or [name for name in free if _plain(name) in other]
    if len(found) > 1:
        raise ValueError(
            f"columns must say which one holds {field} ({FIELDS[field].about}): it "
            f"could be {' or '.join(map(repr, found))}. {_cure(field)}"
        )
    return found[0] if found else None


def _plain(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


def _cure(field: str) -> str:
    return f"Say it with `-T columns={field}=NAME` (several with commas, or YAML)."
