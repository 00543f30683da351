"""Whether an answer still agrees with itself around sentences that were changed."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from inspect_rubricblind.solvers.rules.passage import (
    Change,
    Passage,
    Sentence,
    removal_span,
)

NEAR = 2
"""Sentences in each direction that are read together with one."""
NEW_WORDS = 4
"""From this length on a change says something of its own."""


@dataclass(frozen=True)
class Draft:
    """An answer with changes that are not yet declared as edits.

    Attributes:
        passage: The answer.
        changes: Changes inside sentences, or in place of whole ones.
        removed: Sentences that go away, by their index in `passage.sentences`.
    """

    passage: Passage
    changes: tuple[Change, ...]
    removed: frozenset[int] = frozenset()

    @cached_property
    def touched(self) -> tuple[int, ...]:
        """The sentences with a change, in order."""
        sentences = enumerate(self.passage.sentences)
        return tuple(
            n for n, s in sentences if any(_inside(c, s) for c in self.changes)
        )

    def kept(self, n: int) -> str:
        """What a sentence still says in its old words: changed places are cut out."""
        sentence = self.passage.sentences[n]
        parts, at = [], sentence.start
        for change in sorted(c for c in self.changes if _inside(c, sentence)):
            parts.append(self.passage.answer[at : max(change.start, at)])
            at = min(change.end, sentence.end)
        return " … ".join([*parts, self.passage.answer[at : sentence.end]])

    def before(self, n: int) -> int | None:
        """The nearest sentence before that stays."""
        return next((i for i in range(n - 1, -1, -1) if i not in self.removed), None)

    def behind(self, n: int) -> int | None:
        """The nearest sentence behind that stays."""
        last = len(self.passage.sentences)
        return next((i for i in range(n + 1, last) if i not in self.removed), None)

    def around(self, n: int) -> tuple[int, ...]:
        """The sentences that a reader takes together with this one.

        The two before and the two behind, and all of its list with the line above.
        """
        found = {*self._nearest(n, self.before), *self._nearest(n, self.behind)}
        sentences = self.passage.sentences
        if sentences[n].is_list_item or self._leads_in(n):
            last = n
            while last + 1 < len(sentences) and self._hangs_on(last, last + 1):
                last += 1
            first = n
            while first > 0 and self._hangs_on(first - 1, first):
                first -= 1
            found |= set(range(first, last + 1))
        return tuple(sorted(found - {n} - self.removed))

    def is_doubled(self, n: int) -> bool:
        """Whether a sentence would say two new things."""
        sentence = self.passage.sentences[n]
        said = [c for c in self.changes if _inside(c, sentence)]
        return sum(len(c.text.split()) >= NEW_WORDS for c in said) > 1

    def is_same_line(self, a: int, b: int) -> bool:
        """Whether two sentences stand on one line."""
        first, second = self.passage.sentences[a], self.passage.sentences[b]
        return "\n" not in self.passage.answer[first.end : second.start]

    def without(self, n: int) -> "Draft":
        """The same draft, without this sentence too."""
        return Draft(self.passage, self.changes, self.removed | {n})

    def all_changes(self) -> list[Change]:
        """The changes, and the removals as changes; neighbours are removed together."""
        found: list[Change] = []
        for n in sorted(self.removed):
            sentence = self.passage.sentences[n]
            start, end = removal_span(self.passage.answer, sentence)
            if found and start <= found[-1].end:
                last = found.pop()
                start, end = last.start, max(end, last.end)
            found.append(Change(start, end, ""))
        return [*self.changes, *found]

    def _nearest(self, n: int, step: Callable[[int], int | None]) -> list[int]:
        """The two next sentences in one direction."""
        found: list[int] = []
        following = step(n)
        while len(found) < NEAR and following is not None:
            found.append(following)
            following = step(following)
        return found

    def _leads_in(self, n: int) -> bool:
        following = n + 1 < len(self.passage.sentences)
        return following and self.passage.sentences[n + 1].is_list_item

    def _hangs_on(self, a: int, b: int) -> bool:
        """Whether sentence `b` continues the list that `a` is in or leads in to."""
        if self.passage.sentences[b].is_list_item:
            return not self.passage.sentences[b].is_heading
        item = self._item_of(b)
        return item is not None and item <= a

    def _item_of(self, n: int) -> int | None:
        """The list item on whose line a sentence stands."""
        while n >= 0:
            if self.passage.sentences[n].is_list_item:
                return n
            if n == 0 or not self.is_same_line(n - 1, n):
                return None
            n -= 1
        return None


def _inside(change: Change, sentence: Sentence) -> bool:
    return sentence.start <= change.start < sentence.end
