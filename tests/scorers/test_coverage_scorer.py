import math
from types import SimpleNamespace

import pytest
from inspect_ai import Task, score
from inspect_ai.dataset import Sample
from inspect_ai.scorer import Target
from inspect_ai.solver import Generate, TaskState, solver
from own_pairs import PAIRS, rubric

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
    digest,
)
from inspect_rubricblind.scorers.coverage import (
    bound,
    coverage,
    criteria_digest,
    headroom,
)
from inspect_rubricblind.scorers.explanation import explain, plain
from inspect_rubricblind.taxonomy.model import CANARY

KEYS = {"covered", "bound_auroc", "n_injections", "controls_covered", *ERROR_CODES}
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


def sample(name, text="", injections=(), controls=(), about=None, no_answer=None):
    about = about or case(BY_TYPE["F1"].criteria)
    trial = {"text": text, "no_answer": no_answer}
    trial |= {"injections": injections, "controls": controls}
    metadata = about.model_dump(mode="json")
    sample = Sample(id=name, input="What now?", metadata=metadata)
    TRIALS[name] = trial
    return sample


TRIALS: dict[str, dict] = {}


@solver
def fill_trial():
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        given = TRIALS[str(state.sample_id)]
        trial = state.store_as(Trial)
        if given["text"]:
            trial.answer = Answer(
                text=given["text"],
                answer_model="expert",
                kind="file",
                tokens=1,
                language="en",
                sha256=digest(given["text"]),
            )
        trial.no_answer = given["no_answer"]
        trial.injections = tuple(given["injections"])
        trial.controls = tuple(given["controls"])
        return state

    return solve


@pytest.fixture
def uti_log(eval_task):
    uti = BY_TYPE["F1"].answer
    samples = [
        sample("no-answer", no_answer="refusal"),
        sample("nothing-fits", uti),
        sample(
            "two-errors",
            uti,
            injections=[injection("F1"), injection("R1")],
            controls=[CONTROL],
        ),
    ]
    log = eval_task(Task(dataset=samples, solver=fill_trial(), scorer=coverage()))
    assert log.status == "success"
    return log


def score_of(log, name):
    return next(s for s in log.samples if s.id == name).scores["coverage"]


def test_every_sample_has_the_same_keys(uti_log):
    assert all(set(s.scores["coverage"].value) == KEYS for s in uti_log.samples)


def test_errors_and_controls_are_counted_apart(uti_log):
    # The rubric asks for the dose (F1) and for factual accuracy, which takes in R1.
    value = score_of(uti_log, "two-errors").value
    assert (value["covered"], value["bound_auroc"], value["n_injections"]) == (1, 1, 2)
    assert (value["F1"], value["R1"], value["controls_covered"]) == (1, 1, 0)
    assert math.isnan(value["K1"])


def test_a_sample_without_an_answer_is_unscored_and_says_why(uti_log):
    found = score_of(uti_log, "no-answer")
    assert all(math.isnan(value) for value in found.value.values())
    assert found.reason == "refusal"
    assert not found.metadata


def test_an_answer_without_injections_counts_none(uti_log):
    value = score_of(uti_log, "nothing-fits").value
    assert value["n_injections"] == 0
    assert math.isnan(value["covered"])


def test_metrics_leave_out_what_is_absent(uti_log):
    means = {s.name: s.metrics["mean"].value for s in uti_log.results.scores}
    assert means["covered"] == 1
    # no-answer has no count: (0 + 2) / 2
    assert means["n_injections"] == 1


def test_the_metadata_reads_back_into_the_record(uti_log):
    result = CoverageResult.model_validate(score_of(uti_log, "two-errors").metadata)
    assert result.kind == "rules"
    assert result.n_criteria == len(BY_TYPE["F1"].criteria)
    assert [v.error_type for v in result.variants] == ["F1", "R1", "varied"]
    f1 = result.variants[0]
    assert f1.covered
    assert f1.headroom is None
    assert {c.index for c in f1.criteria} == {0, 1}


def test_scoring_the_log_again_gives_the_same(uti_log):
    again = score(uti_log, coverage(), action="overwrite", display="none")
    for before, after in zip(uti_log.samples, again.samples, strict=True):
        old, new = before.scores["coverage"], after.scores["coverage"]
        assert (old.metadata, old.explanation) == (new.metadata, new.explanation)
        assert str(old.value) == str(new.value)


def test_the_estimate_by_rules_needs_no_role(eval_task):
    task = Task(
        dataset=[sample("rules", BY_TYPE["F1"].answer)],
        solver=fill_trial(),
        scorer=coverage("rules"),
    )
    assert eval_task(task).status == "success"


def test_model_without_the_role_names_the_role(eval_task):
    task = Task(
        dataset=[sample("model", BY_TYPE["F1"].answer)],
        solver=fill_trial(),
        scorer=coverage("model"),
    )
    log = eval_task(task)
    assert log.status == "error"
    assert "role judge" in log.error.message


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError, match="auto, rules, model, but got 'magic'"):
        coverage("magic")


@pytest.mark.parametrize(
    ("points", "verdict", "expected"),
    [
        (5, True, True),  # met: can be lost
        (5, False, False),  # not met: nothing to lose
        (-5, False, True),  # a penalty not yet given
        (-5, True, False),  # a penalty already given
        (5, None, None),
    ],
)
def test_headroom_is_what_a_verdict_can_still_lose(points, verdict, expected):
    about = case(rubric((points, "a"), (3, "b")), verdicts=(verdict, True))
    asking = (asks(0, points),)
    assert headroom(asking, about) is expected


def test_headroom_needs_only_one_criterion_that_can_change():
    about = case(rubric((5, "a"), (5, "b"), (5, "c")), verdicts=(False, None, True))
    assert headroom((asks(0, 5), asks(2, 5)), about) is True
    assert headroom((asks(0, 5), asks(1, 5)), about) is None
    assert headroom((), about) is False


def test_without_verdicts_headroom_is_not_known():
    assert headroom((asks(0, 5),), case(rubric((5, "a")))) is None


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
    text = explain(about, variants, covered)
    rows = [line for line in text.split("\n") if line.startswith("| ")]
    assert len(rows) == 3
    assert all(row.replace(r"\|", "").count("|") == 4 for row in rows)
    assert "<script>" not in text
    assert "no headroom" in rows[1]
    assert rows[1].startswith("| F1 | 5 mg \\| daily → ∅ |")
    assert rows[2].startswith("| control same | a → b | none |")
    assert CANARY in text
    assert "SAMPLE" not in text


def test_own_cases_are_called_a_sample():
    about = Case(benchmark="own", dataset_kind="sample", criteria=rubric((5, "a")))
    covered = [
        VariantCoverage(
            kind="error", error_type="F1", covered=False, headroom=None, criteria=()
        )
    ]
    text = explain(about, [variant("F1", (Edit(find="a", replace="b"),))], covered)
    assert text.startswith("SAMPLE")


def test_the_scorer_does_not_ask_for_a_target():
    # Inspect calls score(state, target); ours reads only the state.
    state = SimpleNamespace(
        store_as=lambda _: SimpleNamespace(answer=None, no_answer="empty"),
        metadata_as=lambda _: None,
    )
    scoring = coverage()(state, Target(""))
    with pytest.raises(StopIteration) as finished:
        scoring.send(None)
    assert finished.value.value.reason == "empty"
