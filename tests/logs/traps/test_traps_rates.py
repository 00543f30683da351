"""Rates, comparisons, ranks and planting from results made by hand."""

import pytest
from scipy import stats

from inspect_rubricblind.logs.statistics.intervals import wilson_limits
from inspect_rubricblind.logs.traps.planting import planting_rows
from inspect_rubricblind.logs.traps.published import load_published, published_rows
from inspect_rubricblind.logs.traps.rates import (
    comparison_rows,
    rank_rows,
    rate_rows,
)
from inspect_rubricblind.logs.traps.reading import Trapped
from inspect_rubricblind.logs.traps.settling import settle_traps
from inspect_rubricblind.records import (
    CriterionVerdict,
    RoleUsage,
    Signature,
    TrapResult,
)


def signature(judge="judge"):
    return Signature(
        grader=judge,
        settings="{}",
        prompt="healthbench",
        prompt_hash="h",
        criteria_hash="c",
        draw=0,
        arguments="{}",
    )


def result(trap, model="m", failed=0, assessed=4, ungraded=0, **more):
    lost = [CriterionVerdict(index=k, reason="unparsed") for k in range(ungraded)]
    made = {
        "task": "dialogue",
        "subtype": "A1",
        "trap_sha256": trap,
        "source_id": trap,
        "planter": "rules",
        "planted_by": "rules",
        "validated_by": "rules",
        "rounds": 1,
        "answer_model": model,
        "signature": signature(),
        "grading": "g",
        "failed": failed,
        "assessed": assessed,
        "ungraded": ungraded,
        "verdicts": tuple(lost),
    }
    return TrapResult.model_validate({**made, **more})


def entry(made, epoch=1, kind="path"):
    return Trapped(made.source_id, epoch, kind, made)


def whole(rows, model="m", task="dialogue"):
    return next(
        r
        for r in rows
        if (r["answer_model"], r["task"], r["cluster"]) == (model, task, None)
    )


def test_the_rate_is_lines_failed_of_lines_assessed_with_ungraded_ones_apart():
    found = [
        entry(result("a", failed=1)),
        entry(result("b", failed=4, assessed=4)),
        entry(result("c", failed=0, assessed=2, ungraded=2)),
    ]
    row = whole(rate_rows(found))
    assert (row["n_failed"], row["n_lines"], row["n_ungraded"]) == (5, 10, 2)
    assert row["rate"] == 0.5
    assert row["any_failed"] == pytest.approx(2 / 3)
    assert row["ungraded_reasons"] == {"unparsed": 2}
    assert row["flags"] == ["n < 30 samples"]
    low, high = wilson_limits(2 / 3, 3)
    assert row["any_failed_low"] <= low + 1e-9
    assert row["any_failed_high"] >= high - 1e-9


def test_traps_on_one_source_count_as_one_where_they_agree():
    together = [
        entry(result(str(k), failed=4 * (k // 4 % 2), source_id=str(k // 4)))
        for k in range(40)
    ]
    row = whole(rate_rows(together))
    assert (row["rate"], row["n_sources"], row["n_samples"]) == (0.5, 10, 40)
    # Ten sources, shortened for t instead of the normal distribution.
    expected = 10 * (stats.norm.ppf(0.975) / stats.t.ppf(0.975, 9)) ** 2
    assert row["rate_n"] == pytest.approx(expected)
    low, high = map(float, wilson_limits(0.5, expected))
    assert (row["rate_low"], row["rate_high"]) == pytest.approx((low, high))


def test_rates_stand_per_task_cluster_and_subtype_and_both_tasks_together():
    found = [
        entry(result("a", failed=4)),
        entry(result("b", subtype="A3", failed=2)),
        entry(result("c", subtype="D2", failed=0)),
        entry(result("d", task="report", failed=4)),
    ]
    rows = {
        (r["task"], r["cluster"], r["subtype"]): r["rate"] for r in rate_rows(found)
    }
    assert rows[(None, None, None)] == 10 / 16
    assert rows[("dialogue", None, None)] == 6 / 12
    assert rows[("dialogue", "A", None)] == 6 / 8
    assert rows[("dialogue", "A", "A3")] == 2 / 4
    assert rows[("report", "A", "A1")] == 1
    assert (None, "D", "D2") in rows


def test_one_task_alone_has_no_row_for_both():
    rows = list(rate_rows([entry(result("a"))]))
    assert {row["task"] for row in rows} == {"dialogue"}


def test_a_model_without_any_verdict_has_no_rate_and_says_why():
    row = whole(rate_rows([entry(result("a", assessed=0, ungraded=4))]))
    assert row["rate"] is None
    assert row["rate_reason"] == "no line with a verdict"
    assert row["n_ungraded"] == 4


def test_the_same_answer_graded_in_two_runs_counts_once_and_epochs_twice():
    same = [entry(result("a", failed=1)), entry(result("a", failed=1))]
    assert whole(rate_rows(same))["n_samples"] == 1
    epochs = [entry(result("a", failed=1)), entry(result("a", failed=3), epoch=2)]
    row = whole(rate_rows(epochs))
    assert (row["n_samples"], row["rate"], row["n_sources"]) == (2, 0.5, 1)


def two_models():
    failed = {"good": [0, 1, 0, 0, 1], "bad": [3, 4, 2, 4, 3]}
    return [
        entry(result(str(k), model, failed=n))
        for model, numbers in failed.items()
        for k, n in enumerate(numbers)
    ]


def test_models_are_compared_on_shared_traps_alone():
    found = [*two_models(), entry(result("only bad", "bad", failed=0))]
    [row] = comparison_rows(found)
    assert (row["first"], row["second"], row["n_sources"]) == ("bad", "good", 5)
    assert row["difference"] == pytest.approx(16 / 20 - 2 / 20)
    assert row["difference_low"] > 0
    assert row["p_holm"] == row["p"] < 0.01
    ranks = list(rank_rows(found, seed=0))
    assert [(r["answer_model"], r["rank"]) for r in ranks] == [("good", 1), ("bad", 2)]
    assert all(r["rank_low"] <= r["rank"] <= r["rank_high"] for r in ranks)


def test_models_on_other_traps_are_not_compared_and_get_no_rank():
    found = [entry(result("a", "one")), entry(result("b", "two"))]
    [row] = comparison_rows(found)
    assert row["difference"] is None
    assert "share no trap" in row["difference_reason"]
    assert list(rank_rows(found, seed=0)) == []


def test_judges_are_never_pooled():
    found = [
        entry(result("a", failed=4)),
        entry(result("a", failed=0, signature=signature("other"), grading="h")),
    ]
    rates = {r["judge"]: r["rate"] for r in rate_rows(found) if r["cluster"] is None}
    assert rates == {"judge": 1, "other": 0}


def test_planting_counts_each_trap_once_and_every_drop():
    kept = [entry(result("a", "one")), entry(result("a", "two"))]
    lost = [
        entry(result("", trap_sha256="", source_id=name, subtype="", dropped=why))
        for name, why in (("x", "language"), ("y", "language"), ("z", "checks"))
    ]
    twice = entry(
        result("", trap_sha256="", source_id="x", subtype="", dropped="checks")
    )
    [row] = planting_rows([*kept, *lost, twice])
    assert (row["n_kept"], row["n_tried"]) == (1, 5)
    assert row["dropped"] == {"checks": 2, "language": 2}
    assert row["kept_by_subtype"] == {"A1": 1}


def test_of_copies_the_one_with_fewest_lost_verdicts_counts():
    whole_one, damaged = result("a"), result("a", assessed=3, ungraded=1)
    replayed = result("a", usage=RoleUsage(cached=4))
    paid = result("a", usage=RoleUsage(calls=4))
    unjudged = result("a", signature=None, grading="", unscored="no_judge")
    assert settle_traps([damaged, whole_one]) == (whole_one,)
    assert settle_traps([replayed, paid]) == (paid,)
    assert settle_traps([unjudged, paid]) == (paid,)
    assert settle_traps([unjudged, unjudged]) == (unjudged,)


def test_published_rates_are_the_printed_ones():
    rates = {(r["task"], r["model"]): r["rate"] for r in published_rows()}
    # The abstract: 29.1 % for the best model, over 57.0 % for some open ones.
    assert rates[(None, "Claude-4-Sonnet")] == 0.291
    assert sum(rate > 0.57 for (task, _), rate in rates.items() if task is None) == 2
    assert rates[("dialogue", "Llama-4-Scout-17B-16E-Instruct")] == 0.793
    assert len(rates) == 16
    assert (load_published().samples, load_published().lines) == (4695, 20288)
    # One mixture of the tasks explains every model with all three rates.
    for model in ("Claude-4-Sonnet", "Gemini 2.5-Pro", "DeepSeek-R1-0528"):
        dialogue, report, both = (
            rates[(task, model)] for task in ("dialogue", "report", None)
        )
        assert 0.29 < (both - report) / (dialogue - report) < 0.32
