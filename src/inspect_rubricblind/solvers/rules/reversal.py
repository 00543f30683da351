"""Turn a piece of sound advice into its opposite, wherever the answer states it."""

import re
from collections.abc import Iterator, Sequence

from inspect_rubricblind.records import Candidate, ErrorCode
from inspect_rubricblind.solvers.rules.context import (
    is_discouraged,
    is_negated,
    is_statement,
    is_warning,
    lead_in,
    stated,
)
from inspect_rubricblind.solvers.rules.leftovers import is_of_some, keeps_advice
from inspect_rubricblind.solvers.rules.limits import fits
from inspect_rubricblind.solvers.rules.passage import (
    Change,
    Passage,
    Sentence,
    edits_at,
)
from inspect_rubricblind.taxonomy.lexicon import compiled, has_word
from inspect_rubricblind.taxonomy.lexicon_model import Reversal

MAX_PLACES = 3
MAX_REASON = 30

# Advice that comes up in many words, so that one place left over contradicts a change.
_SUBJECTS = [
    re.compile(words, re.IGNORECASE)
    for words in (
        r"\b(?:drink\w* (?:plenty|lots|more|enough|water|some water|fluids)|plenty of"
        r" (?:water|fluids)|(?:stay|keep)(?:ing)? (?:well[- ])?hydrated|hydration"
        r"|(?:encourag\w*|increas\w*|adequate|oral|intravenous|iv) fluids)\b",
        r"\b(?:anticoagula\w+|heparin|warfarin|rivaroxaban|apixaban)\b",
        r"\b(?:enough|much|more|adequate) (?:sleep|rest)\b",
        r"\b(?:screens?|screen time)\b",
        r"\b(?:ice|cold pack|cold compress)\b",
        r"\belevat\w+",
        r"\bsoaps?\b",
        r"\bcaffeine\b",
        r"\bcleansers?\b",
    )
]
# What a sentence goes on to say in support of the sound advice.
_REASON = re.compile(
    r"\s*(?:,? ?(?:as|since|because) (?:it|they|this|these|there|the|of)\b"
    r"|,? ?due to\b|,? ?which (?:can|may|could)\b|,? ?so (?:as|that)\b"
    r"|\((?:risk|due|as)\b|,? ?to (?:avoid|prevent|limit|reduce|minimi[sz]e)\b|[—–;])",
    re.IGNORECASE,
)


def reversals(
    passage: Passage, entries: Sequence[Reversal], code: ErrorCode, here: str
) -> Iterator[Candidate]:
    """Every reversal that the answer has a place for.

    Args:
        passage: The answer.
        entries: The table of advice.
        code: The error type whose limits hold.
        here: How a claim names the topic, with a leading space, or nothing.
    """
    for entry in entries:
        if not compiled(entry.find).search(passage.answer):
            continue
        if entry.needs and not has_word(passage.context, entry.needs):
            continue
        if has_word(passage.context, entry.unless):
            continue
        places = [
            (sentence, match)
            for sentence, match in _places(passage, entry)
            if not _is_contradicted(passage, entry, code, sentence, match)
        ]
        if not 0 < len(places) <= MAX_PLACES:
            continue
        changes = [_change(passage, entry, s, m) for s, m in places]
        edits = edits_at(passage.answer, changes)
        if edits is None or not fits(passage, code, edits):
            continue
        if code == "F3" and _is_advised_elsewhere(passage, changes):
            continue
        if any(_is_argued_against(passage, entry, s) for s, _ in places):
            continue
        sentence, match = places[0]
        claim = entry.claim.replace(" here", here) if entry.claim else ""
        yield Candidate(
            edits=edits,
            claim=claim or stated(passage, edits, sentence.start + match.start()),
            trigger=match[0],
            template=f"reverse.{entry.id}",
        )


def _is_argued_against(passage: Passage, entry: Reversal, sentence: Sentence) -> bool:
    """Whether the heading or a neighbour argues for the sound advice."""
    if entry.beside is None:
        return False
    at = passage.sentences.index(sentence)
    near = passage.sentences[max(at - 2, 0) : at + 3]
    said = [lead_in(passage, sentence), *(s.text for s in near if s != sentence)]
    return compiled(entry.beside, word=False).search(" | ".join(said)) is not None


def _is_advised_elsewhere(passage: Passage, changes: Sequence[Change]) -> bool:
    """Whether the answer still gives the advice that a change turned around."""
    kept, at = [], 0
    for change in sorted(changes):
        kept.append(passage.answer[at : change.start])
        at = change.end
    rest = " | ".join([*kept, passage.answer[at:]])
    old = " ".join(passage.answer[c.start : c.end] for c in changes)
    return any(p.search(old) and p.search(rest) for p in _SUBJECTS)


def _places(
    passage: Passage, entry: Reversal
) -> Iterator[tuple[Sentence, re.Match[str]]]:
    for sentence in passage.sentences:
        match = compiled(entry.find).search(sentence.text)
        if match is None or not is_statement(passage, sentence):
            continue
        if entry.only and not compiled(entry.only, word=False).search(sentence.text):
            continue
        if entry.spare and compiled(entry.spare, word=False).search(sentence.text):
            continue
        if is_warning(passage, sentence) or not _is_balanced(match[0]):
            continue
        if "|" in sentence.text or is_discouraged(passage, sentence):
            continue
        if is_negated(passage, sentence.start + match.start()):
            continue
        yield sentence, match


def _is_contradicted(
    passage: Passage,
    entry: Reversal,
    code: ErrorCode,
    sentence: Sentence,
    match: re.Match[str],
) -> bool:
    """Whether the sentence or its list item would go on to say the opposite."""
    change = _change(passage, entry, sentence, match)
    before = sentence.text[: match.start()]
    rest = sentence.text[change.end - sentence.start :]
    if code == "C1":
        return entry.id == "triggers" and is_of_some(before, rest)
    return keeps_advice(passage, sentence, before, match[0], change.text, rest)


def _change(
    passage: Passage, entry: Reversal, sentence: Sentence, match: re.Match[str]
) -> Change:
    text = match.expand(entry.replace)
    if match[0][:1].isupper():
        text = text[:1].upper() + text[1:]
    start, end = match.span()
    rest = sentence.text[end:]
    if entry.reason and (cut := _reason(rest)) is not None:
        text, end = text + rest[: cut[0]], end + cut[1]
    return Change(sentence.start + start, sentence.start + end, text)


def _reason(rest: str) -> tuple[int, int] | None:
    """Where a supporting reason starts and ends in the rest of a sentence."""
    found = _REASON.search(rest)
    if found is None:
        return None
    end = len(rest.rstrip(".!*_ "))
    cut = rest[found.start() : end]
    if len(cut.split()) > MAX_REASON or not _is_balanced(cut):
        return None
    return found.start(), end


def _is_balanced(text: str) -> bool:
    return (
        text.count("**") % 2 == 0
        and text.count("(") == text.count(")")
        and text.count("“") == text.count("”")
        and text.count('"') % 2 == 0
    )
