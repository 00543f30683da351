import copy

import pytest
import yaml

from inspect_rubricblind.tasks.scenario_check import check_scenarios

CRITERION = {
    "categories": ["Safety"],
    "sources": ["g"],
    "justification": "It matters.",
}
BASE = {
    "id": "s1",
    "title": "t",
    "specialty": "x",
    "prompt": "p",
    "required_output": "r",
    "golden_answer": "g",
    "sources": {"g": {"title": "G", "organisation": "O", "year": 2020}},
    "criteria": [
        CRITERION | {"id": "A", "weight": 5, "text": "Names sepsis as the cause."},
        CRITERION | {"id": "B", "weight": 3, "text": "Orders blood cultures."},
        CRITERION | {"id": "C", "weight": 1, "text": "Uses a numbered list."},
    ],
}


def check(folder, document, *ratings):
    path = folder / "s.yaml"
    path.write_text(yaml.safe_dump(document), encoding="utf-8")
    paths = []
    for number, item in enumerate(ratings):
        paths.append(folder / f"r{number}.yml")
        paths[-1].write_text(yaml.safe_dump(item), encoding="utf-8")
    return check_scenarios(path, paths)


def changed(**fields):
    """The base with fields of its first criterion changed."""
    document = copy.deepcopy(BASE)
    document["criteria"][0] |= fields
    return document


def rated(model="m", met=True, **fields):
    document = changed(**fields) | {"model": model}
    for criterion in document["criteria"]:
        criterion["expert_rating"] = met
    return document


def test_a_sound_scenario_has_one_note_on_its_size(tmp_path):
    found = check(tmp_path, BASE)
    assert found.faults == []
    assert found.notes == ["s1: 3 criteria are fewer than 25"]
    assert found.held == [
        "s1 (x): 3 criteria, by weight 1: 1, 3: 1, 5: 1; Safety 3; sources of 2020 to "
        "2020; 0 attachment(s)"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Stops the drug and starts fluids.",
        "Names sepsis; orders cultures.",
        "Names sepsis. Gives fluids.",
        "Gives fluids, oxygen, and antibiotics.",
        "Names sepsis as well as gives fluids.",
    ],
)
def test_what_may_be_several_criteria_is_noted(tmp_path, text):
    notes = check(tmp_path, changed(text=text)).notes
    assert any("criterion A may be several" in note for note in notes)


@pytest.mark.parametrize(
    "text",
    [
        "Gives fluids before and after surgery.",
        "Withholds insulin until potassium is 3.5 mmol/L or more.",
        "Says that pulse and pressure are normal.",
    ],
)
def test_one_assertion_is_not_noted(tmp_path, text):
    notes = check(tmp_path, changed(text=text)).notes
    assert not any("several" in note for note in notes)


def test_criteria_that_may_overlap_are_noted_and_equal_ones_are_a_fault(tmp_path):
    found = check(tmp_path, changed(text="Orders the blood cultures."))
    assert any("criteria A and B may overlap" in note for note in found.notes)
    found = check(tmp_path, changed(text="orders blood cultures"))
    assert found.faults == [
        "s1: criteria must differ, but 'orders blood cultures' stands twice"
    ]


def test_a_heavy_criterion_needs_a_source_and_a_light_one_should_have_it(tmp_path):
    assert check(tmp_path, changed(sources=[])).faults == [
        "s1: criterion A has weight 5 and must name a source, but has none"
    ]
    light = check(tmp_path, changed(sources=[], weight=2))
    assert light.faults == []
    assert "s1: criterion A has no source" in light.notes
    formal = check(tmp_path, changed(sources=[], categories=["Style"]))
    assert formal.faults == []
    assert not any("no source" in note for note in formal.notes)


def test_weights_out_of_balance_and_idle_sources_are_noted(tmp_path):
    document = copy.deepcopy(BASE)
    for criterion in document["criteria"]:
        criterion["weight"] = 4
        criterion["sources"] = ["g"]
    document["sources"]["h"] = document["sources"]["g"]
    notes = check(tmp_path, document).notes
    for said in (
        "3 of 3 criteria have weight 4",
        "all criteria weigh the same",
        "no criterion is critical",
        "no criterion is minor",
        "source h is cited by no criterion",
    ):
        assert any(said in note for note in notes)


def test_rating_files_that_differ_in_ratings_alone_are_sound(tmp_path):
    found = check(tmp_path, BASE, rated("m", True), rated("n", False))
    assert found.faults == []


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (rated("n", text="Names shock."), "criteria, criterion 1, text differs"),
        (rated("n", weight=4), "criteria, criterion 1, weight differs"),
        (rated("n") | {"prompt": "q"}, "prompt differs"),
        (rated("m"), "s1 by m is rated in"),
        (rated("n", None), "no expert rating for A, B, C"),
        (rated("n") | {"id": "s9"}, "there is no scenario 's9'"),
        (
            rated("n") | {"criteria": rated("n")["criteria"][:2]},
            "criteria, criterion 3 differs",
        ),
    ],
)
def test_rating_files_that_differ_otherwise_are_named(tmp_path, second, message):
    faults = check(tmp_path, BASE, rated("m"), second).faults
    assert any(message in fault for fault in faults)
    assert all("r1.yml" in fault or "rating file" in fault for fault in faults)


def test_a_model_that_is_rated_on_some_scenarios_only_is_named(tmp_path):
    other = BASE | {"id": "s2"}
    (tmp_path / "t.yaml").write_text(yaml.safe_dump(other), encoding="utf-8")
    (tmp_path / "s.yaml").write_text(yaml.safe_dump(BASE), encoding="utf-8")
    (tmp_path / "in").mkdir()
    for name in ("s.yaml", "t.yaml"):
        (tmp_path / name).rename(tmp_path / "in" / name)
    ratings = [rated("m"), rated("n"), rated("m") | {"id": "s2"}]
    file = tmp_path / "ratings.yaml"
    file.write_text(yaml.safe_dump_all(ratings), encoding="utf-8")
    found = check_scenarios(tmp_path / "in", [file])
    assert found.faults == ["n has no rating file for s2"]
