import json

import numpy as np
import pytest
from scenario_files import rating, scenario, write_csv, write_yaml

from inspect_rubricblind.logs.ratings import ItemKey, Rating
from inspect_rubricblind.logs.scenarios.labels import ExpertLabels, read_labels
from inspect_rubricblind.logs.scenarios.panel import build_panel
from inspect_rubricblind.logs.scenarios.reviewed import item_id
from inspect_rubricblind.records.scenario import Scenario

TWO = scenario("t", [(5, ["Safety"]), (1, ["Style"])])
WANTED = {("t", "C001", "m"): True, ("t", "C002", "m"): False, ("t", "C001", "n"): None}


def rows(words):
    cells = [(*key, word) for key, word in zip(WANTED, words, strict=True)]
    return [("scenario", "criterion", "model", "met"), *cells]


@pytest.mark.parametrize(
    "words", [("true", "0", ""), ("Met", "not met", "none"), ("YES", "no", "null")]
)
def test_labels_are_read_from_csv_in_several_words(tmp_path, words):
    path = write_csv(tmp_path / "l.csv", rows(words))
    assert read_labels([path]).met == WANTED


def test_labels_are_read_from_json_and_json_lines(tmp_path):
    header, *cells = rows([True, False, None])
    found = [dict(zip(header, row, strict=True)) for row in cells]
    listed, lines = tmp_path / "l.json", tmp_path / "l.jsonl"
    listed.write_text(json.dumps(found), encoding="utf-8")
    lines.write_text("\n".join(map(json.dumps, found)), encoding="utf-8")
    assert read_labels([listed]).met == read_labels([lines]).met == WANTED


def test_rating_files_are_labels_too(tmp_path):
    folder = tmp_path / "ratings"
    folder.mkdir()
    write_yaml(folder / "m.yaml", rating(TWO, "m", [True, False]))
    write_yaml(folder / "n.yaml", rating(TWO, "n", [None, None]))
    assert read_labels([folder]).met == WANTED | {("t", "C002", "n"): None}


def test_a_review_is_labels_too_and_raters_who_split_give_none(tmp_path):
    def say(criterion, packet, answer):
        key = ItemKey(
            kind="item",
            error_type="t",
            injector="m",
            case_id=item_id("t", criterion, "m"),
        )
        return Rating(
            packet=packet,
            rater=packet,
            role="Qualified doctor",
            form="scenario_rating",
            item=criterion,
            position=1,
            question="met",
            answer=answer,
            key=key,
        ).model_dump_json()

    path = tmp_path / "ratings.jsonl"
    lines = [
        say("C001", "R01", "yes"),
        say("C001", "R02", "yes"),
        say("C001", "R03", "no"),
        say("C002", "R01", "yes"),
        say("C002", "R02", "no"),
        say("C002", "R03", None),
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert read_labels([path]).met == {
        ("t", "C001", "m"): True,
        ("t", "C002", "m"): None,
    }


def test_labels_of_autoraters_may_come_along(tmp_path):
    header = ("scenario", "criterion", "model", "met", "rater")
    cells = [("t", "C001", "m", "1", "expert"), ("t", "C001", "m", "0", "gpt")]
    path = write_csv(tmp_path / "l.csv", [header, *cells])
    found = read_labels([path])
    assert found.autoraters == {"gpt": {("t", "C001", "m"): False}}
    rated = write_yaml(tmp_path / "r.yaml", rating(TWO, "m", [True, None], {"a": True}))
    both = read_labels([rated])
    assert both.autoraters["a"][("t", "C002", "m")] is True
    panel = build_panel([], found, [Scenario.model_validate(TWO)])
    assert (list(panel.tables), panel.autoraters) == (["expert", "gpt"], ("gpt",))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("l.csv", "scenario,criterion,model\n1,2,3\n", "met is missing"),
        ("l.csv", "scenario,criterion,model,met\nt,C1,m,maybe\n", "but got 'maybe'"),
        ("l.csv", "scenario,criterion,model,met\nt,,m,1\n", "must not be empty"),
        ("l.csv", "scenario,criterion,model,met\n", "labels must hold at least one"),
        (
            "l.csv",
            "scenario,criterion,model,met\nt,C1,m,1\nt,C1,m,1\n",
            "must be unique",
        ),
        ("l.json", "{}", "it is no list"),
        ("l.jsonl", "[1]\n", "must be an object"),
        ("l.jsonl", "{", "CSV .*JSON"),
        ("l.yaml", "id: x", "breaks the schema"),
    ],
)
def test_malformed_labels_are_refused_with_their_place(
    tmp_path, name, content, message
):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ValueError, match=message) as raised:
        read_labels([path])
    assert name in str(raised.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("l.csv", "{head}\na,b," + "x" * 140_000 + ",1\n", "must be CSV, but field"),
        ("l.csv", "met,{head}\n1,a,b,c,0\n", "column 'met' must stand once"),
        ("l.csv", "scenario;criterion;model;met\na;b;c;1\n", "got 'scenario;criter"),
        (
            "l.jsonl",
            '{{"scenario":"a","criterion":"b","model":"c","met":1,"met":0}}',
            "key 'met' stands twice",
        ),
        (
            "l.json",
            '[{{"scenario":"a","criterion":"b","model":["c"],"met":1}}]',
            r"item 1: model must be a name, got \['c'\]",
        ),
    ],
)
def test_labels_that_could_be_read_in_two_ways_are_refused(
    tmp_path, name, content, message
):
    path = tmp_path / name
    path.write_text(content.format(head="scenario,criterion,model,met"))
    with pytest.raises(ValueError, match=message) as raised:
        read_labels([path])
    assert name in str(raised.value)


def test_a_cell_that_a_spreadsheet_would_run_is_read_as_it_was(tmp_path):
    path = write_csv(
        tmp_path / "l.csv",
        [("scenario", "criterion", "model", "met"), ("t", "C001", "'=m", "1")],
    )
    assert list(read_labels([path]).met) == [("t", "C001", "=m")]


def test_labels_of_criteria_that_do_not_exist_are_refused():
    expert = ExpertLabels({("t", "C009", "m"): True, ("u", "C001", "m"): True})
    with pytest.raises(ValueError, match="2 are not, such as t/C009, u/C001"):
        build_panel([], expert, [Scenario.model_validate(TWO)])


def test_a_panel_has_a_column_per_criterion_and_a_gap_per_missing_label():
    panel = build_panel([], ExpertLabels(WANTED), [Scenario.model_validate(TWO)])
    assert panel.models == ("m", "n")
    assert [line.weight for line in panel.lines] == [5, 1]
    np.testing.assert_array_equal(panel.tables["expert"], [[1, 0], [np.nan, np.nan]])
