"""Read the taxonomy from YAML."""

from functools import cache
from pathlib import Path

import yaml
from pydantic import ValidationError

from inspect_rubricblind.taxonomy.model import Taxonomy

ERRORS_FILE = Path(__file__).with_name("errors.yaml")


@cache
def load_taxonomy(path: Path = ERRORS_FILE) -> Taxonomy:
    """The taxonomy in `path` (default: the 13 types of this project), read once.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file is not YAML or breaks the schema; the message names
            each field that does.
    """
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise ValueError(f"taxonomy must be YAML, but {path} is not: {error}") from None
    try:
        return Taxonomy.model_validate(content)
    except ValidationError as error:
        faults = "; ".join(
            f"{_where(fault['loc'], content)}: {fault['msg']}"
            for fault in error.errors()
        )
        raise ValueError(
            f"taxonomy must follow the header comment of errors.yaml, but got in "
            f"{path}: {faults}"
        ) from None


def _where(location: tuple[int | str, ...], content: object) -> str:
    """A field's place with the code of its error type instead of a position."""
    match location, content:
        case ("types", int(at), *rest), {"types": list(types)}:
            entry = types[at]
            code = entry.get("code", at) if isinstance(entry, dict) else at
            return ".".join(map(str, [code, *rest]))
    return ".".join(map(str, location)) or "taxonomy"
