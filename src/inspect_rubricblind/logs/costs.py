"""What runs called and spent, per benchmark, stage, role and model.

The figures come from the model events in the logs, because the header of a log knows
nothing of calls made when it was scored again.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from json import JSONDecodeError
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from inspect_rubricblind.logs.archive import Archive, SampleKey, open_archive
from inspect_rubricblind.logs.prices import Price
from inspect_rubricblind.logs.read import LeftOut
from inspect_rubricblind.logs.samples import Run, run_of
from inspect_rubricblind.logs.sources import find_logs
from inspect_rubricblind.logs.spending import STAGES, Caller, Spent, calls_of


@dataclass(frozen=True)
class Costs:
    """The spending of all logs.

    `samples` are held by some log, `unreadable` of them in a damaged copy only;
    `unrecorded` were planned and are in no log. `unpriced` are the models whose calls
    have no known cost.
    """

    rows: Mapping[Caller, Spent]
    logs: int
    samples: int
    unreadable: int
    unrecorded: int
    left_out: tuple[LeftOut, ...]

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Models whose calls have no known cost."""
        rows = self.rows.items()
        return tuple(sorted({who.model for who, spent in rows if spent.cost is None}))


@dataclass
class _Ledger:
    prices: Mapping[str, Price] | None
    rows: defaultdict[Caller, Spent] = field(default_factory=lambda: defaultdict(Spent))
    samples: int = 0
    unreadable: int = 0
    unrecorded: int = 0


def read_costs(
    paths: Sequence[Path], prices: Mapping[str, Price] | None = None
) -> Costs:
    """Sum the calls of all `.eval` files in `paths` (files or folders).

    Args:
        paths: Logs, in any order; copies are recognised.
        prices: By model. Without them the cost is what Inspect wrote into the log.

    Raises:
        FileNotFoundError: A path does not exist, or a folder holds no log.
        ValueError: No file is a readable log.
    """
    groups: defaultdict[str, list[Run]] = defaultdict(list)
    benchmarks: dict[str, str] = {}
    left_out = []
    for path in find_logs(paths):
        try:
            with open_archive(path) as archive:
                run = run_of(path, archive.header)
                about = archive.header["eval"].get("metadata") or {}
        except ValueError as error:
            left_out.append(LeftOut(path, str(error), broken=True))
            continue
        groups[run.task_id].append(run)
        benchmarks[run.task_id] = str(about.get("benchmark") or run.task)
    if not groups:
        why = "; ".join(f"{item.path}: {item.reason}" for item in left_out)
        raise ValueError(f"no log can be used: {why}")
    ledger = _Ledger(prices)
    for task_id, runs in sorted(groups.items()):
        _add_task(ledger, benchmarks[task_id], runs)
    return Costs(
        rows=dict(sorted(ledger.rows.items(), key=_place)),
        logs=sum(len(runs) for runs in groups.values()),
        samples=ledger.samples,
        unreadable=ledger.unreadable,
        unrecorded=ledger.unrecorded,
        left_out=tuple(left_out),
    )


def _add_task(ledger: _Ledger, benchmark: str, runs: Sequence[Run]) -> None:
    """Count all logs of one task id, sample by sample, each event once."""
    with ExitStack() as stack:
        opened = [(run, stack.enter_context(open_archive(run.path))) for run in runs]
        planned = frozenset[SampleKey]().union(*(run.expected for run, _ in opened))
        held = frozenset[SampleKey]().union(*(a.sample_keys for _, a in opened))
        ledger.samples += len(held)
        ledger.unrecorded += len(planned - held)
        for key in sorted(held):
            copies = [_sample(archive, key) for _, archive in opened]
            found = [copy for copy in copies if copy is not None]
            ledger.unreadable += not found
            for caller, spent in calls_of(found, benchmark, ledger.prices):
                ledger.rows[caller].add(spent)


def _sample(archive: Archive, key: SampleKey) -> dict[str, Any] | None:
    """A sample of a log, None if it is not in it or damaged."""
    try:
        return archive.sample(key) if key in archive.sample_keys else None
    except (BadZipFile, JSONDecodeError, UnicodeDecodeError):
        return None


def _place(item: tuple[Caller, Spent]) -> tuple[object, ...]:
    """Rows stand in the order of the pipeline."""
    caller, _ = item
    order = list(dict.fromkeys(STAGES.values()))
    known = order.index(caller.stage) if caller.stage in order else len(order)
    return caller.benchmark, known, caller.stage, caller.role, caller.model
