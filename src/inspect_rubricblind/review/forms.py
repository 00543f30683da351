"""What raters are asked: questions, instructions, roles, read from YAML."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

import yaml
from pydantic import Field, ValidationError, model_validator

from inspect_rubricblind.records import Record, digest

_FOLDER = Path(__file__).with_name("forms")


class Question(Record):
    """One Yes / No question; every item needs an answer to each."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    text: str = Field(min_length=1)


class Labels(Record):
    """Words on the page besides the form's own, to be translated with it.

    Messages about files and saving stay English.
    """

    yes: str = "Yes"
    no: str = "No"
    original: str = "Original answer"
    edited: str = "Edited answer"
    deliberate: str = "May contain a deliberate medical error"
    role: str = "Your profession"
    start: str = "Start"
    previous: str = "Previous"
    next: str = "Next"
    skip: str = "Or skip this item because"
    highlight: str = "Highlight the change"
    shortcuts: str = "Keyboard shortcuts"
    overview: str = "Overview"
    export: str = "Save ratings as a file"
    load: str = "Load a saved file"
    print: str = "Print"


class Form(Record):
    """A questionnaire; `forms/management.yaml` shows every field.

    `reason` labels the free text below the questions; empty: there is none.
    """

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    version: str = Field(min_length=1)
    language: str = "en"
    title: str = Field(min_length=1)
    instructions: tuple[str, ...] = Field(min_length=1)
    questions: tuple[Question, ...] = Field(min_length=1)
    reason: str = ""
    skip_causes: tuple[str, ...] = Field(min_length=1)
    roles: tuple[str, ...] = Field(min_length=1)
    labels: Labels = Labels()

    @property
    def sha256(self) -> str:
        """Identifies the form: any other word in it gives another."""
        return digest(self.model_dump_json())

    @model_validator(mode="after")
    def _check_unique(self) -> Self:
        ids = [question.id for question in self.questions]
        for name, values in (
            ("questions", ids),
            ("roles", self.roles),
            ("skip_causes", self.skip_causes),
        ):
            if (twice := _doubled(values)) is not None:
                raise ValueError(f"{name} must be unique, but got {twice!r} twice")
        return self


def _doubled(values: Sequence[str]) -> str | None:
    return next((v for i, v in enumerate(values) if v in values[:i]), None)


def form_names() -> tuple[str, ...]:
    """Names of the forms that ship with the package."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.yaml")))


def load_form(name: str) -> Form:
    """A form by name, or from a YAML file by its path.

    Raises:
        ValueError: There is no such form or file, or it breaks the schema.
    """
    path = _FOLDER / f"{name}.yaml" if name in form_names() else Path(name)
    if not path.is_file():
        raise ValueError(
            f"form must be one of {', '.join(form_names())} or a YAML file, but got "
            f"{name!r}"
        )
    try:
        return Form.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ValueError(f"form must be YAML, but {path} is not: {error}") from None
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, fault['loc'])) or 'form'}: {fault['msg']}"
            for fault in error.errors()
        )
        raise ValueError(f"form {path} breaks the schema: {faults}") from None
