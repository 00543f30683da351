import numpy as np
import pytest
from scipy import optimize, stats
from scipy.special import expit

from inspect_rubricblind.logs.statistics.mixed import (
    random_intercept_linear,
    random_intercept_logit,
)


def simulate(questions=250, sd=1.0, seed=0):
    rng = np.random.default_rng(seed)
    question = np.repeat(np.arange(questions), 6)
    model = np.tile(["a", "a", "b", "b", "c", "c"], questions)
    log_length = 5.5 + rng.normal(0, 0.5, len(question))
    eta = -0.5 + rng.normal(0, sd, questions)[question]
    eta += np.select([model == "b", model == "c"], [0.8, -0.5], 0.0)
    eta -= 0.4 * (log_length - 5.5)
    win = (rng.random(len(eta)) < expit(eta)).astype(float)
    return win, model, question, log_length


def test_the_logistic_form_recovers_what_was_simulated():
    win, model, question, length = simulate(questions=600)
    found = random_intercept_logit(win, model, question, "a", length)
    assert found.converged
    for name, truth in (("b", 0.8), ("c", -0.5)):
        assert abs(found.coefficients[name] - truth) < 3 * found.errors[name]
    assert found.log_length == pytest.approx(-0.4, abs=0.25)
    assert found.sd == pytest.approx(1.0, abs=0.2)


def test_the_logistic_form_maximises_the_integrated_likelihood():
    """The same maximum from a fine grid over the intercept and another optimiser."""
    win, model, question, _ = simulate(questions=60, sd=1.3)
    found = random_intercept_logit(win, model, question, "a")
    grid = np.linspace(-6, 6, 401)
    prior = stats.norm.pdf(grid) * (grid[1] - grid[0])
    effects = np.column_stack([model == "b", model == "c"])

    def minus_log_likelihood(theta):
        eta = (theta[0] + effects @ theta[1:3])[:, None] + theta[3] * grid
        p = np.where(win[:, None] == 1, expit(eta), expit(-eta))
        return -np.log(p.reshape(60, 6, -1).prod(axis=1) @ prior).sum()

    start = [-0.5, 0.8, -0.5, 1.0]
    best = optimize.minimize(
        minus_log_likelihood, start, method="Nelder-Mead", options={"xatol": 1e-6}
    )
    coefficients = [found.coefficients["b"], found.coefficients["c"]]
    assert coefficients == pytest.approx(best.x[1:3], abs=0.002)
    assert found.sd == pytest.approx(best.x[3], abs=0.01)


def test_the_linear_form_gives_differences_of_win_shares():
    win, model, question, _ = simulate()
    found = random_intercept_linear(win, model, question, "a")
    share = {name: win[model == name].mean() for name in "abc"}
    # Balanced within questions, so the estimate is the raw difference.
    assert found.converged
    assert found.coefficients["b"] == pytest.approx(share["b"] - share["a"], abs=1e-6)
    assert found.coefficients["c"] == pytest.approx(share["c"] - share["a"], abs=1e-6)
    assert found.log_length is None


def test_s1s_coefficients_are_beyond_the_linear_scale():
    """Table 26: win shares 30.8, 38.8, 46.7 %. Printed: -0.526 and 0.306."""
    o3, kimi, openbio = 0.308, 0.388, 0.467
    assert abs(o3 - kimi) < 0.1 < 0.526
    logit = np.log(openbio / (1 - openbio)) - np.log(kimi / (1 - kimi))
    assert logit == pytest.approx(0.306, abs=0.03)


def test_adjusting_for_length_attenuates_s1s_gaps_by_43_and_37_percent():
    """Appendix P prints 35 to 43 %; o3 gives 36.9."""
    for unadjusted, adjusted, percent in ((0.306, 0.174, 43.1), (-0.526, -0.332, 36.9)):
        assert 100 * (1 - adjusted / unadjusted) == pytest.approx(percent, abs=0.05)


def test_an_unknown_reference_is_refused():
    win, model, question, _ = simulate(questions=5)
    for fit in (random_intercept_linear, random_intercept_logit):
        with pytest.raises(ValueError, match="reference must be one of"):
            fit(win, model, question, "z")
