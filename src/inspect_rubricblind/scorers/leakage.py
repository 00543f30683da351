"""Scorer `leakage`: what tells both answers of a pair apart without any rubric.

Two rules that need no model. `length`: the longer answer (in characters) is held for
the correct one. `overlap`: the answer with the larger share of its terms in the
background text is. A rubric that does no better than the first may have learnt as
little.
"""

from collections.abc import Mapping

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from inspect_rubricblind.records import (
    Baseline,
    Case,
    LeakageResult,
    Prepared,
    apply_edits,
)
from inspect_rubricblind.scorers.stored import stored
from inspect_rubricblind.scorers.terms import terms

NAN = float("nan")


@scorer(metrics={"*": [mean(), stderr()]})
def leakage() -> Scorer:
    """Compare both answers by length, and by overlap with the background text.

    The value has `length` and `overlap`: 1 if the rule holds the correct answer for
    the better one, 0 if the other, 0.5 if it cannot tell; NaN where there is no
    background. Its mean is the rule's paired AUROC.
    """

    async def score(state: TaskState, target: Target) -> Score:
        case = state.metadata_as(Case)
        correct, hallucinated = both_answers(case)
        prepared = stored(state, Prepared)
        found = {
            "length": Baseline(correct=len(correct), hallucinated=len(hallucinated)),
            **overlap(correct, hallucinated, case),
        }
        result = LeakageResult(
            baselines=found,
            labels=tuple(prepared.labels),
            rubric=prepared.rubric,
            no_rubric=prepared.no_rubric,
        )
        return Score(
            value=values(found, ("length", "overlap")),
            answer=describe(found),
            explanation=(
                "What tells the two answers apart without a rubric. "
                f"{describe(found)}. Length in characters; overlap: share of the "
                "terms of an answer that stand in the background text."
            ),
            metadata=result.model_dump(mode="json"),
        )

    return score


def both_answers(case: Case) -> tuple[str, str]:
    """The correct and the hallucinated answer of a ready-made pair.

    Raises:
        ValueError: The case does not bring exactly one of each.
    """
    if case.answer is None or len(case.variants) != 1:
        raise ValueError(
            "case must bring its answer and one hallucinated answer along, but got "
            f"{len(case.variants)} hallucinated answers"
        )
    correct = case.answer.text
    return correct, apply_edits(correct, case.variants[0].edits)


def values(
    baselines: Mapping[str, Baseline], names: tuple[str, ...]
) -> dict[str, float]:
    """Each rule's outcome as 1, 0.5 or 0; NaN where the rule has nothing to go by."""
    return {
        name: _outcome(baselines[name]) if name in baselines else NAN for name in names
    }


def describe(baselines: Mapping[str, Baseline]) -> str:
    """`length 268 against 204, overlap 0.61 against 0.55`."""
    return ", ".join(
        f"{name} {pair.correct:.4g} against {pair.hallucinated:.4g}"
        for name, pair in baselines.items()
    )


def _outcome(pair: Baseline) -> float:
    return ((pair.correct > pair.hallucinated) - (pair.correct < pair.hallucinated)) / (
        2
    ) + 0.5


def overlap(correct: str, hallucinated: str, case: Case) -> dict[str, Baseline]:
    """Share of the terms of each answer in its background; empty without terms."""
    known = terms("\n".join(case.background))
    one, other = terms(correct), terms(hallucinated)
    if not (known and one and other):
        return {}
    return {
        "overlap": Baseline(
            correct=len(one & known) / len(one),
            hallucinated=len(other & known) / len(other),
        )
    }
