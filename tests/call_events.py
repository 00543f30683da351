"""Model events as runs leave them in logs, for tests that count calls."""

from collections.abc import Sequence
from typing import Any

from inspect_ai.event import Event, ModelEvent, SpanBeginEvent
from inspect_ai.log import EvalSample
from inspect_ai.model import GenerateConfig, ModelOutput, ModelUsage


def span(identity: str, name: str, kind: str | None, parent: str | None = None):
    """The begin of a span."""
    return SpanBeginEvent(
        id=identity, name=name, type=kind, parent_id=parent, span_id=identity
    )


def call(
    uuid: str,
    in_span: str,
    role: str | None = "grader",
    model: str = "openai/a",
    tokens: Sequence[int] = (100, 10),
    **fields: Any,
) -> ModelEvent:
    """One call; `tokens` are input, output, read from cache, written, reasoning."""
    read, write, reasoning = (*tokens[2:], *(None,) * 3)[:3]
    output = ModelOutput.from_content(model, "met")
    output.usage = ModelUsage(
        input_tokens=tokens[0],
        output_tokens=tokens[1],
        total_tokens=sum(tokens[:2]),
        input_tokens_cache_read=read,
        input_tokens_cache_write=write,
        reasoning_tokens=reasoning,
        total_cost=fields.pop("cost", None),
    )
    if fields.pop("unanswered", False):
        output = ModelOutput()
    return ModelEvent(
        uuid=uuid,
        span_id=in_span,
        model=model,
        role=role,
        input=[],
        tools=[],
        tool_choice="none",
        config=GenerateConfig(),
        output=output,
        **fields,
    )


def scorer_span(identity: str, scorer: str) -> list[Event]:
    """A scorer's span, and one of a concurrent task in it, as `collect` opens."""
    return [
        span(identity, scorer, "scorer"),
        span(f"{identity}-task", "task-1", "task", identity),
    ]


def with_events(sample: EvalSample, *events: Event) -> EvalSample:
    """The sample with these events."""
    sample.events = list(events)
    return sample
