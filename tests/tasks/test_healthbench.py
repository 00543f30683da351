import json

import pytest

from inspect_rubricblind.records import Case
from inspect_rubricblind.records.rows import Line, read_jsonl
from inspect_rubricblind.tasks.healthbench import (
    OFFICIAL,
    SAMPLE,
    healthbench,
    read_row,
    select_subset,
)


def row(case_id="a", **changes):
    return {
        "prompt_id": case_id,
        "prompt": [{"role": "user", "content": "I have a fever.\u2028What now?"}],
        "rubrics": [
            {"criterion": "Advises rest", "points": 5, "tags": ["level:example"]},
            {"criterion": "Is rude", "points": -3, "tags": ["level:cluster"]},
            {"criterion": "Is safe", "points": 5, "tags": ["level:cluster"]},
        ],
        "example_tags": ["theme:hedging", "other"],
        "ideal_completions_data": {"ideal_completion": "Rest and drink."},
        "canary": "c",
    } | changes


@pytest.fixture
def write(tmp_path):
    def _write(*rows, name="rows.jsonl"):
        path = tmp_path / name
        lines = [json.dumps(one, ensure_ascii=False) for one in rows]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return str(path)

    return _write


def item(**changes):
    return read_row(Line("rows.jsonl", 1, row(**changes)))


def without(field):
    return {key: value for key, value in row().items() if key != field}


def cases(task):
    return {sample.id: sample.metadata_as(Case) for sample in task.dataset}


def test_a_row_becomes_a_case():
    mapped = item()
    assert [turn.content for turn in mapped.turns] == ["I have a fever.\u2028What now?"]
    assert [(c.index, c.points) for c in mapped.criteria] == [(0, 5), (1, -3), (2, 5)]
    assert (mapped.theme, mapped.canary) == ("hedging", "c")
    assert mapped.reference == "Rest and drink."


def test_consensus_keeps_the_agreed_criteria_under_their_own_index():
    kept = select_subset(item(), "consensus")
    assert [(c.index, c.criterion) for c in kept.criteria] == [
        (1, "Is rude"),
        (2, "Is safe"),
    ]
    rubrics = [{"criterion": "x", "points": 1, "tags": ["level:example"]}]
    assert select_subset(item(rubrics=rubrics), "consensus") is None


@pytest.mark.parametrize("dataset", ["sample", "file"])
def test_hard_cannot_be_told_from_the_rows_of_another_file(tmp_path, dataset):
    file = tmp_path / "rows.jsonl"
    file.write_text("{}")
    wanted = OFFICIAL["hard"].sha256
    with pytest.raises(ValueError, match=f"subset=hard needs the file .*{wanted}"):
        healthbench(
            dataset=str(file) if dataset == "file" else dataset,
            subset="hard",
            answers="reference",
        )


def test_each_subset_has_its_pinned_official_file():
    assert set(OFFICIAL) == {"full", "hard", "consensus"}
    assert {len(file.sha256) for file in OFFICIAL.values()} == {64}
    assert len({file.url for file in OFFICIAL.values()}) == 3


MALFORMED = {
    "no id": (without("prompt_id"), "line 1: field prompt_id is missing"),
    "id of a wrong type": (row(prompt_id=3), "field prompt_id must be a valid string"),
    "no conversation": (without("prompt"), "row 'a': field prompt is missing"),
    "empty conversation": (row(prompt=[]), "field prompt must have at least 1 item"),
    "no user turn": (
        row(prompt=[{"role": "assistant", "content": "Hi"}]),
        "row 'a': field prompt must have a user turn",
    ),
    "ends with the assistant": (
        row(prompt=[*row()["prompt"], {"role": "assistant", "content": "Hi"}]),
        "field prompt must end with a user turn",
    ),
    "unknown role": (
        row(prompt=[{"role": "doctor", "content": "Hi"}]),
        r"field prompt\[0\].role must be 'system', 'user' or 'assistant', but got 'd",
    ),
    "empty turn": (
        row(prompt=[{"role": "user", "content": ""}]),
        r"field prompt\[0\].content must not be empty",
    ),
    "no rubric": (without("rubrics"), "field rubrics is missing"),
    "empty rubric": (row(rubrics=[]), "field rubrics must have at least 1 item"),
    "empty criterion": (
        row(rubrics=[{"criterion": " ", "points": 1}]),
        r"field rubrics\[0\].criterion must not be empty",
    ),
    "no points": (
        row(rubrics=[{"criterion": "x"}]),
        r"field rubrics\[0\].points is missing",
    ),
    "zero points": (
        row(rubrics=[{"criterion": "x", "points": 0}]),
        r"field rubrics\[0\].points must be a whole number other than 0, but got 0",
    ),
    "points beyond any rubric": (
        row(rubrics=[{"criterion": "x", "points": 10**400}]),
        r"field rubrics\[0\].points must be less than or equal to 1000000, but got",
    ),
    "points that are no integer": (
        row(rubrics=[{"criterion": "x", "points": 1.5}]),
        r"field rubrics\[0\].points must be a valid integer, but got 1.5",
    ),
    "points in words": (
        row(rubrics=[{"criterion": "x", "points": "5"}]),
        r"field rubrics\[0\].points must be a valid integer, but got '5'",
    ),
    "no positive points": (
        row(rubrics=[{"criterion": "x", "points": -5}]),
        "row 'a': field rubrics must have a criterion with positive points",
    ),
    "tags in words": (row(example_tags="x"), "field example_tags must be a valid list"),
    "empty reference answer": (
        row(ideal_completions_data={"ideal_completion": ""}),
        "field ideal_completions_data.ideal_completion must not be empty",
    ),
    "no row": (None, "must hold at least one row, but is empty"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_rows_stop_the_task_before_any_work(write, name):
    content, message = MALFORMED[name]
    path = write() if content is None else write(content)
    with pytest.raises(ValueError, match=rf"rows\.jsonl.*{message}"):
        healthbench(dataset=path)


def test_a_duplicate_id_is_named_with_its_lines(write):
    with pytest.raises(ValueError, match="'a' on the lines 1 and 3"):
        healthbench(dataset=write(row("a"), row("b"), row("a")))


def test_fields_that_no_stage_needs_may_be_absent(write):
    bare = {key: row()[key] for key in ("prompt_id", "prompt", "rubrics")}
    [case] = cases(healthbench(dataset=write(bare))).values()
    assert (case.theme, case.tags, case.answer) == ("", (), None)


def test_rows_without_a_reference_answer_are_skipped_and_counted(write, caplog):
    path = write(row("a"), row("b", ideal_completions_data=None), row("c"))
    task = healthbench(dataset=path, answers="reference")
    assert list(cases(task)) == ["a", "c"]
    assert (task.metadata["rows"], task.metadata["cases"]) == (3, 2)
    assert task.metadata["skipped"] == {"no_reference_answer": 1}
    assert "1 of 3 rows are skipped: 1 no_reference_answer" in caplog.text


def test_auto_keeps_them_since_a_model_may_answer(write):
    task = healthbench(dataset=write(row("a", ideal_completions_data=None)))
    assert cases(task)["a"].answer is None


def test_given_answers_and_verdicts_reach_their_case(write):
    rows = write(row("a"), row("b"))
    answers = write(
        {"id": "a", "answer": "Sleep.", "answer_model": "m"}, name="answers.jsonl"
    )
    verdicts = write(
        {"id": "a", "index": 2, "met": True},
        {"id": "b", "index": 0, "met": False},
        name="verdicts.jsonl",
    )
    task = healthbench(
        dataset=rows, answers=answers, verdicts=verdicts, subset="consensus"
    )
    case = cases(task)["a"]
    assert (case.answer.text, case.answer.answer_model) == ("Sleep.", "m")
    assert case.verdicts == (None, True)
    assert task.metadata["skipped"] == {"no_answer_in_file": 1}
    assert {"dataset", "answers", "verdicts"} == {
        key.removesuffix("_sha256") for key in task.metadata if "sha256" in key
    }


def test_a_run_without_any_case_is_an_error(write):
    own = [{"criterion": "x", "points": 1, "tags": ["level:example"]}]
    path = write(row("a", rubrics=own), row("b", rubrics=own))
    with pytest.raises(ValueError, match="all of its 2 rows are skipped: 2 not_in"):
        healthbench(dataset=path, subset="consensus")


def test_missing_files_are_named_by_argument(write):
    path = write(row())
    with pytest.raises(FileNotFoundError, match="dataset must be"):
        healthbench(dataset="no.jsonl")
    with pytest.raises(FileNotFoundError, match="answers must be"):
        healthbench(dataset=path, answers="no.jsonl")
    with pytest.raises(FileNotFoundError, match="verdicts must be"):
        healthbench(dataset=path, answers="reference", verdicts="no.jsonl")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"nope": 1}, "arguments of healthbench must be among dataset, subset, .*nope"),
        ({"subset": "easy"}, "subset must be one of 'full', 'hard', 'consensus'"),
        ({"error_types": "F9"}, "error types must be among F1"),
        ({"shard": "2/2"}, "shard must be"),
    ],
)
def test_arguments_are_checked_before_the_file_is_read(arguments, message):
    with pytest.raises(ValueError, match=message):
        healthbench(dataset="no.jsonl", **arguments)


def test_shards_share_the_cases_among_them(write):
    path = write(*(row(f"case-{n}") for n in range(40)))
    shards = [cases(healthbench(dataset=path, shard=f"{i}/3")) for i in range(3)]
    assert sorted(case for shard in shards for case in shard) == sorted(
        cases(healthbench(dataset=path))
    )


def test_the_bundled_sample_says_that_it_is_one():
    task = healthbench(dataset="sample")
    assert task.metadata["notice"].startswith("SAMPLE:")
    assert task.metadata["full_task_version"] == "1-A"
    assert len(task.dataset) == sum(1 for _ in read_jsonl(SAMPLE)) >= 6
    assert {case.dataset_kind for case in cases(task).values()} == {"sample"}


def test_no_model_is_bound_by_the_task():
    task = healthbench(dataset="sample")
    assert (task.model, task.model_roles) == (None, None)


def test_real_rows_load(shared):
    path = str(shared / "healthbench" / "oss_eval_subset.jsonl")
    reference = healthbench(dataset=path, answers="reference")
    assert (len(reference.dataset), reference.metadata["skipped"]) == (
        89,
        {"no_reference_answer": 16},
    )
    everything = cases(healthbench(dataset=path))
    assert (len(everything), sum(len(c.criteria) for c in everything.values())) == (
        105,
        952,
    )
    assert len({case.theme for case in everything.values()}) == 7
    assert len(healthbench(dataset=path, subset="consensus").dataset) == 62


def test_consensus_rows_are_the_main_rows_with_the_agreed_criteria(shared):
    folder = shared / "healthbench"
    rubrics = [
        {
            case_id: [(c.criterion, c.points) for c in case.criteria]
            for case_id, case in cases(
                healthbench(dataset=str(folder / name), subset="consensus")
            ).items()
        }
        for name in ("oss_eval_subset.jsonl", "consensus_subset.jsonl")
    ]
    common = rubrics[0].keys() & rubrics[1].keys()
    assert len(common) == 20
    assert all(rubrics[0][case_id] == rubrics[1][case_id] for case_id in common)
