import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats
from statistics_published import SHARES, cells, steady, table
from statsmodels.stats.proportion import proportion_confint

from inspect_rubricblind.logs.statistics.clusters import RatioSums, mean_sums
from inspect_rubricblind.logs.statistics.intervals import (
    Interval,
    effective_n,
    s1_intervals,
    sum_quantiles,
    tango_limits,
    tango_score,
    wilson_limits,
)


def test_wilson_is_that_of_statsmodels():
    for k, n in ((0, 5), (5, 5), (3, 17), (337, 380)):
        expected = proportion_confint(k, n, method="wilson")
        low, high = wilson_limits(k / n, n)
        assert (low, high) == pytest.approx(expected, abs=1e-12)


def test_wilson_limits_at_the_ends_are_exact():
    low, high = wilson_limits([0.0, 1.0], 7)
    assert low[0] == 0
    assert high[1] == 1


@pytest.mark.parametrize(
    ("count", "of", "column"),
    [
        ("identified", "n_pairs", "claim_identified_pct"),
        ("unsupported", "identified", "error_unsupported_pct"),
        ("original", "n_pairs", "original_unsupported_pct"),
    ],
)
def test_wilson_reproduces_table_6(count, of, column):
    for row in table("table_06"):
        k, n = int(row[count]), int(row[of])
        low, high = wilson_limits(k / n, n)
        assert 100 * k / n == pytest.approx(float(row[column]), abs=0.0501)
        assert 100 * low == pytest.approx(float(row[f"{column}_ci_low"]), abs=0.0501)
        assert 100 * high == pytest.approx(float(row[f"{column}_ci_high"]), abs=0.0501)


def constrained_score(win, loss, n, net):
    """Score statistic with the nuisance maximised numerically, from first principles.

    With win = loss share + net, the likelihood has one free parameter q; the score
    for net is scaled by the constrained standard error of W - L.
    """
    b, c = win * n, loss * n

    def minus_log_likelihood(q):
        p = np.clip([q + net, 1 - 2 * q - net, q], 1e-300, 1)
        return -(b * np.log(p[0]) + (n - b - c) * np.log(p[1]) + c * np.log(p[2]))

    bounds = (max(0, -net), (1 - net) / 2)
    best = optimize.minimize_scalar(
        minus_log_likelihood, bounds=bounds, method="bounded", options={"xatol": 1e-13}
    )
    variance = (2 * best.x + net - net**2) / n
    return (win - loss - net) / np.sqrt(variance)


@pytest.mark.parametrize("net", [-0.6, -0.1, 0.05, 0.3, 0.7])
@pytest.mark.parametrize(("w", "t", "lost"), [(9, 21, 4), (1, 40, 3), (12, 1, 1)])
def test_tango_is_the_constrained_maximum_likelihood_score(w, t, lost, net):
    n = w + t + lost
    expected = constrained_score(w / n, lost / n, n, net)
    assert tango_score(w / n, lost / n, n, net) == pytest.approx(expected, rel=1e-5)


def test_tango_at_zero_is_mcnemar():
    # z = (b - c) / sqrt(b + c), whatever the number of ties
    assert tango_score(9 / 50, 4 / 50, 50, 0.0) == pytest.approx(5 / np.sqrt(13))


def test_tango_without_discordant_pairs_is_wilson_around_zero():
    # The constrained q is 0 and z^2 = n d / (1 - d), so d = z^2 / (n + z^2).
    z2 = stats.norm.ppf(0.975) ** 2
    low, high = tango_limits(0.0, 0.0, 14)
    assert (low, high) == pytest.approx((-z2 / (14 + z2), z2 / (14 + z2)))


def test_tango_limits_solve_their_equation():
    w, lost, n = 40 / 55, 2 / 55, 55
    low, high = tango_limits(w, lost, n)
    z = stats.norm.ppf(0.975)
    assert tango_score(w, lost, n, low) == pytest.approx(z, rel=1e-6)
    assert tango_score(w, lost, n, high) == pytest.approx(-z, rel=1e-6)


shares = st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(0, 30)).filter(
    lambda counts: sum(counts) > 0
)


@steady
@given(shares)
def test_tango_limits_hold_the_estimate_and_mirror(counts):
    w, _, lost = counts
    n = sum(counts)
    low, high = tango_limits(w / n, lost / n, n)
    assert -1 <= low <= (w - lost) / n <= high <= 1
    mirrored = tango_limits(lost / n, w / n, n)
    assert (-high, -low) == pytest.approx((mirrored[0], mirrored[1]), abs=1e-9)


@steady
@given(shares)
def test_more_pairs_give_a_narrower_tango_interval(counts):
    n = sum(counts)
    w, lost = counts[0] / n, counts[2] / n
    low, high = tango_limits(w, lost, [n, 4 * n])
    assert high[1] - low[1] <= high[0] - low[0] + 1e-12


def test_shares_that_are_none_are_refused():
    with pytest.raises(ValueError, match="sum to at most 1"):
        tango_limits(0.7, 0.6, 10)
    with pytest.raises(ValueError, match="n must be above 0"):
        tango_limits(0.7, 0.1, 0)
    with pytest.raises(ValueError, match="proportion must be"):
        wilson_limits(1.2, 10)


def test_effective_n_is_n_with_one_pair_per_question():
    sums = mean_sums(np.array([1.0, 0, 1]), list("abc"), "pair")
    assert effective_n(0.2, sums) == 3


def test_effective_n_is_clipped_between_questions_and_pairs():
    t2 = (stats.norm.ppf(0.975) / stats.t.ppf(0.975, 3)) ** 2
    ones = np.ones(4)
    # variance: var([0, 2, 0, 2]) / 4 = 1/3 for numerators over ones
    sums = RatioSums(np.array([0.0, 2, 0, 2]), ones, 20)
    assert effective_n(2.0, sums) == pytest.approx(6 * t2)
    assert effective_n(0.1, sums) == pytest.approx(4 * t2)
    assert effective_n(99.0, sums) == pytest.approx(20 * t2)
    agree = RatioSums(ones, ones, 20)
    assert effective_n(0.0, agree) == pytest.approx(4 * t2)


def test_effective_n_of_one_question_is_unknown():
    assert effective_n(0.2, RatioSums(np.ones(1), np.ones(1), 3)) is None


@pytest.mark.parametrize("n", [1, 6, 55])
def test_sum_quantiles_are_those_of_the_binomial(n):
    quantiles = [0.025, 0.5, 0.975]
    assert sum_quantiles((0.7, 0.3), n, quantiles).tolist() == (
        stats.binom.ppf(quantiles, n, 0.3).tolist()
    )


def test_sum_quantiles_are_those_of_a_convolution():
    p = np.array([0.2, 0.5, 0.3])
    pmf = p
    for _ in range(5):
        pmf = np.convolve(pmf, p)
    expected = [int((np.cumsum(pmf) < q).sum()) for q in (0.1, 0.5, 0.9)]
    assert sum_quantiles(p, 6, (0.1, 0.5, 0.9)).tolist() == expected


def test_probabilities_that_do_not_sum_to_one_are_refused():
    with pytest.raises(ValueError, match="sum to 1"):
        sum_quantiles((0.5, 0.4), 10, (0.5,))


def steps_off(limit, printed, unit, step):
    """0 where the limit rounds to what is printed, else steps beyond that."""
    gap = abs(limit - float(printed)) - unit / 2 - 1e-9
    return 0 if gap <= 0 else gap / step


def test_s1_intervals_reproduce_table_17():
    off = []
    for row, n, w, _, lost in cells("table_17"):
        s1 = s1_intervals(w / n, lost / n, n)
        for name, column, scale in (*SHARES, ("auroc", "auroc", 1)):
            interval = getattr(s1, name)
            unit = 0.1 if scale == 100 else 0.001
            step = scale / n if scale == 100 else 0.5 / n
            for end in ("low", "high"):
                limit = scale * getattr(interval, end)
                off.append(steps_off(limit, row[f"{column}_ci_{end}"], unit, step))
    assert len(off) == 312
    assert max(off) <= 1
    assert off.count(0) >= 287


@pytest.mark.parametrize("name", ["table_16", "tables_23_26"])
def test_s1_intervals_reproduce_the_question_weighted_tables(name):
    off = []
    for row in table(name):
        n = int(row["n_questions"])
        s1 = s1_intervals(float(row["win_pct"]) / 100, float(row["loss_pct"]) / 100, n)
        for field, column, scale in (*SHARES, ("auroc", "auroc", 1)):
            unit = 0.1 if scale == 100 else 0.001
            step = scale / n if scale == 100 else 0.5 / n
            for end in ("low", "high"):
                limit = scale * getattr(getattr(s1, field), end)
                off.append(steps_off(limit, row[f"{column}_ci_{end}"], unit, step))
    assert max(off) <= 1


def test_s1_intervals_reproduce_the_density_bins():
    # The untied share follows from AUROC = 1/2 + untied (conditional win - 1/2).
    off = []
    for row in table("tables_21_22"):
        n, conditional = int(row["n_questions"]), float(row["cond_win_pct"]) / 100
        untied = (float(row["auroc"]) - 0.5) / (conditional - 0.5)
        s1 = s1_intervals(untied * conditional, untied * (1 - conditional), n)
        for end in ("low", "high"):
            printed = row[f"auroc_ci_{end}"]
            limit = getattr(s1.auroc, end)
            off.append(steps_off(limit, printed, 0.001, 0.5 / n))
    assert max(off) <= 1


def test_s1_intervals_reproduce_table_12():
    off = []
    for row, n, w, _, lost in cells("table_12"):
        s1 = s1_intervals(w / n, lost / n, n)
        tolerance = 0.5 / n + 0.1 * s1.se
        for end in ("low", "high"):
            printed = row[f"auroc_ci_{end}"]
            off.append(steps_off(getattr(s1.auroc, end), printed, 0.001, tolerance))
    assert len(off) == 72
    assert max(off) <= 1


def test_s1_intervals_reproduce_table_14():
    for row, n, w, t, lost in cells("table_14"):
        s1 = s1_intervals(w / n, lost / n, n)
        assert (w + t / 2) / n == pytest.approx(float(row["auroc"]), abs=0.0005)
        for field in ("win", "tie", "loss"):
            for end in ("low", "high"):
                limit = getattr(getattr(s1, field), end)
                assert (
                    steps_off(limit, row[f"{field}_frac_ci_{end}"], 0.001, 1 / n) <= 1
                )
        for end in ("low", "high"):
            limit = getattr(s1.auroc, end)
            assert steps_off(limit, row[f"auroc_ci_{end}"], 0.001, 0.5 / n) <= 1


def test_s1_intervals_reproduce_table_29():
    row = table("table_29")[0]
    n = 1921
    s1 = s1_intervals(578 / n, 217 / n, n)
    for field, column, _ in SHARES:
        for end in ("low", "high"):
            limit = 100 * getattr(getattr(s1, field), end)
            assert limit == pytest.approx(float(row[f"{column}_ci_{end}"]), abs=0.1501)
    for end in ("low", "high"):
        printed = float(row[f"auroc_ci_{end}"])
        assert getattr(s1.auroc, end) == pytest.approx(printed, abs=0.0015)


def test_s1_intervals_reproduce_table_30():
    healthbench = {
        row["code"]: (n, w, lost)
        for row, n, w, _, lost in cells("table_17")
        if row["dataset"] == "HealthBench"
    }
    originals = [row for row in table("table_30") if row["grading"] == "Original"]
    assert len(originals) == 13
    for row in originals:
        n, w, lost = healthbench[row["code"]]
        s1 = s1_intervals(w / n, lost / n, n)
        assert s1.auroc.estimate == pytest.approx(float(row["auroc"]), abs=0.00051)
        for end in ("low", "high"):
            limit = getattr(s1.auroc, end)
            assert steps_off(limit, row[f"auroc_ci_{end}"], 0.001, 0.5 / n) <= 1


def test_the_standard_error_is_that_of_the_multinomial():
    # HealthBench, Table 16: 0.5 sqrt((0.423 - 0.199^2) / 458)
    se = s1_intervals(0.311, 0.112, 458).se
    assert se == pytest.approx(0.5 * np.sqrt((0.423 - 0.199**2) / 458))


def test_a_negative_scale_swaps_the_ends():
    interval = Interval(0.2, 0.1, 0.4, "Tango", 9).affine(-1, 1)
    assert (interval.estimate, interval.low, interval.high) == (0.8, 0.6, 0.9)
    undefined = Interval(0.2, None, None, "Tango", 1, "why").affine(2)
    assert (undefined.low, undefined.high, undefined.reason) == (None, None, "why")
