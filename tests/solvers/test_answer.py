import pytest
from inspect_ai import Task
from inspect_ai.dataset import Sample
from inspect_ai.model import (
    GenerateConfig,
    ModelOutput,
    ModelUsage,
    get_model,
)

from inspect_rubricblind.records import Case, Criterion, SuppliedAnswer, Trial, digest
from inspect_rubricblind.solvers.answer import why_no_answer, write_answer

TEXT = "Drink fluids and rest. See a doctor if the fever lasts 3 days."


def sample(answer=None):
    case = Case(
        benchmark="healthbench",
        dataset_kind="path",
        criteria=(Criterion(index=0, criterion="Advises rest", points=5),),
        answer=answer,
    )
    return Sample(id="a", input="I have a fever", metadata=case.model_dump(mode="json"))


def supplied(text=TEXT):
    return SuppliedAnswer(text=text, answer_model="reference", kind="reference")


def reply(text, stop_reason="stop"):
    output = ModelOutput.from_content("mockllm/m", text, stop_reason=stop_reason)
    output.usage = ModelUsage()
    return output


def run(eval_task, source, answer=None, **options):
    log = eval_task(
        Task(dataset=[sample(answer)], solver=write_answer(source)), **options
    )
    assert log.status == "success", log.error
    return log.samples[0]


def model_calls(one):
    return [event for event in one.events if event.event == "model"]


def test_a_supplied_answer_is_recorded_and_shown_without_a_call(eval_task):
    one = run(eval_task, "supplied", supplied(), model="mockllm/m")
    answer = one.store_as(Trial).answer
    assert (answer.text, answer.answer_model, answer.kind) == (
        TEXT,
        "reference",
        "reference",
    )
    assert (answer.language, answer.tokens) == ("en", 13)
    assert answer.sha256 == digest(TEXT)
    assert one.output.completion == TEXT
    assert one.messages[-1].text == TEXT
    assert model_calls(one) == []


def test_auto_takes_the_supplied_answer_if_no_model_is_evaluated(eval_task):
    one = run(eval_task, "auto", supplied())
    assert one.store_as(Trial).answer.kind == "reference"


def test_auto_asks_the_evaluated_model(eval_task):
    model = get_model("mockllm/m", custom_outputs=[reply(TEXT)])
    one = run(eval_task, "auto", supplied("Another answer."), model=model)
    answer = one.store_as(Trial).answer
    assert (answer.text, answer.answer_model, answer.kind) == (
        TEXT,
        "mockllm/m",
        "model",
    )
    [call] = model_calls(one)
    assert call.config.temperature == 0.0
    assert call.cache == "write"


@pytest.mark.parametrize(
    "config", [GenerateConfig(temperature=0.7), GenerateConfig(reasoning_effort="low")]
)
def test_the_models_own_settings_win(eval_task, config):
    model = get_model("mockllm/m", custom_outputs=[reply(TEXT)], config=config)
    [call] = model_calls(run(eval_task, "auto", model=model))
    assert call.config.temperature == config.temperature


def test_a_second_run_is_served_from_the_cache(eval_task):
    model = get_model("mockllm/m", custom_outputs=[reply(TEXT), reply("Other words.")])
    first, second = (run(eval_task, "auto", model=model) for _ in range(2))
    assert [call.cache for one in (first, second) for call in model_calls(one)] == [
        "write",
        "read",
    ]
    assert second.store_as(Trial).answer == first.store_as(Trial).answer


def test_epochs_are_independent_answers(eval_task):
    model = get_model("mockllm/m", custom_outputs=[reply(TEXT), reply("Other words.")])
    task = Task(dataset=[sample()], solver=write_answer(), epochs=2)
    log = eval_task(task, model=model, max_samples=1)
    assert {one.store_as(Trial).answer.text for one in log.samples} == {
        TEXT,
        "Other words.",
    }


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (reply(""), "empty"),
        (reply(" \n"), "empty"),
        (reply("Partly written", "content_filter"), "refusal"),
        (reply("I'm sorry, but I can't assist with that."), "refusal"),
    ],
)
def test_no_answer_is_kept_apart_with_its_reason(eval_task, output, reason):
    model = get_model("mockllm/m", custom_outputs=[output])
    trial = run(eval_task, "auto", model=model).store_as(Trial)
    assert (trial.answer, trial.no_answer) == (None, reason)


def test_a_case_without_a_reference_answer_says_so(eval_task):
    trial = run(eval_task, "auto").store_as(Trial)
    assert (trial.answer, trial.no_answer) == (None, "no_reference_answer")


@pytest.mark.parametrize(
    "text",
    [
        "I cannot provide medical advice.",
        "I’m unable to help with that request. Please ask something else.",
        "Sorry, I can't discuss this topic.",
        "As an AI language model, I cannot answer medical questions.",
    ],
)
def test_a_reply_that_only_declines_is_a_refusal(text):
    assert why_no_answer(text, "stop") == "refusal"


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "I can help with that. Take 500 mg of paracetamol every 6 hours.",
        "I can't help noticing that you are worried. Rest today.",
        "I cannot provide a diagnosis here, but chest pain that spreads to the arm "
        "with sweating can be a heart attack: call an ambulance now, chew an aspirin "
        "unless you are allergic, unlock the door and do not drive yourself anywhere.",
    ],
)
def test_a_reply_with_substance_is_an_answer(text):
    assert why_no_answer(text, "stop") is None
