"""Rules that every planted trap has to pass, whoever planted it."""

import re
from collections.abc import Iterator, Sequence

from inspect_rubricblind.records import Criterion, Rejection, Trap
from inspect_rubricblind.solvers.traps.source import Source
from inspect_rubricblind.taxonomy.tokens import token_texts

MIN_LINES, MAX_LINES = 3, 6
MIN_NAMED = 2
MAX_BAIT_WORDS = 120
LEAST_KEPT = 0.5
MAX_POINTS = 100
SHORT_WORD = 3
RUBRIC_RULES = frozenset(
    {"rubric_malformed", "rubric_size", "rubric_repeats", "rubric_aligned"}
)
"""Rules about the rubric alone: breaking them costs the rubric, not the trap."""

GIVES_AWAY = re.compile(
    r"\b(?:hallucinat\w*|trick question|this is a (?:trap|test)|fictional|fictitious"
    r"|made[- ]up|does(?: not|n['’]t) exist|non-?existent)\b",
    re.IGNORECASE,
)


def check_trap(trap: Trap, source: Source) -> tuple[Rejection, ...]:
    """Everything that speaks against a trap; empty if it may go to the validators.

    Args:
        trap: With its rubric.
        source: What it was planted into.
    """
    return (*check_alone(trap), *check_against(trap, source))


def check_alone(trap: Trap) -> Iterator[Rejection]:
    """What can be said without the source: bait, key, pair and rubric."""
    said = _said(trap)
    if trap.turns[-1].role != "user":
        yield _reject("ends_with_bait", "user", trap.turns[-1].role, "the last turn")
    if (words := len(trap.bait.split())) > MAX_BAIT_WORDS and trap.task == "dialogue":
        yield _reject("bait_length", f"at most {MAX_BAIT_WORDS} words", words, "bait")
    if trap.key.lower() not in said.lower():
        yield _reject("key_asked", "in the turns", trap.key, "the key of the trap")
    if trap.resisting and trap.resisting.strip() == trap.falling.strip():
        yield _reject("pair_differs", "two answers", "one", "the pair")
    yield from check_rubric(trap.criteria, trap.key)


def check_against(trap: Trap, source: Source) -> Iterator[Rejection]:
    """Whether the trap is new to its source, woven into it and not given away."""
    said = _said(trap)
    if source.says(trap.key):
        yield _reject("key_new", "not in the source", trap.key, "the key of the trap")
    before = {match[0].lower() for match in GIVES_AWAY.finditer(source.text)}
    for match in GIVES_AWAY.finditer(said):
        if match[0].lower() not in before:
            yield _reject("given_away", "no hint", match[0], "the turns")
    yield from _check_weaving(trap, source, said)


def check_rubric(criteria: Sequence[Criterion], key: str) -> Iterator[Rejection]:
    """Whether a rubric has about four different lines, two of which name the trap."""
    if not MIN_LINES <= len(criteria) <= MAX_LINES:
        limit = f"{MIN_LINES} to {MAX_LINES}"
        yield _reject("rubric_size", limit, len(criteria), "lines of the rubric")
    texts = [" ".join(line.criterion.lower().split()) for line in criteria]
    if len(set(texts)) < len(texts):
        yield _reject("rubric_repeats", "none", "a repeated line", "the rubric")
    words = key_words(key)
    named = sum(bool(words & set(token_texts(text))) for text in texts)
    if texts and named < MIN_NAMED:
        limit = f"at least {MIN_NAMED} lines that name {key!r}"
        yield _reject("rubric_aligned", limit, named, "the rubric")


def key_words(text: str) -> frozenset[str]:
    """The words that tell something, in small letters; all where none is long."""
    words = {w.lower() for w in token_texts(text) if w.strip(".,;:!?()\"'")}
    long = {w for w in words if len(w) > SHORT_WORD or w.isdigit()}
    return frozenset(long or words)


def read_rubric(lines: Sequence[object]) -> tuple[Criterion, ...] | Rejection:
    """The criteria of a writer's reply, or why they cannot be used."""
    criteria = []
    for index, line in enumerate(lines):
        if not isinstance(line, dict):
            return _malformed(f"line {index + 1} is no object")
        text, points = line.get("criterion"), line.get("points")
        if not isinstance(text, str) or not text.strip():
            return _malformed(f"line {index + 1} has no text")
        if isinstance(points, bool) or not isinstance(points, int):
            return _malformed(f"line {index + 1} has the points {points!r:.40}")
        if not 0 < abs(points) <= MAX_POINTS:
            return _malformed(f"line {index + 1} has the points {points!r:.40}")
        criteria.append(Criterion(index=index, criterion=text.strip(), points=points))
    if not any(line.points > 0 for line in criteria):
        return _malformed("no line has positive points")
    return tuple(criteria)


def _said(trap: Trap) -> str:
    return "\n\n".join(turn.content for turn in trap.turns)


def _check_weaving(trap: Trap, source: Source, said: str) -> Iterator[Rejection]:
    """A report stands unchanged; a dialogue changes on both sides and stays itself."""
    if trap.task == "report":
        if source.text.strip() not in said:
            yield _reject("report_kept", "unchanged", "changed", "the report's text")
        return
    before = set(source.turns)
    new = {turn.role for turn in trap.turns if (turn.role, turn.content) not in before}
    if not {"user", "assistant"} <= new:
        yield _reject(
            "woven", "user and assistant turns", ", ".join(sorted(new)), "what changed"
        )
    had, has = key_words(source.text), {w.lower() for w in token_texts(said)}
    kept = len(had & has) / len(had) if had else 1.0
    if kept < LEAST_KEPT:
        limit = f"at least {LEAST_KEPT:.0%} of its words"
        yield _reject("source_kept", limit, f"{kept:.0%}", "the conversation")


def _reject(rule: str, limit: str, value: object, what: str) -> Rejection:
    return Rejection(
        rule=rule,
        limit=limit,
        value=str(value)[:200],
        message=f"{what} must be {limit}, but got {value!s:.200}",
    )


def _malformed(what: str) -> Rejection:
    limit = "objects with criterion and points"
    return _reject("rubric_malformed", limit, what, "the rubric")
