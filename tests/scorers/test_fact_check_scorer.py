import math
from pathlib import Path

import pytest
from inspect_ai import eval, score
from inspect_ai.dataset import Sample
from inspect_ai.scorer import Score

from inspect_rubricblind.evidence.documents import Document
from inspect_rubricblind.evidence.index import build_corpus
from inspect_rubricblind.records import (
    Case,
    Edit,
    FactCheckResult,
    SuppliedAnswer,
    SuppliedVariant,
)
from inspect_rubricblind.scorers.fact_check import fact_check
from inspect_rubricblind.scorers.fact_check_choice import choose
from inspect_rubricblind.solvers.supplied import take_texts

ANSWER = (
    "Adults take at most 4 g of paracetamol in 24 hours. "
    "Ibuprofen is not for people with kidney disease. "
    "Most sore throats are viral."
)
EVIDENCE = Document(
    "1",
    "Painkillers",
    "Adults take at most 4 g of paracetamol in 24 hours. "
    "Ibuprofen is not for people with kidney disease.",
    "notes",
    "2024",
)


def error(code, find, replace, claim="wrong"):
    return SuppliedVariant(
        kind="error",
        error_type=code,
        edits=(Edit(find=find, replace=replace),),
        injector="test",
        claim=claim,
    )


DOSE = error("F1", "4 g", "40 g")
NEGATION = error("C1", "is not for", "is suitable for")
OMISSION = error("O1", " Most sore throats are viral.", "")
UNKNOWN = error("K1", "Most sore", "All sore")
CONTROL = SuppliedVariant(
    kind="control",
    error_type="same",
    edits=(Edit(find="take at most", replace="should take at most"),),
    injector="test",
)


def sample(*variants, answer=ANSWER):
    case = Case(
        benchmark="test",
        dataset_kind="path",
        criteria=(),
        answer=SuppliedAnswer(text=answer, answer_model="m", kind="file"),
        variants=variants,
    )
    return Sample(id="a", input="What?", metadata=case.model_dump(mode="json"))


@pytest.fixture
def corpus(tmp_path):
    build_corpus(tmp_path / "c.sqlite", [EVIDENCE])
    return str(tmp_path / "c.sqlite")


def run(task_sample, scorer, tmp_path, **options):
    from inspect_ai import Task

    task = Task(dataset=[task_sample], solver=take_texts(), scorer=scorer)
    [log] = eval(
        task,
        model="none/none",
        display="none",
        log_dir=str(tmp_path / "logs"),
        **options,
    )
    assert log.status == "success", log.error
    return log


def result_of(log):
    [found] = log.samples
    made = found.scores["fact_check"]
    return made, FactCheckResult.model_validate(made.metadata)


def test_claims_at_the_edits_are_checked_before_and_after(corpus, tmp_path):
    """Worked out by hand: the corpus settles dose and kidney, not the throat."""
    log = run(
        sample(DOSE, NEGATION, UNKNOWN, OMISSION, CONTROL),
        fact_check(corpus=corpus),
        tmp_path,
    )
    made, result = result_of(log)
    pairs = {pair.error_type: pair for pair in result.pairs}
    assert set(pairs) == {"F1", "C1", "K1", "same"}
    assert result.excluded == ("O1",)
    flags = {k: (p.original_flagged, p.flagged) for k, p in pairs.items()}
    assert flags == {
        "F1": (False, True),
        "C1": (False, True),
        "K1": (True, True),
        "same": (False, False),
    }
    assert all(pair.identified for pair in result.pairs)
    assert made.value["auroc"] == pytest.approx((1 + 1 + 0.5) / 3)
    assert made.value["original_flagged"] == pytest.approx(1 / 3)
    assert made.value["controls_flagged"] == 0
    assert made.value["F1"] == 1
    assert math.isnan(made.value["O1"])


def test_a_claim_keeps_its_evidence_to_be_judged_again(corpus, tmp_path):
    _, result = result_of(run(sample(DOSE), fact_check(corpus=corpus), tmp_path))
    original, variant = result.texts
    [claim] = [variant.claims[n] for n in result.pairs[0].claims]
    assert claim.verdict == "contradicted"
    assert claim.doubt > 0.5
    assert claim.search.passages[0].title == "Painkillers"
    assert claim.search.passages[0].date == "2024"
    assert claim.quotes[0] in EVIDENCE.text
    assert ANSWER[original.claims[0].start : original.claims[0].end].strip() in ANSWER


def test_an_empty_corpus_supports_nothing_and_contradicts_nothing(tmp_path):
    build_corpus(tmp_path / "e.sqlite", [])
    found = run(sample(DOSE), fact_check(corpus=str(tmp_path / "e.sqlite")), tmp_path)
    made, result = result_of(found)
    verdicts = {c.verdict for text in result.texts for c in text.claims}
    assert verdicts == {"not_supported"}
    assert made.value["auroc"] == 0.5


def test_the_budget_ends_in_a_counted_outcome(corpus, tmp_path):
    log = run(sample(DOSE), fact_check(corpus=corpus, max_searches=1), tmp_path)
    made, result = result_of(log)
    assert result.pairs[0].flagged is None
    failures = [c.failure for text in result.texts for c in text.claims]
    assert failures == [None, "budget"]
    assert made.value["open"] == 1
    assert math.isnan(made.value["auroc"])


def test_full_mode_checks_every_claim_of_each_text_once(corpus, tmp_path):
    log = run(sample(DOSE), fact_check(corpus=corpus, mode="full"), tmp_path)
    _, result = result_of(log)
    assert [text.n_claims for text in result.texts] == [3, 3]
    assert [len(text.claims) for text in result.texts] == [3, 3]
    assert result.searches == 4  # three of the original and the changed one


def test_a_log_can_be_checked_later_as_in_the_run(corpus, tmp_path):
    log = run(sample(DOSE, NEGATION, CONTROL), fact_check(corpus=corpus), tmp_path)
    _, first = result_of(log)
    again = score(log, fact_check(corpus=corpus), action="overwrite", display="none")
    assert result_of(again)[1] == first


def test_another_language_than_the_rules_read_is_a_failure_not_a_verdict(
    corpus, tmp_path
):
    text = "Los adultos no deben tomar más de 4 g de paracetamol en 24 horas."
    log = run(
        sample(error("F1", "4 g", "40 g"), answer=text),
        fact_check(corpus=corpus),
        tmp_path,
    )
    made, result = result_of(log)
    assert {c.failure for t in result.texts for c in t.claims} == {"language"}
    assert made.value["open"] == 1


def test_ties_need_a_grading(corpus, tmp_path):
    log = run(sample(DOSE), fact_check(corpus=corpus, pairs="ties"), tmp_path)
    assert log.samples[0].scores["fact_check"].reason == "no_grading"


def graded(*outcomes):
    """A grading with these (code, points of the original, points of the copy)."""
    pairs = [
        {
            "kind": "error",
            "error_type": code,
            "pairing": {
                "points_original": before,
                "points_variant": after,
                "outcome": "tie" if before == after else "win",
                "diff_min": before - after,
                "diff_max": before - after,
                "flipped_down": [],
                "flipped_up": [],
            },
        }
        for code, before, after in outcomes
    ]
    signature = dict.fromkeys(
        (
            "grader",
            "settings",
            "prompt",
            "prompt_hash",
            "criteria_hash",
            "arguments",
        ),
        "x",
    )
    return Score(
        value=1,
        metadata={
            "records_version": "1",
            "signature": {**signature, "draw": 0},
            "grading": "g",
            "n_criteria": 1,
            "points_possible": 5,
            "texts": [],
            "pairs": pairs,
            "usage": {},
        },
    )


def variant(code, harm):
    from inspect_rubricblind.records import EditSize, Variant

    size = EditSize(
        destroyed=1, written=1, shape="same", sentences_touched=1, length_change=0
    )
    return Variant(
        kind="error",
        error_type=code,
        edits=(Edit(find="a", replace="b"),),
        claim="c",
        injector="i",
        trigger="",
        template="",
        harm=harm,
        size=size,
    )


def test_ties_are_pairs_with_equal_points_that_are_not_zero():
    variants = [variant("F1", 4), variant("F2", 4), variant("F3", 4)]
    scores = {"paired_rubric": graded(("F1", 5, 5), ("F2", 0, 0), ("F3", 5, 3))}
    found = choose(variants, "ties", scores)
    assert [v.error_type for v in found.variants] == ["F1"]
    assert found.not_chosen == 2


def test_dangerous_pairs_are_those_of_harm_4_and_5():
    found = choose(
        [variant("F1", 5), variant("K1", 3), variant("O2", 5)], "dangerous", {}
    )
    assert [v.error_type for v in found.variants] == ["F1"]
    assert found.excluded == ("O2",)


def test_a_kind_of_error_that_nobody_rated_is_not_taken_for_harmless():
    unrated = [variant("trap:A1", None), variant("K1", None), variant("F1", None)]
    found = choose(unrated, "dangerous", {})
    # K1 has harm 3 in the taxonomy, F1 harm 5.
    assert [v.error_type for v in found.variants] == ["trap:A1", "F1"]
    assert found.not_chosen == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"backend": "bing"}, "backend must be one of"),
        ({"mode": "some"}, "mode must be one of targeted, full, but got 'some'"),
        ({"pairs": "few"}, "pairs must be one of all, ties, dangerous"),
        ({"kind": "llm"}, "kind must be one of auto, rules, model"),
        ({"passages": 0}, "passages must be 1 or more, but got 0"),
        ({"draw": -1}, "draw must be 0 or more, but got -1"),
    ],
)
def test_an_argument_that_cannot_be_used_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        fact_check(**arguments)


def test_a_corpus_that_is_not_there_is_refused_before_the_run():
    with pytest.raises(FileNotFoundError, match="rubricblind corpus build"):
        fact_check(corpus="absent.sqlite")


def test_the_explanation_is_safe_markdown_with_its_warning(corpus, tmp_path):
    bad = error("F1", "4 g", "40 g | <script>alert(1)</script> `x`")
    made, _ = result_of(run(sample(bad), fact_check(corpus=corpus), tmp_path))
    assert "deliberate medical errors" in made.explanation
    assert "<script>" not in made.explanation


def test_stored_evidence_is_judged_again_without_a_search(corpus, tmp_path):
    log = run(sample(DOSE, UNKNOWN, CONTROL), fact_check(corpus=corpus), tmp_path)
    Path(corpus).unlink()
    again = score(log, fact_check("stored"), action="append", display="none")
    [found] = again.samples
    first = FactCheckResult.model_validate(found.scores["fact_check"].metadata)
    second = FactCheckResult.model_validate(found.scores["fact_check1"].metadata)
    assert second.pairs == first.pairs
    assert (second.requests, second.evidence) == (0, first.evidence)
    assert second.checking != first.checking


def test_without_stored_evidence_there_is_nothing_to_judge(tmp_path):
    log = run(sample(DOSE), fact_check("stored"), tmp_path)
    assert log.samples[0].scores["fact_check"].reason == "no_stored_evidence"
