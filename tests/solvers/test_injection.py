import asyncio
from itertools import count

import pytest

from inspect_rubricblind.records import Candidate, Edit, apply_edits
from inspect_rubricblind.solvers.injection import (
    MAX_TRIES,
    Target,
    first_accepted,
    inject_by_rules,
)
from inspect_rubricblind.solvers.rules import Passage, Rule
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import EditLimits

ANSWER = "Take 500 mg of paracetamol every 6 hours. Do not take more than 4 g per day."
LIMITS = EditLimits(
    shape="same", destroy=3, write=3, sentences=1, length_min=-1, length_max=1
)
TARGET = Target("error", "F1", 5, LIMITS)


def candidate(find, replace, template="t"):
    return Candidate(
        edits=(Edit(find=find, replace=replace),),
        claim=f"{replace}.",
        trigger=find,
        template=template,
    )


GOOD = candidate("500 mg", "5000 mg", "tenfold")
MISSING = candidate("600 mg", "6000 mg")
LARGE = candidate("Do not take more than 4 g per day.", "")


def test_the_first_candidate_that_passes_the_checks_is_accepted():
    attempt = asyncio.run(
        first_accepted(ANSWER, [MISSING, LARGE, GOOD, MISSING], TARGET)
    )
    accepted = attempt.accepted
    assert apply_edits(ANSWER, accepted.edits).startswith("Take 5000 mg of paracetamol")
    assert (accepted.kind, accepted.error_type, accepted.harm) == ("error", "F1", 5)
    assert (accepted.injector, accepted.template) == ("rules", "tenfold")
    assert (accepted.size.destroyed, accepted.size.written) == (1, 1)
    assert [one.rejections[0].rule for one in attempt.discarded] == [
        "find_missing",
        "shape",
    ]


def test_no_more_candidates_are_tried_than_allowed():
    made = count(1)
    attempt = asyncio.run(
        first_accepted(ANSWER, (MISSING for _ in iter(made.__next__, 0)), TARGET)
    )
    assert attempt.accepted is None
    assert len(attempt.discarded) == MAX_TRIES
    assert next(made) == MAX_TRIES + 1


def test_a_rule_without_a_candidate_leaves_a_reason():
    attempt = asyncio.run(first_accepted(ANSWER, [], TARGET))
    assert attempt.accepted is None
    [discarded] = attempt.discarded
    assert (discarded.edits, discarded.rejections[0].rule) == ((), "no_candidate")


def draw(passage, rng):
    """A stand-in rule: one of nine doses, by the random stream it gets."""
    dose = rng.choice([100 * n for n in range(10, 19)])
    yield candidate("500 mg", f"{dose} mg")


RULES = {code: Rule(lambda passage: "500 mg", draw) for code in ("F1", "F2")}


def inject(case_id="a", seed=0, codes=("F1", "F2")):
    types = [load_taxonomy().by_code(code) for code in codes]
    passage = Passage.build("How much?", ANSWER)
    attempts = asyncio.run(inject_by_rules(passage, types, case_id, seed, {}, RULES))
    return {a.accepted.error_type: a.accepted.edits for a in attempts}


def test_a_choice_depends_on_seed_case_and_type_alone():
    assert inject() == inject()
    assert inject(codes=("F2",))["F2"] == inject(codes=("F2", "F1"))["F2"]
    seeds = {str(inject(seed=seed)["F1"]) for seed in range(20)}
    cases = {str(inject(case_id=str(case))["F1"]) for case in range(20)}
    assert min(len(seeds), len(cases)) > 3


@pytest.mark.parametrize("code", ["F1", "F2"])
def test_harm_is_the_taxonomys(code):
    types = [load_taxonomy().by_code(code)]
    passage = Passage.build("How much?", ANSWER)
    [attempt] = asyncio.run(inject_by_rules(passage, types, "a", 0, {}, RULES))
    assert attempt.accepted.harm == types[0].harm
