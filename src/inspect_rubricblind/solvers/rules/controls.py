"""Controls by rule: edits of a given shape that keep the meaning of an answer."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from random import Random

import regex
from pydantic import Field

from inspect_rubricblind.records import Candidate, ControlShape, Edit
from inspect_rubricblind.solvers.checks import measure_edits
from inspect_rubricblind.solvers.rules.context import in_references
from inspect_rubricblind.solvers.rules.cuts import cut, reads_on
from inspect_rubricblind.solvers.rules.genre import is_letter, is_note
from inspect_rubricblind.solvers.rules.outline import outline
from inspect_rubricblind.solvers.rules.passage import Change, Passage, edit_at, edits_at
from inspect_rubricblind.solvers.rules.registry import Rule
from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import Frozen

MIN_REPEATED = 20
"""A sentence of fewer characters may well stand twice on purpose."""


class Reworded(Frozen):
    """A phrase without clinical content, and other words for it."""

    id: str
    find: str
    say: tuple[str, ...] = Field(min_length=1)


class Controls(Table):
    """The lexicon `controls.yaml`."""

    sources: tuple[str, ...]
    swaps: tuple[tuple[str, str], ...]
    one_way: tuple[tuple[str, str], ...]
    numerals: dict[str, int]
    counted: tuple[str, ...]
    units: tuple[tuple[str, str], ...]
    reworded: tuple[Reworded, ...]
    asides: tuple[str, ...]
    asides_document: tuple[str, ...]
    courtesies: tuple[str, ...]


@lru_cache(maxsize=1)
def load_controls() -> Controls:
    """Read the lexicon; cached."""
    return load_table("controls", Controls)


def _same(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Equal quantities, spellings and words."""
    found = [
        *_equal_units(passage),
        *_numerals(passage),
        *_swaps(passage),
    ]
    rng.shuffle(found)
    for change, template in found:
        sentence = passage.sentence_at(change.start)
        if sentence is None or in_references(passage, sentence):
            continue
        edits = edits_at(passage.answer, [change])
        yield from _candidate(passage, edits, "same", template, "Says the same")


def _varied(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Courtesies and announcements in other words, one of them or else two."""
    found = [
        (sentence.start, entry, match)
        for sentence in passage.sentences
        for entry in load_controls().reworded
        for match in _pattern(entry.find).finditer(sentence.text)
    ]
    rng.shuffle(found)
    for start, entry, match in found:
        for reworded in _rewordings(start, entry, match, rng):
            yield from _reworded(passage, [reworded])
    for one, other in combinations(found, 2):
        if one[0] != other[0]:
            first = _rewordings(*one, rng)[0]
            yield from _reworded(passage, [first, _rewordings(*other, rng)[0]])


def _rewordings(
    start: int, entry: Reworded, match: "regex.Match[str]", rng: Random
) -> list[tuple[Change, str]]:
    """All other words for a phrase, each with the name of its wording, shuffled."""
    groups = {k: v or "" for k, v in match.groupdict().items()}
    start += match.start()
    end = start + len(match[0])
    return [
        (Change(start, end, entry.say[n].format(**groups)), f"{entry.id}:{n}")
        for n in rng.sample(range(len(entry.say)), len(entry.say))
    ]


def _reworded(
    passage: Passage, reworded: Sequence[tuple[Change, str]]
) -> Iterator[Candidate]:
    changes = sorted(change for change, _ in reworded)
    template = "+".join(name for _, name in reworded)
    edits = edits_at(passage.answer, changes)
    yield from _candidate(passage, edits, "varied", template, "Rewords")


def _additive(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """One true sentence without clinical content at the end."""
    lexicon = load_controls()
    document = is_letter(passage) or is_note(passage)
    asides = lexicon.asides_document if document else lexicon.asides
    end = len(passage.answer.rstrip())
    prose = passage.answer.rstrip().endswith((".", "!", "?"))
    in_paragraph = prose and not document and not _ends_in_list(passage, end)
    for n in rng.sample(range(len(asides)), len(asides)):
        gap = " " if in_paragraph else "\n\n"
        edit = edit_at(passage.answer, end, end, f"{gap}{asides[n]}")
        edits = (edit,) if edit else None
        template = f"{'document' if document else 'aside'}:{n}"
        yield from _candidate(passage, edits, "additive", template, "Adds")


def _subtractive(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """A courtesy, or the second of two equal sentences, left out."""
    spans = [*_courtesies(passage), *_repeated(passage)]
    rng.shuffle(spans)
    for template, span in spans:
        if reads_on(passage, [span]):
            edits = cut(passage, [span])
            yield from _candidate(
                passage, edits, "subtractive", template, "Leaves out a courtesy"
            )


def _candidate(
    passage: Passage,
    edits: tuple[Edit, ...] | None,
    shape: ControlShape,
    template: str,
    what: str,
) -> Iterator[Candidate]:
    if edits and measure_edits(passage.answer, edits).shape == shape:
        before = " / ".join(edit.find.strip()[:60] for edit in edits)
        yield Candidate(
            edits=edits,
            claim=f"{what} (no change of meaning): {before}",
            trigger=before,
            template=template,
        )


def _swaps(passage: Passage) -> Iterator[tuple[Change, str]]:
    lexicon = load_controls()
    backwards = tuple(pair[::-1] for pair in lexicon.swaps)
    starts = {sentence.start for sentence in passage.sentences}
    for old, new in (*lexicon.swaps, *backwards, *lexicon.one_way):
        for match in _whole(old).finditer(passage.answer):
            capital = match[0][0].isupper()
            # A capital inside a sentence belongs to a name or a title.
            if capital and match.start() not in starts:
                continue
            said = f"{new}{match['s']}"
            said = said[0].upper() + said[1:] if capital else said
            yield Change(match.start(), match.end(), said), f"{old}>{new}"


def _numerals(passage: Passage) -> Iterator[tuple[Change, str]]:
    lexicon = load_controls()
    counted = "|".join(lexicon.counted)
    behind = rf"(?=[ -](?:{counted})(?:e?s)?\b)"
    for word, figure in lexicon.numerals.items():
        for old, new in ((word, str(figure)), (str(figure), word)):
            pattern = _pattern(rf"(?<![\w.,/–-]|\d ){old}(?![\w.,/–]){behind}")
            for match in pattern.finditer(passage.answer):
                yield Change(match.start(), match.end(), new), "numeral"


def _equal_units(passage: Passage) -> Iterator[tuple[Change, str]]:
    for pair in load_controls().units:
        for old, new in (pair, pair[::-1]):
            bare = regex.escape(old)
            pattern = _pattern(rf"(?<![\w.,/–-]|[–-] ){bare}(?![\w/])")
            for match in pattern.finditer(passage.answer):
                yield Change(match.start(), match.end(), new), "unit"


def _courtesies(passage: Passage) -> Iterator[tuple[str, tuple[int, int]]]:
    for sentence in passage.sentences:
        for n, pattern in enumerate(load_controls().courtesies):
            if _pattern(pattern).match(sentence.text):
                yield f"courtesy:{n}", (sentence.start, sentence.end)


def _repeated(passage: Passage) -> Iterator[tuple[str, tuple[int, int]]]:
    seen: set[str] = set()
    for sentence in passage.prose:
        said = sentence.text.strip("*_> ").rstrip(".!").casefold()
        if said in seen and len(sentence.text) >= MIN_REPEATED:
            yield "repeated", (sentence.start, sentence.end)
        seen.add(said)


def _ends_in_list(passage: Passage, end: int) -> bool:
    lines = outline(passage.answer)
    return lines.lines[lines.index_at(end)].kind != "text"


@lru_cache(maxsize=256)
def _pattern(find: str) -> "regex.Pattern[str]":
    return regex.compile(find, regex.IGNORECASE)


@lru_cache(maxsize=256)
def _whole(word: str) -> "regex.Pattern[str]":
    plural = r"(?P<s>s?)" if word[-1].isalpha() and " " not in word else r"(?P<s>)"
    end = r"\b" if word[-1].isalpha() else r"(?=\W)"
    return regex.compile(
        rf"(?<![\w-]){regex.escape(word)}{plural}{end}(?![-‑])", regex.IGNORECASE
    )


def _rule(
    candidates: Callable[[Passage, Random], Iterator[Candidate]],
) -> Rule:
    def trigger(passage: Passage) -> str | None:
        if not passage.is_english:
            return None
        first = next(candidates(passage, Random(0)), None)
        return None if first is None else first.trigger

    def checked(passage: Passage, rng: Random) -> Iterator[Candidate]:
        if passage.is_english:
            yield from candidates(passage, rng)

    return Rule(trigger, checked)


CONTROLS: Mapping[ControlShape, Rule] = {
    "same": _rule(_same),
    "varied": _rule(_varied),
    "additive": _rule(_additive),
    "subtractive": _rule(_subtractive),
}
