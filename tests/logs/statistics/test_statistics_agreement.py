import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statistics_published import steady, table
from statsmodels.stats.inter_rater import cohens_kappa, fleiss_kappa

from inspect_rubricblind.logs.statistics.agreement import (
    label_counts,
    pair_agreement,
    panel_agreement,
)
from inspect_rubricblind.logs.statistics.proportions import proportion

labels = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=2, max_size=30
)


@steady
@given(labels)
def test_kappa_is_that_of_statsmodels(rows):
    first, second = zip(*rows, strict=True)
    found = pair_agreement(first, second, np.arange(len(rows)), resamples=20)
    if len({*first, *second}) == 1:
        assert found.kappa.estimate is None
        assert "the same" in found.kappa.reason
        return
    oracle = cohens_kappa(np.array(found.table), return_results=False)
    if np.isnan(oracle):
        assert found.kappa.estimate is None
    else:
        assert found.kappa.estimate == pytest.approx(oracle)


def test_raw_agreement_of_single_items_is_a_wilson_share():
    found = pair_agreement([1, 0, 1, 1], [1, 1, 1, 0], np.arange(4), resamples=50)
    assert found.raw == proportion(2, 4)
    assert found.categories == (0, 1)
    assert found.table == ((0, 1), (1, 2))


def test_the_regrade_of_s1_has_kappa_0_765():
    """Appendix Q: 1669 of 1921 agree; the margins are those of Table 29."""
    rows = {row["grading"]: row for row in table("table_29")}
    shares = [
        [float(rows[g][f"{k}_pct"]) / 100 for k in ("win", "tie", "loss")]
        for g in ("Original", "Regrade")
    ]
    observed = 1669 / 1921
    chance = np.dot(*shares)
    assert (observed - chance) / (1 - chance) == pytest.approx(0.765, abs=0.001)
    # A table with those margins, symmetric off the diagonal but for rounding.
    first = np.array([578, 1126, 217])
    off = np.array([[0, 100, 16], [110, 0, 12], [10, 4, 0]])
    joint = off + np.diag(first - off.sum(axis=1))
    assert np.trace(joint) == 1669
    a = np.repeat([0, 1, 2], joint.sum(axis=1))
    b = np.concatenate([np.repeat([0, 1, 2], row) for row in joint])
    found = pair_agreement(a, b, np.arange(1921), resamples=200)
    assert found.raw.estimate == pytest.approx(0.869, abs=0.0005)
    assert found.kappa.estimate == pytest.approx(0.765, abs=0.006)


ratings = st.lists(st.integers(0, 3), min_size=2, max_size=25)


@steady
@given(ratings)
def test_fleiss_kappa_is_that_of_statsmodels(yes):
    counts = np.array([(3 - y, y) for y in yes])
    found = panel_agreement(counts, resamples=20)
    if len(set(yes)) == 1 and yes[0] in (0, 3):
        assert found.fleiss.estimate is None
    else:
        assert found.fleiss.estimate == pytest.approx(fleiss_kappa(counts))


def test_gwets_ac1_is_worked_by_hand():
    # 10 items, two raters: 8 both yes, 1 split, 1 both no. p_a = .9,
    # pi = .85, p_e = 2 * .85 * .15 = .255, AC1 = (.9 - .255) / .745
    counts = [(0, 2)] * 8 + [(1, 1)] + [(2, 0)]
    found = panel_agreement(counts, resamples=50)
    assert found.raw.estimate == pytest.approx(0.9)
    assert found.gwet_ac1.estimate == pytest.approx((0.9 - 0.255) / 0.745)


def test_ac1_is_defined_where_fleiss_is_not():
    found = panel_agreement([(0, 2)] * 6, resamples=20)
    assert found.fleiss.estimate is None
    assert found.gwet_ac1.estimate == 1


def panel(both_yes, split, both_no):
    return [(0, 2)] * both_yes + [(1, 1)] * split + [(2, 0)] * both_no


def test_fleiss_kappa_reproduces_appendix_c():
    """Nine types: 0.29 [-0.01, 0.57]; 64 both yes, 13 split, 4 both no."""
    found = panel_agreement(panel(64, 13, 4))
    assert found.fleiss.estimate == pytest.approx(0.289, abs=0.0005)
    assert found.fleiss.low == pytest.approx(-0.01, abs=0.02)
    assert found.fleiss.high == pytest.approx(0.57, abs=0.02)
    assert found.raw.estimate == pytest.approx(0.84, abs=0.0005)


def test_851_unanimous_of_1000_give_the_kappa_of_appendix_h():
    """Three raters, two labels, 510 and 490 by majority: 0.801, by who dissents."""
    found = []
    # Of the 149 dissents, all or 60 of them on self-contained answers: the ends.
    for dissent in (0, 89):
        counts = (
            [(3, 0)] * (510 - dissent)
            + [(2, 1)] * dissent
            + [(1, 2)] * (149 - dissent)
            + [(0, 3)] * (490 - 149 + dissent)
        )
        found.append(panel_agreement(counts, resamples=20).fleiss.estimate)
    assert sorted(found) == pytest.approx([0.7985, 0.8013], abs=0.00006)
    assert min(found) < 0.801 < max(found)


def test_items_rated_once_are_counted_and_left_out():
    found = panel_agreement([(0, 1), (0, 2), (1, 1)], resamples=20)
    assert found.single == 1
    assert found.raw.estimate == 0.5
    with pytest.raises(ValueError, match="two or more ratings"):
        panel_agreement([(0, 1), (1, 0)])


def test_ratings_are_counted_by_item_and_label():
    found = label_counts(["x", "y", "x", "y"], ["no", "yes", "yes", "yes"])
    assert found.tolist() == [[1, 1], [0, 2]]


def test_labels_of_other_items_are_refused():
    with pytest.raises(ValueError, match="same items"):
        pair_agreement([1, 0], [1], [0, 1])
