import hashlib
import json

import pytest

from inspect_rubricblind.records import Case
from inspect_rubricblind.records.rows import Line
from inspect_rubricblind.tasks import livemedbench as module
from inspect_rubricblind.tasks.livemedbench import choose_cases, livemedbench
from inspect_rubricblind.tasks.livemedbench_rows import detect_language, read_row


def row(case_id=1, **changes):
    return {
        "case_id": case_id,
        "post_time": "2026-04-24T00:00:00",
        "narrative": "I have had a cough for two weeks.",
        "core_request": "Do I need antibiotics?",
        "doctor_advice": "Most likely not.",
        "rubric_items": [
            {
                "criterion": "Does the model ask about fever?",
                "points": 6,
                "axe": "Safety",
            },
            {"criterion": "Does the model invent a test?", "points": -5},
        ],
        "theme": ["Context-Seeking", "Response Depth"],
    } | changes


def item(**changes):
    return read_row(Line("rows.json", 1, row(**changes)))


@pytest.fixture
def write(tmp_path):
    def _write(*rows, name="rows.json"):
        path = tmp_path / name
        path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
        return str(path)

    return _write


def cases(task):
    return {sample.id: sample.metadata_as(Case) for sample in task.dataset}


def test_a_row_becomes_a_case():
    mapped = item()
    assert mapped.id == "1"
    [turn] = mapped.turns
    assert turn.content == "I have had a cough for two weeks.\n\nDo I need antibiotics?"
    assert [(c.points, c.tags) for c in mapped.criteria] == [
        (6, ("axis:Safety",)),
        (-5, ()),
    ]
    assert mapped.tags == (
        "theme:Context-Seeking",
        "theme:Response Depth",
        "month:2026-04",
    )
    assert (mapped.theme, mapped.language) == ("Context-Seeking", "en")
    assert mapped.reference == "Most likely not."


@pytest.mark.parametrize(
    ("theme", "first", "tags"),
    [
        ("Response Depth", "Response Depth", 1),
        (["B", "A"], "B", 2),
        ([], "", 0),
        (None, "", 0),
        ("", "", 0),
    ],
)
def test_a_theme_is_a_word_a_list_or_missing(theme, first, tags):
    mapped = item(theme=theme)
    assert mapped.theme == first
    assert sum(tag.startswith("theme:") for tag in mapped.tags) == tags


@pytest.mark.parametrize("post_time", ["", None, "unknown", "24.04.2026"])
def test_a_date_that_cannot_be_read_is_said(post_time):
    assert "month:unknown" in item(post_time=post_time).tags


def test_older_versions_have_neither_theme_nor_axis_nor_date():
    bare = {k: row()[k] for k in ("case_id", "narrative", "rubric_items")}
    mapped = read_row(Line("rows.json", 1, bare))
    assert (mapped.theme, mapped.reference) == ("", None)
    assert mapped.turns[0].content == "I have had a cough for two weeks."


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (("A cough.", "Why?", "Rest."), "en"),
        (("A cough.", "Why?", "多喝水"), "zh"),  # the advice alone
        (("かぜ", None, None), "zh"),
        (("감기", None, None), "zh"),
        (("µ, ß, é, 37.5 °C、。", "", None), "en"),  # no character of a language
        ((None, None, None), "en"),
    ],
)
def test_one_cjk_character_makes_a_case_chinese(texts, language):
    assert detect_language(*texts) == language


def test_negative_only_cases_are_cases_with_the_score_0():
    negative = [{"criterion": "Does the model claim a cure?", "points": -5}]
    mapped = item(rubric_items=negative)
    assert (mapped.skip, "negative_only" in mapped.tags) == (None, True)
    assert module.LIVEMEDBENCH.scoring.without_positive == 0


@pytest.mark.parametrize("rubric", [[], None])
def test_cases_without_criteria_are_skipped_and_counted(write, rubric):
    task = livemedbench(dataset=write(row(1), row(2, rubric_items=rubric)))
    assert task.metadata["skipped"] == {"no_criteria": 1}


def test_later_rows_of_an_id_are_skipped_and_counted(write):
    later = row(1, doctor_advice="Something else.")
    task = livemedbench(
        dataset=write(row(1), row(2), later, row("1")), answers="reference"
    )
    assert task.metadata["skipped"] == {"duplicate_id": 2}
    assert cases(task)["1"].answer.text == "Most likely not."


MALFORMED = {
    "no list": ({}, "must be one JSON list of objects, but got {}"),
    "not JSON": ("[{]", "must be one JSON list of objects, but .* at character"),
    "JSON Lines": ("{}\n{}", "must be one JSON list of objects, but Extra data"),
    "no rows": ([], "must hold at least one row, but is empty"),
    "no object": ([row(), 3], "item 2: must be a JSON object, but got 3"),
    "no id": ([row(None)], "item 1, row None: field case_id must be a valid string"),
    "no question": (
        [row(narrative=" ", core_request=None)],
        "item 1, row 1: .* must have a narrative or a core_request",
    ),
    "no criterion": (
        [row(), row(2, rubric_items=[{"points": 1}])],
        r"item 2, row 2: field rubric_items\[0\].criterion is missing",
    ),
    "zero points": (
        [row(rubric_items=[{"criterion": "x", "points": 0}])],
        r"field rubric_items\[0\].points must be a whole number other than 0",
    ),
    "a theme that is none": ([row(theme=[3])], r"field theme\[0\] must be a valid str"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_rows_stop_the_task_before_any_work(tmp_path, name):
    content, message = MALFORMED[name]
    path = tmp_path / "rows.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    with pytest.raises(ValueError, match=rf"rows\.json.*{message}"):
        livemedbench(dataset=str(path))


def test_another_file_under_the_snapshots_name_is_refused_unless_told(write):
    path = write(row(), name="LiveMedBench_v202604_new.json")
    with pytest.raises(ValueError, match=r"begins with 8b0fffad.*snapshot=any"):
        livemedbench(dataset=path)
    assert len(livemedbench(dataset=path, snapshot="any").dataset) == 1
    assert len(livemedbench(dataset=write(row(), name="mine.json")).dataset) == 1


def test_the_snapshot_itself_is_accepted_by_the_start_of_its_hash(write, monkeypatch):
    path = write(row(), name="LiveMedBench_v202604_new.json")
    with open(path, "rb") as stream:
        start = hashlib.sha256(stream.read()).hexdigest()[:8]
    monkeypatch.setattr(module, "SNAPSHOT", module.SNAPSHOT._replace(sha256=start))
    assert len(livemedbench(dataset=path).dataset) == 1


def test_a_language_can_be_chosen(write):
    path = write(row(1), row(2, narrative="咳嗽两周"), row(3))
    assert list(cases(livemedbench(dataset=path, language="english"))) == ["1", "3"]
    chinese = livemedbench(dataset=path, language="chinese")
    assert (list(cases(chinese)), chinese.metadata["skipped"]) == (
        ["2"],
        {"other_language": 2},
    )


def many():
    themes = (
        ["Emergency Referrals"] * 6 + ["Context-Seeking"] * 40 + ["Response Depth"] * 34
    )
    return [row(number, theme=theme) for number, theme in enumerate(themes)]


def test_a_balanced_draw_is_logged_with_its_quotas(write):
    path = write(*many(), row(99, narrative="咳嗽"))
    task = livemedbench(
        dataset=path, language="english", sample_size=30, top_up=4, seed=2
    )
    assert task.metadata["draw"] == {
        "ids": 34,
        "available": {
            "Context-Seeking": 40,
            "Emergency Referrals": 6,
            "Response Depth": 34,
        },
        "balanced": {
            "Context-Seeking": 12,
            "Emergency Referrals": 6,
            "Response Depth": 12,
        },
        "top_up": 4,
    }
    assert task.metadata["skipped"] == {"other_language": 1, "not_drawn": 46}
    again = livemedbench(
        dataset=write(*reversed(many())), sample_size=30, top_up=4, seed=2
    )
    assert set(cases(again)) == set(cases(task))


def test_shards_part_what_was_drawn(write):
    path = write(*many())
    draw = {"dataset": path, "sample_size": 30, "seed": 2}
    whole = cases(livemedbench(**draw))
    parts = [cases(livemedbench(**draw, shard=f"{i}/3")) for i in range(3)]
    assert sorted(case for part in parts for case in part) == sorted(whole)


def test_a_draw_larger_than_the_pool_takes_all_and_says_so(caplog):
    items = [item(case_id=n) for n in range(3)]
    choice = choose_cases(items, "all", 5, 1, seed=0)
    assert choice.left_out == {}
    assert "ask for 6 cases, but there are only 3" in caplog.text


def test_a_draw_needs_themes(write):
    path = write(row(1), row(2, theme=None))
    with pytest.raises(
        ValueError, match=r"every case must have a theme, but 1 of 2.*'2'"
    ):
        livemedbench(dataset=path, sample_size=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"language": "en"}, "language must be one of 'all', 'english', 'chinese'"),
        ({"top_up": 3}, "top_up adds to a draw, so sample_size must be given"),
        ({"sample_size": -1}, "sample_size must be 0 or more"),
        ({"sample_size": "550"}, "sample_size must be a whole number"),
        ({"floor": "always"}, "floor must be one of 'repeat', 'original', 'verdicts'"),
        ({"floor": "verdicts"}, "floor=verdicts needs verdicts=FILE"),
        ({"clip": "case"}, "clip must be true or false"),
        ({"snapshot": True}, "snapshot must be one of 'pinned', 'any'"),
        (
            {"grader_prompt": "own"},
            "grader_prompt must be one of 'healthbench', 'offic",
        ),
        ({"nope": 1}, "arguments of livemedbench must be among dataset, .*nope"),
    ],
)
def test_arguments_are_checked_before_the_file_is_read(arguments, message):
    with pytest.raises(ValueError, match=message):
        livemedbench(dataset="no.json", **arguments)


def test_the_bundled_sample_says_that_it_is_one():
    task = livemedbench(dataset="sample", answers="reference")
    assert task.metadata["notice"].startswith("SAMPLE:")
    assert task.metadata["official_score"].endswith("not clipped per case")
    assert {case.language for case in cases(task).values()} == {"en", "zh"}
    clipped = livemedbench(dataset="sample", clip=True)
    assert clipped.metadata["official_score"].endswith("clipped to 0 to 1 per case")


def test_real_rows_load(shared):
    path = str(shared / "livemedbench" / "LiveMedBench_v202604_subset.json")
    loaded = cases(livemedbench(dataset=path, answers="reference", language="english"))
    assert (len(loaded), sum(len(c.criteria) for c in loaded.values())) == (120, 818)
    assert {case.theme for case in loaded.values()} == {""}
    assert all(
        c.criterion.startswith("Does the model")
        for case in loaded.values()
        for c in case.criteria
    )
