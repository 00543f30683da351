"""The causes that an answer names, to put one more beside them (type C3)."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspect_rubricblind.records import Edit
from inspect_rubricblind.solvers.rules.context import lead_in
from inspect_rubricblind.solvers.rules.outline import Line, outline
from inspect_rubricblind.solvers.rules.passage import Passage, Sentence, edit_at
from inspect_rubricblind.solvers.rules.weight import names_diagnosis

LEAST_ITEMS = 2

_ANNOUNCES = re.compile(
    r"\b(?:causes?|reasons?|explanations?|possibilit(?:y|ies)|differential|factors"
    r"|due to"
    r"|caused by|conditions? (?:that|to consider))\b",
    re.IGNORECASE,
)
_OTHER_LIST = re.compile(
    r"\b(?:questions?|steps?|tips|risk factors?|symptoms|signs|treat\w*|manag\w*"
    r"|prevent\w*"
    r"|avoid\w*|reduc\w*|seek|see a|when to|tests?|if you|help|benefits?|side effects?"
    r"|contributing)\b",
    re.IGNORECASE,
)
_BOLD_NUMBER = re.compile(r"[ \t]*\*\*\d{1,2}[.)][ \t]+(?=[A-Z])")
_LABELLED = re.compile(
    r"(?:(?P<bold>\*\*|__)?[A-Z][^:*_\n]{2,60}(?::(?P=bold)?|(?P=bold):)"
    r"|\*\*[^*\n]{2,60}:?\*\*"
    r"\s*[-–—:])\s*\S"
)
_PHRASE = re.compile(r"[^.:;!?\n]{3,70}")
_ENUMERATES = re.compile(
    r"\b(?:such as|including|includes?|like|due to|caused by|result of|related to"
    r"|stem from|sign of|signs of|indicate|mean|suggests?)\b"
    r"[^.;:?]*\b(?:or|and)\b",
    re.IGNORECASE,
)
_MANY = re.compile(
    r"\b(?:many|several|various|different|multiple|a number of|a variety of|a range of"
    r"|all sorts of) (?:\w+ )?(?:causes|factors|reasons|things|conditions)\b",
    re.IGNORECASE,
)
# Whoever has yet to look for the cause has not found another one.
_LOOKS_FOR = re.compile(
    r"\b(?:determin\w+|find(?:ing)? out|identify\w*|pinpoint|figure out|rule out"
    r"|diagnos(?:e[ds]?|is|ing)|narrow|get to the (?:root|bottom)|the (?:exact "
    r"|underlying )?cause)\b",
    re.IGNORECASE,
)


class CauseList(NamedTuple):
    """A list of causes: its last item, and how its items are written."""

    last: Line
    labelled: bool


def names_causes(sentence: Sentence) -> bool:
    """Whether a sentence itself names a diagnosis, or some of the causes."""
    return names_diagnosis(sentence.text) or bool(_ENUMERATES.search(sentence.text))


def is_settled(passage: Passage, sentence: Sentence) -> bool:
    """Whether no sentence right behind leaves the cause open again."""
    n = passage.sentences.index(sentence)
    behind = passage.sentences[n + 1 : n + 2]
    return not any(_MANY.search(s.text) or _LOOKS_FOR.search(s.text) for s in behind)


def cause_lists(passage: Passage) -> Iterator[CauseList]:
    """Lists of causes whose items are labels with a text, or bare names."""
    lines = outline(passage.answer)
    for i, line in enumerate(lines.lines):
        after = lines.next_text(i)
        if not _is_item(line) or (after is not None and _is_item(lines.lines[after])):
            continue
        items = _items_up_to(passage, i)
        if len(items) < LEAST_ITEMS or not _is_of_causes(passage, items[0]):
            continue
        said = [_split(passage, item)[1] for item in items]
        labelled = all(_LABELLED.match(text) for text in said)
        bare = all(_PHRASE.fullmatch(text.strip("*_ ")) for text in said)
        if labelled or bare:
            yield CauseList(line, labelled)


def new_item(passage: Passage, found: CauseList, name: str, text: str) -> Edit | None:
    """One more item: the name of the diagnosis and what is said of it."""
    line = found.last
    mark, said = _split(passage, line)
    if (number := re.search(r"\d{1,2}", mark)) is not None:
        mark = mark.replace(number[0], str(int(number[0]) + 1), 1)
    body = f"{name}, {text}"
    if found.labelled:
        label = re.match(r"(\*\*|__)?[^:*_\n]+(:?)(\*\*|__)?(\s*[-–—:])?\s*", said)
        if label is None:
            return None
        bold, inner, close, sign = (label[n] or "" for n in range(1, 5))
        body = f"{bold}{_capitals(said, name)}{inner}{close}{sign} {_upper(text)}"
    end = line.start + len(passage.answer[line.start : line.end].rstrip())
    return edit_at(passage.answer, end, end, f"\n{mark}{body}")


def _is_item(line: Line) -> bool:
    """Whether a line is an item, also one whose number is in bold letters."""
    return line.kind == "item" or _BOLD_NUMBER.match(line.text) is not None


def _split(passage: Passage, line: Line) -> tuple[str, str]:
    """The mark of an item and what it says."""
    bold = _BOLD_NUMBER.match(line.text)
    body = line.start + bold.end() if bold else line.body
    return passage.answer[line.start : body], passage.answer[body : line.end].strip()


def _items_up_to(passage: Passage, index: int) -> list[Line]:
    """The items of one list that ends at a line."""
    lines = outline(passage.answer).lines
    last, found = lines[index], [lines[index]]
    for line in reversed(lines[:index]):
        if line.kind == "blank":
            continue
        if not _is_item(line) or line.indent != last.indent:
            break
        found.append(line)
    return found[::-1]


def _is_of_causes(passage: Passage, first: Line) -> bool:
    sentence = passage.sentence_at(first.body)
    above = passage.answer[: first.start].rstrip().rsplit("\n", 1)[-1]
    lead = (lead_in(passage, sentence) if sentence else "") or above
    title = lead.rsplit(". ", 1)[-1]
    return bool(_ANNOUNCES.search(title)) and not _OTHER_LIST.search(title)


def _capitals(said: str, name: str) -> str:
    """The name in title case where the label of the item before has it."""
    words = re.findall(r"[A-Za-z][\w-]*", said.split(":")[0])
    long = [word for word in words if len(word) > 3]
    if len(long) > 1 and all(word[0].isupper() for word in long):
        return " ".join(_upper(word) for word in name.split())
    return name


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
