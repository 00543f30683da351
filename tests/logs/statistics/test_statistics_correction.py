import numpy as np
import pytest

from inspect_rubricblind.logs.statistics.correction import (
    Labels,
    false_omission_rate,
    labelled_correction,
    rogan_gladen,
)


def labels(tp, fn, tn, fp):
    truth = np.repeat([1, 1, 0, 0], [tp, fn, tn, fp])
    method = np.repeat([1, 0, 0, 1], [tp, fn, tn, fp])
    return Labels(method, truth, np.arange(len(truth)))


def test_the_correction_is_worked_by_hand():
    # se 0.8, sp 0.75, raw 0.5: (0.5 - 0.25) / 0.55
    found = rogan_gladen(
        np.tile([1, 0], 100), np.arange(200), labels(40, 10, 30, 10), resamples=500
    )
    assert found.corrected.estimate == pytest.approx(0.25 / 0.55)
    assert found.sensitivity.estimate == pytest.approx(0.8)
    assert found.specificity.estimate == pytest.approx(0.75)


def test_a_perfect_method_corrects_nothing():
    found = rogan_gladen([1, 0, 0, 1, 0], np.arange(5), labels(20, 0, 20, 0))
    assert found.corrected.estimate == pytest.approx(found.raw) == pytest.approx(0.4)


def test_a_weak_method_gives_no_estimate_but_a_reason():
    found = rogan_gladen([1, 0], [0, 1], labels(12, 8, 12, 8), resamples=100)
    assert (found.corrected.low, found.corrected.high) == (None, None)
    assert "0.20, below 0.3" in found.corrected.reason


def test_estimates_stay_within_0_and_1():
    found = rogan_gladen(np.zeros(50), np.arange(50), labels(40, 10, 30, 10))
    assert found.corrected.estimate == 0
    assert 0 <= found.corrected.low <= found.corrected.high <= 1


def test_labels_of_one_kind_only_are_refused():
    with pytest.raises(ValueError, match="0 false"):
        rogan_gladen([1, 0], [0, 1], labels(5, 5, 0, 0))


def test_pairs_of_one_labelled_case_make_the_interval_wider():
    truth = np.tile([1, 1, 0], 30)
    method = np.repeat(np.tile([1, 0], 15), 3) * truth
    flag, case = np.tile([1, 0], 60), np.arange(120)
    separate = rogan_gladen(flag, case, Labels(method, truth, np.arange(90)))
    together = rogan_gladen(
        flag, case, Labels(method, truth, np.repeat(np.arange(30), 3))
    )
    assert together.sensitivity.n < separate.sensitivity.n


def test_labels_of_the_run_itself_shift_the_raw_share():
    # raw 1/2; labelled: label - flag = 0, -1, 0, 0 -> mean -1/4
    flag = [1, 1, 0, 0, 1, 0, 1, 0]
    label = [1, 0, 0, 0, *[np.nan] * 4]
    found = labelled_correction(flag, np.arange(8), label)
    assert found.estimate == pytest.approx(0.25)
    assert 0 <= found.low < found.estimate < found.high <= 1


def test_labelling_every_pair_gives_the_labelled_share_and_its_t_interval():
    rng = np.random.default_rng(0)
    flag, label = rng.integers(0, 2, (2, 60))
    found = labelled_correction(flag, np.arange(60), label)
    half = 2.000995 * label.std(ddof=1) / np.sqrt(60)  # t quantile, 59 df
    assert found.estimate == pytest.approx(label.mean())
    assert found.high - found.estimate == pytest.approx(half, rel=1e-5)


def test_too_few_labels_are_refused():
    with pytest.raises(ValueError, match="label 50 random pairs"):
        labelled_correction([1, 0], ["a", "b"], [1, np.nan])
    with pytest.raises(ValueError, match="1, 0 or NaN"):
        labelled_correction([1, 0], ["a", "b"], [1, 2])


def test_a_third_of_what_is_called_uncovered_is_covered_at_se_80_and_sp_75():
    # 63 % covered: .63 * .2 / (.63 * .2 + .37 * .75)
    assert false_omission_rate(0.63, 0.80, 0.75) == pytest.approx(0.31, abs=0.003)
    assert false_omission_rate(0.5, 1.0, 0.9) == 0
    with pytest.raises(ValueError, match="called uncovered"):
        false_omission_rate(0.5, 1.0, 0.0)
