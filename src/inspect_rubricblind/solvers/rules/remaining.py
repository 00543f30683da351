"""What an answer still says, or still points to, once a part of it is gone."""

import re
from collections.abc import Sequence

from inspect_rubricblind.solvers.rules.outline import Outline, outline
from inspect_rubricblind.solvers.rules.passage import Passage, Sentence
from inspect_rubricblind.solvers.rules.repeats import content_words

Spans = Sequence[tuple[int, int]]

SHARED = 0.4
"""Share of the content words of a part that make another sentence a repetition."""
LEAST_SHARED = 3
NEAR = 3
"""Sentences behind a gap in which `these` or `both` may mean what is gone."""

_CARE = re.compile(
    r"\b(?:emergenc\w+|er|ed|911|999|112|ambulance|urgent\w*|immediate(?:ly)?"
    r"|right away|as soon as|promptly|sooner|red[‑ -]flags?|warning signs?"
    r"|(?:seek|get|need|require|warrant|medical|professional|further|timely)\w*"
    r" (?:\w+ ){0,2}?(?:help|care|advice|attention|evaluation|assistance|support"
    r"|guidance)|(?:call|contact|consult|see|visit|tell|ask|alert|notify|inform"
    r"|reach out to|check (?:in )?with|talk (?:to|with)|speak (?:to|with))\w*"
    r" (?:with )?(?:an?|the|your|his|her|their|our)? ?(?:[\w‑-]+ ){0,3}?(?:doctor"
    r"|physician|provider|professional|dentist|pediatrician|paediatrician|specialist"
    r"|clinic\w*|gp|nurse|pharmacist|obstetrician|therapist|dermatologist|vet)s?"
    r"|(?:be|get|been|gets) (?:seen|checked|evaluated|examined|assessed)"
    r"|(?:a|the|your) (?:doctor|dentist|pediatrician|provider|physician)(?:['’]s)?"
    r" (?:visit|appointment|can|will|should)|poison[‑ -]control|hospital)\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:(?:listed|mentioned|described|noted|outlined|discussed|given|see"
    r"|the(?: \w+)?) (?:above|earlier|before|previously)|as above"
    r"|(?:all|any|each|none|one|some) of (?:these|the above)"
    r"|both (?:of )?(?:these|options|tests|steps)"
    r"|(?:the |these |following )(?:two|three|four|five|six|seven) (?:\w+ )?(?:\w+ )?"
    r"(?:steps|signs|questions|tests|points|things|criteria|rules|ways|options"
    r"|measures))\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"\b(?:warning signs?|red[‑ -]flags?|otherwise|either|depend(?:s|ing) on"
    r"|whether to|in the meantime|or wait|wait (?:for|until|if))\b",
    re.IGNORECASE,
)
_JUST_SAID = re.compile(
    r"\b(?:these|those|such|the same)\b(?! days)|\b(?:both|this (?:step|test|will"
    r"|helps?|can|is|information|way|means)|it (?:is|will|can|also)|they (?:can|will)"
    r"|the (?:results?|test|latter|former|answers?|above)"
    r"|(?:while|until) (?:the (?:call|ambulance)|you(?:['’]re| are)? wait\w*|waiting"
    r"|help (?:arrives|comes)|(?:they|he|she) (?:arrive|come)s?))\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"\b(?:if|when|worsen\w*|persist\w*|develop\w*|signs?|symptoms?)\b", re.IGNORECASE
)
_PLURAL = re.compile(r"\b(?:these|those|both)\b(?! days)", re.IGNORECASE)
_ANNOUNCES = re.compile(r"\b(?:questions?|tests?|when to|seek|signs?|steps?)\b", re.I)


def kept(passage: Passage, spans: Spans) -> list[Sentence]:
    """The sentences that no span covers, without headings that then go too."""
    gone = [any(a <= s.start < b for a, b in spans) for s in passage.sentences]
    behind = [*gone[1:], False]
    return [
        s
        for s, left, empty in zip(passage.sentences, gone, behind, strict=True)
        if not left and not (s.is_heading and empty)
    ]


def says_care(passage: Passage, spans: Spans) -> bool:
    """Whether the rest of an answer, of whatever level, still sends to care."""
    return any(_CARE.search(s.text) for s in kept(passage, spans))


def sends_again(passage: Passage, spans: Spans) -> bool:
    """Whether what is gone says when to get care, and the rest sends to care too."""
    said = " ".join(passage.answer[a:b] for a, b in spans)
    return bool(_CARE.search(said) and _WHEN.search(said) and says_care(passage, spans))


def says_again(passage: Passage, spans: Spans, key: str = "") -> bool:
    """Whether the rest of an answer gives the gist of what is gone.

    Args:
        passage: The answer.
        spans: What is gone, in characters.
        key: Its decisive words; each of them counts as the gist.
    """
    words = content_words(" ".join(passage.answer[a:b] for a, b in spans))
    keys = content_words(key)
    least = max(min(LEAST_SHARED, len(words)), SHARED * len(words))
    for sentence in kept(passage, spans):
        said = content_words(sentence.text)
        if keys & said or len(words & said) >= least:
            return True
    return False


def points_to_gap(passage: Passage, spans: Spans, choice: bool = False) -> bool:
    """Whether a heading, a reference, a count or a list needs what is gone.

    Args:
        passage: The answer.
        spans: What is gone, in characters.
        choice: Whether it was one side of a choice, such as when to seek care.
    """
    rest = kept(passage, spans)
    if any(
        _ELSEWHERE.search(s.text) or (choice and _CHOICE.search(s.text)) for s in rest
    ):
        return True
    for _, end in spans:
        behind = [s for s in rest if s.start >= end and not s.is_list_item]
        if any(_JUST_SAID.search(s.text) for s in behind[:1]) or any(
            _PLURAL.search(s.text) for s in behind[:NEAR]
        ):
            return True
    return _breaks_outline(passage, spans)


def _breaks_outline(passage: Passage, spans: Spans) -> bool:
    """Whether a list keeps one item, or a heading names what is gone."""
    lines = outline(passage.answer)
    gone = {
        i
        for i, line in enumerate(lines.lines)
        if any(a <= line.body and line.end - 3 <= b for a, b in spans)
    }
    for start, end in spans:
        index = lines.index_at(start)
        if index in gone and lines.lines[index].kind == "item":
            left = [i for i in _siblings(lines, index) if i not in gone]
            if len(left) == 1:
                return True
        said = passage.answer[start:end]
        if _heading_needs(passage, lines, index, gone, said):
            return True
    return False


def _siblings(lines: Outline, index: int) -> list[int]:
    """The items of the list that a line stands in."""
    indent, found = lines.lines[index].indent, [index]
    for step in (-1, 1):
        i = index + step
        while 0 <= i < len(lines.lines):
            line = lines.lines[i]
            if line.kind == "item" and line.indent == indent:
                found.append(i)
            elif line.kind != "blank" and line.indent <= indent:
                break
            i += step
    return found


def _heading_needs(
    passage: Passage, lines: Outline, index: int, gone: set[int], said: str
) -> bool:
    """Whether the heading above shares a word with the gap and with nothing else."""
    for i in range(index - 1, -1, -1):
        line = lines.lines[i]
        if i in gone or not (line.kind == "heading" or line.announces):
            continue
        end = next(
            (
                n
                for n in range(index + 1, len(lines.lines))
                if lines.lines[n].kind in ("heading", "rule")
            ),
            len(lines.lines),
        )
        rest = " ".join(lines.lines[n].text for n in range(i + 1, end) if n not in gone)
        rest = rest.replace(said, " ")
        if not rest.strip():
            return False
        # Of a paragraph that leads in, only its last sentence announces the list.
        title = line.text.rsplit(". ", 1)[-1]
        lost = content_words(title) & content_words(said)
        empty = not lost <= content_words(rest)
        return empty and not _ANNOUNCES.search(line.text)
    return False
