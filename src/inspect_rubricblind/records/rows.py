"""Read JSON Lines strictly: every fault names its file, line, row and field.

Lines end at a line feed alone. Real rows hold U+2028 and U+0085 inside their strings,
which `str.splitlines` would take for line ends.
"""

import hashlib
import json
import reprlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple, NoReturn, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

UTF8_BOM = b"\xef\xbb\xbf"
SURROGATE = b"\\ud"
SHOWN = 80
_BRIEF = reprlib.Repr()
_BRIEF.maxlevel, _BRIEF.maxstring, _BRIEF.maxother = 2, SHOWN, SHOWN


class Row(BaseModel):
    """Base of row formats: no value is converted, and extra keys are let pass."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Line(NamedTuple):
    """A JSON object with its place, to say where a fault is."""

    file: Path
    number: int
    value: dict[str, Any]
    unit: str = "line"

    @property
    def place(self) -> str:
        """`FILE, line N`."""
        return f"{self.file}, {self.unit} {self.number}"


RowT = TypeVar("RowT", bound=Row)


def must(message: str) -> PydanticCustomError:
    """A fault of a field, to raise in a validator: `must be ...`."""
    return PydanticCustomError("must", "{message}", {"message": message})


def _not_blank(value: str) -> str:
    if not value.strip():
        raise must("must not be empty")
    return value


Text = Annotated[str, AfterValidator(_not_blank)]
"""A string with something other than white space in it."""

Points = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
"""Points of a criterion: far beyond any rubric, and sums stay in a machine integer."""


def find_file(value: str, argument: str, otherwise: str) -> Path:
    """The absolute path of a file that an argument names.

    Args:
        value: The path as given; `~` is the home folder.
        argument: The task argument, for the error.
        otherwise: What the argument could be instead of a file, for the error.
    """
    path = Path(value).expanduser().resolve()
    if not path.is_file():
        found = "a folder, not a file:" if path.is_dir() else "there is no file"
        raise FileNotFoundError(
            f"{argument} must be {otherwise} or an existing file, but got {value!r} "
            f"({found} {path})"
        )
    return path


def sha256_of(path: Path) -> str:
    """SHA-256 of a file's bytes, as hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_jsonl(path: Path) -> Iterator[Line]:
    """The JSON objects of a file, one per line; blank lines are skipped.

    Raises:
        ValueError: A line is not UTF-8, not JSON or not an object.
        OSError: The file cannot be read.
    """
    with path.open("rb") as stream:
        for number, raw in enumerate(stream, start=1):
            raw = raw.removeprefix(UTF8_BOM) if number == 1 else raw
            if raw.strip():
                yield Line(path, number, _read_object(raw, f"{path}, line {number}"))


def read_json_list(path: Path) -> Iterator[Line]:
    """The JSON objects of a file that holds one list of them, numbered from 1.

    Raises:
        ValueError: The file is not UTF-8, not JSON or not a list of objects.
        OSError: The file cannot be read.
    """
    raw = path.read_bytes().removeprefix(UTF8_BOM)
    values = _read_json(raw, str(path), "one JSON list of objects")
    if not isinstance(values, list):
        raise ValueError(
            f"{path}: must be one JSON list of objects, but got {_shorten(values)}"
        )
    for number, value in enumerate(values, start=1):
        line = Line(path, number, value, "item")
        if not isinstance(value, dict):
            raise ValueError(
                f"{line.place}: must be a JSON object, but got {_shorten(value)}"
            )
        yield line


def parse_row(model: type[RowT], line: Line, id_field: str) -> RowT:
    """Check a row against its format.

    Raises:
        ValueError: A field is missing, mistyped or empty; the message names file,
            line, row id and field.
    """
    try:
        return model.model_validate(line.value)
    except ValidationError as error:
        row = (
            f", row {_shorten(line.value[id_field])}" if id_field in line.value else ""
        )
        raise ValueError(
            f"{line.place}{row}: {describe_fault(error.errors()[0])}"
        ) from None


def describe_fault(fault: ErrorDetails) -> str:
    """A fault of pydantic as `field NAME must be ..., but got VALUE`."""
    field = "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}" for part in fault["loc"]
    ).lstrip(".")
    if fault["type"] == "missing":
        return f"field {field} is missing"
    message = fault["msg"].replace("Input should be", "must be")
    message = message.replace("List should have", "must have")
    message = message.replace("Tuple should have", "must have")
    message = message.replace("a valid tuple", "a list")
    message = message.removeprefix("Value error, ")
    if fault["type"] == "extra_forbidden":
        return f"field {field} is none of the format"
    if not fault["loc"] and fault["type"] == "value_error":
        return message  # a rule over several fields names what it found itself
    field = field or "(whole)"
    if isinstance(fault["input"], dict | list) and fault["type"] == "must":
        return f"field {field} {message}"
    return f"field {field} {message}, but got {_shorten(fault['input'])}"


def refuse_duplicates(keys: Iterable[tuple[object, Line]], name: str) -> None:
    """Raise a `ValueError` that names the two lines with the same key."""
    seen: dict[object, int] = {}
    for key, line in keys:
        if key in seen:
            raise ValueError(
                f"{line.file}: {name} must be unique, but got {key!r} on the "
                f"{line.unit}s {seen[key]} and {line.number}"
            )
        seen[key] = line.number


def _read_object(raw: bytes, where: str) -> dict[str, Any]:
    value = _read_json(raw, where, "one JSON object")
    if not isinstance(value, dict):
        raise ValueError(f"{where}: must be one JSON object, but got {_shorten(value)}")
    return value


def _read_json(raw: bytes, where: str, wanted: str) -> Any:
    try:
        text = raw.decode("utf-8")
        value = json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=once_each
        )
        # A lone surrogate passes as JSON, but nothing can be written out from it. It
        # can only come from an escape, and most rows hold none.
        if SURROGATE in raw.lower():
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"{where}: text must not hold half a surrogate pair") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{where}: must be UTF-8, but {error}") from None
    except json.JSONDecodeError as error:
        raise ValueError(
            f"{where}: must be {wanted}, but {error.msg} at character {error.pos + 1}"
        ) from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: must be {wanted}, but {error}") from None
    return value


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, for `object_pairs_hook`; the parser would keep a key's last value.

    Raises:
        ValueError: A key stands twice.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"key {_shorten(twice)} stands twice in one object")
    return found


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _shorten(value: object) -> str:
    # Lists and objects may hold the same part many times over: never write them whole.
    shown = _BRIEF.repr(value) if isinstance(value, dict | list) else repr(value)
    return shown if len(shown) <= SHOWN else f"{shown[:SHOWN]}..."
