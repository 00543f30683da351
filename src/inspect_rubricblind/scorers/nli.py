"""Scorer `nli`: does the background support the answer, by a cross-encoder?

The baseline of the study's appendix L: a rubric written from the background may tell no
more than such a model does.
"""

from collections.abc import Callable
from functools import cache, partial

from anyio import to_thread
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from inspect_rubricblind.records import Baseline, Case, LeakageResult
from inspect_rubricblind.scorers.entailing import NliBackend, support
from inspect_rubricblind.scorers.leakage import both_answers, describe, values

DEFAULT_MODEL = "cross-encoder/nli-deberta-v3-large"
NAMES = ("nli", "nli_plain")
NO_BACKGROUND = "no_background"


@scorer(metrics={"*": [mean(), stderr()]})
def nli(model: str = DEFAULT_MODEL, revision: str | None = None) -> Scorer:
    """Compare how far the background supports both answers.

    The value has `nli` (largest entailment less largest contradiction over the
    sentences of the background) and `nli_plain` (entailment less contradiction of the
    whole background, cut off at the model's limit, as in the study): 1 if the correct
    answer is supported more, 0 if the hallucinated one is, 0.5 if both are alike.

    Args:
        model: A cross-encoder of the Hugging Face hub, or a local folder.
        revision: Branch, tag or commit of the hub.
    """
    return score_with(partial(load_backend, model, revision))


@cache
def load_backend(model: str, revision: str | None) -> NliBackend:
    """The model, loaded once per process."""
    from inspect_rubricblind.scorers.cross_encoder import CrossEncoder

    return CrossEncoder(model, revision)


def score_with(load: Callable[[], NliBackend]) -> Scorer:
    """The scorer over any backend, which is loaded when the first sample is scored."""

    async def score(state: TaskState, target: Target) -> Score:
        case = state.metadata_as(Case)
        correct, hallucinated = both_answers(case)
        if not any(passage.strip() for passage in case.background):
            nothing = dict.fromkeys(NAMES, float("nan"))
            return Score(
                value=nothing, reason=NO_BACKGROUND, explanation="No background."
            )
        backend = load()
        first, second = [
            await to_thread.run_sync(support, backend, case.background, answer)
            for answer in (correct, hallucinated)
        ]
        found = {
            "nli": Baseline(correct=first.by_sentence, hallucinated=second.by_sentence),
            "nli_plain": Baseline(correct=first.plain, hallucinated=second.plain),
        }
        cut = " The background was cut off for nli_plain." * (first.cut or second.cut)
        return Score(
            value=values(found, NAMES),
            answer=describe(found),
            explanation=f"Support by {backend.name}: {describe(found)}.{cut}",
            metadata=LeakageResult(baselines=found, model=backend.name).model_dump(
                mode="json"
            ),
        )

    return score
