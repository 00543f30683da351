"""Rules that need no rubric, and what they have nothing to say about."""

import math

import pytest

from inspect_rubricblind.records import Baseline
from inspect_rubricblind.scorers.leakage import overlap, values
from synthetic_logs import case


def test_overlap_is_the_share_of_an_answer_that_stands_in_its_background():
    # Words that no lexicon knows, so that each is one term.
    about = case(background=("Zorp quib flam.",))
    found = overlap("Zorp quib.", "Zorp nark blit.", about)
    assert found == {"overlap": Baseline(correct=1.0, hallucinated=1 / 3)}


@pytest.mark.parametrize(
    ("background", "correct", "other"),
    [
        ((), "Aspirin lowers fever.", "Aspirin cures cancer."),
        (("Aspirin lowers fever.",), "...", "Aspirin cures cancer."),
        (("Aspirin lowers fever.",), "Aspirin lowers fever.", ""),
    ],
)
def test_nothing_to_divide_by_is_no_zero(background, correct, other):
    found = overlap(correct, other, case(background=background))
    assert found == {}
    assert math.isnan(values(found, ("overlap",))["overlap"])
