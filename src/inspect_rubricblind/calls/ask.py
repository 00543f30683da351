"""Ask a model for one readable object: cached, bounded tries, failures named.

A reply that cannot be read is asked again under a cache scope of its own, so that
the bad reply is not replayed. Errors that will not go away (a wrong key, model or
request) stop the run; transient ones that outlast Inspect's bounded retries are a
counted outcome of the cell.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from inspect_ai.model import (
    CachePolicy,
    ChatMessage,
    GenerateConfig,
    Model,
    ResponseSchema,
)
from inspect_ai.util import LimitExceededError, json_schema
from tenacity import RetryError

from inspect_rubricblind.calls.breaker import TRIES, Breaker
from inspect_rubricblind.calls.formats import Format
from inspect_rubricblind.calls.objects import Repair
from inspect_rubricblind.calls.replies import Failure, Parsed, parse_reply
from inspect_rubricblind.calls.secrets import redact, redact_failed_calls

CACHE_VERSION = "1"
"""Part of every cache key: a new value makes all earlier replies unusable."""

FATAL_STATUS = {
    400: "the provider refuses the request",
    401: "the key is missing or wrong",
    403: "the key may not use this model",
    404: "the provider does not know this model or address",
}
BOUNDS = GenerateConfig(max_retries=5, attempt_timeout=300)

F = TypeVar("F", bound=Format)


class FatalModelError(RuntimeError):
    """A model that cannot work in this run: wrong key, model, address or request."""


@dataclass(frozen=True)
class Scope:
    """What makes a request its own: see the cache key in `cache_policy`."""

    stage: str
    repeat: int = 0
    draw: int = 0


@dataclass(frozen=True)
class Caller:
    """A model as one stage asks it in one epoch of a sample."""

    model: Model
    breaker: Breaker
    epoch: int


@dataclass(frozen=True)
class Asked(Generic[F]):
    """The outcome of one question: a value, or the named failure of the last try."""

    value: F | None
    failure: Failure | None
    detail: str
    repairs: tuple[Repair, ...]
    tries: int


def cache_policy(scope: Scope, epoch: int, attempt: int = 0) -> CachePolicy:
    """Where a reply is kept: a resumed run finds it, an independent call does not.

    Args:
        scope: Stage, repeat (extra gradings of the original) and draw (re-runs).
        epoch: Of the sample. Inspect's own `per_epoch` knows it only after a call of
            the evaluated model: not with given answers, nor when a log is scored.
        attempt: Counts tries at the same question; each is a new request.
    """
    scopes = {
        "suite": f"inspect_rubricblind/{CACHE_VERSION}",
        "stage": scope.stage,
        "attempt": str(attempt),
        "repeat": str(scope.repeat),
        "draw": str(scope.draw),
        "epoch": str(epoch),
    }
    return CachePolicy(expiry=None, per_epoch=False, scopes=scopes)


def settings(model: Model, schema: type[Format] | None = None) -> GenerateConfig:
    """What a call is made with: bounds, temperature 0, the model's own on top.

    Models that reason take no temperature, so a reasoning effort or budget leaves
    it unset.
    """
    own = model.config
    reasons = own.reasoning_effort is not None or own.reasoning_tokens is not None
    config = BOUNDS.merge(GenerateConfig(temperature=None if reasons else 0.0))
    if schema is not None:
        config = config.merge(GenerateConfig(response_schema=reply_schema(schema)))
    return config.merge(own)


def reply_schema(schema: type[Format]) -> ResponseSchema:
    """A reply format as providers take it.

    Every field is required: some write required fields first, and then the verdict
    would stand before the reasoning.
    """
    shape = json_schema(schema)
    shape.required = list(shape.properties or {})
    return ResponseSchema(name=schema.__name__, json_schema=shape, strict=False)


async def ask(
    caller: Caller,
    messages: Sequence[ChatMessage],
    schema: type[F],
    scope: Scope,
    *,
    structured: bool = False,
    read: Callable[[str, str, type[F]], Parsed[F]] = parse_reply,
) -> Asked[F]:
    """Ask until a reply can be read, at most `TRIES` times.

    Args:
        caller: The bound role. Replies are counted here; the cell is counted by the
            stage, since only it knows whether a readable reply can be used.
        messages: The whole prompt.
        schema: The reply format.
        scope: Keeps the request apart from the same words asked for other ends.
        structured: Also offer the format as a response schema to the provider.
        read: Reads a completion, given its stop reason and the format; other than JSON
            where a model writes a list, say.

    Raises:
        FatalModelError: The provider answered 400, 401, 403 or 404.
        StageFailedError: The stage was stopped.
    """
    model, breaker = caller.model, caller.breaker
    config = settings(model, schema if structured else None)
    parsed: Parsed[F] | None = None
    for attempt in range(TRIES):
        breaker.check()
        try:
            output = await model.generate(
                list(messages),
                config=config,
                cache=cache_policy(scope, caller.epoch, attempt),
            )
        except LimitExceededError:
            raise  # the user's own limit on the sample, not a fault of the call
        except Exception as error:
            redact_failed_calls()
            if (fatal := fatal_error(error, model)) is not None:
                breaker.stop(fatal)
                raise fatal from None
            return Asked(None, "error", _describe(error), (), attempt + 1)
        text = output.completion if output.choices else ""
        reason = output.stop_reason if output.choices else "unknown"
        parsed = read(text, reason, schema)
        breaker.count_reply(parsed.value is not None)
        if parsed.value is not None:
            return Asked(parsed.value, None, "", parsed.repairs, attempt + 1)
    failure = parsed.failure if parsed else None
    detail = parsed.detail if parsed else ""
    return Asked(None, failure, detail, parsed.repairs if parsed else (), TRIES)


def fatal_error(error: Exception, model: Model) -> FatalModelError | None:
    """The error to stop the run with, None if another call may succeed."""
    error = _last(error)
    status = _status(error)
    if status not in FATAL_STATUS:
        return None
    # Inspect puts the whole request before the provider's words.
    said = redact(str(getattr(error, "provider_message", None) or error))
    role = f"role {model.role}" if model.role else "the evaluated model"
    return FatalModelError(
        f"{role} ({model}) cannot be used: {FATAL_STATUS[status]} "
        f"(status {status}: {said[:300]}). Finished samples are kept; mend the key, "
        "name or settings and run `inspect eval-retry`."
    )


def _describe(error: Exception) -> str:
    """A short, key-free description of an error that a cell may carry."""
    error = _last(error)
    status = _status(error)
    name = type(error).__name__
    return f"{name} {status}" if status else name


def _last(error: Exception) -> Exception:
    """What the last of several attempts failed with."""
    if isinstance(error, RetryError):
        last = error.last_attempt.exception()
        return last if isinstance(last, Exception) else error
    return error


def _status(error: BaseException | None) -> int | None:
    seen = 0
    while error is not None and seen < 5:
        status = getattr(error, "status_code", None)
        if isinstance(status, int):
            return status
        error, seen = error.__cause__, seen + 1
    return None
