from pathlib import Path

import pytest
import yaml

from inspect_rubricblind.review.forms import form_names, load_form

MINIMAL = {
    "name": "own",
    "version": "1",
    "title": "Own",
    "instructions": ["Read."],
    "questions": [{"id": "right", "text": "Is it right?"}],
    "skip_causes": ["Other"],
    "roles": ["Doctor"],
}


def write(tmp_path: Path, **changes: object) -> str:
    path = tmp_path / "form.yaml"
    path.write_text(yaml.safe_dump({**MINIMAL, **changes}), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", form_names())
def test_every_form_that_ships_is_named_after_its_file(name: str):
    assert load_form(name).name == name


def test_pairs_get_the_one_question_and_traps_four():
    assert [q.id for q in load_form("management").questions] == ["changes_management"]
    assert len(load_form("trap_validation").questions) == 4


def test_a_form_of_ones_own_is_read_from_its_path(tmp_path: Path):
    form = load_form(write(tmp_path))
    assert form.questions[0].text == "Is it right?"
    assert form.labels.yes == "Yes"
    assert form.sha256 != load_form(write(tmp_path, title="Other")).sha256


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"roles": []}, "roles"),
        ({"roles": ["A", "A"]}, "roles must be unique, but got 'A' twice"),
        ({"questions": [{"id": "Bad id", "text": "?"}]}, "questions.0.id"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_breaks_the_schema_is_named(
    tmp_path: Path, changes: dict[str, object], message: str
):
    with pytest.raises(ValueError, match=message):
        load_form(write(tmp_path, **changes))


def test_an_unknown_form_lists_the_known_ones():
    with pytest.raises(ValueError, match=r"management.*but got 'managment'"):
        load_form("managment")


def test_what_is_no_yaml_is_refused(tmp_path: Path):
    path = tmp_path / "form.yaml"
    path.write_text("a: [", encoding="utf-8")
    with pytest.raises(ValueError, match="must be YAML"):
        load_form(str(path))
