"""Published gradings: stored scores follow from stored verdicts by our rules."""

import ast
from pathlib import Path

import pytest

from inspect_rubricblind.records import (
    Criterion,
    official_score,
    points,
    points_possible,
)
from inspect_rubricblind.records.rows import Line, read_jsonl
from inspect_rubricblind.tasks.healthbench import HEALTHBENCH, read_row
from inspect_rubricblind.tasks.livemedbench import LIVEMEDBENCH, livemedbench

LIVE_RESULTS = {
    "healthguard_baseline_results.jsonl": 240,
    "healthguard_local_baseline_results.jsonl": 58,
}
HEALTHBENCH_GRADED = {
    "m42_judge_responses.jsonl": 45,
    "nemotron3_hard_graded.jsonl": 30,
    "nemotron3_smoke10_graded_run1.jsonl": 7,
    "nemotron3_smoke10_graded_run2.jsonl": 7,
    "scribegoat2_safety_max_hard_graded.jsonl": 10,
}


def criteria_of(items, text="criterion"):
    return [
        Criterion(index=index, criterion=item[text], points=item["points"])
        for index, item in enumerate(items)
    ]


@pytest.fixture
def rows(shared):
    def read(folder, name):
        return [line.value for line in read_jsonl(shared / folder / name)]

    return read


@pytest.fixture
def rubrics(shared):
    path = shared / "livemedbench" / "LiveMedBench_v202604_subset.json"
    task = livemedbench(dataset=str(path))
    return {
        sample.id: [Criterion.model_validate(c) for c in sample.metadata["criteria"]]
        for sample in task.dataset
    }


@pytest.mark.parametrize("name", LIVE_RESULTS)
def test_livemedbench(rows, rubrics, name):
    graded = rows("livemedbench", name)
    assert len(graded) == LIVE_RESULTS[name]
    for row in graded:
        rubric = rubrics[str(row["case_id"])]
        assert points(rubric, row["met"]) == row["earned"]
        assert points_possible(rubric) == row["max_positive"]
        score = official_score(LIVEMEDBENCH.scoring, rubric, row["met"], 0)
        # The file rounds to four places; points and maximum above are exact.
        assert round(score, 4) == row["score"]


def test_livemedbench_from_the_file_as_answers_and_verdicts(shared, rows):
    """The converter keeps answers and verdicts of the model that is asked for."""
    folder = shared / "livemedbench"
    stored = {
        str(row["case_id"]): row
        for row in rows("livemedbench", "healthguard_baseline_results.jsonl")
        if row["model"] == "gpt-5.4"
    }
    results = f"{folder / 'healthguard_baseline_results.jsonl'}#model=gpt-5.4"
    task = livemedbench(
        dataset=str(folder / "LiveMedBench_v202604_subset.json"),
        answers=results,
        verdicts=results,
    )
    assert len(task.dataset) == len(stored) == 120
    for sample in task.dataset:
        row = stored[sample.id]
        assert sample.metadata["answer"]["text"] == row["response"]
        assert sample.metadata["answer"]["answer_model"] == "gpt-5.4"
        assert list(sample.metadata["verdicts"]) == row["met"]


def test_the_cross_graded_scores_are_those_of_the_same_answers(rows):
    stored = {
        (row["case_id"], row["model"]): row["score"]
        for row in rows("livemedbench", "healthguard_baseline_results.jsonl")
    }
    crossed = [
        row
        for row in rows("livemedbench", "healthguard_cross_grade.jsonl")
        if row["condition"] == "baseline"
    ]
    assert len(crossed) == 240
    for row in crossed:
        score = stored[row["case_id"], row["model"]]
        assert row["gpt41_score"] == pytest.approx(score, abs=5e-4)


def grade_of(row):
    """Rubric, verdicts and score of a row, in whatever shape its tool wrote them."""
    if "responses" in row:  # lists as Python literals
        replies = ast.literal_eval(row["responses"])
        return row["rubrics"], [_met(reply) for reply in replies], row["score"]
    grade = row.get("grade", row)
    graded = grade["rubrics_with_grades"]
    return graded, [item["criteria_met"] for item in graded], grade["score"]


def _met(reply):
    return reply.get("response_dict", reply)["criteria_met"]


@pytest.mark.parametrize("name", HEALTHBENCH_GRADED)
def test_healthbench(rows, name):
    """The rows go through the loader first, as a run would read them."""
    graded = rows("healthbench_graded", name)
    assert len(graded) == HEALTHBENCH_GRADED[name]
    for number, row in enumerate(graded, start=1):
        items, verdicts, stored = grade_of(row)
        rubric = read_row(Line(Path(name), number, row)).criteria
        assert [(c.criterion, c.points) for c in rubric] == [
            (item["criterion"], item["points"]) for item in items
        ]
        score = official_score(HEALTHBENCH.scoring, rubric, verdicts, 0)
        assert score == pytest.approx(stored, abs=1e-9)


def test_points_of_a_file_that_stores_points_alone(rows):
    graded = rows("healthbench_graded", "srh_gpt41nano_responses_gpt4_grader.jsonl")
    assert len(graded) == 15
    for row in graded:
        rubric = criteria_of(row["rubrics"], "criteria")
        verdicts = [item["criteria_met"] for item in row["rubrics"]]
        assert points(rubric, verdicts) == row["total"]
        assert [
            item["points"] if met else 0
            for item, met in zip(row["rubrics"], verdicts, strict=True)
        ] == [item["score"] for item in row["rubrics"]]


def test_some_of_these_scores_are_negative_and_stay_so(rows):
    scores = [
        grade_of(row)[2]
        for name in HEALTHBENCH_GRADED
        for row in rows("healthbench_graded", name)
    ]
    assert min(scores) < 0
