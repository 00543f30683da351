"""Traps by rules: woven over the turns, with a rubric and a pair of answers."""

from collections.abc import Iterator, Sequence
from random import Random

from inspect_rubricblind.records import Criterion, Trap, TrapTask, TrapTurn
from inspect_rubricblind.solvers.traps.filling import (
    Facts,
    facts_for,
    fill,
    fill_plain,
)
from inspect_rubricblind.solvers.traps.source import Source
from inspect_rubricblind.taxonomy.trap_model import Frame, Plant, TrapSubtype

ENDS = (".", "!", "?", ":", "”", '"', ")")


def woven(
    source: Source, subtypes: Sequence[TrapSubtype], frame: Frame, rng: Random
) -> Iterator[tuple[str, Trap]]:
    """Traps that fit a source, each subtype once before any comes again.

    Args:
        source: An English conversation or report.
        subtypes: Those to choose from.
        frame: Sentences around answers and questions.
        rng: Orders subtypes and facts.

    Yields:
        The name of what was chosen, and the trap.
    """
    rest = []
    for entry in rng.sample(list(subtypes), len(subtypes)):
        plant = entry.plant(source.task)
        if plant is None:
            continue
        found = facts_for(plant, entry.code, source, rng)
        if (first := next(found, None)) is not None:
            yield _name(entry, first), weave(source, entry.code, plant, first, frame)
            rest.append((entry, plant, found))
    for entry, plant, found in rest:
        for facts in found:
            yield _name(entry, facts), weave(source, entry.code, plant, facts, frame)


def weave(
    source: Source, subtype: str, plant: Plant, facts: Facts, frame: Frame
) -> Trap:
    """One trap with its rubric and the two answers that go with it."""
    turns = (
        _dialogue_turns(source, plant, facts)
        if source.task == "dialogue"
        else _report_turns(source.text, fill(plant.bait, facts), frame)
    )
    resisting, falling = (
        _answer(source.task, fill(text, facts), frame)
        for text in (plant.resisting, plant.falling)
    )
    return Trap(
        task=source.task,
        subtype=subtype,
        turns=turns,
        trap=fill(plant.trap, facts),
        truth=fill_plain(plant.truth, facts),
        key=fill_plain(plant.key, facts),
        criteria=tuple(
            Criterion(index=index, criterion=fill(text, facts), points=points)
            for index, (points, text) in enumerate(plant.rubric)
        ),
        resisting=resisting,
        falling=falling,
        pair_by="rules",
    )


def report_turn(report: str, questions: Sequence[str], lead: str) -> TrapTurn:
    """The report with its questions, as one message."""
    asked = "\n".join(questions)
    return TrapTurn(role="user", content=f"{lead}\n\n{report}\n\n{asked}")


def _report_turns(report: str, bait: str, frame: Frame) -> tuple[TrapTurn, ...]:
    questions = (frame.report_first, frame.report_second, bait)
    return (report_turn(report, questions, frame.report_lead),)


def _dialogue_turns(source: Source, plant: Plant, facts: Facts) -> tuple[TrapTurn, ...]:
    """Cue in the first user turn, nod in the last reply, then echo and bait."""
    texts = [text for _, text in source.turns]
    roles = [role for role, _ in source.turns]
    cue, nod = fill(plant.cue, facts), fill(plant.nod, facts)
    texts[roles.index("user")] = _added(texts[roles.index("user")], cue)
    if "assistant" in roles:
        last = len(roles) - 1 - roles[::-1].index("assistant")
        texts[last] = _added(texts[last], nod)
    turns = zip(
        [*roles, "assistant", "user"],
        [*texts, fill(plant.echo, facts), fill(plant.bait, facts)],
        strict=True,
    )
    return tuple(TrapTurn.model_validate({"role": r, "content": t}) for r, t in turns)


def _added(text: str, sentence: str) -> str:
    if not sentence:
        return text
    body = text.rstrip()
    if "\n" in body:
        return f"{body}\n\n{sentence}"
    return f"{body}{'' if body.endswith(ENDS) else '.'} {sentence}"


def _answer(task: TrapTask, middle: str, frame: Frame) -> str:
    parts = (
        (frame.opening, middle, frame.closing)
        if task == "dialogue"
        else (frame.report_opening, middle, frame.report_closing)
    )
    return "\n\n".join(parts)


def _name(entry: TrapSubtype, facts: Facts) -> str:
    said = facts.get("key") or facts.get("entity") or facts.get("study")
    said = said or facts.get("diagnosis") or facts.get("asked") or facts.get("event")
    return f"{entry.code}: {said}" if said else entry.code
