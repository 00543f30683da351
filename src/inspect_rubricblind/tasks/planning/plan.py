"""The calls, tokens and cost of a planned run.

Calls follow the pipeline exactly, but how many error types will fit an answer and pass
is not known beforehand: that is an assumption, stated with its source. `at_most` holds
whatever happens, but for replies that cannot be read and are asked again.
"""

from collections.abc import Mapping
from typing import NamedTuple

from inspect_rubricblind.logs.prices import Price, Tokens
from inspect_rubricblind.tasks.planning.design import Design
from inspect_rubricblind.tasks.planning.requests import EVALUATED, REPLIES, Ask, asks
from inspect_rubricblind.tasks.planning.workload import Workload


class Line(NamedTuple):
    """The calls of one kind in a whole run; `cost` is None without a price."""

    stage: str
    role: str
    model: str | None
    calls: float
    at_most: float
    tokens: Tokens
    cost: float | None


def plan_lines(
    workload: Workload,
    design: Design,
    replies: Mapping[str, float] = REPLIES,
    models: Mapping[str, str] | None = None,
    prices: Mapping[str, Price] | None = None,
) -> tuple[Line, ...]:
    """The calls of a run, kind by kind, in the order of the pipeline.

    Args:
        workload: The cases.
        design: What is done with them.
        replies: Tokens of a reply by role.
        models: Names by role; the evaluated model is `EVALUATED`.
        prices: By model name.
    """
    return tuple(
        _line(ask, workload, (models or {}).get(ask.role), prices or {})
        for ask in asks(design, replies)
        if ask.most > 0
    )


def _line(
    ask: Ask, workload: Workload, model: str | None, prices: Mapping[str, Price]
) -> Line:
    calls = most = read = 0.0
    for size in workload.sizes:
        times = size.criteria if ask.each_criterion else 1
        calls += ask.n * times
        most += ask.most * times
        read += ask.n * times * (ask.fixed + size.question + ask.answers * size.answer)
        read += ask.n * size.criteria_tokens if ask.rubric else 0
    answers = sum(size.answer for size in workload.sizes)
    written = answers if ask.role == EVALUATED else calls * ask.reply
    scale = workload.scale
    tokens = Tokens(input=read * scale, output=written * scale)
    price = prices.get(model) if model is not None else None
    cost = None if price is None else price.cost(tokens)
    return Line(ask.stage, ask.role, model, calls * scale, most * scale, tokens, cost)
