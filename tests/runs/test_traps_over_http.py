"""Trap tasks against a local model server: planting, dissent, damage, rates, reuse."""

from collections import Counter

import pytest
from inspect_ai import eval
from inspect_ai.model import GenerateConfig, get_model

from inspect_rubricblind.logs.report import build_report, render_markdown
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import TrapResult, TrapTrial
from inspect_rubricblind.solvers.traps.collecting import collect_planted
from inspect_rubricblind.solvers.traps.planted_file import write_planted
from inspect_rubricblind.tasks.mhb_dialogue import mhb_dialogue
from inspect_rubricblind.tasks.mhb_report import mhb_report
from model_runs import LOCAL
from model_traps import KEY

VALIDATORS = ("validator_a", "validator_b", "validator_c", "validator_d")


def model(name):
    """A local model that does not wait out Inspect's own back-off."""
    return get_model(LOCAL + name, config=GenerateConfig(max_retries=0))


def run(folder, task=mhb_report, evaluated="none/none", limit=3, roles=(), **given):
    given.setdefault("dataset", "sample")
    [log] = eval(
        task(**given),
        model=evaluated,
        model_roles={role: model(name) for role, name in dict(roles).items()},
        log_dir=str(folder),
        limit=limit,
        display="none",
    )
    assert log.status == "success", log.error and log.error.message
    return log


def trials(log):
    return [sample.store_as(TrapTrial) for sample in log.samples]


def results(log):
    return [
        TrapResult.model_validate(sample.scores["trap_rubric"].metadata)
        for sample in log.samples
    ]


@pytest.mark.parametrize("task", [mhb_dialogue, mhb_report])
def test_a_writer_plants_and_two_validators_keep(task, local_model, tmp_path):
    roles = {"trap_writer": "keyword", **dict.fromkeys(VALIDATORS[:2], "keyword")}
    log = run(tmp_path, task, roles=roles)
    for trial, result in zip(trials(log), results(log), strict=True):
        assert trial.dropped is None
        assert trial.trap.key == KEY
        assert trial.origin.planter == LOCAL + "keyword"
        assert trial.validated_by == "model"
        assert [vote.role for vote in trial.attempts[0].votes] == list(VALIDATORS[:2])
        assert trial.trap.pair_by == LOCAL + "keyword"
        assert result.unscored == "no_model"
    # A trap, a pair, two votes each; nobody answered or judged.
    assert local_model.calls() == 3 * 4


@pytest.mark.slow
def test_a_planted_set_serves_many_models_without_planting_again(local_model, tmp_path):
    roles = {"trap_writer": "keyword", **dict.fromkeys(VALIDATORS[:2], "keyword")}
    log = run(tmp_path / "planting", roles=roles, limit=4)
    kept, dropped = collect_planted([log.location])
    assert not dropped
    assert write_planted(kept, tmp_path / "traps.jsonl") == 4
    local_model.reset()
    for name in ("naive", "careful"):
        run(
            tmp_path / "rates",
            evaluated=model(name),
            roles={"judge": "keyword"},
            traps=str(tmp_path / "traps.jsonl"),
            coverage="rules",
            limit=None,
        )
    # Four answers, and four lines each to judge, for two models.
    assert local_model.calls() == 2 * (4 + 4 * 4)
    study = read_study([tmp_path / "rates"])
    report = build_report(study)
    section = report.summary.as_json()["traps"]
    rates = {
        row["answer_model"].rpartition("/")[2]: row
        for row in section["rates"]
        if row["cluster"] is None
    }
    assert rates["naive"]["n_lines"] == rates["careful"]["n_lines"] == 16
    by_hand = {
        name: sum(
            item.result.failed
            for item in study.traps.rows
            if item.result.answer_model.endswith(name)
        )
        / 16
        for name in ("naive", "careful")
    }
    assert {name: row["rate"] for name, row in rates.items()} == by_hand
    assert by_hand["naive"] > by_hand["careful"]
    [ours] = section["comparisons"]
    assert ours["difference"] == pytest.approx(by_hand["careful"] - by_hand["naive"])
    assert [row["rank"] for row in section["ranks"]] == [1, 2]
    page = render_markdown(report)
    assert "published" in page
    assert "Claude-4-Sonnet" in page
    assert len(section["planting"]) == 1
    assert section["planting"][0]["n_kept"] == 4


def test_no_rate_and_no_published_figure_without_models(local_model, tmp_path):
    run(tmp_path)
    report = build_report(read_study([tmp_path]))
    assert report.summary.as_json()["traps"]["rates"] == []
    page = render_markdown(report)
    assert "no hallucination rate is given" in page
    assert "Claude" not in page
    assert local_model.calls() == 0


@pytest.mark.slow
def test_a_dissent_is_settled_by_two_more(local_model, tmp_path):
    roles = {"trap_writer": "keyword", **dict.fromkeys(VALIDATORS, "keyword")}
    kept = run(tmp_path, roles=roles | {"validator_b": "harsh"})
    for trial, result in zip(trials(kept), results(kept), strict=True):
        assert trial.dropped is None
        assert [vote.role for vote in trial.attempts[0].votes] == list(VALIDATORS)
        assert result.dissent
    harsh = {"validator_b": "harsh", "validator_d": "harsh"}
    dropped = run(tmp_path, roles=roles | harsh)
    assert {t.dropped for t in trials(dropped)} == {"validation: dissent: natural"}
    both = {"validator_a": "harsh", "validator_b": "harsh"}
    turned_down = run(tmp_path, roles=roles | both)
    assert {t.dropped for t in trials(turned_down)} == {"validation: natural"}
    assert all(len(t.attempts[0].votes) == 2 for t in trials(turned_down))


def test_a_dissent_without_further_validators_drops_the_trap(local_model, tmp_path):
    roles = {"validator_a": "keyword", "validator_b": "harsh"}
    log = run(tmp_path, roles=roles)
    assert {t.dropped for t in trials(log)} == {"validation: dissent"}
    assert {r.unscored for r in results(log)} == {"dropped: validation: dissent"}


def test_a_rubric_that_one_validator_rejects_is_written_anew(local_model, tmp_path):
    roles = {
        "trap_writer": "keyword",
        "validator_a": "keyword",
        "validator_b": "pedant",
    }
    log = run(tmp_path, roles=roles)
    for trial in trials(log):
        first, second = trial.attempts
        assert (first.rewritten, second.rewritten) == ("all", "rubric")
        # The new version meets both validators again.
        assert len(first.votes) == len(second.votes) == 2
        assert trial.dropped is None
        assert "in plain words" in trial.trap.criteria[0].criterion


def test_malformed_rubrics_are_counted_and_mended_or_dropped(local_model, tmp_path):
    mended = run(tmp_path / "a", roles={"trap_writer": "sloppy"})
    for trial, result in zip(trials(mended), results(mended), strict=True):
        assert trial.dropped is None
        assert result.rejected == ("rubric_malformed",)
        assert [a.rewritten for a in trial.attempts] == ["all", "rubric"]
    given_up = run(tmp_path / "b", roles={"trap_writer": "stubborn"})
    assert {t.dropped for t in trials(given_up)} == {"rubric"}
    assert {len(t.attempts) for t in trials(given_up)} == {3}


def test_traps_that_break_the_checks_are_dropped_after_the_rounds(
    local_model, tmp_path
):
    log = run(tmp_path, mhb_dialogue, roles={"trap_writer": "dull"}, rounds=2)
    for trial, result in zip(trials(log), results(log), strict=True):
        assert trial.dropped == "checks"
        assert len(trial.attempts) == 2
        assert "key_asked" in result.rejected
        assert "woven" in result.rejected


def test_malformed_plants_are_outcomes_of_their_own(local_model, tmp_path):
    kinds = ["garbage", "empty", "truncated", "refusal"]
    local_model.plan(doomed_every=1, doomed_kinds=kinds, doomed_stages=["trap_report"])
    log = run(tmp_path, roles={"trap_writer": "keyword"}, limit=4)
    assert Counter(t.dropped for t in trials(log)) == {
        "writer: unparsed": 1,
        "writer: empty": 1,
        "writer: truncated": 1,
        "writer: refused": 1,
    }
    section = build_report(read_study([tmp_path])).summary.as_json()["traps"]
    assert sum(section["planting"][0]["dropped"].values()) == 4


@pytest.mark.slow
def test_unreadable_validators_and_pairs_are_outcomes_of_their_own(
    local_model, tmp_path
):
    local_model.plan(
        doomed_every=1, doomed_kinds=["garbage"], doomed_stages=["trap_validator"]
    )
    roles = {"trap_writer": "keyword", **dict.fromkeys(VALIDATORS, "keyword")}
    log = run(tmp_path / "a", roles=roles, limit=1)
    [trial], [result] = trials(log), results(log)
    assert trial.dropped == "validation: validators_unreadable"
    assert result.validator_failures == 4
    local_model.plan(
        doomed_every=1, doomed_kinds=["garbage"], doomed_stages=["trap_pair"]
    )
    log = run(tmp_path / "b", roles={"trap_writer": "other"}, limit=2)
    assert all(t.trap is not None for t in trials(log))
    study = read_study([tmp_path / "b"])
    assert study.unanswered == {"no_pair": 2}
    assert not study.incomplete


def test_unreadable_verdicts_are_ungraded_lines_and_in_no_rate(local_model, tmp_path):
    local_model.plan(
        doomed_every=7,
        doomed_kinds=["garbage", "not_boolean"],
        doomed_stages=["grading"],
    )
    log = run(
        tmp_path,
        evaluated=model("naive"),
        roles={"judge": "keyword"},
        coverage="rules",
        limit=6,
    )
    lost = Counter(
        verdict.reason
        for result in results(log)
        for verdict in result.verdicts
        if verdict.met is None
    )
    # Kinds come in turn from the second one on.
    assert lost == {"not_boolean": 2, "unparsed": 1}
    whole = next(
        row
        for row in build_report(read_study([tmp_path])).summary.as_json()["traps"][
            "rates"
        ]
        if row["cluster"] is None
    )
    assert whole["n_ungraded"] == 3
    assert whole["n_lines"] == 24 - 3
    assert whole["ungraded_reasons"] == dict(lost)


@pytest.mark.slow
def test_a_run_again_pays_for_nothing_twice(local_model, tmp_path):
    roles = {
        "trap_writer": "keyword",
        "judge": "keyword",
        **dict.fromkeys(VALIDATORS[:2], "keyword"),
    }
    first = run(tmp_path / "a", evaluated=model("careful"), roles=roles)
    paid = local_model.calls()
    again = run(tmp_path / "b", evaluated=model("careful"), roles=roles)
    assert local_model.calls() == paid
    assert [r.failed for r in results(first)] == [r.failed for r in results(again)]


def test_half_bound_roles_are_refused_before_any_call(local_model, tmp_path):
    for roles in ({"validator_a": "keyword"}, {"validator_c": "keyword"}):
        [log] = eval(
            mhb_report(dataset="sample"),
            model="none/none",
            model_roles={role: model(name) for role, name in roles.items()},
            log_dir=str(tmp_path),
            limit=1,
            display="none",
        )
        assert log.status == "error"
        assert "validator_" in log.error.message
    assert local_model.calls() == 0


def test_a_writer_that_cannot_be_used_stops_the_run(local_model, tmp_path):
    [log] = eval(
        mhb_report(dataset="sample"),
        model="none/none",
        model_roles={"trap_writer": model("forbidden")},
        log_dir=str(tmp_path),
        limit=3,
        display="none",
    )
    assert log.status == "error"
    assert "role trap_writer" in log.error.message
    assert "status 403" in log.error.message
