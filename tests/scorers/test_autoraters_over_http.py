"""The scorer `autoraters` against the local server: what stops it, what it repeats."""

import pytest
from inspect_ai import eval, score
from inspect_ai.log import write_eval_log

from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.scorers.autoraters import autoraters
from inspect_rubricblind.tasks.scenarios import scenarios
from model_runs import LOCAL, samples


def panel(*names):
    return {"autorater": [LOCAL + name for name in names]}


def run(folder, roles):
    [log] = eval(
        scenarios(error_types="F1", controls=False),
        model="none/none",
        model_roles=roles,
        log_dir=str(folder),
        limit=1,
        display="none",
        log_realtime=False,
    )
    return log


@pytest.mark.parametrize(
    ("model", "said"),
    [("forbidden", "may not use this model"), ("missing", "does not know this model")],
)
def test_an_autorater_that_cannot_work_stops_the_run_and_is_named(
    local_model, tmp_path, model, said
):
    log = run(tmp_path, panel("keyword", model))
    assert log.status == "error"
    assert f"role autorater ({LOCAL}{model}) cannot be used" in log.error.message
    assert said in log.error.message


def test_an_autorater_that_nobody_can_read_stops_its_stage(local_model, tmp_path):
    local_model.plan(doomed_every=1, doomed_kinds=["garbage"])
    log = run(tmp_path, panel("keyword"))
    assert log.status == "error"
    assert f"stage autorating by {LOCAL}keyword stopped" in log.error.message


@pytest.mark.slow
def test_a_log_is_rated_again_by_others_and_the_report_takes_both(
    local_model, tmp_path
):
    log = run(tmp_path, panel("keyword"))
    local_model.reset()
    other = score(
        log,
        autoraters(draw=1),
        model_roles=panel("keyword", "never"),
        action="append",
        display="none",
    )
    [sample] = samples(other)
    assert {"autoraters", "autoraters1"} <= set(sample.scores)
    n = len(sample.metadata["criteria"])
    assert local_model.calls() == 2 * n
    assert sample.store == samples(log)[0].store
    write_eval_log(other, str(tmp_path / "again.eval"))
    study = read_study([tmp_path])
    [section] = {a.scenario: a for a in study.scenarios.answers}.values()
    found = {(r.grader, r.draw) for r in section.raters}
    assert found == {
        (LOCAL + "keyword", 0),
        (LOCAL + "keyword", 1),
        (LOCAL + "never", 1),
    }


@pytest.mark.parametrize("draw", [-1])
def test_arguments_out_of_range_are_refused(draw):
    with pytest.raises(ValueError, match="draw must be 0 or more"):
        autoraters(draw=draw)
