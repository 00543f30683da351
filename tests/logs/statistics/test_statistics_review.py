import numpy as np
import pytest
from statistics_published import table

from inspect_rubricblind.logs.statistics.review import (
    kappa_by_relabelling,
    pair_bootstrap,
    two_way_variance,
    yes_beyond_controls,
    yes_share,
)


def test_the_tables_of_s1_add_up_to_188_yes_and_81_agreements():
    for name in ("table_04", "table_05"):
        rows = table(name)
        assert sum(int(row["yes"]) for row in rows) == 188
        assert sum(int(row["agreeing"]) for row in rows) == 81
        for row in rows:
            n = int(row["n_pairs"])
            yes, agree = (100 * int(row[k]) for k in ("yes", "agreeing"))
            assert yes / (2 * n) == pytest.approx(float(row["yes_pct"]), abs=0.0501)
            assert agree / n == pytest.approx(float(row["agreement_pct"]), abs=0.0501)


# Both yes, split, both no: fixed by the Yes and agreement counts of Table 4.
@pytest.mark.parametrize(
    ("counts", "yes", "agreement"),
    [
        ((76, 36, 5), (80.3, 75.2, 85.5), (69.2, None, None)),
        ((64, 13, 4), (87.0, 80.9, 92.6), (84.0, 75.3, 91.4)),
        ((12, 23, 1), (65.3, 56.9, 73.6), (36.1, None, None)),
    ],
)
def test_the_pair_bootstrap_reproduces_appendix_c(counts, yes, agreement):
    found = pair_bootstrap(*counts)
    n = sum(counts)
    for interval, printed, step in (
        (found.yes, yes, 50 / n),
        (found.agreement, agreement, 100 / n),
    ):
        assert 100 * interval.estimate == pytest.approx(printed[0], abs=0.0501)
        for limit, value in zip(
            (interval.low, interval.high), printed[1:], strict=True
        ):
            if value is not None:
                assert 100 * limit == pytest.approx(value, abs=step + 0.05)


def test_the_counts_of_the_pair_bootstrap_follow_from_table_4():
    nine = {"C1", "C2", "F1", "F2", "F3", "K2", "O1", "O2", "R1"}
    for codes, (both, split, neither) in (
        (nine, (64, 13, 4)),
        ({"F4", "K1", "C3", "R2"}, (12, 23, 1)),
    ):
        rows = [row for row in table("table_04") if row["code"] in codes]
        assert sum(int(row["yes"]) for row in rows) == 2 * both + split
        assert sum(int(row["agreeing"]) for row in rows) == both + neither


def test_two_way_variance_is_worked_by_hand():
    # Pairs a, b; raters x, y; u = .1, .2, -.1, -.2.
    u = np.array([0.1, 0.2, -0.1, -0.2])
    by_pair = 2 * (0.3**2 + 0.3**2)
    by_rater = 2 * (0.0**2 + 0.0**2)
    single = 4 / 3 * (0.01 + 0.04 + 0.01 + 0.04)
    found = two_way_variance(u, list("aabb"), list("xyxy"))
    assert found == pytest.approx(max(by_pair + by_rater - single, by_pair))


def simulate(rater_sd, seed=0):
    rng = np.random.default_rng(seed)
    pair = np.repeat(np.arange(117), 2)
    rater = rng.permutation(np.arange(234) % 12)
    logit = 1.5 + rng.normal(0, 0.5, 117)[pair] + rng.normal(0, rater_sd, 12)[rater]
    return (rng.random(234) < 1 / (1 + np.exp(-logit))).astype(float), pair, rater


def test_raters_who_differ_widen_the_interval_beyond_the_pair_bootstrap():
    yes, pair, rater = simulate(1.5)
    found = yes_share(yes, pair, rater)
    by_pair = np.bincount(pair, weights=yes)
    fixed = pair_bootstrap(*((by_pair == k).sum() for k in (2, 1, 0)))
    assert found.estimate == pytest.approx(fixed.yes.estimate)
    assert found.high - found.low > 1.3 * (fixed.yes.high - fixed.yes.low)
    assert 0 < found.low < found.high < 1


def test_unanimous_or_single_raters_leave_the_interval_undefined():
    assert yes_share([1, 1, 1, 1], list("aabb"), list("xyxy")).low is None
    assert yes_share([1, 0], ["a", "b"], ["x", "x"]).low is None


def test_yes_beyond_controls_is_the_difference_of_shares():
    yes, pair, rater = simulate(0.5)
    control = (pair % 6 == 0).astype(float)
    found = yes_beyond_controls(yes, control, pair, rater)
    gap = yes[control == 0].mean() - yes[control == 1].mean()
    assert found.interval.estimate == pytest.approx(gap)
    assert found.interval.low < gap < found.interval.high
    assert 0 < found.p <= 1
    with pytest.raises(ValueError, match="mark some ratings"):
        yes_beyond_controls(yes, np.zeros(234), pair, rater)


def test_kappa_depends_on_the_arbitrary_choice_of_the_first_rater():
    """Appendix C: F4 has 9 Yes of 18 and 2 of 9 pairs that agree."""
    found = kappa_by_relabelling(1, 7, 1)
    # Observed agreement 2/9; with all splits one way chance is (8 + 8) / 81,
    # with 3 of 7 it is (4 * 5 + 5 * 4) / 81.
    assert found.high == pytest.approx((2 / 9 - 16 / 81) / (1 - 16 / 81))
    assert found.low == pytest.approx((2 / 9 - 40 / 81) / (1 - 40 / 81))
    assert found.changes_sign


def test_kappa_without_a_split_does_not_depend_on_the_labelling():
    found = kappa_by_relabelling(7, 0, 2)
    assert (found.low, found.high) == (1, 1)
    assert kappa_by_relabelling(9, 0, 0).low is None


def test_no_pairs_are_an_error():
    with pytest.raises(ValueError, match="must hold pairs"):
        pair_bootstrap(0, 0, 0)
