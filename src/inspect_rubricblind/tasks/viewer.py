"""How `inspect view` lists the samples of a rubric benchmark."""

from inspect_ai.viewer import (
    SampleScoreView,
    TaskSamplesColumn,
    TaskSamplesSort,
    TaskSamplesView,
    ViewerConfig,
)

from inspect_rubricblind.records import ERROR_CODES

COVERAGE_COLUMNS = {
    "covered": "Covered",
    "n_injections": "Injections",
    "bound_auroc": "Bound",
    "controls_covered": "Controls covered",
}


def coverage_view() -> ViewerConfig:
    """Columns by error type, the least covered cases first."""
    keys = [*COVERAGE_COLUMNS, *ERROR_CODES]
    return ViewerConfig(
        task_samples_view=TaskSamplesView(
            name="Coverage",
            columns=[
                TaskSamplesColumn(id="sampleId"),
                TaskSamplesColumn(id="input"),
                *(TaskSamplesColumn.score("coverage", key) for key in keys),
                TaskSamplesColumn(id="target", visible=False),
                TaskSamplesColumn(id="answer", visible=False),
            ],
            sort=[TaskSamplesSort.score("coverage", "covered", dir="asc")],
            compact_scores=True,
            score_labels=COVERAGE_COLUMNS,
        ),
        sample_score_view=SampleScoreView(default="grid"),
    )
