"""The taxonomy of traps: what is official, and that every entry can be used."""

import re

import pytest
import yaml

from inspect_rubricblind.solvers.rules.fabrication import load_inventions
from inspect_rubricblind.solvers.rules.topics import load_topics
from inspect_rubricblind.taxonomy.lexicon import LEXICONS, drug_names
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import CANARY
from inspect_rubricblind.taxonomy.trap_lexicons import load_claims, load_names
from inspect_rubricblind.taxonomy.trap_model import TRAPS_FILE, load_traps, slots_of

TRAPS = load_traps()
CLAIMS = load_claims().claims
PLANTS = [
    pytest.param(entry.plant(task), id=f"{entry.code}-{task}")
    for entry in TRAPS.subtypes
    for task in ("dialogue", "report")
]
# Printed by the agencies; the study of the list is in the lexicon's sources.
WITHDRAWN = {
    "pholcodine": 2023,
    "ppa": 2000,
    "cerivastatin": 2001,
    "troglitazone": 2000,
    "cisapride": 2000,
    "mibefradil": 1998,
    "rofecoxib": 2004,
    "propoxyphene": 2010,
    "sibutramine": 2010,
    "astemizole": 1999,
}


def test_there_are_five_clusters_and_fourteen_subtypes_as_in_the_study():
    assert [cluster.code for cluster in TRAPS.clusters] == list("ABCDE")
    assert len(TRAPS.subtypes) == 14


def test_the_names_that_the_study_gives_are_official_and_no_other():
    official = {e.code: e.name for e in TRAPS.subtypes if e.origin == "official"}
    assert official == {
        "A1": "Non-existent entity",
        "A3": "Incorrect factual claim",
        "D2": "Source fabrication",
    }


def test_every_subtype_but_those_of_cluster_e_maps_to_error_types():
    known = {error.code for error in load_taxonomy().types}
    for entry in TRAPS.subtypes:
        assert set(entry.errors) <= known
        assert bool(entry.errors) == (entry.code[0] != "E")


@pytest.mark.parametrize("plant", PLANTS)
def test_a_plant_has_about_four_lines_that_name_its_key(plant):
    assert plant is not None
    assert 3 <= len(plant.rubric) <= 6
    slots = slots_of(plant.key)
    # A claim holds its key, as another test shows.
    slots |= {"claim"} if "key" in slots else set()
    words = set(re.findall(r"\w+", plant.key.lower()))
    named = [
        line
        for _, line in plant.rubric
        if slots & slots_of(line)
        or (not slots and words & set(re.findall(r"\w+", line.lower())))
    ]
    assert len(named) >= 2


@pytest.mark.parametrize("plant", PLANTS)
def test_nothing_that_is_shown_to_a_model_gives_the_trap_away(plant):
    shown = " ".join((plant.cue, plant.nod, plant.echo, plant.bait))
    words = r"\b(trap|fake|invented|non-existent|made.up|false|wrong|withdrawn)\b"
    # A slot of that name is filled with a plain fact.
    assert not re.search(words, shown.replace("{wrong}", ""), re.IGNORECASE)


def test_claims_fit_topics_and_subtypes_that_exist_and_name_their_key():
    topics = {topic.id for topic in load_topics().topics}
    for claim in CLAIMS:
        assert set(claim.topics) <= topics
        assert claim.topics
        assert "claim" in TRAPS.by_code(claim.subtype).dialogue.slots
        assert claim.key.lower() in claim.claim.lower(), claim.id
        assert claim.asks.endswith("?")
        assert claim.falls.endswith(".")
        assert not claim.claim.endswith(".")
        assert not claim.truth.endswith(".")
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)


def test_withdrawn_medicines_carry_the_year_of_their_withdrawal():
    found = {c.id: c.year for c in CLAIMS if c.subtype == "E1"}
    assert found == WITHDRAWN


def test_invented_names_are_no_medicines_that_we_know_and_no_real_trials():
    real = set(load_inventions().real)
    for entity in load_names().entities:
        assert not list(drug_names().find(entity.name))
        assert entity.name.upper() not in real


@pytest.mark.parametrize("name", ["trap_claims", "trap_names"])
def test_files_with_errors_say_so_and_carry_the_canary(name):
    text = (LEXICONS / f"{name}.yaml").read_text("utf-8")
    assert "contains deliberate medical errors" in text
    assert yaml.safe_load(text)["canary"] == CANARY
    traps = TRAPS_FILE.read_text("utf-8")
    assert "contains deliberate medical errors" in traps
    assert CANARY in traps.split("version:")[0]


def test_subtypes_are_chosen_by_code_or_cluster_and_others_refused():
    assert [e.code for e in TRAPS.select(["E", "A1"])] == ["A1", "E1", "E2"]
    assert TRAPS.select(None) == TRAPS.subtypes
    with pytest.raises(ValueError, match="F9"):
        TRAPS.select(["F9"])


def broken(tmp_path, old, new):
    path = tmp_path / "traps.yaml"
    text = TRAPS_FILE.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("origin: official", "origin: ours", "official for A1, A3, D2 alone"),
        ("errors: []", "errors: [F1]", "cluster E alone"),
        ("{entity} is an", "{entitty} is an", "entitty"),
        ("  - code: B2", "  - code: B1", "unique"),
        ("origin: ours", "origin: ours\n    colour: red", "colour"),
    ],
)
def test_a_broken_file_is_refused_by_what_is_wrong(tmp_path, old, new, said):
    with pytest.raises(ValueError, match=said):
        load_traps(broken(tmp_path, old, new))
