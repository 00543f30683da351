from pathlib import Path

import pytest
import yaml

from inspect_rubricblind.taxonomy.load import ERRORS_FILE, load_taxonomy


@pytest.fixture
def write(tmp_path: Path):
    """Write a changed copy of the shipped taxonomy and return its path."""

    def change(edit) -> Path:
        content = yaml.safe_load(ERRORS_FILE.read_text(encoding="utf-8"))
        edit(content)
        path = tmp_path / "errors.yaml"
        path.write_text(yaml.safe_dump(content), encoding="utf-8")
        return path

    return change


def test_a_selection_keeps_the_order_of_the_taxonomy():
    taxonomy = load_taxonomy()
    assert [error.code for error in taxonomy.select(["R1", "F1", "R1"])] == ["F1", "R1"]
    assert taxonomy.select(None) == taxonomy.types
    assert taxonomy.by_code("O2").name == "Omission"


@pytest.mark.parametrize("codes", [["F9"], ["F1", "f1"], [], "F1", ["F1", ""]])
def test_an_unknown_selection_lists_what_is_allowed(codes):
    with pytest.raises(ValueError, match=r"must be .*F1, F2, F3, F4, C1.*but got"):
        load_taxonomy().select(codes)


def test_entries_cannot_be_changed():
    with pytest.raises(ValueError, match="frozen"):
        load_taxonomy().by_code("F1").harm = 1


def test_dangerous_begins_at_harm_four():
    for error in load_taxonomy().types:
        assert error.dangerous == (error.harm in (4, 5))


def test_a_misspelt_field_is_named_with_its_entry(write):
    path = write(lambda content: content["types"][2].update(sevrity=3))
    with pytest.raises(ValueError, match=r"F3\.sevrity: Extra inputs"):
        load_taxonomy(path)


def test_a_missing_field_is_named_with_its_entry(write):
    path = write(lambda content: content["types"][0].pop("harm"))
    with pytest.raises(ValueError, match=r"F1\.harm: Field required"):
        load_taxonomy(path)


def test_a_code_defined_twice_is_an_error(write):
    path = write(lambda content: content["types"].append(content["types"][0]))
    with pytest.raises(ValueError, match="defined once, but got twice: F1"):
        load_taxonomy(path)


def test_limits_out_of_order_are_an_error(write):
    path = write(lambda content: content["types"][0]["limits"].update(length_min=2))
    with pytest.raises(ValueError, match="length_min must be at most length_max"):
        load_taxonomy(path)


@pytest.mark.parametrize("limit", [-1, "none", 2.5])
def test_a_limit_is_a_count_or_unlimited(write, limit):
    path = write(lambda content: content["types"][0]["limits"].update(destroy=limit))
    with pytest.raises(ValueError, match=r"F1\.limits\.destroy"):
        load_taxonomy(path)


def test_what_is_not_yaml_is_named(tmp_path):
    path = tmp_path / "broken.yaml"
    path.write_text("types: [", encoding="utf-8")
    with pytest.raises(ValueError, match=r"must be YAML, but .*broken\.yaml"):
        load_taxonomy(path)


def test_a_file_of_another_kind_is_named(tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text("- a\n- b\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"list\.yaml: taxonomy"):
        load_taxonomy(path)


def test_unlimited_is_read_as_none():
    taxonomy = load_taxonomy()
    assert taxonomy.by_code("F4").limits.write is None
    assert taxonomy.by_code("O1").limits.destroy is None
    assert taxonomy.by_code("C3").limits.destroy == 0
