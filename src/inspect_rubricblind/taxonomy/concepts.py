"""Which words mean the same: synonyms, names of medicines, classes, conditions."""

from collections.abc import Iterable, Mapping
from functools import cache

import yaml

from inspect_rubricblind.taxonomy.lexicon import LEXICONS, load_conditions, load_drugs
from inspect_rubricblind.taxonomy.stems import stems

Phrase = tuple[str, ...]


@cache
def load_concepts() -> Mapping[Phrase, tuple[str, ...]]:
    """The concepts (`#kidney`) that each phrase, as stems, stands for."""
    synonyms = yaml.safe_load((LEXICONS / "synonyms.yaml").read_text("utf-8"))
    found: dict[Phrase, tuple[str, ...]] = {}
    for concept, names in synonyms.items():
        _name(found, f"#{concept}", names)
    _add_drugs(found)
    for condition in load_conditions().conditions:
        if condition.names:
            _name(found, f"#{condition.name}", (condition.name, *condition.names))
    return found


def _add_drugs(found: dict[Phrase, tuple[str, ...]]) -> None:
    """A medicine stands for its class, and each of its names for the others."""
    drugs = load_drugs()
    classes = {}
    for group in drugs.classes:
        known = {c for name in group.names for c in found.get(tuple(stems(name)), ())}
        # An umbrella over several known groups is a concept of its own.
        classes[group.id] = known.pop() if len(known) == 1 else f"#{group.id}"
        _name(found, classes[group.id], group.names)
    for drug in drugs.drugs:
        names = (drug.name, *drug.names)
        own = [f"#{drug.name}"] if drug.names else []
        for concept in [*own, classes[drug.class_id]]:
            _name(found, concept, names)


def _name(
    concepts: dict[Phrase, tuple[str, ...]], concept: str, names: Iterable[object]
) -> None:
    """Let each of the names stand for the concept, beside what it stands for."""
    for name in names:
        phrase = tuple(stems(str(name)))
        known = concepts.get(phrase, ())
        if phrase and concept not in known:
            concepts[phrase] = (*known, concept)
