"""A sample as an export keeps it: everything that a report needs, no text.

Texts are replaced by their digests, so what was equal stays equal and nothing of a
question, an answer, an edit, a criterion or a reply can be read.
"""

from collections.abc import Mapping
from typing import Any

from inspect_rubricblind.logs.recovered import RECOVERED
from inspect_rubricblind.records import Criterion, criteria_digest, digest

TEXTS = frozenset(
    {
        "background",
        "claim",
        "criterion",
        "explanation",
        "find",
        "message",
        "reasoning",
        "replace",
        "text",
        "trigger",
    }
)
# Keys that mean text in one kind of record and a code word in others.
_APPLICABILITY, _CRITERION_COVERAGE = {"reason"}, {"reason"}
_FACT_CHECK = {"query", "quotes", "sentence", "snippet", "title"}
_DIGEST_LENGTH = 16


def slim_sample(sample: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON of a sample without its texts, as `samples.parse_copy` reads it."""
    metadata = dict(sample["metadata"] or {})
    slim_metadata = _hidden(metadata, TEXTS)
    own, hidden = (_digest_of(m.get("criteria", ())) for m in (metadata, slim_metadata))
    return {
        "id": sample["id"],
        "epoch": sample["epoch"],
        "input": "",
        "metadata": slim_metadata,
        "store": {
            name: _stored(name, value)
            for name, value in sample["store"].items()
            if name.startswith("Trial:")
        },
        "scores": {
            name: {"metadata": _scored(score["metadata"], {own: hidden})}
            for name, score in (sample.get("scores") or {}).items()
            if "records_version" in (score.get("metadata") or {})
        },
        "error": sample.get("error") and {"message": sample["error"].get("message")},
        "invalidation": bool(sample.get("invalidation")),
        RECOVERED: bool(sample.get(RECOVERED)),
    }


def _stored(name: str, value: Any) -> Any:
    more = _APPLICABILITY if name == "Trial:applicability" else set()
    return _hidden(value, TEXTS | more)


def _scored(metadata: Mapping[str, Any], rubric: Mapping[str, str]) -> dict[str, Any]:
    """A result; where it names the sample's own rubric it names the slim one."""
    more = _CRITERION_COVERAGE if "variants" in metadata else set()
    more = _FACT_CHECK if "checking" in metadata else more
    found: dict[str, Any] = _hidden(dict(metadata), TEXTS | more)
    if "criteria_sha256" in found:
        named = found["criteria_sha256"]
        found["criteria_sha256"] = rubric.get(named, named)
    if found.get("signature") is not None:
        named = found["signature"]["criteria_hash"]
        found["signature"] |= {"criteria_hash": rubric.get(named, named)}
    return found


def _hidden(value: Any, names: frozenset[str] | set[str]) -> Any:
    if isinstance(value, Mapping):
        return {
            key: _covered(item, names) if key in names else _hidden(item, names)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_hidden(item, names) for item in value]
    return value


def _covered(value: Any, names: frozenset[str] | set[str]) -> Any:
    """A text, or texts in a list, as digests."""
    if isinstance(value, str):
        return _hide(value)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return [_hide(item) for item in value]
    return _hidden(value, names)


def _hide(text: str) -> str:
    return digest(text)[:_DIGEST_LENGTH] if text else ""


def _digest_of(criteria: Any) -> str:
    return criteria_digest([Criterion.model_validate(item) for item in criteria])
