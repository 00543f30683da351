from inspect_ai import eval

from inspect_rubricblind.records import ERROR_CODES, Case
from inspect_rubricblind.tasks.healthbench import healthbench
from inspect_rubricblind.tasks.viewer import coverage_view


def listed(visible):
    view = coverage_view().task_samples_view
    return [column.id for column in view.columns if column.visible is visible]


def test_the_view_lists_exactly_the_columns_that_a_log_has(tmp_path):
    [log] = eval(
        healthbench(dataset="sample", error_types="F1"),
        model="none/none",
        limit=1,
        log_dir=str(tmp_path),
        display="none",
    )
    held = {
        f"score__{scorer}__{key}"
        for scorer, score in log.samples[0].scores.items()
        for key in score.value
    }
    columns = listed(True) + listed(False)
    assert {name for name in columns if name.startswith("score__")} == held
    assert len(columns) == len(set(columns))
    assert log.eval.viewer == coverage_view()


def test_no_visible_column_but_one_is_a_share_that_a_narrow_column_would_cut():
    scores = [name for name in listed(True) if name.startswith("score__")]
    coverage = [f"score__coverage__{code}" for code in ERROR_CODES]
    outcomes = [f"score__paired_rubric__{code}" for code in ERROR_CODES]
    assert scores == [
        "score__coverage__n_injections",
        *coverage,
        "score__paired_rubric__auroc",
        *outcomes,
    ]


def test_the_metadata_of_a_sample_has_no_empty_fields_and_loses_nothing():
    [sample, *_] = healthbench(dataset="sample").dataset
    assert [key for key, value in sample.metadata.items() if value in (None, "")] == []
    case = sample.metadata_as(Case)
    assert case.verdicts is None
    assert case.answer.answer_model == "reference"
    assert Case.model_validate(case.model_dump(mode="json")) == case
