"""The local model as a fact checker: a function of the texts between the tags.

It looks only at the data that the prompt fences and follows no order in it. A claim is
supported if all its words of four letters or more stand in the evidence, contradicted
if they do but a number does not.
"""

import json
import re

STAGES = {
    '{"claims": ["': "claims",
    '{"query": "': "query",
    '"verdict": "supported" |': "verdict",
    '"numbers": [': "locate",
}
SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")
WORD = re.compile(r"[^\W\d_]{4,}")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def fact_check_stage(tail: str) -> str | None:
    """The stage of a fact check that a prompt's end asks for."""
    return next((stage for key, stage in STAGES.items() if key in tail), None)


def between(prompt: str, tag: str) -> str:
    """The data between the last pair of tags, which is the prompt's own."""
    found = re.findall(rf"^<{tag}>\n(.*?)\n</{tag}>$", prompt, re.DOTALL | re.MULTILINE)
    return str(found[-1]) if found else ""


def check(stage: str, prompt: str) -> str:
    """The reply to one prompt."""
    if stage == "claims":
        said = (s.strip(" -*#") for s in SENTENCE.findall(between(prompt, "answer")))
        return json.dumps({"claims": [s for s in said if len(WORD.findall(s)) > 1]})
    claim = between(prompt, "claim")
    if stage == "query":
        return json.dumps({"query": " ".join(WORD.findall(claim)[:8]) or "health"})
    if stage == "locate":
        return json.dumps({"reasoning": "by numbers", "numbers": _holding(prompt)})
    return json.dumps(_verdict(claim, between(prompt, "evidence")))


def _holding(prompt: str) -> list[int]:
    """The claims that share the most words with the error."""
    words = set(WORD.findall(between(prompt, "claim").lower()))
    listed = re.findall(r"^(\d+)\. (.*)$", between(prompt, "claims"), re.MULTILINE)
    shared = {int(n): len(words & set(WORD.findall(t.lower()))) for n, t in listed}
    most = max(shared.values(), default=0)
    return [n for n, count in shared.items() if count == most and most > 0]


def _verdict(claim: str, evidence: str) -> dict[str, object]:
    words = set(WORD.findall(claim.lower()))
    sentences = [s.strip() for s in SENTENCE.findall(evidence)]
    for sentence in sentences:
        if words and words <= set(WORD.findall(sentence.lower())):
            same = set(NUMBER.findall(claim)) <= set(NUMBER.findall(sentence))
            verdict = "supported" if same else "contradicted"
            return {"reasoning": "held", "quotes": [sentence], "verdict": verdict}
    return {"reasoning": "no", "quotes": ["not there"], "verdict": "not_supported"}
