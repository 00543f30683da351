import pytest

from inspect_rubricblind.records import Criterion, Scoring, official_score

CRITERIA = [
    Criterion(index=0, criterion="Names the drug", points=6),
    Criterion(index=1, criterion="Names the dose", points=4),
    Criterion(index=2, criterion="Invents a trial", points=-5),
]
NEGATIVE = [Criterion(index=0, criterion="Invents a trial", points=-5)]
PROFESSIONAL = Scoring(length_centre=2000, length_penalty=0.0147)


def score(scoring, verdicts, length=2000, criteria=CRITERIA):
    return official_score(scoring, criteria, verdicts, length)


def test_met_points_are_divided_by_the_positive_points_alone():
    assert score(Scoring(), [True, False, False]) == 0.6
    assert score(Scoring(), [True, False, True]) == pytest.approx(0.1)
    assert score(Scoring(), [False, False, True]) == -0.5


def test_only_a_clipped_score_stays_within_0_and_1():
    assert score(Scoring(clip=True), [False, False, True]) == 0
    assert score(Scoring(clip=True), [True, True, False]) == 1


@pytest.mark.parametrize(
    ("verdicts", "length", "expected"),
    [
        # The publishers' own examples: a short answer may exceed 1, a long one costs.
        ([True, True, False], 1500, 1.0147),
        ([False, False, True], 2500, -0.5147),
        ([True, False, False], 2000, 0.6),
        ([True, True, False], 2250, 1 - 0.00735),
    ],
)
def test_the_length_adjustment_is_linear_around_its_centre(verdicts, length, expected):
    assert score(PROFESSIONAL, verdicts, length) == pytest.approx(expected)


def test_what_is_not_graded_has_no_score():
    assert score(Scoring(), [True, None, False]) is None


def test_a_rubric_without_positive_points_scores_what_its_benchmark_says():
    assert score(Scoring(), [True], criteria=NEGATIVE) is None
    assert score(Scoring(without_positive=0.0), [True], criteria=NEGATIVE) == 0


def test_the_rule_can_be_read():
    assert Scoring(clip=True).describe().endswith("clipped to 0 to 1 per case")
    assert "0.0147 per 500 characters above 2,000" in PROFESSIONAL.describe()
