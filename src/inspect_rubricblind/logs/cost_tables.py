"""Spending in tables and as JSON."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from inspect_rubricblind.logs.costs import Costs
from inspect_rubricblind.logs.spending import Caller, Spent
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.logs.wording import ABSENT

REPLAYED = (
    "Replayed calls came from Inspect's cache: they were not paid again and are in "
    "neither tokens nor cost. Failed calls are among the calls."
)


def incomplete(costs: Costs) -> list[str]:
    """What the figures lack, one sentence each; empty if nothing."""
    found = [f"{item.path} could not be read: {item.reason}" for item in costs.left_out]
    if costs.unreadable:
        found.append(f"{costs.unreadable} sample(s) are damaged and not counted.")
    if costs.unrecorded:
        found.append(
            f"{costs.unrecorded} planned sample(s) are in no log; what they called "
            "before they were cut off is not counted."
        )
    return found


def cost_tables(costs: Costs) -> list[Table]:
    """The calls of each benchmark, and what each stage cost."""
    benchmarks = sorted({who.benchmark for who in costs.rows})
    tables = [_calls_table(costs, benchmark) for benchmark in benchmarks]
    if any(spent.cost for spent in costs.rows.values()):
        tables.append(_stage_table(costs, benchmarks))
    return tables


def costs_json(costs: Costs) -> dict[str, Any]:
    """Everything that the tables show, and the kinds of tokens apart."""
    return {
        "logs": costs.logs,
        "samples": costs.samples,
        "incomplete": incomplete(costs),
        "unpriced": list(costs.unpriced),
        "rows": [
            {**who._asdict(), **_spent_json(spent)} for who, spent in costs.rows.items()
        ],
        "by_stage": [
            {"benchmark": benchmark, "stage": stage, **_spent_json(spent)}
            for (benchmark, stage), spent in _sums(
                costs.rows, lambda who: (who.benchmark, who.stage)
            ).items()
        ],
        "total": _spent_json(total(costs.rows.values())),
    }


def total(spending: Iterable[Spent]) -> Spent:
    """The sum of some spending."""
    result = Spent()
    for spent in spending:
        result.add(spent)
    return result


def dollars(cost: float | None) -> str:
    """`1,234.50`, or four decimals below one dollar; a dash where it is not known."""
    if cost is None:
        return ABSENT
    return f"{cost:,.2f}" if cost >= 1 or cost == 0 else f"{cost:.4f}"


def _calls_table(costs: Costs, benchmark: str) -> Table:
    rows = {who: s for who, s in costs.rows.items() if who.benchmark == benchmark}
    body = [
        (f"{who.stage}: {who.role} {who.model}", *_cells(spent))
        for who, spent in rows.items()
    ]
    if len(rows) > 1:
        body.append(("all", *_cells(total(rows.values()))))
    notes = [REPLAYED]
    if unpriced := sorted({who.model for who, s in rows.items() if s.cost is None}):
        notes.append(f"No price is known for {', '.join(unpriced)}.")
    return Table(
        title=f"Model calls: {benchmark}",
        columns=(
            "Stage, role, model",
            *("Calls", "Replayed", "Retries", "Failed", "Tokens in", "Out", "$"),
        ),
        rows=tuple(body),
        notes=tuple(notes),
    )


def _cells(spent: Spent) -> tuple[str, ...]:
    tokens = spent.tokens
    counts = (
        spent.calls,
        spent.replayed,
        spent.retries,
        spent.failed,
        tokens.input + tokens.cache_read + tokens.cache_write,
        tokens.output,
    )
    return (*(f"{count:,}" for count in counts), dollars(spent.cost))


def _stage_table(costs: Costs, benchmarks: list[str]) -> Table:
    """Stages down, benchmarks across, like the cost table of "When Rubrics Fail"."""
    by_both = _sums(costs.rows, lambda who: (who.stage, who.benchmark))
    by_stage = _sums(costs.rows, lambda who: (who.stage,))
    by_benchmark = _sums(costs.rows, lambda who: (who.benchmark,))
    body = [
        (
            stage,
            *(
                dollars(by_both[stage, b].cost) if (stage, b) in by_both else ABSENT
                for b in benchmarks
            ),
            dollars(spent.cost),
        )
        for (stage,), spent in by_stage.items()
    ]
    totals = (dollars(by_benchmark[(b,)].cost) for b in benchmarks)
    body.append(("all", *totals, dollars(total(costs.rows.values()).cost)))
    return Table(
        title="Cost by stage, US dollars",
        columns=("Stage", *benchmarks, "Total"),
        rows=tuple(body),
        notes=("A dash: no calls, or a price is not known.",),
    )


def _sums(
    rows: Mapping[Caller, Spent], group: Callable[[Caller], tuple[str, ...]]
) -> dict[tuple[str, ...], Spent]:
    sums: dict[tuple[str, ...], Spent] = {}
    for who, spent in rows.items():
        sums.setdefault(group(who), Spent()).add(spent)
    return sums


def _spent_json(spent: Spent) -> dict[str, Any]:
    tokens = {f"{name}_tokens": n for name, n in spent.tokens._asdict().items()}
    return {
        "calls": spent.calls,
        "replayed": spent.replayed,
        "retries": spent.retries,
        "failed": spent.failed,
        **tokens,
        "cost": spent.cost,
    }
