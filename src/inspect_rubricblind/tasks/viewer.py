"""How `inspect view` lists the samples of a rubric benchmark.

Compact columns are so narrow that a share such as 0.714 is cut off, so the list shows
whole and half numbers: the coverage of each error type, then its graded outcome. The
shares stand in the column of answers, as counts ("5 of 7 errors are asked about").
"""

from inspect_ai.viewer import (
    SampleScoreView,
    ScoreColorScale,
    TaskSamplesColumn,
    TaskSamplesSort,
    TaskSamplesView,
    ViewerConfig,
)

from inspect_rubricblind.records import ERROR_CODES

LABELS = {
    "n_injections": "Injections",
    "covered": "Covered",
    "bound_auroc": "Bound",
    "controls_covered": "Controls covered",
    "agrees_with_rules": "Agrees with rules",
    "score": "Score",
    "auroc": "Paired AUROC",
    "win": "Win",
    "tie": "Tie",
    "loss": "Loss",
    "ungraded": "Ungraded",
    "repeat_differs": "Repeat differs",
    "control_auroc": "Control AUROC",
}
HIDDEN = (
    ("coverage", "covered"),
    ("coverage", "bound_auroc"),
    ("coverage", "controls_covered"),
    ("coverage", "agrees_with_rules"),
    *(
        ("paired_rubric", key)
        for key in (
            *("score", "win", "tie", "loss", "ungraded"),
            *("repeat_differs", "control_auroc"),
        )
    ),
)
NOTICED = ScoreColorScale(palette="good-high", min=0, max=1)


def coverage_view() -> ViewerConfig:
    """Columns by error type, the least covered cases first.

    Every column is listed, since the viewer shows those that are not. The first codes
    are coverage (1 a criterion asks, 0 none does); those after `Paired AUROC` are
    outcomes (1 win, 0.5 tie, 0 loss), empty where no grader was bound.
    """
    return ViewerConfig(
        task_samples_view=TaskSamplesView(
            name="Coverage and outcomes",
            columns=[
                TaskSamplesColumn(id="sampleStatus"),
                TaskSamplesColumn(id="sampleId"),
                TaskSamplesColumn(id="input"),
                TaskSamplesColumn(id="answer"),
                TaskSamplesColumn.score("coverage", "n_injections"),
                *(TaskSamplesColumn.score("coverage", code) for code in ERROR_CODES),
                TaskSamplesColumn.score("paired_rubric", "auroc"),
                *(
                    TaskSamplesColumn.score("paired_rubric", code)
                    for code in ERROR_CODES
                ),
                TaskSamplesColumn(id="duration"),
                TaskSamplesColumn(id="tokens", visible=False),
                TaskSamplesColumn(id="target", visible=False),
                *(
                    TaskSamplesColumn.score(scorer, key, visible=False)
                    for scorer, key in HIDDEN
                ),
            ],
            sort=[TaskSamplesSort.score("coverage", "covered", dir="asc")],
            compact_scores=True,
            score_labels=LABELS,
            score_color_scales=dict.fromkeys((*ERROR_CODES, "auroc"), NOTICED),
            color_scales_enabled=True,
        ),
        sample_score_view=SampleScoreView(default="grid"),
    )


def pair_view() -> ViewerConfig:
    """Columns of ready-made pairs: the rules without a rubric, then the outcome.

    The pairs that the rubric gets wrong come first. Columns by error type stay out of
    sight: the errors are of none of these types.
    """
    hidden = (*ERROR_CODES, *(key for name, key in HIDDEN if name == "paired_rubric"))
    return ViewerConfig(
        task_samples_view=TaskSamplesView(
            name="Rules and outcomes",
            columns=[
                TaskSamplesColumn(id="sampleStatus"),
                TaskSamplesColumn(id="sampleId"),
                TaskSamplesColumn(id="input"),
                TaskSamplesColumn(id="answer"),
                TaskSamplesColumn.score("leakage", "length"),
                TaskSamplesColumn.score("leakage", "overlap"),
                TaskSamplesColumn.score("paired_rubric", "auroc"),
                TaskSamplesColumn(id="duration"),
                TaskSamplesColumn(id="tokens", visible=False),
                TaskSamplesColumn(id="target", visible=False),
                *(
                    TaskSamplesColumn.score("paired_rubric", key, visible=False)
                    for key in hidden
                ),
            ],
            sort=[TaskSamplesSort.score("paired_rubric", "auroc", dir="asc")],
            compact_scores=True,
            score_labels={**LABELS, "length": "Length", "overlap": "Overlap"},
            score_color_scales=dict.fromkeys(("length", "overlap", "auroc"), NOTICED),
            color_scales_enabled=True,
        ),
        sample_score_view=SampleScoreView(default="grid"),
    )
