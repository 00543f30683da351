"""What a run really asks, against the plan, the study's design and the logs."""

from collections import Counter
from pathlib import Path

import pytest
from inspect_ai import score
from inspect_ai.log import read_eval_log, write_eval_log

from inspect_rubricblind.calls.roles import ROLES
from inspect_rubricblind.logs.costs import read_costs
from inspect_rubricblind.logs.spending import EVALUATED
from inspect_rubricblind.records import ERROR_CODES, Case
from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from inspect_rubricblind.tasks.planning.design import (
    ACCEPTANCE,
    ACCEPTED,
    Wishes,
    design_run,
)
from inspect_rubricblind.tasks.planning.plan import plan_lines
from inspect_rubricblind.tasks.planning.workload import dataset_workload
from inspect_rubricblind.taxonomy.load import load_taxonomy
from model_runs import LOCAL, bind, run, samples, trials

CASES = 1


def calls_of(path: str) -> Counter[tuple[str, str]]:
    """Paid calls by stage and role, as the logs tell."""
    counts: Counter[tuple[str, str]] = Counter()
    for who, spent in read_costs([Path(path)]).rows.items():
        counts[who.stage, who.role] += spent.calls
    return counts


@pytest.mark.slow
def test_without_repeats_and_controls_a_run_calls_no_more_than_the_study(
    local_model, tmp_path
):
    log = run(
        tmp_path,
        bind(),
        LOCAL + "keyword",
        limit=CASES,
        error_types=list(ERROR_CODES),
        repeats=0,
        controls=False,
        coverage="rules",
    )
    study = 0
    for sample, trial in zip(samples(log), trials(log), strict=True):
        criteria = len(Case.model_validate(sample.metadata).criteria)
        fitting = sum(bool(found.applicable) for found in trial.applicability)
        # Two attempts at most, each injected and judged once.
        study += 1 + 2 * 13 + fitting * 2 * 2
        study += (1 + len(trial.injections)) * criteria
    calls = calls_of(log.location)
    assert calls.total() == local_model.calls() <= study
    assert calls["applicability", "applicability_a"] == CASES * 13


@pytest.mark.slow
def test_a_run_stays_within_its_plan_and_the_logs_count_what_was_sent(
    local_model, tmp_path
):
    log = run(
        tmp_path,
        bind(),
        LOCAL + "keyword",
        limit=CASES,
        error_types=list(ERROR_CODES),
    )
    design = design_run(
        load_taxonomy().types, ACCEPTED.value, ACCEPTANCE.value, ROLES, True, Wishes()
    )
    sizes = dataset_workload("healthbench", "sample", "full", "auto")
    workload = sizes._replace(cases=CASES, sizes=sizes.sizes[:CASES])
    most: Counter[tuple[str, str]] = Counter()
    for line in plan_lines(workload, design):
        stage = "grading" if line.stage.startswith("grading") else line.stage
        most[stage, line.role] += line.at_most
    calls = calls_of(log.location)
    assert calls.total() == local_model.calls()
    assert set(calls) == set(most)
    assert all(calls[key] <= most[key] for key in calls), (calls, most)
    # What is certain is planned exactly.
    for key in [("answer", EVALUATED), ("applicability", "applicability_b")]:
        assert calls[key] == most[key]


def test_logs_tell_tokens_as_inspect_does_and_scored_again_they_tell_more(
    local_model, tmp_path
):
    log = run(tmp_path, bind("grader"), limit=1)
    (row,) = read_costs([Path(log.location)]).rows.values()
    usage = log.stats.role_usage["grader"]
    assert (row.tokens.input, row.tokens.output) == (
        usage.input_tokens,
        usage.output_tokens,
    )
    again = score(
        read_eval_log(log.location),
        paired_rubric(draw=1),
        action="append",
        model_roles=bind("grader"),
        display="none",
    )
    path = tmp_path / "again.eval"
    write_eval_log(again, str(path))
    (both,) = read_costs([Path(log.location), path]).rows.values()
    assert both.calls == 2 * row.calls == local_model.calls()
    assert both.tokens.input == 2 * row.tokens.input


@pytest.mark.slow
def test_a_second_run_is_replayed_and_costs_nothing(local_model, tmp_path):
    first = run(tmp_path, bind("grader"), limit=1)
    sent = local_model.calls()
    second = run(tmp_path, bind("grader"), limit=1)
    (row,) = read_costs([Path(second.location)]).rows.values()
    assert local_model.calls() == sent
    assert (row.calls, row.replayed, row.tokens.input) == (0, sent, 0)
    both = read_costs([Path(first.location), Path(second.location)])
    assert [s.calls for s in both.rows.values()] == [sent]


@pytest.mark.parametrize("kind", ["500", "429"])
def test_faults_of_transport_are_no_calls_of_their_own(kind, local_model, tmp_path):
    local_model.plan(share=0.3, kinds=[kind])
    log = run(tmp_path, bind("grader"), limit=1)
    (row,) = read_costs([Path(log.location)]).rows.values()
    faults = sum(len(seen.faults) for seen in local_model.seen().values())
    assert faults > 0
    assert row.failed == 0
    assert 0 < row.retries <= faults
    assert row.calls + faults == local_model.calls()
