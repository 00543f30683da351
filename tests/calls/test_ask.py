import asyncio
import os

import pytest
from inspect_ai.model import (
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.util import LimitExceededError

from inspect_rubricblind.calls.ask import (
    Caller,
    FatalModelError,
    Scope,
    ask,
    cache_policy,
    reply_schema,
    settings,
)
from inspect_rubricblind.calls.breaker import Breaker
from inspect_rubricblind.calls.formats import (
    ApplicabilityReply,
    CoverageReply,
    GraderReply,
    InjectorReply,
    JudgeReply,
)

ASK = [ChatMessageUser(content="Is it met?")]
MET = '{"explanation": "", "criteria_met": true}'


def reply(text: str, stop: str = "stop") -> ModelOutput:
    output = ModelOutput.from_content("mockllm/model", text, stop_reason=stop)
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def asked(outputs, scope=None):
    model = get_model("mockllm/model", custom_outputs=outputs)
    scope = scope or Scope(f"test-{os.urandom(8).hex()}")
    return asyncio.run(ask(Caller(model, Breaker("t"), 1), ASK, GraderReply, scope))


class Failing(Exception):
    def __init__(self, status_code: int, message: str) -> None:
        super().__init__(message)
        self.status_code = status_code


def raising(error: Exception) -> Model:
    def fail(*_: object) -> ModelOutput:
        raise error

    return get_model("mockllm/model", custom_outputs=fail)


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(tmp_path))


def test_an_unreadable_reply_is_asked_again_and_the_later_verdict_counts():
    result = asked([reply("hm"), reply(MET)])
    assert (result.value.criteria_met, result.tries) == (True, 2)


def test_three_unreadable_replies_are_a_failure_with_its_name():
    result = asked([reply("hm"), reply("hm"), reply("no"), reply(MET)])
    assert (result.value, result.failure, result.tries) == (None, "unparsed", 3)


def test_a_transient_error_is_an_outcome_of_the_cell():
    model = raising(Failing(503, "overloaded"))
    result = asyncio.run(
        ask(Caller(model, Breaker("t"), 1), ASK, GraderReply, Scope("t"))
    )
    assert (result.failure, result.detail) == ("error", "Failing 503")


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_an_error_that_stays_stops_the_run_and_shows_no_key(status, monkeypatch):
    monkeypatch.setenv("LOCAL_API_KEY", "very-private-value")
    model = raising(Failing(status, "bad key very-private-value or sk-abcdef123456"))
    with pytest.raises(FatalModelError, match=str(status)) as caught:
        asyncio.run(ask(Caller(model, Breaker("t"), 1), ASK, GraderReply, Scope("t")))
    assert "very-private-value" not in str(caught.value)
    assert "sk-abcdef" not in str(caught.value)
    assert "eval-retry" in str(caught.value)


def test_a_limit_set_by_the_user_is_not_a_failed_cell():
    error = LimitExceededError("token", value=10, limit=5)
    with pytest.raises(LimitExceededError):
        asyncio.run(
            ask(Caller(raising(error), Breaker("t"), 1), ASK, GraderReply, Scope("t"))
        )


def test_every_part_of_the_scope_makes_a_request_of_its_own():
    base = cache_policy(Scope("grading"), 1)
    others = [
        cache_policy(Scope("coverage"), 1),
        cache_policy(Scope("grading", repeat=1), 1),
        cache_policy(Scope("grading", draw=1), 1),
        cache_policy(Scope("grading"), 1, attempt=1),
        cache_policy(Scope("grading"), 2),
    ]
    assert len({str(p.scopes) for p in [base, *others]}) == 6


def test_temperature_is_zero_unless_the_role_says_otherwise():
    plain = get_model("mockllm/model", config=GenerateConfig())
    warm = get_model("mockllm/model", config=GenerateConfig(temperature=0.5))
    thinking = get_model("mockllm/model", config=GenerateConfig(reasoning_effort="low"))
    assert settings(plain).temperature == 0.0
    assert settings(warm).temperature == 0.5
    assert settings(thinking).temperature is None
    assert settings(plain).max_retries is not None


@pytest.mark.parametrize(
    "schema",
    [ApplicabilityReply, InjectorReply, JudgeReply, CoverageReply, GraderReply],
)
def test_a_schema_asks_for_the_reasoning_and_before_the_verdict(schema):
    shape = reply_schema(schema).json_schema
    assert shape.required == list(shape.properties)
    assert shape.required[0] in ("reasoning", "explanation")
