import base64
import math

import pytest
import yaml
from inspect_ai import eval
from inspect_ai.model import GenerateConfig, ModelOutput, ModelUsage, get_model

from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records.autorating import AutoratingResult
from inspect_rubricblind.records.scenario_files import read_scenarios
from inspect_rubricblind.scorers.autoraters import VALUES, pass_rate
from inspect_rubricblind.tasks.scenarios import SAMPLE, scenarios
from model_faults import FAILURES, REPAIRED, UNREADABLE
from model_runs import LOCAL, bind, gradings, samples, verdict_reasons

OWN = {scenario.id: scenario for scenario in read_scenarios(SAMPLE)}
PANEL = ("keyword", "always", "never")
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
    "awAAAABJRU5ErkJggg=="
)


def panel(*names):
    return {"autorater": [LOCAL + name for name in names]}


def run(folder, roles, model="none/none", limit=None, **arguments):
    arguments = {"error_types": "F1", "controls": False, **arguments}
    [log] = eval(
        scenarios(**arguments),
        model=model,
        model_roles=roles,
        log_dir=str(folder),
        limit=limit,
        display="none",
        log_realtime=False,
    )
    return log


def results(log):
    return [
        AutoratingResult.model_validate(sample.scores["autoraters"].metadata)
        for sample in samples(log)
    ]


def write(path, **changes):
    document = {
        "id": "one",
        "title": "t",
        "specialty": "x",
        "prompt": "What now?",
        "required_output": "A plan.",
        "golden_answer": "Give paracetamol 500 mg every 6 hours.",
        "criteria": [
            {
                "id": f"A{weight}",
                "text": f"Says the thing number {weight}.",
                "weight": weight,
                "categories": ["Safety"],
                "justification": "j",
            }
            for weight in (1, 5)
        ],
    } | changes
    path.write_text(yaml.safe_dump(document), encoding="utf-8")
    return str(path)


def test_without_any_model_errors_are_injected_and_nothing_is_rated(tmp_path):
    log = run(tmp_path, {}, error_types=None, controls=True)
    for sample in samples(log):
        assert len(sample.store.get("Trial:injections")) >= 4
        assert sample.scores["coverage"].value["n_injections"] >= 4
        score = sample.scores["autoraters"]
        assert set(score.value) == set(VALUES)
        assert all(math.isnan(value) for value in score.value.values())
        assert score.reason == "no_autorater"
        assert sample.target == "" or not sample.target
    assert not read_study([tmp_path]).incomplete


def test_the_prompt_holds_attachments_and_what_is_asked_for():
    for sample in scenarios().dataset:
        own = OWN[sample.id]
        [turn] = sample.input
        assert own.prompt.strip() in turn.text
        assert own.attachments[0].text.strip() in turn.text
        assert own.required_output.strip() in turn.text
        assert own.golden_answer.strip() not in turn.text
        assert sample.metadata["theme"] == own.specialty
        points = [c["points"] for c in sample.metadata["criteria"]]
        assert points == [c.weight for c in own.criteria]


def test_every_autorater_grades_every_criterion(local_model, tmp_path):
    log = run(tmp_path, panel(*PANEL), model=LOCAL + "keyword", limit=1)
    for sample, result in zip(samples(log), results(log), strict=True):
        rubric = OWN[sample.id].as_criteria()
        names = [rater.signature.grader for rater in result.raters]
        assert names == [LOCAL + name for name in PANEL]
        assert all(len(r.verdicts) == len(rubric) for r in result.raters)
        assert all(r.usage.calls == len(rubric) for r in result.raters)
        met = {r.signature.grader: [v.met for v in r.verdicts] for r in result.raters}
        assert set(met[LOCAL + "always"]) == {True}
        assert set(met[LOCAL + "never"]) == {False}
        keyword = met[LOCAL + "keyword"]
        rate = sum(c.points for c, v in zip(rubric, keyword, strict=True) if v)
        rate /= sum(c.points for c in rubric)
        value = sample.scores["autoraters"].value
        assert value["pass_rate"] == pytest.approx((rate + 1 + 0) / 3)
        assert value["raters_agree"] == 0
        assert value["ungraded"] == 0
    # Without their weights, unless asked for.
    assert local_model.calls("grading") == 3 * len(rubric)


@pytest.mark.slow
def test_malformed_verdicts_are_ungraded_with_their_reasons(local_model, tmp_path):
    config = GenerateConfig(max_retries=0)
    models = [get_model(LOCAL + name, config=config) for name in PANEL]
    local_model.plan(
        share=0.3, kinds=[*REPAIRED, *UNREADABLE], doomed_every=9, slow=0.0
    )
    found = results(run(tmp_path, {"autorater": models}, limit=1))
    verdicts = [v for result in found for r in result.raters for v in r.verdicts]
    lost = [v for v in verdicts if v.met is None]
    assert len(verdicts) >= 3 * 30
    assert len(lost) == len(verdicts) // 9
    assert {v.reason for v in lost} == set(FAILURES.values())
    assert any(v.repairs for v in verdicts)
    always = [v for result in found for v in result.raters[1].verdicts]
    assert {v.met for v in always} == {True, None}  # nothing turned into False


def test_a_panel_that_names_a_model_twice_is_refused_before_any_call(
    local_model, tmp_path
):
    log = run(tmp_path, panel("keyword", "keyword"), model=LOCAL + "keyword")
    assert log.status == "error"
    assert "must name each model once" in log.error.message
    assert local_model.calls() == 0


@pytest.mark.slow
def test_scenarios_are_graded_like_any_rubric_benchmark(local_model, tmp_path):
    log = run(tmp_path, bind("grader"), limit=1)
    assert not verdict_reasons(gradings(log))
    for sample, result in zip(samples(log), gradings(log), strict=True):
        assert result.points_possible == sum(c.weight for c in OWN[sample.id].criteria)
        assert sample.store.get("Trial:answer")["answer_model"] == "reference"
    pairs = read_study([tmp_path]).pairs
    assert set(pairs["benchmark"]) == {"scenarios"}
    assert set(pairs["outcome"].dropna()) <= {"win", "tie", "loss"}


@pytest.mark.slow
def test_a_retried_score_pays_nothing_twice(local_model, tmp_path):
    first = results(run(tmp_path / "a", panel("keyword", "never"), limit=1))
    paid = local_model.calls()
    again = results(run(tmp_path / "b", panel("keyword", "never"), limit=1))
    assert local_model.calls() == paid
    for one, other in zip(first, again, strict=True):
        for a, b in zip(one.raters, other.raters, strict=True):
            assert (a.grading, a.verdicts) == (b.grading, b.verdicts)
            assert (b.usage.calls, b.usage.cached) == (0, a.usage.calls)


def test_an_image_goes_to_the_model_and_its_description_to_everybody(tmp_path):
    (tmp_path / "ecg.png").write_bytes(PIXEL)
    (tmp_path / "note.txt").write_text("Pulse 40.", encoding="utf-8")
    image = {"name": "ECG", "kind": "image", "file": "ecg.png", "alt": "Flat line"}
    note = {"name": "Note", "file": "note.txt"}
    path = write(tmp_path / "s.yaml", attachments=[image, note])
    seen = []

    def say(messages, *_):
        seen.append(messages[-1])
        output = ModelOutput.from_content("mockllm/model", "Call for help at once.")
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    model = get_model("mockllm/model", custom_outputs=say)
    log = run(tmp_path / "logs", {}, model=model, dataset=path)
    [sample] = samples(log)
    [message] = seen
    text, picture = message.content
    assert picture.type == "image"
    assert picture.image.startswith("data:image/png;base64,")
    assert "[Image: Flat line]" in text.text
    assert "Pulse 40." in text.text
    assert read_study([tmp_path / "logs"]).logs.runs[0].status == "success"
    assert sample.store.get("Trial:answer")["text"] == "Call for help at once."


@pytest.mark.parametrize(
    ("attachment", "content", "message"),
    [
        ({"name": "a", "file": "../x.txt"}, b"", "must lie in the folder"),
        ({"name": "a", "file": "/etc/hosts"}, b"", "must lie in the folder"),
        ({"name": "a", "file": "none.txt"}, b"", "there is no"),
        ({"name": "a", "file": "x.txt"}, b"\xff\xfe\xfd", "text in UTF-8"),
        (
            {"name": "a", "kind": "image", "alt": "b", "file": "x.txt"},
            b"GIF",
            "must be a PNG, JPEG, GIF or WebP",
        ),
    ],
)
def test_attachments_that_cannot_be_used_are_refused(
    tmp_path, attachment, content, message
):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "x.txt").write_bytes(content)
    path = write(tmp_path / "in" / "s.yaml", attachments=[attachment])
    with pytest.raises((ValueError, FileNotFoundError), match=message):
        scenarios(dataset=path)


def test_the_digest_of_the_data_covers_attached_files(tmp_path):
    note = tmp_path / "note.txt"
    note.write_text("Pulse 40.", encoding="utf-8")
    path = write(tmp_path / "s.yaml", attachments=[{"name": "a", "file": "note.txt"}])
    first = scenarios(dataset=path).metadata["dataset_sha256"]
    note.write_text("Pulse 41.", encoding="utf-8")
    assert scenarios(dataset=path).metadata["dataset_sha256"] != first


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"dataset": "official"}, "no weighted scenarios of this kind are published"),
        ({"hide_weights": "yes"}, "hide_weights must be true or false"),
        ({"draw": -1}, "draw must be 0 or more"),
        ({"nope": 1}, "arguments of scenarios must be among"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        scenarios(**arguments)


def test_the_pass_rate_leaves_ungraded_criteria_out():
    rubric = next(iter(OWN.values())).as_criteria()[:3]
    weights = [c.points for c in rubric]
    assert pass_rate(rubric, [True, None, False]) == weights[0] / (
        weights[0] + weights[2]
    )
    assert math.isnan(pass_rate(rubric, [None] * 3))
    assert math.isnan(pass_rate(rubric, [True] * 3, weight=1))
