import zipfile
from itertools import permutations
from pathlib import Path

import pytest
from inspect_ai.log import EvalError, EvalRetryError

from call_events import call, scorer_span, span, with_events
from inspect_rubricblind.logs import archive
from inspect_rubricblind.logs.cost_tables import (
    cost_tables,
    costs_json,
    dollars,
    incomplete,
)
from inspect_rubricblind.logs.costs import read_costs
from inspect_rubricblind.logs.prices import Price
from inspect_rubricblind.logs.spending import Caller, stage_of
from inspect_rubricblind.records import RoleUsage
from synthetic_logs import coverage, grading, log_sample, variant, write_log

GRADING = Caller("healthbench", "grading", "grader", "openai/a")
PRICES = {"openai/a": Price(input=2, output=8, input_cache_read=0.5)}


def graded(uuid: str, **fields):
    """A sample with one grader call."""
    events = [*scorer_span("s", "paired_rubric"), call(uuid, "s-task", **fields)]
    return with_events(log_sample("x", injections=[variant()]), *events)


def test_calls_are_told_apart_by_stage_role_and_model(tmp_path: Path):
    sample = with_events(
        log_sample("x"),
        span("solvers", "solvers", "solvers"),
        span("a", "inspect_rubricblind/write_answer", "solver", "solvers"),
        call("1", "a", role=None),
        span("i", "inspect_rubricblind/inject_errors", "solver", "solvers"),
        span("t", "task-1", "task", "i"),
        call("2", "t", role="injector", model="google/b"),
        call("3", "t", role="judge", tokens=(7, 3)),
        call("4", "t", role="judge", tokens=(7, 3)),
        *scorer_span("s", "paired_rubric"),
        call("5", "s-task"),
        *scorer_span("r", "paired_rubric1"),
        call("6", "r-task", model="google/b"),
        call("7", "nowhere", role=None, model="google/b"),
    )
    costs = read_costs([write_log(tmp_path / "a.eval", [sample])])
    # In the order of the pipeline, whatever the order in the log.
    assert [(*who[1:], spent.calls) for who, spent in costs.rows.items()] == [
        ("answer", "evaluated model", "openai/a", 1),
        ("injection", "injector", "google/b", 1),
        ("injection", "judge", "openai/a", 2),
        ("grading", "grader", "google/b", 1),
        ("grading", "grader", "openai/a", 1),
        ("other", "evaluated model", "google/b", 1),
    ]
    judge = costs.rows[Caller("healthbench", "injection", "judge", "openai/a")]
    assert judge.tokens == (14, 0, 0, 6, 0)


def test_replayed_calls_are_counted_and_never_spent(tmp_path: Path):
    sample = with_events(
        log_sample("x"),
        *scorer_span("s", "paired_rubric"),
        call("1", "s-task", cache="write", cost=0.5),
        call("2", "s-task", cache="read", cost=0.5),
        call("3", "s-task", cache="read", cost=0.5),
    )
    spent = read_costs([write_log(tmp_path / "a.eval", [sample])]).rows[GRADING]
    assert (spent.calls, spent.replayed, spent.cost) == (1, 2, 0.5)
    assert spent.tokens == (100, 0, 0, 10, 0)


def test_retries_and_failures_are_counted(tmp_path: Path):
    sample = with_events(
        log_sample("x"),
        *scorer_span("s", "paired_rubric"),
        call("1", "s-task", retries=2),
        call("2", "s-task", retries=5, error="429", unanswered=True),
    )
    path = write_log(tmp_path / "a.eval", [sample])
    spent = read_costs([path], PRICES).rows[GRADING]
    assert (spent.calls, spent.retries, spent.failed) == (2, 7, 1)
    # 100 x 2 + 10 x 8 dollars per million; the failed call cost nothing.
    assert spent.cost == pytest.approx(280e-6)


def test_every_kind_of_token_has_its_price(tmp_path: Path):
    path = write_log(
        tmp_path / "a.eval", [graded("1", tokens=(1000, 100, 4000, 0, 60))]
    )
    spent = read_costs([path], PRICES).rows[GRADING]
    assert spent.tokens == (1000, 4000, 0, 100, 60)
    # (1000 x 2 + 4000 x 0.5 + 100 x 8) / 1e6; reasoning is part of the output.
    assert spent.cost == pytest.approx(0.0048)


def test_given_prices_come_before_logged_costs(tmp_path: Path):
    path = write_log(tmp_path / "a.eval", [graded("1", cost=9.0)])
    assert read_costs([path]).rows[GRADING].cost == 9.0
    assert read_costs([path], PRICES).rows[GRADING].cost == pytest.approx(280e-6)


def test_one_unpriced_call_leaves_the_cost_unknown_and_is_named(tmp_path: Path):
    sample = with_events(
        log_sample("x"),
        *scorer_span("s", "paired_rubric"),
        call("1", "s-task", cost=0.5),
        call("2", "s-task"),
    )
    costs = read_costs([write_log(tmp_path / "a.eval", [sample])])
    assert costs.rows[GRADING].cost is None
    assert costs.unpriced == ("openai/a",)
    other = read_costs([tmp_path], {"openai/b": Price(input=1, output=1)})
    assert other.unpriced == ("openai/a",)


def test_scored_again_the_first_calls_count_once_and_the_new_ones_too(tmp_path: Path):
    """A: the run. B: A scored again, appended. C: A scored again by another grader."""
    a = write_log(tmp_path / "a.eval", [graded("1")], eval_id="same")
    again, other = graded("1"), graded("1")
    again.events += [*scorer_span("r", "paired_rubric1"), call("2", "r-task")]
    other.events += [
        *scorer_span("r", "paired_rubric1"),
        call("3", "r-task", model="openai/b"),
        call("4", "r-task", model="openai/b", cache="read"),
    ]
    b = write_log(tmp_path / "b.eval", [again], eval_id="same")
    c = write_log(tmp_path / "c.eval", [other], eval_id="same")
    for order in permutations([a, b, c]):
        costs = read_costs(order)
        assert {k.model: (v.calls, v.replayed) for k, v in costs.rows.items()} == {
            "openai/a": (2, 0),
            "openai/b": (1, 1),
        }
        assert (costs.logs, costs.samples) == (3, 1)


def test_a_resumed_run_counts_failed_attempts_and_names_what_no_log_holds(
    tmp_path: Path,
):
    crashed = graded("1")
    crashed.error = EvalError(message="boom", traceback="", traceback_ansi="")
    first = write_log(
        tmp_path / "first.eval", [crashed], planned=["x", "y"], status="error"
    )
    costs = read_costs([first])
    assert (costs.rows[GRADING].calls, costs.unrecorded) == (1, 1)
    assert incomplete(costs) == [
        "1 planned sample(s) are in no log; what they called before they were cut off "
        "is not counted."
    ]
    resumed = graded("2", cache="read")
    resumed.error_retries = [
        EvalRetryError(
            message="boom",
            traceback="",
            traceback_ansi="",
            events=[*scorer_span("s", "paired_rubric"), call("3", "s-task")],
        )
    ]
    done = log_sample("y")
    second = write_log(tmp_path / "second.eval", [resumed, done], planned=["x", "y"])
    costs = read_costs([second, first])
    spent = costs.rows[GRADING]
    # Call 1 in the crashed attempt, 3 in the retried one, 2 replayed.
    assert (spent.calls, spent.replayed, costs.unrecorded) == (2, 1, 0)
    assert incomplete(costs) == []


def test_without_events_the_scorers_notes_stand_in(tmp_path: Path):
    usage = RoleUsage(calls=5, cached=2, failed=1, input_tokens=50, output_tokens=10)
    judged = coverage(
        ("F1", True, None),
        kind="model",
        estimator="google/b 0123456789ab",
        usage=RoleUsage(calls=3, input_tokens=30, output_tokens=6, cost=0.25),
    )
    noted = grading(grader="openai/a", usage=usage)
    sample = log_sample("x", injections=[variant()], scored=judged, graded=[noted])
    path = write_log(tmp_path / "a.eval", [sample])
    copy = write_log(tmp_path / "b.eval", [sample])
    rows = read_costs([path, copy]).rows
    graded_row = rows[Caller("healthbench", "coverage", "grader", "openai/a")]
    assert (graded_row.calls, graded_row.replayed, graded_row.failed) == (5, 2, 1)
    judge = rows[Caller("healthbench", "coverage", "judge", "google/b")]
    assert (judge.calls, judge.tokens, judge.cost) == (3, (30, 0, 0, 6, 0), 0.25)


def test_notes_beside_events_are_not_counted_twice(tmp_path: Path):
    sample = graded("1")
    usage = RoleUsage(calls=1, input_tokens=100, output_tokens=10)
    scored = log_sample("x", graded=[grading(grader="openai/a", usage=usage)])
    # `log_sample` names its first score "coverage".
    sample.scores = {"paired_rubric": scored.scores["coverage"]}
    path = write_log(tmp_path / "a.eval", [sample])
    assert read_costs([path]).rows[GRADING].calls == 1


def test_both_readers_of_a_log_count_the_same(tmp_path: Path, monkeypatch):
    path = write_log(tmp_path / "a.eval", [graded("1", tokens=(5, 6, 7, 8, 9))])
    narrow = read_costs([path], PRICES)

    def refuse(path: Path) -> archive.ZipArchive:
        raise NotImplementedError("no zstd")

    monkeypatch.setattr(archive, "ZipArchive", refuse)
    assert read_costs([path], PRICES) == narrow


def test_a_run_by_rules_has_no_rows(tmp_path: Path):
    path = write_log(
        tmp_path / "a.eval",
        [log_sample("x", injections=[variant()], scored=coverage(("F1", True, None)))],
    )
    costs = read_costs([path])
    assert costs.rows == {}
    assert cost_tables(costs) == []
    assert costs_json(costs)["total"]["calls"] == 0


def test_broken_files_and_damaged_samples_are_named(tmp_path: Path):
    path = write_log(tmp_path / "a.eval", [graded("1")])
    with zipfile.ZipFile(path) as log:
        start = log.getinfo("samples/x_epoch_1.json").header_offset
        size = log.getinfo("samples/x_epoch_1.json").compress_size
    content = bytearray(path.read_bytes())
    content[start + 60 : start + 40 + size] = bytes(size - 20)
    path.write_bytes(content)
    (tmp_path / "b.eval").write_bytes(b"junk")
    costs = read_costs([tmp_path])
    assert (costs.unreadable, costs.rows) == (1, {})
    assert [item.path.name for item in costs.left_out] == ["b.eval"]
    assert len(incomplete(costs)) == 2
    with pytest.raises(ValueError, match="no log can be used"):
        read_costs([tmp_path / "b.eval"])


@pytest.mark.parametrize(
    ("name", "stage"),
    [
        ("paired_rubric", "grading"),
        ("paired_rubric12", "grading"),
        ("coverage2", "coverage"),
        ("qualify_grader", "grading"),
        ("fact_check", "fact_check"),
        ("", "other"),
    ],
)
def test_a_stage_is_known_by_its_solver_or_scorer(name: str, stage: str):
    assert stage_of(name) == stage


@pytest.mark.parametrize(
    ("cost", "shown"),
    [(None, "-"), (0.0, "0.00"), (0.01234, "0.0123"), (1234.5, "1,234.50")],
)
def test_dollars_are_legible_at_every_size(cost: float | None, shown: str):
    assert dollars(cost) == shown


def test_tables_sum_to_what_the_json_says(tmp_path: Path):
    judge = with_events(
        log_sample("y"),
        *scorer_span("c", "coverage"),
        call("9", "c-task", role="judge", tokens=(50, 5), cost=0.25),
    )
    samples = [graded("1", cost=2.0), judge]
    costs = read_costs([write_log(tmp_path / "a.eval", samples)])
    calls, stages = cost_tables(costs)
    assert calls.rows[-1] == ("all", "2", "0", "0", "0", "150", "15", "2.25")
    assert stages.rows == (
        ("coverage", "0.2500", "0.2500"),
        ("grading", "2.00", "2.00"),
        ("all", "2.25", "2.25"),
    )
    found = costs_json(costs)
    assert found["total"]["cost"] == 2.25
    assert [row["cost"] for row in found["by_stage"]] == [0.25, 2.0]
    assert found["rows"][1]["model"] == "openai/a"
