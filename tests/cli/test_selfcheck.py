import pytest

from inspect_rubricblind.cli import selfcheck
from inspect_rubricblind.records import CriterionCoverage
from inspect_rubricblind.tasks.gold import GoldPair, load_gold


def perfect(original: str, variant: GoldPair, criteria: object) -> list[object]:
    return [
        CriterionCoverage(
            index=label.index, points=1, covered=label.covered, score=1.0, reason=""
        )
        for label in variant.criteria
    ]


def rows() -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in selfcheck.self_check().rows}


def test_an_estimate_equal_to_gold_is_perfect(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(selfcheck, "estimate", perfect)
    gold = load_gold()
    n, covered, precision, recall, accuracy, kappa = rows()["Errors"]
    assert int(n) == sum(pair.kind == "error" for pair in gold)
    assert int(covered) == sum(pair.kind == "error" and pair.covered for pair in gold)
    for shown in (precision, recall, accuracy):
        assert shown.startswith("100 % ")
    assert kappa == "1.00 (1.00–1.00)"


def test_an_estimate_that_never_finds_anything_has_no_precision(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(
        selfcheck,
        "estimate",
        lambda original, variant, criteria: [
            item.model_copy(update={"covered": False})
            for item in perfect(original, variant, criteria)
        ],
    )
    _, _, precision, recall, _, kappa = rows()["Errors"]
    assert precision == "-"
    assert recall.startswith("0 % ")
    assert kappa.startswith("0.00")


def test_the_real_estimate_is_better_than_chance_on_errors():
    _, _, _, _, _, kappa = rows()["Errors"]
    assert float(kappa.split()[0]) > 0.3
