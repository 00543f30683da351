"""What the calls of one stage cost, read from the transcript of the sample."""

from collections.abc import Iterable

from inspect_ai.event import Event, ModelEvent

from inspect_rubricblind.records import RoleUsage


def role_usage(events: Iterable[Event], role: str) -> RoleUsage:
    """Sum the model events of one role."""
    calls = cached = failed = tokens_in = tokens_out = reasoning = 0
    cost: float | None = None
    for event in events:
        if not isinstance(event, ModelEvent) or event.role != role:
            continue
        if event.cache == "read":
            cached += 1
            continue
        calls += 1
        failed += event.error is not None
        if (usage := event.output.usage) is None:
            continue
        tokens_in += usage.input_tokens
        tokens_out += usage.output_tokens
        reasoning += usage.reasoning_tokens or 0
        if usage.total_cost is not None:
            cost = (cost or 0.0) + usage.total_cost
    return RoleUsage(
        calls=calls,
        cached=cached,
        failed=failed,
        input_tokens=tokens_in,
        output_tokens=tokens_out,
        reasoning_tokens=reasoning,
        cost=cost,
    )
