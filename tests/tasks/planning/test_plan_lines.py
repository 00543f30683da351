import pytest

from inspect_rubricblind.calls.roles import ROLES
from inspect_rubricblind.logs.prices import Price
from inspect_rubricblind.records import Criterion
from inspect_rubricblind.scorers.grader_prompt import grader_messages
from inspect_rubricblind.solvers.voting import applicability_prompt
from inspect_rubricblind.tasks.planning.design import (
    ACCEPTANCE,
    ACCEPTED,
    Wishes,
    design_run,
    prior_accepted,
)
from inspect_rubricblind.tasks.planning.plan import plan_lines
from inspect_rubricblind.tasks.planning.requests import EVALUATED
from inspect_rubricblind.tasks.planning.workload import (
    CaseSize,
    Workload,
    assumed_workload,
    estimate_tokens,
)
from inspect_rubricblind.taxonomy.load import load_taxonomy

# Two measured cases that stand for four.
WORKLOAD = Workload(
    "by hand", 4, (CaseSize(100, 40, 3, 30), CaseSize(200, 60, 5, 70)), {}
)
REPLIES = {"applicability": 20, "injector": 50, "judge": 30, "grader": 10}
ALL_TYPES = load_taxonomy().types
TWO_TYPES = load_taxonomy().select(["F1", "K1"])  # shapes: same, varied


def design(bound=ROLES, answers=True, accepted=1.0, acceptance=0.75, **wishes):
    return design_run(TWO_TYPES, accepted, acceptance, bound, answers, Wishes(**wishes))


def lines(*arguments, **options):
    planned = plan_lines(WORKLOAD, design(*arguments, **options), REPLIES)
    return {(line.stage, line.role): line for line in planned}


def test_calls_follow_from_the_design_by_hand():
    # 1 / 0.75 types fit, 1 + sqrt(1 - 0.75) = 1.5 attempts each: 2 attempts a case.
    # Shapes: 0.5 + 0.5 = 1 control tried, 1.5 attempts, 0.75 accepted. 16 criteria.
    calls = {key: (line.calls, line.at_most) for key, line in lines().items()}
    assert calls == {
        ("answer", EVALUATED): (4, 4),
        ("applicability", "applicability_a"): (8, 8),
        ("applicability", "applicability_b"): (8, 8),
        ("injection", "injector"): (8, 16),
        ("injection", "judge"): (8, 16),
        ("controls", "injector"): (6, 16),
        ("controls", "judge"): (6, 16),
        ("coverage", "judge"): (7, 16),
        ("grading of originals", "grader"): (16, 16),
        ("grading of repeats", "grader"): (16, 16),
        ("grading of errors", "grader"): (16, 32),
        ("grading of controls", "grader"): (12, 32),
    }


def test_a_grading_prompt_holds_question_answer_and_one_criterion():
    bare = grader_messages([], "", Criterion(index=0, criterion="", points=5))
    fixed = sum(len(message.text) for message in bare) / 4
    line = lines()["grading of originals", "grader"]
    # Twice: 3 calls of 100 + 40 and criteria of 30, 5 of 200 + 60 and 70.
    assert line.tokens.input == pytest.approx(16 * fixed + 2 * (450 + 1370))
    assert line.tokens.output == 160


def test_a_judged_copy_is_shown_beside_the_original():
    one, other = (
        lines(coverage="rules")["injection", "judge"],
        plan_lines(Workload("", 1, (CaseSize(100, 41, 3, 30),), {}), design(), REPLIES)[
            4
        ],
    )
    # Per call: two answers of 50 and a question of 150 on average; 82 and 100.
    assert one.tokens.input / one.calls - other.tokens.input / other.calls == (
        pytest.approx(250 - 182)
    )


def test_the_evaluated_model_writes_the_answers():
    line = lines()["answer", EVALUATED]
    assert (line.tokens.input, line.tokens.output) == (600, 200)


def test_estimated_prompts_are_as_long_as_real_ones():
    question, answer = "How much may I take? " * 12, "Take 500 mg twice a day. " * 20
    turns = [("user", question)]
    criterion = Criterion(index=0, criterion="States the dose in mg. " * 4, points=7)
    real = {
        "grading of originals": estimate_tokens(
            "".join(m.text for m in grader_messages(turns, answer, criterion))
        ),
        "applicability": sum(
            estimate_tokens(applicability_prompt(question, answer, error))
            for error in TWO_TYPES
        ),
    }
    size = CaseSize(
        estimate_tokens(f"user: {question}"),
        estimate_tokens(answer),
        1,
        estimate_tokens(criterion.criterion),
    )
    for line in plan_lines(Workload("", 1, (size,), {}), design(), REPLIES)[:-3]:
        if line.stage in real:
            assert line.tokens.input == pytest.approx(real[line.stage], rel=0.01)


def test_never_more_calls_than_the_study_without_repeats_and_controls():
    """The study's design, counted from its own printed figures."""
    cases, accepted, fitting, criteria = 500, 1921 / 500, 2768 / 500, 11.45
    study = cases * (1 + 2 * 13 + fitting * 2 * 2 + (1 + accepted) * criteria)
    planned = plan_lines(
        assumed_workload(cases, criteria, 70, 320, 492),
        design_run(
            ALL_TYPES,
            ACCEPTED.value,
            ACCEPTANCE.value,
            ROLES,
            True,
            Wishes(repeats=0, controls=False, coverage="rules"),
        ),
    )
    by_stage: dict[str, float] = {}
    for line in planned:
        by_stage[line.stage] = by_stage.get(line.stage, 0) + line.calls
    assert sum(by_stage.values()) <= study
    assert by_stage["applicability"] == 13_000
    grading = by_stage["grading of originals"] + by_stage["grading of errors"]
    assert grading == pytest.approx((500 + 1921) * criteria)
    assert by_stage["injection"] <= 2768 * 2 * 2


def test_more_repeats_mean_more_gradings_of_the_original_only():
    none, three = lines(repeats=0), lines(repeats=3)
    key = ("grading of repeats", "grader")
    assert key not in none
    assert three.pop(key).calls == 48
    assert three == none


def test_an_unbound_role_is_never_called():
    assert set(lines(bound=("grader",), answers=False)) == {
        ("grading of originals", "grader"),
        ("grading of repeats", "grader"),
        ("grading of errors", "grader"),
        ("grading of controls", "grader"),
    }
    # With the rules as injector, a bound judge still judges the errors.
    assert set(lines(bound=("judge",), answers=False)) == {
        ("injection", "judge"),
        ("coverage", "judge"),
    }
    assert lines(bound=(), answers=False) == {}


def test_cost_is_tokens_times_price_of_the_named_model():
    models = {EVALUATED: "openai/o3", "grader": "openai/g"}
    planned = plan_lines(
        WORKLOAD, design(), REPLIES, models, {"openai/o3": Price(input=2, output=8)}
    )
    costs = {(line.stage, line.model): line.cost for line in planned}
    # 600 x 2 + 200 x 8 dollars per million.
    assert costs["answer", "openai/o3"] == pytest.approx(0.0028)
    assert costs["grading of errors", "openai/g"] is None
    assert costs["injection", None] is None


def test_the_prior_is_for_all_types_and_shrinks_with_them():
    assert prior_accepted(ALL_TYPES) == pytest.approx(1921 / 500)
    assert prior_accepted(TWO_TYPES) == pytest.approx(1921 / 500 * 2 / 13)


def test_no_more_types_fit_than_there_are():
    assert design(accepted=2.0, acceptance=0.5).fitting == 2
    certain = design(accepted=2.0, acceptance=1.0)
    assert (certain.attempts, certain.shapes, certain.controlled) == (1, 2, 2)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"accepted": 3.0}, r"accepted must be .* types \(2\), but got 3"),
        ({"accepted": 0.0}, "accepted must be more than 0"),
        ({"acceptance": 1.1}, "acceptance must be more than 0 and at most 1"),
        ({"bound": (), "injector": "model"}, "injector=model needs a model for each"),
        ({"bound": ("applicability_a",)}, "got none for applicability_b"),
    ],
)
def test_what_cannot_be_run_cannot_be_planned(changes, message):
    with pytest.raises(ValueError, match=message):
        design(**changes)
