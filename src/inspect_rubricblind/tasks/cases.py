"""From a benchmark's rows to the samples of a run, with every row accounted for."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
)

from inspect_rubricblind.records import Case, Criterion, SuppliedAnswer
from inspect_rubricblind.records.rows import (
    Line,
    Row,
    Text,
    find_file,
    read_jsonl,
    refuse_duplicates,
    sha256_of,
)
from inspect_rubricblind.tasks.arguments import Arguments
from inspect_rubricblind.tasks.earlier import (
    LOG_SUFFIX,
    Earlier,
    read_earlier,
    split_epoch,
)
from inspect_rubricblind.tasks.sources import Source
from inspect_rubricblind.tasks.supplied import (
    read_answers,
    read_verdicts,
    refuse_unknown_ids,
)

Skip = Literal[
    "not_in_subset",
    "other_shard",
    "no_reference_answer",
    "no_answer_in_file",
    "failed_in_log",
]
REFERENCE_MODEL = "reference"
MESSAGES: Mapping[str, type[ChatMessage]] = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}


class Turn(Row):
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: Text


class Item(NamedTuple):
    """A row of any rubric benchmark; `reference` is its expert answer, if any."""

    id: str
    turns: tuple[Turn, ...]
    criteria: tuple[Criterion, ...]
    tags: tuple[str, ...]
    theme: str
    canary: str
    reference: str | None


class Cases(NamedTuple):
    """The samples of a run.

    `rows` counts what the file holds, `skipped` those that are not samples by
    reason; `files` has the name and the sha256 of everything that was read.
    """

    samples: list[Sample]
    rows: int
    skipped: dict[str, int]
    files: dict[str, str]

    @property
    def hashes(self) -> dict[str, str]:
        """The sha256 of each file that was read."""
        return {key: value for key, value in self.files.items() if "sha256" in key}


def load_cases(
    benchmark: str,
    source: Source,
    arguments: Arguments,
    read_row: Callable[[Line], Item],
    select: Callable[[Item, str], Item | None],
) -> Cases:
    """Read, check and filter a benchmark.

    Args:
        benchmark: Its name.
        source: The file of its rows.
        arguments: The checked task arguments.
        read_row: Maps a row.
        select: The item as it stands in a subset, or None.

    Raises:
        ValueError: A row, an answer or a verdict is malformed, or none is left.
    """
    items = _read_items(source.path, read_row)
    sizes = {item.id: len(item.criteria) for item in items}
    files = {"dataset_file": source.path.name, "dataset_sha256": source.sha256}
    answers, failed = _supplied_answers(arguments, items, sizes, files)
    verdicts: Mapping[str, tuple[bool | None, ...]] = {}
    if arguments.verdicts is not None:
        path = find_file(arguments.verdicts, "verdicts", "absent")
        files |= {"verdicts_file": path.name, "verdicts_sha256": sha256_of(path)}
        verdicts = read_verdicts(path, sizes)

    skipped: Counter[str] = Counter()
    samples = []
    for item in items:
        chosen = select(item, arguments.subset)
        if reason := _why_skipped(chosen, arguments, answers, failed):
            skipped[reason] += 1
        elif chosen is not None:
            samples.append(_sample(benchmark, source, chosen, answers, verdicts))
    if not samples:
        raise ValueError(
            f"{source.path} must hold at least one case to run, but all of its "
            f"{len(items)} rows are skipped: {describe_skipped(skipped)}"
        )
    return Cases(samples, len(items), dict(skipped), files)


def describe_skipped(skipped: Mapping[str, int]) -> str:
    """`16 no_reference_answer, 2 other_shard`."""
    return ", ".join(f"{count} {reason}" for reason, count in sorted(skipped.items()))


def _read_items(path: Path, read_row: Callable[[Line], Item]) -> list[Item]:
    lines = list(read_jsonl(path))
    if not lines:
        raise ValueError(f"{path} must hold at least one row, but is empty")
    items = [read_row(line) for line in lines]
    refuse_duplicates(zip([item.id for item in items], lines, strict=True), "id")
    return items


def _supplied_answers(
    arguments: Arguments,
    items: Iterable[Item],
    sizes: Mapping[str, int],
    files: dict[str, str],
) -> Earlier:
    """Answers by case id: of the file, or the reference answers there are."""
    if arguments.answers in ("auto", "reference"):
        references = {
            item.id: SuppliedAnswer(
                text=item.reference, answer_model=REFERENCE_MODEL, kind="reference"
            )
            for item in items
            if item.reference is not None
        }
        return Earlier(references, frozenset())
    name, epoch = split_epoch(arguments.answers)
    path = find_file(name, "answers", "'auto', 'reference'")
    files |= {"answers_file": path.name, "answers_sha256": sha256_of(path)}
    if path.suffix != LOG_SUFFIX:
        return Earlier(read_answers(path, sizes), frozenset())
    earlier = read_earlier(path, epoch)
    refuse_unknown_ids(path, [*earlier.answers, *earlier.failed], sizes)
    return earlier


def _why_skipped(
    item: Item | None,
    arguments: Arguments,
    answers: Mapping[str, SuppliedAnswer],
    failed: Collection[str],
) -> Skip | None:
    if item is None:
        return "not_in_subset"
    if not arguments.shard.holds(item.id):
        return "other_shard"
    # With `auto` the evaluated model may answer, which only the run can tell.
    if arguments.answers == "auto" or item.id in answers:
        return None
    if arguments.answers == "reference":
        return "no_reference_answer"
    return "failed_in_log" if item.id in failed else "no_answer_in_file"


def _sample(
    benchmark: str,
    source: Source,
    item: Item,
    answers: Mapping[str, SuppliedAnswer],
    verdicts: Mapping[str, tuple[bool | None, ...]],
) -> Sample:
    known = verdicts.get(item.id)
    case = Case(
        benchmark=benchmark,
        dataset_kind=source.kind,
        criteria=item.criteria,
        tags=item.tags,
        theme=item.theme,
        canary=item.canary,
        answer=answers.get(item.id),
        # A subset may leave criteria out; they keep the index of their row.
        verdicts=known and tuple(known[c.index] for c in item.criteria),
    )
    return Sample(
        id=item.id,
        input=[MESSAGES[turn.role](content=turn.content) for turn in item.turns],
        metadata=case.model_dump(mode="json"),
    )
