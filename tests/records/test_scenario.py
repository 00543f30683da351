import json
from importlib.resources import files
from itertools import pairwise

import jsonschema
import pytest
import yaml

from inspect_rubricblind.records.scenario import (
    Scenario,
    criterion_categories,
    criterion_id,
    scenario_schema,
)
from inspect_rubricblind.records.scenario_files import read_scenarios
from inspect_rubricblind.tasks.own_cases import SAMPLES
from inspect_rubricblind.taxonomy.model import CANARY

OWN = SAMPLES / "scenarios"


def small(**changes):
    criterion = {
        "id": "A1",
        "text": "Names the dose.",
        "weight": 5,
        "categories": ["Safety"],
        "sources": ["g"],
        "justification": "It matters.",
    }
    return {
        "id": "s1",
        "title": "t",
        "specialty": "x",
        "prompt": "p",
        "required_output": "r",
        "golden_answer": "g",
        "sources": {"g": {"title": "G", "organisation": "O", "year": 2020}},
        "criteria": [criterion],
    } | changes


def write(path, *documents):
    path.write_text(yaml.safe_dump_all(documents), encoding="utf-8")
    return path


def test_the_own_scenarios_keep_what_the_documentation_promises():
    found = read_scenarios(OWN)
    assert len({scenario.specialty for scenario in found}) == len(found) == 2
    for scenario in found:
        assert len(scenario.criteria) >= 25
        assert {c.weight for c in scenario.criteria} == {1, 2, 3, 4, 5}
        assert len({x for c in scenario.criteria for x in c.categories}) == 5
        assert scenario.canary == CANARY
        cited = {key for c in scenario.criteria for key in c.sources}
        assert cited == set(scenario.sources)
        # What no guideline can say is what the task itself asks for.
        bare = [c for c in scenario.criteria if not c.sources]
        assert all(c.weight <= 2 for c in bare)


def test_a_criterion_keeps_its_weight_id_and_categories_in_a_case():
    scenario = Scenario.model_validate(small())
    [criterion] = scenario.as_criteria()
    assert (criterion.points, criterion.criterion) == (5, "Names the dose.")
    assert criterion_id(criterion) == "A1"
    assert criterion_categories(criterion) == ("Safety",)
    assert criterion_id(criterion.model_copy(update={"tags": ()})) == "0"


def test_several_documents_and_folders_are_read_in_order_of_names(tmp_path):
    write(tmp_path / "b.yaml", small(id="s3"))
    both = write(tmp_path / "a.yml", small(id="s2"), None, small(id="s1"))
    assert [s.id for s in read_scenarios(both)] == ["s2", "s1"]
    assert [s.id for s in read_scenarios(tmp_path)] == ["s2", "s1", "s3"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": " "}, "title"),
        ({"nope": 1}, "field nope is none of the format"),
        ({"criteria": []}, "criteria"),
        ({"sources": {}}, "criterion A1 must cite keys of sources, but got g"),
        ({"attachments": [{"name": "a"}]}, "either text or file, but got neither"),
        (
            {"attachments": [{"name": "a", "kind": "image", "file": "x.png"}]},
            "must have a file and an alt text",
        ),
        ({"attachments": [{"name": "a", "text": "x"}] * 2}, "'?a'? twice"),
    ],
)
def test_a_fault_is_named_with_file_and_field(tmp_path, changes, message):
    path = write(tmp_path / "s.yaml", small(**changes))
    with pytest.raises(ValueError, match=message) as raised:
        read_scenarios(path)
    assert "s.yaml, document 1 breaks the schema" in str(raised.value)


@pytest.mark.parametrize("weight", [0, 6, 2.5, "5", True])
def test_weights_are_whole_numbers_from_1_to_5(weight):
    document = small()
    document["criteria"][0]["weight"] = weight
    with pytest.raises(ValueError, match="weight"):
        Scenario.model_validate(document)


def test_ids_stand_once_in_a_file_and_in_a_folder(tmp_path):
    twice = small(criteria=small()["criteria"] * 2)
    with pytest.raises(ValueError, match="criteria must differ in name, but got A1"):
        Scenario.model_validate(twice)
    write(tmp_path / "a.yaml", small())
    write(tmp_path / "b.yaml", small())
    with pytest.raises(ValueError, match="ids must be unique, but 's1' stands twice"):
        read_scenarios(tmp_path)


def test_files_that_are_no_yaml_are_refused_by_name(tmp_path):
    path = tmp_path / "a.yaml"
    for content in (b"\xff\xfe\x00", b"a: [", b"- !!python/object:os.system x"):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=r"a\.yaml"):
            read_scenarios(path)
    for content in ("[]", "text", "1"):
        path.write_text(content)
        with pytest.raises(
            ValueError, match=r"breaks the schema: field \(whole\) must be"
        ):
            read_scenarios(path)
    path.write_text("")
    with pytest.raises(ValueError, match="at least one scenario, but is empty"):
        read_scenarios(path)
    with pytest.raises(FileNotFoundError, match="YAML file or a folder"):
        read_scenarios(tmp_path / "none")


@pytest.mark.parametrize("weight", [9, "heavy", 2.5])
def test_a_wrong_weight_is_shown_with_its_place_and_the_cure(tmp_path, weight):
    document = small()
    document["criteria"][0]["weight"] = weight
    path = write(tmp_path / "s.yaml", document)
    with pytest.raises(ValueError, match="scenarios schema") as raised:
        read_scenarios(path)
    assert "field criteria[0].weight must be" in str(raised.value)
    assert f"but got {weight!r}" in str(raised.value)


def test_yaml_that_multiplies_itself_or_is_huge_gets_a_short_answer(tmp_path):
    path = tmp_path / "s.yaml"
    names = "abcdefghi"
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]" for old, new in pairwise(names)
    ]
    path.write_text("\n".join([*lines, "title: *i"]), encoding="utf-8")
    with pytest.raises(ValueError, match="breaks the schema") as raised:
        read_scenarios(path)
    assert len(str(raised.value)) < 2000
    assert "and 8 more" in str(raised.value)  # of 6 missing, 9 unknown, 1 wrong
    path.write_bytes(b"#" * 5_000_001)
    with pytest.raises(ValueError, match="must be under 5 MB, but got 5000001 bytes"):
        read_scenarios(path)


def test_the_exported_schema_takes_and_refuses_what_the_model_does():
    schema = scenario_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    for scenario in read_scenarios(OWN):
        assert check.is_valid(json.loads(scenario.model_dump_json()))
    assert check.is_valid(small())
    heavy = small()
    heavy["criteria"][0]["weight"] = 6
    assert not check.is_valid(heavy)
    assert not check.is_valid(small(nope=1))


def test_the_schema_in_the_package_is_that_of_the_model():
    path = files("inspect_rubricblind.records") / "scenario.schema.json"
    assert json.loads(path.read_text(encoding="utf-8")) == scenario_schema()


def test_a_key_that_stands_twice_is_refused_with_its_line(tmp_path):
    text = yaml.safe_dump(small()).replace("weight: 5", "weight: 5\n  weight: 1")
    path = tmp_path / "s.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"key 'weight' stands twice.* line 2"):
        read_scenarios(path)
