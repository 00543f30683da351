import asyncio
import math

import pytest
from inspect_ai import Task, score
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelName, ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Target
from inspect_ai.solver import Generate, TaskState, solver
from own_pairs import PAIRS, UTI, rubric

from inspect_rubricblind.records import (
    ERROR_CODES,
    Answer,
    Case,
    CoverageResult,
    CriterionCoverage,
    Edit,
    EditSize,
    Trial,
    Variant,
    VariantCoverage,
    criteria_digest,
    digest,
)
from inspect_rubricblind.scorers.coverage import bound, coverage
from inspect_rubricblind.scorers.explanation import explain, plain
from inspect_rubricblind.taxonomy.model import CANARY

KEYS = {
    *("covered", "bound_auroc", "n_injections", "controls_covered"),
    *("agrees_with_rules", *ERROR_CODES),
}
SIZE = EditSize(
    destroyed=1, written=1, shape="same", sentences_touched=1, length_change=0.0
)
BY_TYPE = {pair.error_type: pair for pair in PAIRS}


def variant(error_type, edits, claim="", kind="error"):
    return Variant(
        kind=kind,
        error_type=error_type,
        edits=edits,
        claim=claim,
        injector="rules",
        trigger="",
        template="",
        harm=4 if kind == "error" else None,
        size=SIZE,
    )


def injection(code):
    return variant(code, BY_TYPE[code].edits, BY_TYPE[code].claim)


CONTROL = variant(
    "varied",
    (Edit(find="Symptoms may ease", replace="Symptoms may lessen"),),
    kind="control",
)


def case(criteria, **fields):
    return Case(benchmark="own", dataset_kind="path", criteria=criteria, **fields)


@solver
def fill_trial(trials):
    """Fill the trial of each sample as the solvers would."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        for name, value in trials[str(state.sample_id)].items():
            setattr(state.store_as(Trial), name, value)
        return state

    return solve


def answered(text, injections=(), controls=()):
    answer = Answer(
        text=text,
        answer_model="expert",
        kind="file",
        tokens=1,
        language="en",
        sha256=digest(text),
    )
    return {
        "answer": answer,
        "injections": tuple(injections),
        "controls": tuple(controls),
    }


UTI_TRIALS = {
    "no-answer": {"no_answer": "refusal"},
    "nothing-fits": answered(UTI),
    "two-errors": answered(UTI, [injection("F1"), injection("R1")], [CONTROL]),
}


def task_over(trials, scorer, about=None):
    metadata = (about or case(BY_TYPE["F1"].criteria)).model_dump(mode="json")
    samples = [Sample(id=name, input="What now?", metadata=metadata) for name in trials]
    return Task(dataset=samples, solver=fill_trial(trials), scorer=scorer)


def score_now(trial, about=None):
    """Score one trial without running a task."""
    metadata = (about or case(BY_TYPE["F1"].criteria)).model_dump(mode="json")
    state = TaskState(
        model=ModelName("none/none"),
        sample_id="one",
        epoch=1,
        input="What now?",
        messages=[],
        metadata=metadata,
        store={},
    )
    for name, value in trial.items():
        setattr(state.store_as(Trial), name, value)
    return asyncio.run(coverage()(state, Target("")))


def test_every_sample_has_the_same_keys():
    assert {frozenset(score_now(t).value) for t in UTI_TRIALS.values()} == {
        frozenset(KEYS)
    }


def test_errors_and_controls_are_counted_apart():
    # The rubric asks for the dose (F1) and for factual accuracy, which takes in R1.
    value = score_now(UTI_TRIALS["two-errors"]).value
    assert (value["covered"], value["bound_auroc"], value["n_injections"]) == (1, 1, 2)
    assert (value["F1"], value["R1"], value["controls_covered"]) == (1, 1, 0)
    assert math.isnan(value["K1"])


def test_the_share_is_over_the_injections_of_the_sample():
    about = case(rubric((5, "States that nitrofurantoin is taken as 100 mg.")))
    found = score_now(UTI_TRIALS["two-errors"], about)
    assert (found.value["F1"], found.value["R1"]) == (1, 0)
    assert (found.value["covered"], found.value["bound_auroc"]) == (0.5, 0.75)
    assert found.answer == "1 of 2 errors are asked about (estimated)"


def test_known_verdicts_take_covered_pairs_without_headroom_out_of_the_bound():
    criteria = rubric((5, "States that nitrofurantoin is taken as 100 mg."))
    found = score_now(UTI_TRIALS["two-errors"], case(criteria, verdicts=(False,)))
    assert (found.value["covered"], found.value["bound_auroc"]) == (0.5, 0.5)


def test_a_sample_without_an_answer_is_unscored_and_says_why():
    found = score_now(UTI_TRIALS["no-answer"])
    assert all(math.isnan(value) for value in found.value.values())
    assert found.reason == "refusal"
    assert not found.metadata


def test_an_answer_without_injections_counts_none():
    value = score_now(UTI_TRIALS["nothing-fits"]).value
    assert value["n_injections"] == 0
    assert math.isnan(value["covered"])


def test_a_finished_run_holds_the_scores_and_scores_the_same_again(eval_task):
    log = eval_task(task_over(UTI_TRIALS, coverage()))
    assert log.status == "success"
    means = {s.name: s.metrics["mean"].value for s in log.results.scores}
    assert means["covered"] == 1
    # no-answer has no count: (0 + 2) / 2
    assert means["n_injections"] == 1
    [found] = [s.scores["coverage"] for s in log.samples if s.id == "two-errors"]
    result = CoverageResult.model_validate(found.metadata)
    assert (result.kind, result.n_criteria) == ("rules", 4)
    assert [v.error_type for v in result.variants] == ["F1", "R1", "varied"]
    assert result.variants[0].headroom is None
    assert {c.index for c in result.variants[0].criteria} == {0, 1}

    again = score(log, coverage(), action="overwrite", display="none")
    for before, after in zip(log.samples, again.samples, strict=True):
        old, new = before.scores["coverage"], after.scores["coverage"]
        assert (old.metadata, old.explanation) == (new.metadata, new.explanation)
        assert str(old.value) == str(new.value)


def test_model_without_the_role_names_the_role(eval_task):
    log = eval_task(task_over(UTI_TRIALS, coverage("model")))
    assert log.status == "error"
    assert "role judge" in log.error.message


def judged(*replies):
    """A judge that gives these replies in turn, then the last one for ever."""
    texts = iter(replies)
    last = replies[-1]

    def say(*_):
        output = ModelOutput.from_content("mockllm/model", next(texts, last))
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return {"judge": get_model("mockllm/model", custom_outputs=say)}


def test_a_bound_judge_decides_and_the_rules_stand_beside_it(eval_task):
    reply = '{"reasoning": "r", "criteria": [{"id": 0, "should_change": "unsure"}]}'
    log = eval_task(task_over(UTI_TRIALS, coverage()), model_roles=judged(reply))
    result = CoverageResult.model_validate(log.samples[-1].scores["coverage"].metadata)
    assert (result.kind, result.estimator.split()[0]) == ("model", "mockllm/model")
    for found in result.variants:
        assert [c.index for c in found.criteria] == [0]
        assert found.criteria[0].should_change == "unsure"
        assert found.rules_covered is not None
    same = [found.covered == found.rules_covered for found in result.variants]
    value = log.samples[-1].scores["coverage"].value
    assert value["agrees_with_rules"] == sum(same) / len(same)
    assert result.usage.calls + result.usage.cached == len(result.variants)


@pytest.mark.parametrize(
    "reply", ["no idea", '{"criteria": [{"id": 99, "should_change": "yes"}]}']
)
def test_a_judge_that_cannot_be_read_leaves_coverage_open(eval_task, reply):
    log = eval_task(task_over(UTI_TRIALS, coverage("model")), model_roles=judged(reply))
    result = CoverageResult.model_validate(log.samples[-1].scores["coverage"].metadata)
    assert {(v.covered, v.failure) for v in result.variants} == {(None, "unparsed")}
    assert math.isnan(log.samples[-1].scores["coverage"].value["covered"])


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="auto, rules, model, but got 'magic'"):
        coverage("magic")


@pytest.mark.parametrize(
    ("covered", "room", "expected"),
    [(True, True, 1.0), (True, None, 1.0), (True, False, 0.5), (False, None, 0.5)],
)
def test_the_bound_counts_covered_pairs_with_headroom(covered, room, expected):
    found = VariantCoverage(
        kind="error", error_type="F1", covered=covered, headroom=room, criteria=()
    )
    assert bound(found) == expected


def asks(index, points):
    return CriterionCoverage(
        index=index, points=points, covered=True, score=0.9, reason=""
    )


def test_the_digest_of_a_rubric_depends_on_texts_and_points():
    one = criteria_digest(rubric((5, "a"), (3, "b")))
    assert one == criteria_digest(rubric((5, "a"), (3, "b")))
    assert one != criteria_digest(rubric((5, "a"), (2, "b")))
    assert one != criteria_digest(rubric((3, "b"), (5, "a")))


def test_hostile_text_stays_within_its_cell():
    shown = plain("a|b `c` <img src=x>\n# d\u202e $x$", 100)
    assert shown == r"a\|b \`c\` &lt;img src=x&gt; \# d\u202e \$x\$"


def test_long_text_is_cut():
    assert plain("word " * 100, 20) == "word word word word…"


def test_the_explanation_is_one_table_with_a_row_per_variant():
    hostile = "Names | a dose `x` <script>\nand more " + "text " * 50
    about = case(rubric((5, hostile)), verdicts=(False,))
    variants = [
        variant("F1", (Edit(find="5 mg | daily", replace=""),)),
        variant("same", (Edit(find="a", replace="b"),), kind="control"),
    ]
    covered = [
        VariantCoverage(
            kind="error",
            error_type="F1",
            covered=True,
            headroom=False,
            criteria=(asks(0, 5),),
        ),
        VariantCoverage(
            kind="control",
            error_type="same",
            covered=False,
            headroom=None,
            criteria=(),
        ),
    ]
    text = explain(about, "a 5 mg | daily", variants, covered)
    rows = [line for line in text.split("\n") if line.startswith("| ")]
    assert len(rows) == 3
    assert all(row.replace(r"\|", "").count("|") == 3 for row in rows)
    assert "<script>" not in text
    assert "no headroom" in rows[1]
    assert rows[1].startswith("| **F1 Dosage error:** a ⟦5 mg \\| daily → ∅⟧ |")
    assert rows[2] == "| **Control, same:** ⟦a → b⟧ 5 mg \\| daily | none |"
    assert "<br>" not in text
    assert CANARY in text
    assert "SAMPLE" not in text


@pytest.mark.parametrize(
    ("original", "shown"),
    [
        ("Give 12 mg.", "Give ⟦12 → 3⟧ mg."),
        ("Until 12; then", "Until ⟦12 → 3⟧; then"),
        # At most 40 characters on each side, whole words, and the same line only.
        (
            "Lost line\n" + "word " * 9 + "12" + " word" * 9,
            f"…{'word ' * 7}⟦12 → 3⟧{' word' * 7}…",
        ),
    ],
)
def test_a_short_edit_is_shown_between_the_words_around_it(original, shown):
    edited = variant("F1", (Edit(find="12", replace="3"),))
    found = VariantCoverage(
        kind="error", error_type="F1", covered=None, headroom=None, criteria=()
    )
    text = explain(case(rubric((5, "a"))), original, [edited], [found])
    assert f"**F1 Dosage error:** {shown} |" in text
    assert "not read" in text


def test_an_answer_without_errors_is_said_to_have_none():
    text = explain(case(rubric((5, "a"))), "Rest.", [], [])
    assert text.startswith("No error was injected")
    assert "|" not in text


def test_own_cases_are_called_a_sample():
    about = Case(benchmark="own", dataset_kind="sample", criteria=rubric((5, "a")))
    covered = [
        VariantCoverage(
            kind="error", error_type="F1", covered=False, headroom=None, criteria=()
        )
    ]
    text = explain(about, "a", [variant("F1", (Edit(find="a", replace="b"),))], covered)
    assert text.startswith("SAMPLE")
