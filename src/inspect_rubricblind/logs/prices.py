"""What models cost, from a price file that Inspect reads too.

Inspect ships no prices. It takes them from `--model-cost-config FILE`; the same file
serves here: `{model: {input, output, input_cache_read, input_cache_write}}` in US
dollars per million tokens, with model names as Inspect logs them. Inspect wants all
four prices; here a missing cache price is that of ordinary input.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

MILLION = 1_000_000


class Tokens(NamedTuple):
    """Tokens of some calls.

    `input` excludes those read from or written to a provider's prompt cache; `output`
    includes `reasoning`.
    """

    input: float = 0
    cache_read: float = 0
    cache_write: float = 0
    output: float = 0
    reasoning: float = 0

    def plus(self, other: "Tokens") -> "Tokens":
        """The sum, kind by kind."""
        return Tokens(*(a + b for a, b in zip(self, other, strict=True)))


class Price(BaseModel):
    """The price of one model in US dollars per million tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    input_cache_read: float | None = Field(default=None, ge=0)
    input_cache_write: float | None = Field(default=None, ge=0)

    def cost(self, tokens: Tokens) -> float:
        """US dollars for some tokens; no discount for batches is known here."""
        read, write = (
            self.input if price is None else price
            for price in (self.input_cache_read, self.input_cache_write)
        )
        return (
            tokens.input * self.input
            + tokens.cache_read * read
            + tokens.cache_write * write
            + tokens.output * self.output
        ) / MILLION


def read_prices(path: Path) -> dict[str, Price]:
    """The prices of a YAML or JSON file, by model.

    Raises:
        ValueError: The file is no such mapping; the message names model and field.
        FileNotFoundError: There is no such file.
    """
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ValueError(f"prices must be a YAML file, but {path}: {error}") from None
    if not isinstance(content, Mapping) or not content:
        raise ValueError(
            f"prices must map models to {{input, output}}, but got {path} with "
            f"{type(content).__name__}"
        )
    return {str(model): _price(path, model, value) for model, value in content.items()}


def _price(path: Path, model: object, value: object) -> Price:
    try:
        return Price.model_validate(value)
    except ValidationError as error:
        fault = error.errors()[0]
        field = ".".join(str(part) for part in fault["loc"]) or "the entry"
        raise ValueError(
            f"{path}, model {model!r}: {field} must be a price in $ per million "
            f"tokens, but got {fault['input']!r} ({fault['msg']})"
        ) from None
