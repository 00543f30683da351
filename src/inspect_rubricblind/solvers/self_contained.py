"""Which answers make sense without the text that they are from.

MedHallu's correct answers are conclusions of abstracts, and about half of them speak of
"our patients" or "this study". A panel of models (role `panel`) or labels made before
decide; without either a heuristic looks for such words. It was held against nobody's
labels, so nothing is known of how well it agrees with a panel.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from inspect_ai.model import ChatMessageUser, Model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from inspect_rubricblind.calls.ask import Caller, Scope, ask
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.conversation import question_of
from inspect_rubricblind.calls.formats import Format
from inspect_rubricblind.calls.prompts import fence, template
from inspect_rubricblind.calls.roles import role_models
from inspect_rubricblind.calls.together import together
from inspect_rubricblind.records import (
    AnswerLabel,
    AnswerName,
    Case,
    Label,
    LabelVote,
    Prepared,
    Trial,
    apply_edits,
)
from inspect_rubricblind.records.rows import (
    sha256_of,
)
from inspect_rubricblind.solvers.labels import (
    MODEL,
    RULES,
    Labels,
    guess,
    read_labels,
)

PACKAGE = "inspect_rubricblind.solvers"
PANEL = "panel"
AUTO, NONE = "auto", "none"


class LabelReply(Format):
    """A panel model's label of one answer."""

    decisive = ("label",)

    reasoning: str = ""
    label: Label


@solver
def label_answers(
    labels: str = AUTO, hallucinated: bool = False, keep: str = "all"
) -> Solver:
    """Label the correct answer of a case, and the hallucinated one if asked for.

    Fills `Prepared.labels`. Where only self-contained answers are kept, the trial of
    another case ends without an answer, and nothing is graded.

    Args:
        labels: `auto` (the panel if it is bound, else rules), `none`, `rules`, `model`,
            or a JSON Lines file `{id, answer, label}`.
        hallucinated: Whether the hallucinated answer is labelled too.
        keep: `all` or `self-contained`.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: The file cannot be read, or nothing labels what is to be kept.
    """
    if keep != "all" and labels == NONE:
        raise ValueError(
            f"keep={keep} needs labels, but got labels=none; choose auto, rules, model "
            "or a file"
        )
    known = None if labels in (AUTO, NONE, RULES, MODEL) else read_labels(labels)
    names: tuple[AnswerName, ...] = (
        ("correct", "hallucinated") if hallucinated else ("correct",)
    )
    breaker = Breaker("self-contained")

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        case, prepared = state.metadata_as(Case), state.store_as(Prepared)
        found: list[AnswerLabel] = []
        if known is not None:
            found = [_known(known, str(state.sample_id), name) for name in names]
            trial = state.store_as(Trial)
            trial.components = {**trial.components, "labels_sha256": known_hash}
        elif labels != NONE:
            texts = _texts(case)
            panel = _panel(labels)
            callers = [Caller(model, breaker, state.epoch) for model in panel]
            question = question_of(state)
            found = [
                await ask_panel(callers, question, texts[name], name)
                if callers
                else AnswerLabel(answer=name, kind="rules", label=guess(texts[name]))
                for name in names
            ]
        prepared.labels = tuple(found)
        if keep != "all" and found[0].label != keep:
            trial = state.store_as(Trial)
            trial.answer, trial.injections = None, ()
            trial.no_answer = "not_self_contained"
        return state

    known_hash = "" if known is None else sha256_of(Path(labels).expanduser())
    return solve


async def ask_panel(
    callers: Sequence[Caller], question: str, answer: str, name: AnswerName
) -> AnswerLabel:
    """Ask every model of the panel; more than half of them decide.

    Args:
        callers: The panel, in its order; a model may stand in it twice.
        question: The question.
        answer: The answer to label.
        name: Which of the two answers it is.
    """
    prompt = template(PACKAGE, "self_contained").substitute(
        question=fence("question", question), answer=fence("answer", answer)
    )
    votes = await together(
        *(_vote(caller, prompt, place) for place, caller in enumerate(callers))
    )
    return AnswerLabel(
        answer=name, kind="model", label=majority(votes), votes=tuple(votes)
    )


def majority(votes: Sequence[LabelVote]) -> Label | None:
    """The label of more than half of the panel, unread votes included; else None."""
    said = Counter(vote.label for vote in votes if vote.label is not None)
    if not said:
        return None
    label, n = said.most_common(1)[0]
    return label if 2 * n > len(votes) else None


async def _vote(caller: Caller, prompt: str, place: int) -> LabelVote:
    asked = await ask(
        caller,
        [ChatMessageUser(content=prompt)],
        LabelReply,
        Scope(f"self_contained/{place}"),
    )
    caller.breaker.count(asked.failure)
    return LabelVote(
        model=str(caller.model),
        label=asked.value.label if asked.value else None,
        failure=asked.failure,
    )


def _known(known: Labels, case_id: str, name: AnswerName) -> AnswerLabel:
    found = known.get((case_id, name))
    if found is None:
        raise ValueError(
            f"labels must have a row for every case, but got none for {case_id!r} "
            f"({name}); label the same questions, or leave out what is not labelled "
            "with `ids=FILE`"
        )
    return found


def _panel(labels: str) -> tuple[Model, ...]:
    """The panel; empty where rules decide."""
    if labels == RULES:
        return ()
    models = role_models(PANEL)
    if labels == MODEL and not models:
        raise ValueError(
            "labels=model needs models for the role panel, but got none; bind three "
            "with `--model-role panel=A,B,C` or choose labels=rules"
        )
    return models


def _texts(case: Case) -> dict[AnswerName, str]:
    if case.answer is None or not case.variants:
        raise ValueError("case must bring both answers along, but lacks one")
    correct = case.answer.text
    return {
        "correct": correct,
        "hallucinated": apply_edits(correct, case.variants[0].edits),
    }
