import re

import pytest
import yaml

from inspect_rubricblind.taxonomy import lexicon
from inspect_rubricblind.taxonomy.lexicon_model import Advice, State
from inspect_rubricblind.taxonomy.model import CANARY

FALSE_TABLES = (
    "drugs",
    "conditions",
    "presentations",
    "contraindications",
    "care",
    "advice",
    "cautions",
)
REVERSALS = [*lexicon.load_advice().advice, *lexicon.load_cautions().advice]
DRUGS = lexicon.load_drugs()
CONDITIONS = lexicon.load_conditions().conditions


def text_of(name):
    return (lexicon.LEXICONS / f"{name}.yaml").read_text("utf-8")


@pytest.mark.parametrize("name", FALSE_TABLES)
def test_a_table_with_deliberate_errors_says_so_and_carries_the_canary(name):
    text = text_of(name)
    assert yaml.safe_load(text)["canary"] == CANARY
    assert "contains deliberate medical errors" in text


@pytest.mark.parametrize(
    "name", ["drugs", "contraindications", "care", "advice", "cautions", "schedules"]
)
def test_every_source_is_used_and_has_a_year(name):
    content = yaml.safe_load(text_of(name))
    used = set(re.findall(r"source: (\w+)", text_of(name)))
    assert set(content["sources"]) == used
    assert all(re.search(r"\d{4}", source) for source in content["sources"].values())


def test_a_misspelt_field_is_an_error_that_names_it(tmp_path, monkeypatch):
    monkeypatch.setattr(lexicon, "LEXICONS", tmp_path)
    (tmp_path / "advice.yaml").write_text(f"canary: {CANARY}\nadvise: []\n", "utf-8")
    with pytest.raises(ValueError, match=r"header comment of advice\.yaml.*advise"):
        lexicon.load_table("advice", Advice)


def test_a_sentence_that_lost_its_end_is_refused():
    entry = {
        "id": "x",
        "patient": "x",
        "cues": ["x"],
        "unless": [],
        "advice": [
            {
                "give": "x",
                "say": ["Wine is fine"],
                "topics": [],
                "why": "It is not.",
                "source": "x",
            }
        ],
    }
    with pytest.raises(ValueError, match="whole sentence"):
        State.model_validate(entry)


def test_an_unknown_class_or_source_is_refused():
    content = yaml.safe_load(text_of("drugs"))
    content["drugs"].append({"name": "x", "names": [], "class": "nonsense"})
    with pytest.raises(ValueError, match="nonsense"):
        type(DRUGS).model_validate(content)


def test_a_pattern_that_does_not_compile_is_refused():
    content = yaml.safe_load(text_of("advice"))
    content["advice"][0]["find"] = "(open"
    with pytest.raises(ValueError, match="must compile"):
        Advice.model_validate(content)


def test_every_name_of_a_medicine_belongs_to_one_medicine():
    names = [n.lower() for d in DRUGS.drugs for n in (d.name, *d.names)]
    assert len(names) == len(set(names))


def test_every_name_of_a_condition_belongs_to_one_condition():
    names = [n.lower() for c in CONDITIONS for n in (c.name, *c.names)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda c: c.name)
def test_no_condition_is_confused_with_itself(condition):
    own = {condition.name.lower(), *(name.lower() for name in condition.names)}
    wrong = {entry.name.lower() for entry in condition.confused}
    assert not own & wrong


@pytest.mark.parametrize("entry", DRUGS.classes, ids=lambda c: c.id)
def test_no_wrong_choice_is_of_the_class_it_replaces(entry):
    own = {d.name for d in DRUGS.drugs if d.class_id == entry.id}
    assert not own & {choice.drug for choice in entry.instead}


@pytest.mark.parametrize("entry", REVERSALS, ids=lambda e: e.id)
def test_a_reversal_is_undone_by_no_second_pass(entry):
    plain = re.sub(r"\\\d", "", entry.replace)
    assert not lexicon.compiled(entry.find).fullmatch(plain)


def test_reversal_ids_are_unique():
    ids = [entry.id for entry in REVERSALS]
    assert len(ids) == len(set(ids))


def test_a_swap_replaces_only_classes_that_exist():
    known = {entry.id for entry in DRUGS.classes}
    states = lexicon.load_contraindications().states
    used = {c for state in states for item in state.advice for c in item.replaces}
    assert used <= known


@pytest.mark.parametrize("topic", lexicon.load_care().topics, ids=lambda t: t.id)
def test_a_wrong_measure_is_a_gerund_with_a_reason(topic):
    assert all(measure.do.split()[0].endswith("ing") for measure in topic.care)
    assert all(not m.claim_as.endswith(".") for m in topic.care)


def test_brands_and_classes_lead_to_their_medicine():
    found = lexicon.drug_names().find("Tylenol, beta-blockers and Nurofen")
    assert [m.id for m in found] == ["acetaminophen", "class:beta_blocker", "ibuprofen"]


@pytest.mark.parametrize(
    ("text", "words", "there"),
    [
        ("a sore throat", ("throat",), True),
        ("antibiotics", ("biotic",), False),
        ("Antibiotics", ("antibiotic",), True),
        ("anything", (), False),
    ],
)
def test_words_are_found_at_their_start(text, words, there):
    assert lexicon.has_word(text, words) is there
