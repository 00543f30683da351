"""The scripts that measure and fit the coverage estimate, on own labelled pairs."""

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
# The parity of sha256(case_id) is that of its last hexadecimal digit
# (`printf case-0 | sha256sum`): c for case-0, 6 for case-1, odd for the others.
CASES = ("case-0", "case-1", "case-8", "case-9")
ANSWER = "Take 100 mg of nitrofurantoin twice daily. Drink water."


def load(name: str) -> ModuleType:
    """Load a script by path: `coverage` is also the name of a package."""
    spec = importlib.util.spec_from_file_location(
        f"benchmark_{name}", BENCHMARKS / f"{name}.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    for name in ("labelled",):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return {n: load(n) for n in ("labelled", "coverage", "fit_coverage")}


def row(case_id, **changes):
    asked = {
        "index": 0,
        "criterion": "States the dose of nitrofurantoin as 100 mg.",
        "points": 5,
        "original_met": True,
        "injected_met": False,
        "addresses": True,
    }
    other = {
        "index": 1,
        "criterion": "Is friendly.",
        "points": 3,
        "original_met": True,
        "injected_met": True,
        "addresses": False,
    }
    return {
        "case_id": case_id,
        "error_type": "F1",
        "answer": ANSWER,
        "edits": [{"find": "100 mg", "replace": "1000 mg"}],
        "claim": "The dose of nitrofurantoin is given as 1000 mg.",
        "criteria": [asked, other],
        **changes,
    }


@pytest.fixture
def labels_file(tmp_path: Path) -> Path:
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps(row(case)) + "\n" for case in CASES))
    return path


def test_the_halves_are_disjoint_and_make_up_the_whole(scripts, labels_file):
    read = scripts["labelled"].read_pairs
    halves = {
        half: [p.case_id for p in read(labels_file, half)]
        for half in ("even", "odd", "all")
    }
    assert sorted(halves["even"] + halves["odd"]) == sorted(halves["all"])
    assert len(halves["all"]) == len(CASES)
    for half in ("even", "odd"):
        assert {scripts["labelled"].half_of(c) for c in halves[half]} == {half}
    assert halves["even"] == ["case-0", "case-1"]


def test_agreement_is_that_of_the_table(scripts):
    # 2x2 table: 20 both, 5 method only, 10 labels only, 15 neither, of 50. Observed
    # (20 + 15) / 50 = 0.7; by chance 0.6 * 0.5 + 0.4 * 0.5 = 0.5; kappa 0.4.
    truth = np.repeat([True, False, True, False], [20, 5, 10, 15])
    method = np.repeat([True, True, False, False], [20, 5, 10, 15])
    found = scripts["labelled"].agreement(truth, method)
    assert found["precision"] == pytest.approx(20 / 25)
    assert found["recall"] == pytest.approx(20 / 30)
    assert found["specificity"] == pytest.approx(15 / 20)
    assert found["accuracy"] == pytest.approx(0.7)
    assert found["kappa"] == pytest.approx(0.4)


def test_an_interval_over_identical_cases_has_no_width(scripts):
    values = np.array([1.0, 0.0] * 4)
    cases = [f"case-{i // 2}" for i in range(8)]
    low, high = scripts["labelled"].cluster_interval(
        cases, lambda rows: float(values[rows].mean()), seed=0
    )
    assert (low, high) == (0.5, 0.5)


def test_headroom_and_outcome_follow_the_labels(scripts, labels_file):
    labelled = scripts["labelled"]
    pair = labelled.read_pairs(labels_file, "all")[0]
    assert labelled.points_gained(pair, pair.original_met) == 8
    assert labelled.points_gained(pair, pair.injected_met) == 3
    assert labelled.has_headroom(pair, pair.addresses)
    assert not labelled.has_headroom(pair, (False, False))


def test_the_report_has_both_units_the_types_and_the_bound(scripts, labels_file):
    benchmark = scripts["coverage"]
    pairs = scripts["labelled"].read_pairs(labels_file, "all")
    covered = [benchmark.judge(pair) for pair in pairs]
    assert covered == [[True, False]] * 4
    result = json.loads(json.dumps(benchmark.describe(pairs, covered, "all", 0)))
    assert result["pair"]["accuracy"] == result["criterion"]["accuracy"] == 1
    assert result["criterion"]["true_negative"] == 4
    assert result["by_type"] == {
        "F1": {"pairs": 4, "labelled": 4, "estimated": 4, "agree": 4}
    }
    assert [result["bound"][k]["auroc"] for k in result["bound"]] == [1, 1, 1]
    assert result["half"] == "all"
    assert "one reader" in result["note"]
    assert "half all" in benchmark.short(result)


def test_the_file_for_reports_holds_unseen_pairs_only_and_no_ids(scripts, labels_file):
    benchmark = scripts["coverage"]
    pairs = scripts["labelled"].read_pairs(labels_file, "odd")
    covered = [benchmark.judge(pair) for pair in pairs]
    found = benchmark.labels(pairs, covered, "odd")
    assert found["pairs"] == [[f"case-{i + 1}", 1, 1] for i in range(len(pairs))]
    with pytest.raises(SystemExit, match="needs --half odd, but got even"):
        benchmark.labels(pairs, covered, "even")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 5 must be JSON"),
        (json.dumps({"case_id": "x"}), "line 5 must have error_type"),
        (json.dumps(row("x", criteria=[{"index": 0}])), "line 5: a criterion lacks"),
    ],
)
def test_a_bad_line_is_named(scripts, labels_file, line, message):
    with labels_file.open("a") as file:
        file.write(line)
    with pytest.raises(ValueError, match=message):
        scripts["labelled"].read_pairs(labels_file, "all")


def test_the_threshold_calls_as_many_pairs_covered_as_are_labelled(scripts):
    threshold = scripts["fit_coverage"].threshold_for([0.9, 0.2, 0.6, 0.4], 2)
    assert threshold == pytest.approx(0.5)


def test_the_fit_separates_what_the_evidence_separates(scripts):
    rng = np.random.default_rng(0)
    labels = [rng.integers(0, 2, 5).astype(float) for _ in range(40)]
    features = [np.column_stack([y, *rng.random((7, 5))]) for y in labels]
    fitted = scripts["fit_coverage"].fit(features, labels)
    assert fitted.weights[0] > 2
    assert (fitted.weights[:7] >= 0).all()
    assert fitted.weights[7] <= 0


def test_the_shipped_weights_agree_with_the_labels_they_were_fitted_on(shared, scripts):
    path = shared / "injections/labels.jsonl"
    pairs = scripts["labelled"].read_pairs(path, "even")
    covered = [any(scripts["coverage"].judge(pair)) for pair in pairs]
    right = [one == pair.covered for one, pair in zip(covered, pairs, strict=True)]
    assert np.mean(right) >= 0.8
