"""From rows to cases: several variants share one original, which is graded once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from inspect_rubricblind.records import Criterion, SuppliedVariant, digest
from inspect_rubricblind.records.rows import Line
from inspect_rubricblind.tasks.items import Turn
from inspect_rubricblind.tasks.pairs_files.cells import (
    read_criteria,
    read_text,
    read_turns,
    read_type,
)
from inspect_rubricblind.tasks.pairs_files.columns import Columns
from inspect_rubricblind.tasks.pairs_files.diffs import recover_edits

NOT_SAID = "not said"


class Rubric(NamedTuple):
    """What a file by id holds of a case; `turns` is None where it has no question."""

    criteria: tuple[Criterion, ...]
    turns: tuple[Turn, ...] | None


class Key(NamedTuple):
    """What the variants of one sample share: never two injectors or two answers."""

    benchmark: str
    case_id: str
    answer_model: str
    injector: str


@dataclass
class Group:
    """An original with its variants, in the order of the table."""

    key: Key
    turns: tuple[Turn, ...]
    criteria: tuple[Criterion, ...]
    original: str
    theme: str
    first: str
    variants: list[SuppliedVariant] = field(default_factory=list)
    texts: dict[tuple[str, str], str] = field(default_factory=dict)


class Reader:
    """Reads rows into groups; `counts` says what became of every row.

    Args:
        columns: The column of each field.
        types: Codes by the values that the table uses; `skip` leaves rows out.
        rubrics: Rubrics and questions by case id, from a file of their own.
        only: Values that a row must have, by field, to be read.
    """

    def __init__(
        self,
        columns: Columns,
        types: Mapping[str, str],
        rubrics: Mapping[str, Rubric],
        only: Mapping[str, str],
    ) -> None:
        self.columns, self.types = columns, types
        self.rubrics, self.only = rubrics, only
        self.counts: Counter[str] = Counter()
        self.groups: dict[Key, Group] = {}

    def read(self, lines: Iterable[Line]) -> Iterator[Group]:
        """All groups, in the order of their first row.

        Raises:
            ValueError: A row cannot be read, or contradicts an earlier one.
        """
        for line in lines:
            self.counts["rows"] += 1
            if reason := self._add(line):
                self.counts[reason] += 1
        yield from self.groups.values()

    def _add(self, line: Line) -> str | None:
        """Take one row in; the reason if it is left out."""
        for name, wanted in self.only.items():
            if self._said(line, name) != wanted:
                return "not_selected"
        said = self._cell(line, "error_type")
        if self.types.get(str(said)) == "skip":
            return "type_skipped"
        kind = self._cell(line, "kind")
        named = read_type(line, kind, said, self.types)
        original = read_text(line, "original", self._cell(line, "original"))
        variant = read_text(line, "variant", self._cell(line, "variant"))
        if original == variant:
            return "no_change"
        group = self._group(line, original)
        if (known := group.texts.get(named)) is not None:
            if known == digest(variant):
                return "repeated_pair"
            raise ValueError(
                f"{line.place}: case {group.key.case_id!r} must have one "
                f"{named.error_type} per answer and injector, but {group.first} and "
                "later rows have two: tell them apart by the column injector"
            )
        group.texts[named] = digest(variant)
        group.variants.append(
            SuppliedVariant(
                kind=named.kind,
                error_type=named.error_type,
                edits=recover_edits(original, variant),
                injector=group.key.injector,
                claim=self._said(line, "claim") or "",
            )
        )
        return None

    def _group(self, line: Line, original: str) -> Group:
        case_id = self._case_id(line)
        key = Key(
            benchmark=self._said(line, "benchmark") or "",
            case_id=case_id,
            answer_model=self._said(line, "answer_model") or NOT_SAID,
            injector=self._said(line, "injector") or NOT_SAID,
        )
        turns, criteria = self._case(line, case_id)
        known = self.groups.get(key)
        if known is None:
            theme = self._said(line, "theme") or ""
            known = Group(key, turns, criteria, original, theme, line.place)
            self.groups[key] = known
            return known
        for what, is_same, cure in (
            ("original", known.original == original, "answer_model"),
            ("question", known.turns == turns, "case_id"),
            ("criteria", known.criteria == criteria, "case_id"),
        ):
            if not is_same:
                raise ValueError(
                    f"{line.place}: rows of case {case_id!r} must have the same {what} "
                    f"as {known.first}, but have another one: tell them apart by the "
                    f"column {cure}"
                )
        return known

    def _case(
        self, line: Line, case_id: str
    ) -> tuple[tuple[Turn, ...], tuple[Criterion, ...]]:
        held = self.rubrics.get(case_id)
        if self.rubrics and held is None:
            raise ValueError(
                f"{line.place}: criteria must have a row for case {case_id!r}, but the "
                "file has none"
            )
        if held is not None and held.turns is not None:
            turns = held.turns
        else:
            turns = read_turns(line, self._cell(line, "question"))
        if held is not None:
            return turns, held.criteria
        return turns, read_criteria(line, self._cell(line, "criteria"))

    def _case_id(self, line: Line) -> str:
        """The id of the row's case; without such a column the question names it."""
        if "case_id" in self.columns.of:
            return read_text(line, "case_id", self._cell(line, "case_id")).strip()
        turns = read_turns(line, self._cell(line, "question"))
        return digest("\x1f".join(f"{t.role}\x1f{t.content}" for t in turns))[:16]

    def _cell(self, line: Line, name: str) -> object:
        column = self.columns.of.get(name)
        return None if column is None else line.value.get(column)

    def _said(self, line: Line, name: str) -> str | None:
        value = self._cell(line, name)
        return None if value is None else read_text(line, name, value).strip()
