from types import SimpleNamespace

import pytest

from inspect_rubricblind.logs.medhallu.classes import ablation_rows, class_rows
from inspect_rubricblind.logs.medhallu.comparing import scheme_rows
from inspect_rubricblind.logs.medhallu.criteria import dimension_rows
from inspect_rubricblind.logs.medhallu.reading import (
    MedHallu,
    add_medhallu,
    criterion_key,
)
from inspect_rubricblind.records import (
    Baseline,
    ClassifiedCriterion,
    LeakageResult,
    RubricFacts,
    criteria_digest,
    digest,
)
from synthetic_logs import CRITERIA, case, grading

FACTS = RubricFacts(scheme="rubrichub", origin="written", n_criteria=3, writers=("w",))
LEAKAGE = LeakageResult(
    baselines={"length": Baseline(correct=9, hallucinated=5)}, rubric=FACTS
)
LOST = [False, True, False]


def sample(benchmark="medhallu", criteria=CRITERIA, rubric=CRITERIA, **changes):
    found = grading(("error", "hallucination", LOST), ("repeat", "", LOST))
    signature = found.signature.model_copy(
        update={"criteria_hash": criteria_digest(rubric)}
    )
    fields = {
        "case": case(benchmark=benchmark, criteria=criteria, difficulty="hard"),
        "sample_id": "q",
        "epoch": 1,
        "leakage": (LEAKAGE,),
        "gradings": (found.model_copy(update={"signature": signature}),),
        "classified": (),
    }
    return SimpleNamespace(**{**fields, **changes})


def read(*samples):
    found = MedHallu()
    assert all(add_medhallu(found, item) for item in samples)
    return found


def test_a_sample_of_another_benchmark_is_not_taken():
    assert not add_medhallu(MedHallu(), sample(benchmark="healthbench"))


def test_runs_that_prepare_others_hold_no_pair():
    found = read(sample(benchmark="medhallu_rubrics"))
    assert (found.pairs, found.classes) == ([], [])


def test_verdicts_points_and_the_repeat_of_a_grading_are_kept():
    [pair] = read(sample()).pairs
    [graded] = pair.gradings
    assert (graded.scheme, graded.writers) == ("rubrichub", ("w",))
    assert graded.met == (True, True, False)
    assert graded.met_hallucinated == tuple(LOST)
    assert (graded.outcome, graded.diff) == ("win", 5)
    assert graded.repeat_differs == (True,)


@pytest.mark.parametrize(
    ("changes", "scheme"),
    [
        ({"rubric": CRITERIA[:2]}, "other"),  # graded again by another rubric
        ({"criteria": ()}, "rubrichub"),  # rebuilt after a crash
    ],
)
def test_a_grading_without_its_criteria_keeps_its_outcome_alone(changes, scheme):
    pairs = read(sample(**changes)).pairs
    [graded] = pairs[0].gradings
    assert (graded.scheme, graded.criteria, graded.met) == (scheme, (), ())
    key = criterion_key(CRITERIA[0])
    classes = {key: ClassifiedCriterion(sha256=key, criterion_class="OTHER")}
    assert next(scheme_rows(pairs))["auroc"] == 1.0
    assert not list(dimension_rows(pairs))
    assert not list(class_rows(pairs, classes))
    assert not list(ablation_rows(pairs, classes))


def test_baselines_of_several_scorers_come_together():
    nli = LeakageResult(
        baselines={"nli": Baseline(correct=0.4, hallucinated=0.1)}, model="cross"
    )
    for order in ((LEAKAGE, nli), (nli, LEAKAGE)):
        [pair] = read(sample(leakage=order)).pairs
        assert set(pair.baselines) == {"length", "nli"}
        assert pair.models == {"nli": "cross"}
        assert pair.rubric == FACTS


def test_a_criterion_is_known_by_its_text_also_in_an_export():
    text = CRITERIA[0].criterion
    hidden = CRITERIA[0].model_copy(update={"criterion": digest(text)[:16]})
    assert criterion_key(CRITERIA[0]) == criterion_key(hidden) == digest(text)[:16]
