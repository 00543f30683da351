"""What a custom benchmark or a table of pairs holds, and everything wrong with it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from inspect_rubricblind.records.rows import Line, find_file, read_jsonl
from inspect_rubricblind.tasks.custom import KNOWN, read_row
from inspect_rubricblind.tasks.items import Item
from inspect_rubricblind.tasks.pairs import Pairs
from inspect_rubricblind.taxonomy.language import detect_language

SHOWN = 12


@dataclass
class Holdings:
    """Counts of a file; `problems` has a sentence with its line for each fault."""

    rows: int = 0
    criteria: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    references: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    themes: Counter[str] = field(default_factory=Counter)
    unread: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def describe(self) -> Iterator[str]:
        """The counts in lines of text."""
        sound = len(self.criteria)
        yield f"rows: {self.rows}, of which {sound} can be run"
        if not sound:
            return
        negative = sum(points < 0 for points in self.points)
        yield (
            f"criteria: {len(self.points)} ({min(self.criteria)} to "
            f"{max(self.criteria)} per case), {negative} with negative points"
        )
        yield f"points: {min(self.points)} to {max(self.points)}"
        yield f"references: {self.references} of {sound} cases"
        yield f"turns per case: {_counted(self.turns)}"
        yield f"languages of the questions: {_counted(self.languages)}"
        yield f"themes: {_counted(self.themes) or 'none'}"
        if self.unread:
            yield f"keys that nothing reads: {_counted(self.unread)}"
        yield from self.notes


def examine(name: str) -> Holdings:
    """Read a file in the format of the task `custom`, going on after faults.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A line is no JSON object, so that what follows cannot be trusted.
    """
    path = find_file(name, "FILE", "absent")
    held = Holdings()
    seen: dict[str, int] = {}
    for line in read_jsonl(path):
        held.rows += 1
        try:
            item = read_row(line)
        except ValueError as error:
            held.problems.append(str(error))
            continue
        if item.id in seen:
            held.problems.append(
                f"{line.place}: id must be unique, but {item.id!r} stands on line "
                f"{seen[item.id]} too"
            )
            continue
        seen[item.id] = line.number
        _count(held, item, line)
    if not held.rows:
        held.problems.append(f"{path} must hold at least one row, but is empty")
    return held


def describe_pairs(table: Pairs) -> Iterator[str]:
    """What a table of pairs holds, and how its columns were understood."""
    yield from (f"understood: {line}" for line in table.columns.describe())
    counts = dict(table.counts)
    rows = counts.pop("rows", 0)
    variants = [v for group in table.groups for v in group.variants]
    cases = len({group.key.case_id for group in table.groups})
    yield f"rows: {rows}; pairs: {len(variants)} of {cases} cases"
    if left_out := {name: n for name, n in counts.items() if n}:
        yield f"left out: {_counted(Counter(left_out))}"
    kinds = Counter(f"{v.kind} {v.error_type}" for v in variants)
    yield f"variants: {_counted(kinds)}"
    for name in ("benchmark", "answer_model", "injector"):
        found = Counter(
            getattr(group.key, name) or "not said" for group in table.groups
        )
        yield f"{name}: {_counted(found)}"
    sizes = [len(group.criteria) for group in table.groups]
    if sizes:
        yield f"criteria per case: {min(sizes)} to {max(sizes)}"


def _count(held: Holdings, item: Item, line: Line) -> None:
    held.criteria.append(len(item.criteria))
    held.points += [criterion.points for criterion in item.criteria]
    held.references += item.reference is not None
    held.turns[len(item.turns)] += 1
    said = item.language or detect_language(item.turns[-1].content) or "not known"
    held.languages[said] += 1
    if item.theme:
        held.themes[item.theme] += 1
    held.unread.update(name for name in line.value if name not in KNOWN)
    texts = Counter(criterion.criterion for criterion in item.criteria)
    if twice := [text for text, n in texts.items() if n > 1]:
        held.notes.append(f"note: {line.place} has a criterion twice: {twice[0]:.60}")


def _counted(counts: Counter[str] | Counter[int]) -> str:
    shown = [f"{name} {n}" for name, n in sorted(counts.most_common(SHOWN), key=str)]
    more = len(counts) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
