"""What S2 published for its own models, beside which own results can be shown."""

from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import Field

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.records import Record, TrapTask

PUBLISHED = Path(__file__).with_name("published.yaml")


class PublishedRate(Record):
    """One rate; `task` is None for both tasks together."""

    task: TrapTask | None
    model: str
    rate: float = Field(ge=0, le=1)
    source: Literal["abstract", "text", "summary"] = Field(alias="from")


class PublishedRates(Record):
    """The file `published.yaml`."""

    judge: str
    samples: int
    lines: int
    rates: tuple[PublishedRate, ...]


@cache
def load_published() -> PublishedRates:
    """The published rates, read once."""
    content = yaml.safe_load(PUBLISHED.read_text(encoding="utf-8"))
    return PublishedRates.model_validate(content)


def published_rows() -> list[Row]:
    """The published rates as rows, with what stands behind each."""
    found = load_published()
    return [
        {
            "task": rate.task,
            "model": rate.model,
            "rate": rate.rate,
            "judge": found.judge,
            "from": rate.source,
        }
        for rate in found.rates
    ]
