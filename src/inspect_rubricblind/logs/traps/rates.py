"""Hallucination rates of models on traps: overall, per task, cluster and subtype."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from inspect_rubricblind.logs.graded import setup_of
from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row, absent, figure
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion
from inspect_rubricblind.logs.statistics.trap_rates import (
    TrapCounts,
    compare_models,
    rank_models,
    trap_rate,
)
from inspect_rubricblind.logs.traps.reading import Trapped
from inspect_rubricblind.records import TrapResult

NOTHING = "no line with a verdict"
NO_SHARED = "the models share no trap with a verdict"
TASKS = ("dialogue", "report")
Family = tuple[str, str, int, str]
Table = dict[str, list[Trapped]]


class Judged(NamedTuple):
    """What may be pooled: answers of one model, graded in one way, on one kind of data.

    `setup` is a hash of everything about the grading but the rubric.
    """

    dataset_kind: str
    judge: str
    draw: int
    setup: str
    answer_model: str


def judged_groups(found: Sequence[Trapped]) -> dict[Judged, list[Trapped]]:
    """Graded answers by model and way of grading; a repeated one counts once."""
    groups: defaultdict[Judged, dict[tuple[str, int], Trapped]] = defaultdict(dict)
    for item in sorted(found, key=_order):
        result = item.result
        if result.signature is None:
            continue
        key = Judged(
            item.dataset_kind,
            result.signature.grader,
            result.signature.draw,
            setup_of(result.signature),
            result.answer_model,
        )
        groups[key].setdefault((result.trap_sha256, item.epoch), item)
    return {key: list(items.values()) for key, items in sorted(groups.items())}


def rate_rows(found: Sequence[Trapped]) -> Iterator[Row]:
    """Per model and way of grading: all, each task, then clusters and subtypes.

    `task` null is both tasks together, `cluster` null all clusters, `subtype` null all
    of the cluster.
    """
    for key, items in judged_groups(found).items():
        for task in (None, *TASKS):
            own = [i for i in items if task in (None, i.result.task)]
            if not own or (task is None and len({i.result.task for i in own}) == 1):
                continue
            yield _row(key, own, task, None, None)
            for cluster in sorted({i.result.subtype[0] for i in own}):
                part = [i for i in own if i.result.subtype[0] == cluster]
                yield _row(key, part, task, cluster, None)
                for subtype in sorted({i.result.subtype for i in part}):
                    some = [i for i in part if i.result.subtype == subtype]
                    yield _row(key, some, task, cluster, subtype)


def comparison_rows(found: Sequence[Trapped]) -> Iterator[Row]:
    """Every two models that one judge graded, on the traps that both answered."""
    for key, models in _families(found).items():
        counts = _shared_counts(models)
        base = {"dataset_kind": key[0], "judge": key[1], "draw": key[2]}
        if not _any(counts):
            names = sorted(models)
            yield {
                **base,
                "first": names[0],
                "second": names[1],
                "n_sources": 0,
                **absent("difference", NO_SHARED),
                "p": None,
                "p_holm": None,
            }
            continue
        for item in compare_models(counts):
            yield {
                **base,
                "first": item.first,
                "second": item.second,
                "n_sources": item.n_samples,
                **figure("difference", item.difference.interval),
                "p": item.difference.p,
                "p_holm": item.p_holm,
            }


def rank_rows(found: Sequence[Trapped], seed: int) -> Iterator[Row]:
    """Ranks of models on the traps that all of them answered, with their ranges."""
    for key, models in _families(found).items():
        counts = _shared_counts(models)
        if not _any(counts):
            continue
        for item in rank_models(counts, seed=seed):
            yield {
                "dataset_kind": key[0],
                "judge": key[1],
                "draw": key[2],
                "answer_model": item.model,
                "rate": item.rate,
                "rank": item.rank,
                "rank_low": item.low,
                "rank_high": item.high,
                "seed": seed,
            }


def _families(found: Sequence[Trapped]) -> dict[Family, dict[str, Table]]:
    """Models that one judge graded in one way, at least two, each by trap."""
    families: defaultdict[Family, dict[str, Table]] = defaultdict(dict)
    for key, items in judged_groups(found).items():
        table: defaultdict[str, list[Trapped]] = defaultdict(list)
        for item in items:
            if item.result.assessed:
                table[item.result.trap_sha256].append(item)
        if table:
            family = (key.dataset_kind, key.judge, key.draw, key.setup)
            families[family][key.answer_model] = dict(table)
    return {key: models for key, models in families.items() if len(models) > 1}


def _shared_counts(models: dict[str, Table]) -> dict[str, TrapCounts]:
    """Lines by source, over the traps that all models have an assessed answer to."""
    shared = set.intersection(*(set(table) for table in models.values()))
    counts = {}
    for name, table in models.items():
        failed: Counter[str] = Counter()
        assessed: Counter[str] = Counter()
        for trap in shared:
            for item in table[trap]:
                failed[_source(item)] += item.result.failed
                assessed[_source(item)] += item.result.assessed
        sources = sorted(assessed)
        counts[name] = TrapCounts(
            [failed[s] for s in sources], [assessed[s] for s in sources], sources
        )
    return counts


def _any(counts: Mapping[str, TrapCounts]) -> bool:
    """Whether there is a source that all models have."""
    return all(np.size(table.sample) > 0 for table in counts.values())


def _row(
    key: Judged,
    items: Sequence[Trapped],
    task: str | None,
    cluster: str | None,
    subtype: str | None,
) -> Row:
    results = [item.result for item in items]
    counted = [item for item in items if item.result.assessed]
    row: Row = {
        **key._asdict(),
        "task": task,
        "cluster": cluster,
        "subtype": subtype,
        "planters": sorted({result.planter for result in results}),
        "n_samples": len(items),
        "n_sources": len({_source(item) for item in items}),
        "n_lines": sum(result.assessed for result in results),
        "n_failed": sum(result.failed for result in results),
        "n_ungraded": sum(result.ungraded for result in results),
        "ungraded_reasons": dict(sorted(_ungraded(results).items())),
    }
    if not counted:
        row |= absent("rate", NOTHING) | absent("any_failed", NOTHING)
    else:
        sources = [_source(item) for item in counted]
        failed = [item.result.failed for item in counted]
        assessed = [item.result.assessed for item in counted]
        found = trap_rate(TrapCounts(failed, assessed, sources))
        flags = [float(n > 0) for n in failed]
        row |= figure("rate", found.lines)
        row |= figure("any_failed", clustered_proportion(flags, sources))
    row["flags"] = [f"n < {FEW_PAIRS} samples"] if len(counted) < FEW_PAIRS else []
    return row


def _ungraded(results: Sequence[TrapResult]) -> Counter[str]:
    return Counter(
        verdict.reason or "unknown"
        for result in results
        for verdict in result.verdicts
        if verdict.met is None
    )


def _source(item: Trapped) -> str:
    """The conversation or report: traps on one are not independent."""
    return f"{item.result.task}:{item.result.source_id}"


def _order(item: Trapped) -> tuple[object, ...]:
    result = item.result
    return result.trap_sha256, item.epoch, result.ungraded, result.model_dump_json()
