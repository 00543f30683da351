"""Turn statements of urgency down so that the text around them agrees (type R1)."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from inspect_rubricblind.solvers.rules.coherence import Draft
from inspect_rubricblind.solvers.rules.cuts import leans_back
from inspect_rubricblind.solvers.rules.passage import Change, Passage, Sentence
from inspect_rubricblind.solvers.rules.pressing import (
    CONTRADICTS,
    PRESSES,
    URGES,
    agrees,
    is_title,
    without_signs,
)
from inspect_rubricblind.solvers.rules.triage import Urgent

MAX_REMOVED = 2

_IF = re.compile(r"(?<!even )(?:\bbut )?\b([Ii]f)\b")
_OR_IF = re.compile(r"\bor (if|when)\b")
# A second concession in one sentence leaves it without sense.
_CONCEDES = re.compile(r"\beven (?:if|when|though)\b", re.IGNORECASE)
_ESPECIALLY = re.compile(r", (especially|particularly) (?:if|when)\b")
_REASONS = re.compile(r"\b(?:since|because|given that|as you)\b[^.]*$", re.IGNORECASE)
_CARE = (
    r"(?:call|contact|consult|see|visit|speak (?:to|with)|reach out to|alert|notify)"
    r" (?:a |an |the |your |his |her |their )?(?:[\w-]+ ){0,4}?(?:doctor|physician"
    r"|provider|professional|dentist|pediatrician|clinic|office|poison[‑ -]control"
    r"(?: cent(?:er|re))?|team)\b"
)
_OTHER_BEFORE = re.compile(
    rf"(?:\b{_CARE}(?: \([^)]*\))?|\bcall),?\s*(?:\(?or|/)\s*\*{{0,2}}$", re.IGNORECASE
)
_OTHER_BEHIND = re.compile(
    rf"\)?\*{{0,2}},? (?:or|/) \(?(?:{_CARE}|urgent[‑ -]care(?: clinic| center)?"
    r"|(?:the |an? |your )?(?:nearest )?(?:emergency (?:room|department)|hospital"
    r"|clinic))(?:,? (?:right away|immediately|promptly|today|now))?\)?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*(?:,|\(|—)?\s*(?:or|and|/)\s*(?:,|\()?\s*(?:please )?", re.I)
_TAIL = re.compile(
    r"(?:\s*[—–]\s*they\b|,? (?:who (?:can|will|may)|to (?:rule|explore|determine"
    r"|discuss|ensure|get|find|prevent|help|assess|identify|confirm)|for (?:a |an"
    r" |further |proper |personali[sz]ed |professional |appropriate |reassurance"
    r"|guidance|advice|evaluation|assessment|diagnosis|treatment)|as (?:this|these"
    r"|it|they)|because|since|so (?:that|they))\b|\s*[—–-]{1,2}\s*(?:this|these)\b)"
    r"(?:(?! if | when | especially )[^.;)\n*])*",
    re.IGNORECASE,
)


class Calmed(NamedTuple):
    """Changes that turn urgency down, and the first sentence as it then reads."""

    changes: list[Change]
    claim: str


def calm_down(passage: Passage, found: Sequence[Urgent], drawn: int) -> Calmed | None:
    """Turn all statements down, and drop what would only justify the visit.

    Args:
        passage: The answer.
        found: The statements, in the order of the answer.
        drawn: The number of the wording, the same for all.

    Returns:
        None where the text around a statement would contradict it.
    """
    if any(_is_reasoned(u) or _is_conceded(u) for u in found):
        return None
    changes = _whole_options(passage, found, drawn)
    changes += [change for u in found for change in _even_if(u, changes)]
    changes = _apart([*changes, *_without_tails(found, changes)])
    draft: Draft | None = Draft(passage, tuple(changes))
    while draft is not None:
        clash = _first_clash(draft)
        if clash is None:
            return Calmed(draft.all_changes(), _claim(draft, found))
        draft = _drop(draft, clash)
    return None


def _whole_options(
    passage: Passage, found: Sequence[Urgent], drawn: int
) -> list[Change]:
    """One change per statement; "call X or go to Y" goes as a whole."""
    changes: list[Change] = []
    for urgent in found:
        change = urgent.change(drawn)
        text, at = urgent.sentence.text, urgent.sentence.start
        if urgent.rewording.lead and not urgent.rewording.flags:
            before = _OTHER_BEFORE.search(text, 0, change.start - at)
            behind = _OTHER_BEHIND.match(text, change.end - at)
            start = at + before.start() if before else change.start
            end = at + behind.end() if behind else change.end
            said = change.text
            if before and before[0][:1].isupper():
                said = said[0].upper() + said[1:]
            change = Change(start, end, said)
        last = changes[-1] if changes else None
        joined = _joined_end(passage.answer, last, change) if last else None
        if last and joined:
            changes[-1] = Change(last.start, joined, last.text)
        else:
            changes.append(change)
    return changes


def _joined_end(answer: str, first: Change, second: Change) -> int | None:
    """Where the second ends if it only offers another way to do the first."""
    if second.start < first.end:
        return max(first.end, second.end)
    between = answer[first.end : second.start]
    if _BETWEEN.fullmatch(between) is None:
        return None
    if "(" not in between:
        return second.end
    return second.end + 1 if answer[second.end : second.end + 1] == ")" else None


def _is_reasoned(urgent: Urgent) -> bool:
    """Whether the sentence first says why care is needed."""
    before = urgent.sentence.text[: urgent.match.start()]
    return _REASONS.search(before) is not None


def _is_conceded(urgent: Urgent) -> bool:
    """Whether the sentence already concedes something beside its condition."""
    return urgent.rewording.flags and bool(_CONCEDES.search(urgent.sentence.text))


def _even_if(urgent: Urgent, taken: Sequence[Change]) -> list[Change]:
    """`If it gets worse, there is no need ...` reads `Even if ...`."""
    if not urgent.rewording.flags or urgent.rewording.id in ("return_if", "label"):
        return []
    text, at = urgent.sentence.text, urgent.sentence.start
    changes = []
    condition = _IF.search(text, 0, urgent.match.start())
    if condition:
        even = "Even if" if condition[1] == "If" else "even if"
        even = f"and {even}" if condition[0].startswith("but") else even
        changes.append(Change(at + condition.start(), at + condition.end(), even))
        for again in _OR_IF.finditer(text, condition.end(), urgent.match.start()):
            changes.append(Change(at + again.start(1) - 1, at + again.end(1), ""))
    behind = _ESPECIALLY.search(text, urgent.match.end())
    if behind:
        changes.append(Change(at + behind.start(1), at + behind.end(1), "even"))
    return [
        c for c in changes if all(c.end <= t.start or t.end <= c.start for t in taken)
    ]


def _without_tails(found: Sequence[Urgent], changes: Sequence[Change]) -> list[Change]:
    """Cut what tells the purpose of the visit behind the statement."""
    cuts = []
    for urgent in found:
        if not urgent.rewording.lead:
            continue
        text, at = urgent.sentence.text, urgent.sentence.start
        end = max(
            c.end for c in changes if c.start <= urgent.start < max(c.end, c.start + 1)
        )
        tail = _TAIL.match(text, end - at)
        if tail and tail[0].strip():
            cuts.append(
                Change(at + tail.start(), at + tail.start() + len(tail[0].rstrip()), "")
            )
    return cuts


def _apart(changes: Sequence[Change]) -> list[Change]:
    """Without changes that lie in another; the longer stays."""
    kept: list[Change] = []
    for change in sorted(set(changes), key=lambda c: (c.start, -c.end)):
        if not kept or kept[-1].end <= change.start:
            kept.append(change)
        elif change.text == "" and change.end > kept[-1].end:
            kept[-1] = Change(kept[-1].start, change.end, kept[-1].text)
    return kept


def _first_clash(draft: Draft) -> tuple[int, int] | None:
    """A changed sentence and one that contradicts it (perhaps itself)."""
    for n in draft.touched:
        if draft.is_doubled(n):
            return n, n
        if PRESSES.search(without_signs(draft.kept(n))):
            return n, n
        for other in draft.around(n):
            pattern = PRESSES if other in draft.touched else CONTRADICTS
            if pattern.search(draft.kept(other)) and not agrees(draft, n, other):
                return n, other
    untouched = set(range(len(draft.passage.sentences))) - set(draft.touched)
    for other in sorted(untouched - draft.removed):
        if URGES.search(draft.kept(other)) and not is_title(draft, other):
            return draft.touched[0], other
    return None


def _drop(draft: Draft, clash: tuple[int, int]) -> Draft | None:
    """Leave out the contradicting sentence where nothing else hangs on it."""
    n, other = clash
    sentence: Sentence = draft.passage.sentences[other]
    if other in draft.touched or other < n or len(draft.removed) >= MAX_REMOVED:
        return None
    before = draft.before(other)
    if sentence.is_list_item or sentence.is_heading or sentence.text.endswith(":"):
        return None
    if before is None or "?" in sentence.text:
        return None
    behind = draft.behind(other)
    if behind is not None and draft.is_same_line(other, behind):
        following = draft.passage.sentences[behind].text
        return None if leans_back(following) else draft.without(other)
    return draft.without(other)


def _claim(draft: Draft, found: Sequence[Urgent]) -> str:
    """The first changed sentence as it now reads."""
    first = next(u for u in found if u.rewording.lead)
    sentence = first.sentence
    said, at = "", sentence.start
    inside = [c for c in draft.changes if sentence.start <= c.start < sentence.end]
    for change in sorted(inside):
        said += draft.passage.answer[at : change.start] + change.text
        at = change.end
    said += draft.passage.answer[at : max(at, sentence.end)]
    return " ".join(said.split())
