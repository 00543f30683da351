"""A plan in tables and as JSON."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from inspect_rubricblind.calls.breaker import TRIES
from inspect_rubricblind.logs.cost_tables import dollars
from inspect_rubricblind.logs.prices import Tokens
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.logs.wording import ABSENT
from inspect_rubricblind.tasks.planning.design import Design, Prior
from inspect_rubricblind.tasks.planning.plan import Line
from inspect_rubricblind.tasks.planning.reach import MIN_PAIRS, Reach
from inspect_rubricblind.tasks.planning.workload import (
    CHARACTERS_PER_TOKEN,
    Workload,
)

HEADER = ("Calls", "At most", "Tokens in", "Tokens out", "$")


class Plan(NamedTuple):
    """Everything about a planned run.

    `discordance` is the expected share of pairs that are a win or a loss.
    """

    workload: Workload
    design: Design
    replies: Mapping[str, float]
    lines: Sequence[Line]
    discordance: Prior
    reached: Sequence[Reach]
    sources: Mapping[str, str]


def plan_tables(plan: Plan) -> list[Table]:
    """Calls by stage, calls by role, and what the pairs can show."""
    tables = [_stage_table(plan), _role_table(plan)] if plan.lines else []
    return [*tables, _reach_table(plan)]


def plan_json(plan: Plan) -> dict[str, Any]:
    """Everything that the tables show."""
    design = plan.design._asdict() | {"types": [e.code for e in plan.design.types]}
    return {
        "source": plan.workload.source,
        "cases": plan.workload.cases,
        "skipped": dict(plan.workload.skipped),
        "design": design,
        "discordance": plan.discordance._asdict(),
        "assumptions": assumptions(plan),
        "rows": [
            {
                "stage": line.stage,
                "role": line.role,
                "model": line.model,
                **_sum_json([line]),
            }
            for line in plan.lines
        ],
        "by_role": [
            {"role": role, **_sum_json(lines)} for role, lines in by_role(plan.lines)
        ],
        "total": _sum_json(plan.lines),
        "reach": [found._asdict() for found in plan.reached],
    }


def assumptions(plan: Plan) -> list[str]:
    """What the figures rest on, one sentence each."""
    design = plan.design
    replies = ", ".join(f"{role} {n:g}" for role, n in plan.replies.items())
    return [
        f"All figures are estimates for {plan.workload.cases:,} cases "
        f"({plan.workload.source}).",
        f"Tokens: {CHARACTERS_PER_TOKEN} characters each, 1 per Chinese, Japanese or "
        "Korean character; every model counts its own way.",
        f"Injections per case: {design.accepted:.2f} ({plan.sources['accepted']}).",
        f"Fitting error types that end in one: {design.acceptance:.1%} "
        f"({plan.sources['acceptance']}); so {design.fitting:.2f} fit a case, with "
        f"{design.attempts:.2f} attempts each if every attempt succeeds alike.",
        f"Tokens per reply: {replies}; answers: {plan.sources['answers']}. Reasoning "
        "that a provider bills comes on top.",
        f"Replies that cannot be read are asked again, up to {TRIES} tries; neither "
        "column counts that. No discount for batches or cached prompts is taken off.",
    ]


def unpriced(lines: Iterable[Line]) -> list[str]:
    """The models, or the roles without a named model, whose cost is not known."""
    names = {
        f"role {line.role}" if line.model is None else line.model
        for line in lines
        if line.cost is None
    }
    return sorted(names)


def by_role(lines: Sequence[Line]) -> list[tuple[str, list[Line]]]:
    """Lines grouped by role, in the order of the pipeline."""
    groups: dict[str, list[Line]] = {}
    for line in lines:
        groups.setdefault(line.role, []).append(line)
    return list(groups.items())


def _stage_table(plan: Plan) -> Table:
    body = [
        (f"{line.stage}: {line.role} {line.model or ''}".strip(), *_cells([line]))
        for line in plan.lines
    ]
    return Table(
        title="Planned model calls",
        columns=("Stage, role, model", *HEADER),
        rows=(*body, ("all", *_cells(plan.lines))),
        notes=tuple(assumptions(plan)),
    )


def _role_table(plan: Plan) -> Table:
    body = [
        (f"{role} {lines[0].model or ''}".strip(), *_cells(lines))
        for role, lines in by_role(plan.lines)
    ]
    return Table(
        title="Planned model calls by role", columns=("Role", *HEADER), rows=tuple(body)
    )


def _reach_table(plan: Plan) -> Table:
    body = [
        (
            found.level,
            f"{found.pairs:,}",
            "not reachable" if found.effect is None else f"{found.effect:.3f}",
            f"{found.pairs_blind:,}",
            f"{found.cases_blind:,}",
        )
        for found in plan.reached
    ]
    value, source = plan.discordance
    notes = [
        "Effect: smallest AUROC - 0.5 that the sign test detects with 80 % power. "
        "BLIND: shown equivalent to 0.5 within 0.05, if nothing moves the score.",
        f"Win or loss in {value:.1%} of pairs ({source}).",
    ]
    if plan.reached and plan.reached[0].pairs < MIN_PAIRS:
        notes.append(f"Under {MIN_PAIRS} pairs a type gets no verdict.")
    return Table(
        title="What the pairs of one error type can show",
        columns=("Level", "Pairs", "Effect", "Pairs for BLIND", "Cases for BLIND"),
        rows=tuple(body),
        notes=tuple(notes),
    )


def _cells(lines: Sequence[Line]) -> tuple[str, ...]:
    calls, at_most, tokens, cost = _sum(lines)
    counts = (calls, at_most, tokens.input, tokens.output)
    shown = ABSENT if cost is None else dollars(cost)
    return (*(f"{count:,.0f}" for count in counts), shown)


def _sum(lines: Sequence[Line]) -> tuple[float, float, Tokens, float | None]:
    tokens = Tokens()
    for line in lines:
        tokens = tokens.plus(line.tokens)
    costs = [line.cost for line in lines if line.cost is not None]
    known = len(costs) == len(lines)
    return (
        sum(line.calls for line in lines),
        sum(line.at_most for line in lines),
        tokens,
        sum(costs) if known else None,
    )


def _sum_json(lines: Sequence[Line]) -> dict[str, Any]:
    calls, at_most, tokens, cost = _sum(lines)
    return {
        "calls": calls,
        "at_most": at_most,
        "input_tokens": tokens.input,
        "output_tokens": tokens.output,
        "cost": cost,
    }
