"""What the local model says as a writer of rubrics, and in a panel.

Rubrics are made of the words of the prompt, so that a grader by words can tell answers
apart. `general` writes principles; every other name writes of the words it is shown.
Some replies cannot be read, by the prompt alone: 1 of 10 of a writer named `sloppy`.
"""

import hashlib
import json
import re

WORD = re.compile(r"[^\W\d_]{5,}")
NUMBERED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
MALFORMED = (
    "I would rather talk about the weather.",
    '{"criteria": "many"}',
    '{"criteria": [{"criterion": "The answer is good.", "weight": 11}]}',
    '{"criteria": [{"criterion": "", "weight": 3}]}',
    "1. The answer is half a crite",
)
PRINCIPLES = (
    "The answer addresses the question directly.",
    "The answer says how certain its conclusion is.",
    "The answer uses terms as the field does.",
    "The answer keeps to what was asked.",
    "The answer is understandable without further reading.",
    "The answer gives a reason for its conclusion.",
)
STAGES = {
    "[Hard Rule]": "rubric_list",
    '{"answer": "..."}': "rubric_answer",
    '"weight": 0 to 10': "rubric_weighted",
    '"label": "self-contained"': "panel_label",
    '{"classes": [': "panel_classes",
}


def rubric_stage(tail: str) -> str | None:
    """The stage that a prompt's end asks for; None if it is none of these."""
    return next((stage for key, stage in STAGES.items() if key in tail), None)


def write(stage: str, model: str, prompt: str) -> str:
    """A reply of one of these stages."""
    if stage == "panel_label":
        return label(model, prompt)
    if stage == "panel_classes":
        return classes(model, prompt)
    if "sloppy" in model and draw("sloppy", prompt) < 1000:
        return MALFORMED[draw("which", prompt) % len(MALFORMED)]
    if stage == "rubric_list":
        return numbered(prompt)
    if stage == "rubric_answer":
        return json.dumps({"answer": f"{model}: {' '.join(words(prompt)[:12])}."})
    return json.dumps({"criteria": weighted(model, prompt)})


def numbered(prompt: str) -> str:
    """A numbered list of 5 or 6 criteria, one of them a hard rule."""
    n = 5 + draw("n", prompt) % 2
    first = words(prompt)[:2] or ["question"]
    lines = [f"1. The answer is about {' and '.join(first)}. [Hard Rule]"]
    lines += [f"{i}. {PRINCIPLES[i - 2]} [Principle]" for i in range(2, n + 1)]
    return "\n".join(lines)


def weighted(model: str, prompt: str) -> list[dict[str, object]]:
    """Criteria on the words of the background, with a general one at the end."""
    found = words(between(prompt, "evidence"))
    made = [
        {
            "criterion": f"Mentions {word}.",
            "weight": 1 + draw("weight", word) % 10,
        }
        for word in found
        if draw("ask", model, word) < 6000
    ][:8]
    return [*made, {"criterion": "Clearly worded.", "weight": 2}]


def label(model: str, prompt: str) -> str:
    """Referential if the answer says "our" or "this study"; now and then it differs."""
    text = between(prompt, "answer").lower()
    said = "referential" if re.search(r"\b(our|this study)\b", text) else None
    said = said or "self-contained"
    if draw("label", model, text) < 500:
        said = "borderline"
    return json.dumps({"reasoning": "by its words", "label": said})


def classes(model: str, prompt: str) -> str:
    """FACTCHECK for what mentions a word; now and then a model differs."""
    said = []
    for number, text in NUMBERED.findall(between(prompt, "criteria")):
        kind = "FACTCHECK" if text.startswith("Mentions") else "OTHER"
        if draw("class", model, text) < 500:
            kind = "OTHER" if kind == "FACTCHECK" else "FACTCHECK"
        said.append({"id": int(number), "class": kind})
    return json.dumps({"classes": said})


def words(text: str) -> list[str]:
    """Distinct words in order."""
    return list(dict.fromkeys(WORD.findall(text.lower())))


def between(prompt: str, tag: str) -> str:
    """The data between the first pair of tags."""
    found = re.search(rf"<{tag}>\n(.*?)\n</{tag}>", prompt, re.DOTALL)
    return found[1] if found else ""


def draw(*parts: object) -> int:
    """A number from 0 to 9999 that depends on the parts alone."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % 10_000
