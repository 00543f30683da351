"""The model calls of one sample, each once over all copies of its log.

A call that Inspect replayed from its cache was not paid again and is counted apart.
Where a log has lost its events, what the scorers noted about their own calls stands in.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from inspect_rubricblind.logs.prices import Price, Tokens
from inspect_rubricblind.records import digest

STAGES: Mapping[str, str] = {
    "write_answer": "answer",
    "decide_applicability": "applicability",
    "inject_errors": "injection",
    "add_controls": "controls",
    "coverage": "coverage",
    "paired_rubric": "grading",
    "qualify_grader": "grading",
    "calibrate_grader": "grading",
    "autoraters": "autorating",
    "plant_traps": "trap planting",
    "answer_trap": "answer",
    "pair_answers": "trap pair",
    "trap_rubric": "trap judging",
}
"""Stages by the solver or scorer that calls; others keep their own name."""
UNKNOWN_STAGE = "other"
EVALUATED = "evaluated model"


class Caller(NamedTuple):
    """Who called: everything that a row of the table stands for."""

    benchmark: str
    stage: str
    role: str
    model: str


NOTHING = Tokens()


@dataclass
class Spent:
    """What some calls came to.

    `calls` were sent, `failed` of them ended in an error, `retries` counts requests
    that were repeated for a transient error; `replayed` came from the cache. Tokens
    and cost are those of `calls`. `cost` is in US dollars, None if any price is
    unknown.
    """

    calls: int = 0
    replayed: int = 0
    retries: int = 0
    failed: int = 0
    tokens: Tokens = NOTHING
    cost: float | None = 0.0

    def add(self, other: "Spent") -> None:
        """Count other calls in."""
        self.calls += other.calls
        self.replayed += other.replayed
        self.retries += other.retries
        self.failed += other.failed
        self.tokens = self.tokens.plus(other.tokens)
        known = self.cost is not None and other.cost is not None
        self.cost = (self.cost or 0.0) + (other.cost or 0.0) if known else None


Prices = Mapping[str, Price] | None
Call = tuple[Caller, Spent]


def calls_of(
    copies: Sequence[Mapping[str, Any]], benchmark: str, prices: Prices
) -> Iterator[Call]:
    """Every call made for one sample.

    Args:
        copies: The sample as plain JSON, as each log holds it.
        benchmark: Its benchmark.
        prices: By model. Without them the cost is what Inspect wrote into the log.
    """
    counted: set[str] = set()
    callers: set[str] = set()
    for events in (events for copy in copies for events in _events(copy)):
        for event, caller in _model_events(events):
            callers.add(caller)
            name = event.get("uuid") or _digest(event)
            if name not in counted:
                counted.add(name)
                yield _call(event, caller, benchmark, prices)
    scores = [score for copy in copies for score in (copy.get("scores") or {}).items()]
    notes = [(name, part) for name, score in scores for part in _parts(score)]
    for scorer, metadata in notes:
        noted = _noted(scorer, metadata, benchmark, prices)
        name = _digest(metadata)
        if noted is not None and scorer not in callers and name not in counted:
            counted.add(name)
            yield noted


def _parts(score: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """What notes usage in a score: itself, or each of several raters."""
    metadata = score.get("metadata") or {}
    return metadata.get("raters") or [metadata]


def _digest(content: Mapping[str, Any]) -> str:
    return digest(json.dumps(content, sort_keys=True))


def _events(sample: Mapping[str, Any]) -> Iterator[Iterable[Mapping[str, Any]]]:
    """The events of a sample and of its failed attempts."""
    for retry in sample.get("error_retries") or ():
        yield retry.get("events") or ()
    yield sample.get("events") or ()


def _model_events(
    events: Iterable[Mapping[str, Any]],
) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Model events with the name of the solver or scorer that made them."""
    spans: dict[str, Mapping[str, Any]] = {}
    for event in events:
        if event.get("event") == "span_begin":
            spans[event["id"]] = event
        elif event.get("event") == "model" and not event.get("pending"):
            yield event, _solver_or_scorer(spans, event.get("span_id"))


def _solver_or_scorer(
    spans: Mapping[str, Mapping[str, Any]], span_id: str | None
) -> str:
    while span_id is not None and span_id in spans:
        span = spans[span_id]
        if span.get("type") in ("solver", "scorer"):
            return str(span["name"]).rpartition("/")[2]
        span_id = span.get("parent_id")
    return ""


def stage_of(name: str) -> str:
    """The stage of a solver or scorer; a scorer's second run carries a number."""
    bare = name if name in STAGES else name.rstrip("0123456789")
    return STAGES.get(bare, bare or UNKNOWN_STAGE)


def _call(
    event: Mapping[str, Any], caller: str, benchmark: str, prices: Prices
) -> Call:
    role = event.get("role") or EVALUATED
    who = Caller(benchmark, stage_of(caller), role, event["model"])
    if event.get("cache") == "read":
        return who, Spent(replayed=1)
    usage = (event.get("output") or {}).get("usage") or {}
    tokens = Tokens(
        input=usage.get("input_tokens") or 0,
        cache_read=usage.get("input_tokens_cache_read") or 0,
        cache_write=usage.get("input_tokens_cache_write") or 0,
        output=usage.get("output_tokens") or 0,
        reasoning=usage.get("reasoning_tokens") or 0,
    )
    return who, Spent(
        calls=1,
        retries=event.get("retries") or 0,
        failed=int(event.get("error") is not None),
        tokens=tokens,
        cost=_cost(event["model"], tokens, usage.get("total_cost"), prices),
    )


def _noted(
    scorer: str,
    found: Mapping[str, Any],
    benchmark: str,
    prices: Prices,
) -> Call | None:
    """What a scorer of this suite noted about its own calls, if it made any."""
    by_grader = "signature" in found
    if not by_grader and "estimator" not in found:
        return None  # not a scorer of this suite
    usage = found.get("usage") or {}
    if not usage.get("calls") and not usage.get("cached"):
        return None
    # The judge's estimator is named "MODEL PROMPTHASH".
    model = (
        found["signature"]["grader"]
        if by_grader
        else found["estimator"].rpartition(" ")[0]
    )
    tokens = Tokens(
        input=usage["input_tokens"],
        output=usage["output_tokens"],
        reasoning=usage["reasoning_tokens"],
    )
    role = "grader" if by_grader and "trap_sha256" not in found else "judge"
    if stage_of(scorer) == STAGES["autoraters"]:
        role = "autorater"
    return Caller(benchmark, stage_of(scorer), role, model), Spent(
        calls=usage["calls"],
        replayed=usage["cached"],
        failed=usage["failed"],
        tokens=tokens,
        cost=_cost(model, tokens, usage.get("cost"), prices),
    )


def _cost(
    model: str,
    tokens: Tokens,
    logged: float | None,
    prices: Prices,
) -> float | None:
    if not any(tokens):
        return 0.0
    if prices is None:
        return logged
    return prices[model].cost(tokens) if model in prices else None
