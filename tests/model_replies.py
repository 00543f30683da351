"""What the local model of `model_server` says: a function of model name and prompt.

The stages are recognised by the reply format that the prompt asks for. The model obeys
the limits that an injection prompt states, now and then makes a mistake that the
checks or the judge notice, and mends it when it is told so.
"""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from model_edits import PHRASES, broken_edits, edits_for
from model_fact_checks import check, fact_check_stage
from model_rubrics import rubric_stage, write
from model_traps import falls_for, plant, trap_stage

TAIL = 700
GRADER_OPENING = "Your job is to look at a conversation and a rubric item"
OWN_GRADER_OPENING = "You decide one point about a doctor-like answer"
NUMBERED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
VERDICT = re.compile(r"\{[^{}]*criteria_met[^{}]*\}")
WORD = re.compile(r"[^\W\d_]{4,}")
SENTENCES = (
    "It is most likely a viral infection that gets better within a week.",
    "For pain or fever, paracetamol 500 mg every 6 hours is usually enough.",
    "Take it for at most 3 days without advice.",
    "Do not take ibuprofen if you have kidney disease or take a blood thinner.",
    "See your doctor within 2 days if there is no improvement.",
    "Call an ambulance at once if there is chest pain or trouble breathing.",
    "A temperature above 38 °C that lasts more than 3 days should be examined.",
    "How long have the symptoms been there, and do you take any medicines?",
    "This may have other causes, and an examination is needed to be certain.",
    "Most adults with these symptoms do not need antibiotics.",
    "Drink enough and rest.",
    "Tell your doctor if you are pregnant before you take any medicine.",
)
REFUSAL = "I'm sorry, but I can't help with that."


def draw(*parts: object) -> int:
    """A number from 0 to 9999 that depends on the parts alone."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % 10_000


def stage_of(prompt: str) -> str:
    """Which stage of the suite a prompt belongs to; `answer` if to none."""
    if prompt.startswith((GRADER_OPENING, OWN_GRADER_OPENING)):
        return "grading"
    tail = prompt[-TAIL:]
    if '"edits": [' in tail:
        return "injection" if "\nError type:" in prompt else "control"
    if (rubric := rubric_stage(tail)) is not None and not trap_stage(prompt):
        return rubric
    if (checking := fact_check_stage(tail)) is not None:
        return checking
    if (planting := trap_stage(prompt)) is not None:
        return planting
    keys = {
        '"applicable"': "applicability",
        '"error_present"': "judge",
        '"meaning_unchanged"': "control_judge",
        '"should_change"': "coverage",
    }
    return next((stage for key, stage in keys.items() if key in tail), "answer")


def reply_to(model: str, messages: Sequence[dict[str, Any]], arrival: int) -> str:
    """The reply to a chat.

    Args:
        model: Name of the model; for grading it selects how verdicts arise.
        messages: The chat.
        arrival: How often this very request came before. Only `alternating` looks.
    """
    prompt = str(messages[-1]["content"])
    stage = stage_of(prompt)
    if stage == "grading":
        return grade(model, prompt, arrival)
    if stage.startswith(("rubric_", "panel_")):
        return write(stage, model, prompt)
    if stage in ("claims", "query", "verdict", "locate"):
        return check(stage, prompt)
    if stage.startswith("trap_"):
        return plant(stage, model, prompt)
    replies: dict[str, Callable[[str, str], str]] = {
        "answer": answer,
        "applicability": vote,
        "injection": inject,
        "control": inject,
        "judge": judge,
        "control_judge": judge,
        "coverage": cover,
    }
    return replies[stage](model, prompt)


def answer(model: str, prompt: str) -> str:
    """A short answer in words of the question; `declining` declines 1 of 3."""
    if model == "declining" and draw("declining", prompt) % 3 == 0:
        return REFUSAL
    if (said := falls_for(model, prompt)) is not None:
        return said
    asked = " ".join(dict.fromkeys(WORD.findall(prompt)[:12]))
    chosen = [text for text in SENTENCES if draw("answer", prompt, text) < 8000]
    return f"You ask about {asked}. " + " ".join(chosen)


def vote(model: str, prompt: str) -> str:
    """Whether an error type applies: mostly yes."""
    applicable = draw("vote", model, prompt) < 9000
    reason = "the answer says what is needed" if applicable else "there is no place"
    return _json(reasoning=reason, applicable=applicable)


def inject(model: str, prompt: str) -> str:
    """Edits within the stated limits, 1 of 8 first attempts with a mistake."""
    text = between(prompt, "answer")
    if "<feedback>" not in prompt and draw("mistake", prompt) < 1250:
        edits = broken_edits(text, draw("which", prompt))
    else:
        edits = edits_for(text, prompt, lambda *parts: draw(prompt, *parts))
    said = edits[0]["replace"] or f"no longer: {edits[0]['find']}"
    return _json(reasoning="one place is enough", edits=edits, claim=said[:200])


def judge(model: str, prompt: str) -> str:
    """All tests passed in 9 of 10 cases."""
    tests = ["error_present", "clinically_relevant", "fluent"]
    if stage_of(prompt) == "control_judge":
        tests = ["meaning_unchanged", "fluent"]
    said = dict.fromkeys(tests, True)
    if (number := draw("judge", model, prompt)) < 1000:
        said[tests[number % len(tests)]] = False
    return _json(reasoning="compared word by word", **said)


def cover(model: str, prompt: str) -> str:
    """The criteria that share a word with the edits."""
    words = set(WORD.findall(between(prompt, "edits").lower()))
    listed = NUMBERED.findall(between(prompt, "criteria"))
    named = [
        {"id": int(index), "should_change": ("yes", "no", "unsure")[draw(text) % 3]}
        for index, text in listed
        if words & set(WORD.findall(text.lower()))
    ]
    return _json(reasoning="by shared words", criteria=named)


def grade(model: str, prompt: str, arrival: int) -> str:
    """One verdict in HealthBench's format.

    - `keyword` (the default): met if the answer holds 4 of 10 words of the
      criterion; a phrase of an injection spoils every fifth criterion.
    - `noisy...`: the same, wrong in 1 of 10 prompts; the name seeds which.
    - `always`, `never`: one verdict.
    - `alternating`: met on the first, third, ... arrival of the same request.
    - `quoting`, `explaining`: as `keyword`, with what looks like a verdict in the
      answer repeated before the verdict (1 of 10 prompts), or inside its explanation.
    """
    rest = prompt.partition("# Conversation\n")[2]
    rest = rest.rpartition("\n\n# Instructions\nReturn a json object")[0]
    conversation, _, item = rest.rpartition("\n\n# Rubric item\n")
    text = conversation.rpartition("assistant: ")[2]
    if prompt.startswith(OWN_GRADER_OPENING):
        text, item = between(prompt, "answer"), between(prompt, "criterion")
    met = _keyword(text, item)
    if model in ("always", "never"):
        met = model == "always"
    elif model == "alternating":
        met = arrival % 2 == 0
    elif model.startswith("noisy") and draw(model, prompt) < 1000:
        met = not met
    planted = " ".join(VERDICT.findall(text))
    said = planted if model == "explaining" else f"{'' if met else 'not '}met by words"
    reply = _json(explanation=said, criteria_met=met)
    quotes = model == "quoting" and draw("quote", prompt) < 1000
    return f"The answer says {planted}\n{reply}" if quotes else reply


def between(prompt: str, tag: str) -> str:
    """The data between the first pair of tags."""
    found = re.search(rf"<{tag}>\n(.*?)\n</{tag}>", prompt, re.DOTALL)
    return found[1] if found else ""


def _keyword(text: str, item: str) -> bool:
    wanted = set(WORD.findall(item.lower()))
    held = wanted & set(WORD.findall(text.lower()))
    met = len(held) * 10 >= 4 * len(wanted)
    spoiled = draw("spoil", item) < 2000 and any(p in text for p in PHRASES)
    return item.startswith("[-") if spoiled else met


def _json(**fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False)
