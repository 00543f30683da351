"""What became of planting: kept or dropped and why, rounds, dissent; unique traps."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.outcomes.figures import Row
from inspect_rubricblind.logs.traps.reading import Trapped


def planting_rows(found: Sequence[Trapped]) -> Iterator[Row]:
    """One row per task, data, planter and kind of validation.

    A trap that several models answered counts once.
    """
    groups: defaultdict[tuple[str, ...], dict[tuple[str, ...], Trapped]] = defaultdict(
        dict
    )
    for item in found:
        result = item.result
        key: tuple[str, ...] = (
            result.task,
            item.dataset_kind,
            result.planter,
            result.planted_by,
            result.validated_by,
        )
        name = (item.sample_id, result.trap_sha256, result.dropped or "")
        groups[key].setdefault(name, item)
    for key, items in sorted(groups.items()):
        yield _row(key, list(items.values()))


def _row(key: tuple[str, ...], items: Sequence[Trapped]) -> Row:
    results = [item.result for item in items]
    dropped = Counter(r.dropped for r in results if r.dropped is not None)
    kept = Counter(r.subtype for r in results if r.dropped is None)
    rejected = Counter(rule for r in results for rule in r.rejected)
    task, kind, planter, planted_by, validated_by = key
    return {
        "task": task,
        "dataset_kind": kind,
        "planter": planter,
        "planted_by": planted_by,
        "validated_by": validated_by,
        "n_tried": len(results),
        "n_kept": sum(kept.values()),
        "n_sources": len({result.source_id for result in results}),
        "dropped": dict(sorted(dropped.items())),
        "kept_by_subtype": dict(sorted(kept.items())),
        "rejected": dict(sorted(rejected.items())),
        "rounds": sum(r.rounds for r in results),
        "dissent": sum(r.dissent for r in results),
        "validator_failures": sum(r.validator_failures for r in results),
    }
