"""Scheme `generic`: the same criteria for every question, shipped as data."""

from functools import cache
from importlib.resources import files

import yaml
from pydantic import BaseModel, ConfigDict, Field

from inspect_rubricblind.records import Criterion

GENERIC = "generic"
DIMENSION = "dimension:"
"""Start of the tag that says which dimension a criterion belongs to."""


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    dimension: str = Field(min_length=1)
    text: str = Field(min_length=1)


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    scheme: str
    criteria: tuple[_Line, ...] = Field(min_length=1)


@cache
def generic_rubric() -> tuple[Criterion, ...]:
    """The criteria, one point each, tagged with their dimensions."""
    path = files("inspect_rubricblind.solvers.rubrics").joinpath("generic.yaml")
    read = _File.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    return tuple(
        Criterion(
            index=index,
            criterion=line.text,
            points=1,
            tags=(f"{DIMENSION}{line.dimension}",),
        )
        for index, line in enumerate(read.criteria)
    )
