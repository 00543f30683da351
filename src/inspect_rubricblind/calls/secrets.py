"""Keep keys out of error texts and logs: providers may repeat what they were sent."""

import json
import os
import re

from inspect_ai.event import ModelEvent
from inspect_ai.log import transcript

SECRET_VARIABLES = ("_API_KEY", "_TOKEN", "_SECRET")
MIN_SECRET = 6
"""Shorter values, such as `none` for a local server, are no secrets but words."""

_SECRET = re.compile(
    r"(bearer\s+|(?:sk|pk|key|gsk|xai)-)[A-Za-z0-9_\-*.]{6,}", re.IGNORECASE
)


def redact(text: str) -> str:
    """Take keys out of a text: known patterns, and the values of `*_API_KEY`."""
    for name, value in os.environ.items():
        if name.endswith(SECRET_VARIABLES) and len(value) >= MIN_SECRET:
            text = text.replace(value, "[key]")
    return _SECRET.sub("[key]", text)


def redact_failed_calls() -> None:
    """Take keys out of the failed calls in the transcript of the running sample."""
    for event in transcript().events:
        if not isinstance(event, ModelEvent) or event.error is None:
            continue
        event.error = redact(event.error)
        event.traceback = event.traceback and redact(event.traceback)
        event.traceback_ansi = event.traceback_ansi and redact(event.traceback_ansi)
        if event.call is not None and event.call.response is not None:
            event.call.response = json.loads(redact(json.dumps(event.call.response)))
