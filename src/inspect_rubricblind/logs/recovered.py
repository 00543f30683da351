"""Samples that Inspect rebuilt after a crash, whose store has to be rebuilt too.

A run that is killed leaves finished samples that were not yet written into its log.
`inspect eval-retry`, `eval_set` and `inspect log recover` rebuild them from the events
that were recorded meanwhile and take them as done. What such a sample lacks is the
store; its events hold every change to it.
"""

import json
import re
from typing import Any

RECOVERED = "recovered"
"""Key that marks a sample whose store was rebuilt."""

_NEEDED = {"store", "span_begin", "span_end"}
_UNRESOLVED = re.compile(r'"attachment://[0-9a-f]{32}"')


def with_store(sample: dict[str, Any]) -> dict[str, Any]:
    """The sample, with its store rebuilt where a finished one has none.

    A store that cannot be rebuilt in full stays empty, so that the sample is counted
    as one without a trial.

    Args:
        sample: A sample as plain JSON values.
    """
    if sample.get("store") or sample.get("error"):
        return sample
    events = [e for e in sample.get("events") or () if e.get("event") in _NEEDED]
    if not any(event["event"] == "store" for event in events):
        return sample
    try:
        store = _replay(events, sample.get("attachments") or {})
    except Exception:  # changes that do not fit together raise kinds of their own
        return sample
    return {**sample, "store": store, RECOVERED: True} if _is_whole(store) else sample


def _replay(events: list[dict[str, Any]], attachments: Any) -> dict[str, Any]:
    # Imported here: a reader that never needs it starts in half the time.
    from inspect_ai.log import EvalSample, resolve_sample_attachments
    from inspect_ai.util import store_from_events

    bare: dict[str, Any] = {"id": "", "epoch": 1, "input": "", "target": ""}
    found = EvalSample.model_validate(
        {**bare, "events": events, "attachments": attachments}
    )
    events_with_text = resolve_sample_attachments(found, "full").events
    return dict(store_from_events(events_with_text).items())


def _is_whole(store: dict[str, Any]) -> bool:
    """Whether a trial is there, decided, and with all of its texts."""
    decided = store.get("Trial:answer") or store.get("Trial:no_answer")
    return bool(decided) and _UNRESOLVED.search(json.dumps(store)) is None
