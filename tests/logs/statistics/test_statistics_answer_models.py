import numpy as np
import pytest
import statsmodels.api as sm

from inspect_rubricblind.logs.statistics.answer_models import (
    Rows,
    answer_model_effects,
)


def simulate(effect=0.0, by_length=0.0, questions=80, seed=0):
    rng = np.random.default_rng(seed)
    rows = []
    for q in range(questions):
        level = rng.normal(0, 0.15)
        for model, shift, length in (("a", 0.0, 6.2), ("b", effect, 5.4)):
            for code in rng.choice(5, 3, replace=False):
                log_length = length + rng.normal(0, 0.3)
                p = 0.4 + level + shift + 0.05 * code - by_length * (log_length - 5.8)
                win = float(rng.random() < np.clip(p, 0, 1))
                rows.append((win, model, f"t{code}", f"q{q:03}", log_length))
    return Rows(*map(np.array, zip(*rows, strict=True)))


def dummies(values):
    return np.column_stack([values == v for v in np.unique(values)[1:]]).astype(float)


def test_effects_are_those_of_least_squares_with_question_indicators():
    rows = simulate(effect=0.1)
    (found,) = answer_model_effects(rows, "a", resamples=50)
    base = np.column_stack(
        [
            (rows.answer_model == "b").astype(float),
            dummies(rows.error_type),
            dummies(rows.question),
            np.ones(len(rows.value)),
        ]
    )
    groups = np.unique(rows.question, return_inverse=True)[1]
    for interval, design in (
        (found.unadjusted, base),
        (found.adjusted, np.column_stack([base, rows.log_length])),
    ):
        fit = sm.OLS(100 * rows.value, design).fit(
            cov_type="cluster",
            cov_kwds={"groups": groups, "use_correction": False},
        )
        assert interval.estimate == pytest.approx(fit.params[0])
        g = 80
        half = 1.9904502 * fit.bse[0] * np.sqrt(g / (g - 1))  # t quantile, 79 df
        assert interval.high - interval.estimate == pytest.approx(half, rel=1e-6)


def test_a_gap_that_is_length_is_attenuated_by_adjusting_for_it():
    rows = simulate(by_length=0.35, questions=400, seed=3)
    (found,) = answer_model_effects(rows, "a", resamples=500)
    assert found.unadjusted.low > 0
    assert found.attenuation.estimate > 0.6
    assert found.attenuation.low < 1 < found.attenuation.high + 0.3
    assert found.adjusted.low < 0 < found.adjusted.high


def test_without_a_gap_there_is_nothing_to_attenuate():
    (found,) = answer_model_effects(simulate(), "a", resamples=50)
    assert found.unadjusted.low < 0 < found.unadjusted.high
    assert found.attenuation is None


def test_order_of_rows_changes_nothing():
    rows = simulate(effect=0.2)
    order = np.random.default_rng(1).permutation(len(rows.value))
    shuffled = Rows(*(x[order] for x in vars(rows).values()))
    assert answer_model_effects(rows, "a", resamples=100) == (
        answer_model_effects(shuffled, "a", resamples=100)
    )


def test_questions_of_one_pair_only_change_nothing():
    rows = simulate(effect=0.1)
    extra = Rows(
        *(
            np.append(x, x[:1] if name != "question" else "alone")
            for name, x in vars(rows).items()
        )
    )
    first, second = (
        answer_model_effects(r, "a", resamples=20)[0].unadjusted for r in (rows, extra)
    )
    assert (second.estimate, second.low) == pytest.approx((first.estimate, first.low))


def test_models_on_other_questions_cannot_be_compared_within():
    rows = Rows(
        [1.0, 0, 1, 0],
        list("aabb"),
        ["t"] * 4,
        ["q1", "q1", "q2", "q2"],
        [5.0, 6, 5, 6],
    )
    with pytest.raises(ValueError, match="share no question"):
        answer_model_effects(rows, "a")


def test_an_unknown_reference_is_refused():
    with pytest.raises(ValueError, match="reference must be one of"):
        answer_model_effects(simulate(), "c")
