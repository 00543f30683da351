"""Medical word tables from `lexicons/`, read once, and the search for their names."""

import re
from functools import cache
from importlib import resources
from typing import TypeVar

import yaml
from pydantic import ValidationError

from inspect_rubricblind.taxonomy.lexicon_model import (
    Advice,
    Care,
    Conditions,
    Contraindications,
    Drugs,
    Presentations,
    Words,
)
from inspect_rubricblind.taxonomy.model import Frozen
from inspect_rubricblind.taxonomy.names import NameIndex
from inspect_rubricblind.taxonomy.schedule_model import Schedules

LEXICONS = resources.files("inspect_rubricblind.taxonomy") / "lexicons"

# The same language ten times faster, where PyYAML was built with libyaml.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
TableT = TypeVar("TableT", bound=Frozen)


def load_table(name: str, model: type[TableT]) -> TableT:
    """Read `lexicons/{name}.yaml` into a model.

    Raises:
        ValueError: The file breaks the schema; each fault names its field.
    """
    text = (LEXICONS / f"{name}.yaml").read_text("utf-8")
    content = yaml.load(text, Loader=_LOADER)
    try:
        return model.model_validate(content)
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}"
            for fault in error.errors()
        )
        raise ValueError(
            f"lexicon must follow the header comment of {name}.yaml, but got {faults}"
        ) from None


@cache
def load_drugs() -> Drugs:
    """Medicines and their classes."""
    return load_table("drugs", Drugs)


@cache
def load_conditions() -> Conditions:
    """Conditions and what they are confused with."""
    return load_table("conditions", Conditions)


@cache
def load_presentations() -> Presentations:
    """What users describe, and wrong diagnoses for it."""
    return load_table("presentations", Presentations)


@cache
def load_contraindications() -> Contraindications:
    """States of patients with contraindicated advice."""
    return load_table("contraindications", Contraindications)


@cache
def load_care() -> Care:
    """Topics with wrong measures."""
    return load_table("care", Care)


@cache
def load_advice() -> Advice:
    """Common advice with its opposite."""
    return load_table("advice", Advice)


@cache
def load_cautions() -> Advice:
    """Statements about contraindications with their opposite."""
    return load_table("cautions", Advice)


@cache
def load_schedules() -> Schedules:
    """Measures with a dose, a frequency or a duration."""
    return load_table("schedules", Schedules)


@cache
def drug_names() -> NameIndex:
    """Medicines by international name; classes by their id after `class:`."""
    drugs = load_drugs()
    names = {drug.name: (drug.name, *drug.names) for drug in drugs.drugs}
    names |= {f"class:{c.id}": c.names for c in drugs.classes}
    return NameIndex(names)


@cache
def condition_names() -> NameIndex:
    """Conditions by name."""
    return NameIndex({c.name: (c.name, *c.names) for c in load_conditions().conditions})


def has_word(text: str, words: Words) -> bool:
    """Whether one of the words stands in a text, at the start of a word."""
    return bool(words) and _any_word(words).search(text) is not None


@cache
def compiled(pattern: str, *, word: bool = True) -> re.Pattern[str]:
    """A pattern of a table, ignoring case; at the start of a word unless told else."""
    start = r"(?<!\w)" if word else ""
    return re.compile(f"{start}(?:{pattern})", re.IGNORECASE)


@cache
def _any_word(words: Words) -> re.Pattern[str]:
    parts = "|".join(re.escape(word) for word in words)
    return re.compile(rf"(?<![a-z])(?:{parts})", re.IGNORECASE)
