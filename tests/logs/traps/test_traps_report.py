"""The section on traps: its schema, its page, its figure, its words."""

import json
from importlib.resources import files

import jsonschema
import pytest

from inspect_rubricblind.logs.contents import Summary
from inspect_rubricblind.logs.kinds import kind_of, kinds_of
from inspect_rubricblind.logs.traps.plates import trap_plates
from inspect_rubricblind.logs.traps.reading import Trapped, Traps
from inspect_rubricblind.logs.traps.section import flat_traps, trap_section
from inspect_rubricblind.logs.traps.tables import trap_tables
from inspect_rubricblind.logs.traps.wording import trap_name, trap_sentences
from inspect_rubricblind.records import ERROR_CODES, Signature, TrapResult

SCHEMA = files("inspect_rubricblind.logs").joinpath("schema/summary.schema.json")


def entry(number, model=None, failed=0, subtype="A1", **more):
    signature = Signature(
        grader="judge/x",
        settings="{}",
        prompt="healthbench",
        prompt_hash="h",
        criteria_hash="c",
        draw=0,
        arguments="{}",
    )
    graded = {
        "answer_model": model,
        "signature": signature,
        "grading": "g",
        "failed": failed,
        "assessed": 4,
    }
    made = {
        "task": "dialogue",
        "subtype": subtype,
        "trap_sha256": f"t{number}",
        "source_id": f"s{number}",
        "planter": "rules",
        "planted_by": "rules",
        "validated_by": "rules",
        "rounds": 1,
        **(graded if model else {"unscored": "no_model"}),
        **more,
    }
    return Trapped(f"s{number}", 1, "path", TrapResult.model_validate(made))


def section(*entries):
    return trap_section(Traps(list(entries)))


@pytest.fixture
def judged():
    return section(
        *(
            entry(k, model, failed=(k * 3 + (model == "m/b")) % 5, subtype=kind)
            for k in range(40)
            for model in ("m/a", "m/b")
            for kind in ("A1" if k % 2 else "D2",)
        )
    )


def test_the_section_fits_the_schema_with_and_without_a_judge(judged):
    wanted = json.loads(SCHEMA.read_text(encoding="utf-8"))["properties"]["traps"]
    for found in (judged, section(entry(1))):
        jsonschema.validate(json.loads(json.dumps(found)), wanted)


def test_without_a_trap_there_is_no_section_and_no_key():
    assert trap_section(Traps()) is None
    assert "traps" not in Summary(False, (), (), (), (), {}).as_json()
    assert list(trap_tables(None)) == list(trap_sentences(None)) == []
    assert flat_traps(None) == {}


def test_without_a_judge_nothing_is_said_of_rates():
    found = section(entry(1), entry(2))
    assert [table.title for table in trap_tables(found)] == ["Traps: planted and kept"]
    said = " ".join(trap_sentences(found))
    assert "no hallucination rate is given" in said
    assert "rubric lines not passed" not in said
    assert list(trap_plates(found)) == []
    assert found["published"] == []


def test_published_rates_are_named_as_published(judged):
    table = next(t for t in trap_tables(judged) if "published" in t.title)
    sources = {row[1]: row[3] for row in table.rows}
    assert sources["Claude-4-Sonnet"].startswith("published (")
    assert sources["m/a (local file)"] == "own"
    assert any("different questions" in note for note in table.notes)


def test_a_rank_never_stands_without_its_range(judged):
    models = next(t for t in trap_tables(judged) if "hallucination rates" in t.title)
    assert all("(" in row[-1] and "–" in row[-1] for row in models.rows)


def test_the_heat_map_has_a_column_per_model_and_a_row_per_kind(judged):
    [plate] = trap_plates(judged)
    assert plate.section == "traps"
    svg = plate.drawing.svg
    for text in ("A1 Non-existent entity", "D2 Source fabrication", ">a<", ">b<"):
        assert text in svg
    # Twenty samples each: a count, so no tile is shaded.
    assert "n = 20" in svg
    assert "*" in svg


def test_names_come_from_the_taxonomies():
    assert trap_name("A1") == "A1 Non-existent entity"
    assert trap_name("E") == "E Temporal obsoletion"
    assert trap_name("Z9") == "Z9"
    assert kind_of("trap C1").name == "Unsupported diagnosis"
    assert kind_of("C1").name != kind_of("trap C1").name
    assert kind_of("nothing") is None


def test_tables_show_planted_subtypes_in_the_place_of_types_nobody_injected():
    assert [k.code for k in kinds_of([])] == list(sorted(ERROR_CODES, key=_order))
    assert [k.code for k in kinds_of(["trap D2", "trap A1"])] == ["trap A1", "trap D2"]
    assert all(k.harm is None for k in kinds_of(["trap A1"]))


def _order(code):
    return "FCROK".index(code[0]), code
