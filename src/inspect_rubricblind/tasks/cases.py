"""From a benchmark's rows to the samples of a run, with every row accounted for."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
)

from inspect_rubricblind.records import Case, Scoring, SuppliedAnswer
from inspect_rubricblind.records.rows import find_file, sha256_of
from inspect_rubricblind.tasks.arguments import Arguments
from inspect_rubricblind.tasks.earlier import (
    LOG_SUFFIX,
    Earlier,
    read_earlier,
    split_epoch,
)
from inspect_rubricblind.tasks.ids import read_ids
from inspect_rubricblind.tasks.items import Choose, Item, Skip, choose_all
from inspect_rubricblind.tasks.results import (
    result_answers,
    result_verdicts,
    split_model,
)
from inspect_rubricblind.tasks.sources import Source
from inspect_rubricblind.tasks.supplied import (
    read_answers,
    read_verdicts,
    refuse_unknown_ids,
)

REFERENCE_MODEL = "reference"
DEFAULT_SCORING = Scoring()
MESSAGES: Mapping[str, type[ChatMessage]] = {
    "system": ChatMessageSystem,
    "user": ChatMessageUser,
    "assistant": ChatMessageAssistant,
}


class Cases(NamedTuple):
    """The samples of a run.

    `rows` counts what the file holds, `skipped` those that are not samples by
    reason; `files` has the name and the sha256 of everything that was read; `about`
    is what the log says of how the cases were chosen.
    """

    samples: list[Sample]
    rows: int
    skipped: dict[str, int]
    files: dict[str, str]
    about: Mapping[str, Any]

    @property
    def hashes(self) -> dict[str, str]:
        """The sha256 of each file that was read."""
        return {key: value for key, value in self.files.items() if "sha256" in key}


def load_cases(
    benchmark: str,
    source: Source,
    arguments: Arguments,
    items: Sequence[Item],
    select: Callable[[Item, str], Item | None],
    choose: Choose = choose_all,
    scoring: Scoring = DEFAULT_SCORING,
) -> Cases:
    """Check and filter the rows of a benchmark.

    The filters come in this order: what the row itself lacks, subset, ids, the
    benchmark's own choice, shard, answers. A shard is a part of what the others leave.

    Args:
        benchmark: Its name.
        source: The file of its rows.
        arguments: The checked task arguments.
        items: The rows.
        select: The item as it stands in a subset, or None.
        choose: Leaves out cases of those that are in the subset and in `ids`.
        scoring: How the benchmark scores a case.

    Raises:
        ValueError: An answer, a verdict or an id is malformed, or no case is left.
    """
    sizes = {item.id: len(item.criteria) for item in reversed(items)}
    files = {"dataset_file": source.path.name, "dataset_sha256": source.sha256}
    answers, failed = _supplied_answers(arguments, items, sizes, files)
    verdicts = _known_verdicts(arguments, sizes, files)

    skipped: Counter[str] = Counter()
    wanted = _wanted(arguments, sizes, files)
    candidates = _candidates(items, arguments.subset, select, wanted, skipped)
    left_out, about = choose(candidates)
    samples = []
    for item in candidates:
        reason = left_out.get(item.id) or _why_skipped(item, arguments, answers, failed)
        if reason:
            skipped[reason] += 1
        else:
            samples.append(_sample(benchmark, source, item, answers, verdicts, scoring))
    if not samples:
        raise ValueError(
            f"{source.path} must hold at least one case to run, but all of its "
            f"{len(items)} rows are skipped: {describe_skipped(skipped)}"
        )
    return Cases(samples, len(items), dict(skipped), files, about)


def describe_skipped(skipped: Mapping[str, int]) -> str:
    """`16 no_reference_answer, 2 other_shard`."""
    return ", ".join(f"{count} {reason}" for reason, count in sorted(skipped.items()))


def _wanted(
    arguments: Arguments, sizes: Mapping[str, int], files: dict[str, str]
) -> Collection[str]:
    """The ids that the run is about."""
    if arguments.ids is None:
        return sizes
    path = find_file(arguments.ids, "ids", "absent")
    files |= {"ids_file": path.name, "ids_sha256": sha256_of(path)}
    return read_ids(path, sizes)


def _candidates(
    items: Iterable[Item],
    subset: str,
    select: Callable[[Item, str], Item | None],
    wanted: Collection[str],
    skipped: Counter[str],
) -> list[Item]:
    """The usable rows of the subset and the list of ids; the others are counted."""
    candidates = []
    for item in items:
        chosen = None if item.skip else select(item, subset)
        reason: Skip | None = item.skip
        if chosen is None:
            reason = reason or "not_in_subset"
        elif item.id not in wanted:
            reason = "not_in_ids"
        else:
            candidates.append(chosen)
        if reason:
            skipped[reason] += 1
    return candidates


def _known_verdicts(
    arguments: Arguments, sizes: Mapping[str, int], files: dict[str, str]
) -> Mapping[str, tuple[bool | None, ...]]:
    if arguments.verdicts is None:
        return {}
    name, model = split_model(arguments.verdicts)
    path = find_file(name, "verdicts", "absent")
    files |= {"verdicts_file": path.name, "verdicts_sha256": sha256_of(path)}
    if model is not None:
        return result_verdicts(path, model, sizes)
    return read_verdicts(path, sizes)


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
            if item.reference is not None and item.skip is None
        }
        return Earlier(references, frozenset())
    name, model = split_model(arguments.answers)
    name, epoch = split_epoch(name)
    path = find_file(name, "answers", "'auto', 'reference'")
    files |= {"answers_file": path.name, "answers_sha256": sha256_of(path)}
    if model is not None:
        return Earlier(result_answers(path, model, sizes), frozenset())
    if path.suffix != LOG_SUFFIX:
        return Earlier(read_answers(path, sizes), frozenset())
    earlier = read_earlier(path, epoch)
    refuse_unknown_ids(path, [*earlier.answers, *earlier.failed], sizes)
    return earlier


def _why_skipped(
    item: Item,
    arguments: Arguments,
    answers: Mapping[str, SuppliedAnswer],
    failed: Collection[str],
) -> Skip | None:
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
    scoring: Scoring,
) -> Sample:
    known = verdicts.get(item.id)
    case = Case(
        benchmark=benchmark,
        dataset_kind=source.kind,
        criteria=item.criteria,
        tags=item.tags,
        theme=item.theme,
        difficulty=item.difficulty,
        language=item.language,
        canary=item.canary,
        answer=answers.get(item.id),
        # A subset may leave criteria out; they keep the index of their row.
        verdicts=known and tuple(known[c.index] for c in item.criteria),
        scoring=scoring,
    )
    return Sample(
        id=item.id,
        input=[MESSAGES[turn.role](content=turn.content) for turn in item.turns],
        # What is not known would stand as empty lines in the viewer.
        metadata=case.model_dump(mode="json", exclude_defaults=True),
    )
