"""Runs with faults against the same run without: what may differ, and how much."""

from collections import Counter

import pandas as pd
import pytest
from inspect_ai.model import GenerateConfig, get_model

from inspect_rubricblind.records import ERROR_CODES
from model_faults import FAILURES, KINDS
from model_runs import (
    LOCAL,
    bind,
    graded_samples,
    gradings,
    pair_table,
    run,
    samples,
    trials,
    verdict_reasons,
)

KEYS = ["case_id", "kind", "error_type", "repeat"]


@pytest.fixture
def rows(request, shared):
    """The real rows, for those tests that are marked slow."""
    return str(shared / "healthbench" / "oss_eval_subset.jsonl")


def all_roles():
    """Every role on one model that does not wait out Inspect's own back-off."""
    config = GenerateConfig(max_retries=0)
    return {role: get_model(LOCAL + "keyword", config=config) for role in bind()}


@pytest.fixture
def compare(local_model, tmp_path, monkeypatch):
    """A run without faults and one per plan, none of which share a cache."""

    def run_all(*plans, **arguments):
        run(tmp_path / "without", all_roles(), **arguments)
        before = pair_table(tmp_path / "without")
        for number, plan in enumerate(plans):
            folder = tmp_path / f"with {number}"
            local_model.reset()
            local_model.plan(**plan)
            monkeypatch.setenv("INSPECT_CACHE_DIR", str(folder / "cache"))
            log = run(folder, all_roles(), **arguments)
            assert log.status == "success", log.error.message
            yield log, before, pair_table(folder)

    return run_all


def faults_of(server):
    return Counter(fault for seen in server.seen().values() for fault in seen.faults)


@pytest.mark.slow
def test_faults_that_pass_change_no_row(local_model, compare):
    [(log, before, after)] = compare({"share": 0.2}, error_types="F4,O2")
    pd.testing.assert_frame_equal(after, before)
    assert len(faults_of(local_model)) >= 8
    verdicts = [
        verdict
        for result in gradings(log)
        for text in result.texts
        for verdict in text.verdicts
    ]
    repairs = Counter(repair for verdict in verdicts for repair in verdict.repairs)
    assert {"fence", "prose", "string_boolean", "two_objects"} & repairs.keys()
    assert max(verdict.tries for verdict in verdicts) > 1
    assert not verdict_reasons(gradings(log))


def check_counts(server, log):
    """Each doomed request appears as that many lost verdicts, with its reason."""
    expected = Counter()
    for seen in server.seen().values():
        if seen.doomed is None:
            continue
        # Asked three times: by the suite, or by the SDK where the provider failed.
        cells, rest = divmod(seen.arrivals, 3)
        assert rest == 0, seen
        expected[FAILURES[seen.doomed]] += cells
    assert expected
    assert verdict_reasons(gradings(log)) == expected
    return expected


def check_rows(log, before, after):
    """Rows without a lost verdict are untouched; the others say what was lost."""
    before, after = before.set_index(KEYS), after.set_index(KEYS)
    assert list(before.index) == list(after.index)
    lost = {
        (sample.id, text.kind or "", text.error_type, text.repeat)
        for sample, result in graded_samples(log)
        for text in result.texts
        if any(verdict.met is None for verdict in text.verdicts)
    }
    originals = {case for case, kind, _, _ in lost if kind == ""}
    touched = [key for key in after.index if tuple(key) in lost or key[0] in originals]
    untouched = [key for key in after.index if key not in touched]
    assert touched
    assert untouched
    pd.testing.assert_frame_equal(after.loc[untouched], before.loc[untouched])
    for key in touched:
        one, other = before.loc[key], after.loc[key]
        assert other.diff_min <= one.diff_min <= one.diff_max <= other.diff_max
        assert other.outcome in (one.outcome, "ungraded")


@pytest.mark.slow
def test_faults_that_last_appear_as_exactly_those_counts(local_model, compare):
    [(log, *tables)] = compare({"doomed_every": 25}, error_types="F4,O2", limit=4)
    check_counts(local_model, log)
    check_rows(log, *tables)


@pytest.mark.slow
def test_on_the_real_rows_faults_change_nothing_but_what_they_must(
    local_model, compare, rows
):
    # One run without faults for both: each makes tens of thousands of calls.
    runs = compare(
        *({"share": 0.2}, {"doomed_every": 40}),
        dataset=rows,
        error_types=None,
        limit=None,
    )
    log, before, after = next(runs)
    pd.testing.assert_frame_equal(after, before)
    assert len(samples(log)) == 105
    assert set(after.error_type[after.kind == "error"]) == set(ERROR_CODES)
    assert set(after.outcome) >= {"win", "tie"}
    assert set(faults_of(local_model)) == set(KINDS)
    log, *tables = next(runs)
    assert set(check_counts(local_model, log)) == set(FAILURES.values())
    check_rows(log, *tables)


@pytest.mark.slow
def test_lasting_faults_of_the_other_stages_have_their_places_in_the_trial(
    local_model, tmp_path
):
    stages = ["applicability", "injection", "judge", "control", "control_judge"]
    local_model.plan(doomed_every=6, doomed_stages=stages, doomed_kinds=["garbage"])
    log = run(tmp_path, all_roles(), limit=4, error_types="F4,O2,K1,C3")
    assert log.status == "success", log.error.message
    doomed = Counter(s.stage for s in local_model.seen().values() if s.doomed)
    votes = Counter(
        vote.failure
        for trial in trials(log)
        for found in trial.applicability
        for vote in found.votes
    )
    rules = Counter(
        rejection.rule
        for trial in trials(log)
        for discarded in trial.discarded
        for rejection in discarded.rejections
    )
    # The two voters may share a model, and so a request.
    assert votes["unparsed"] == 2 * doomed["applicability"] > 0
    assert rules["injector_unread"] == doomed["injection"] + doomed["control"] > 0
    assert rules["judge_unread"] == doomed["judge"] + doomed["control_judge"] > 0
