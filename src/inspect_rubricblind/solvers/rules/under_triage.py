"""R1: urgency that the answer gives is turned down, wherever it gives it."""

import re
from collections.abc import Iterator
from random import Random

from inspect_rubricblind.records import Candidate, Edit
from inspect_rubricblind.solvers.rules.calming import calm_down
from inspect_rubricblind.solvers.rules.passage import Passage, edits_at
from inspect_rubricblind.solvers.rules.triage import (
    WARNING,
    Urgent,
    draw_wording,
    find_urgency,
    load_urgency,
)

# Steps of a resuscitation remain, so to call it no emergency would only read as odd;
# and where waiting is already set against going, one of the two would appear twice.
_UNFIT = re.compile(
    r"\b(?:code blue|rapid response|PALS|life support|airway team|CPR"
    r"|wait (?:for|until) (?:the |your |a )?(?:\w+ )?(?:pediatrician|doctor|dentist"
    r"|appointment|pediatric appointment)\b[^.\n]{0,20}\bif)\b",
    re.IGNORECASE,
)
MAX_PLACES = 6
"""More places than this do not fit into the limits on sentences touched."""


def trigger(passage: Passage) -> str | None:
    """The first statement that care is needed at once, or if things get worse."""
    found = next(_drafts(passage, Random(0)), None)
    return found.trigger if found else None


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """All urgency turned down; where that is too much, the plainest statements."""
    yield from _drafts(passage, rng)


def _drafts(passage: Passage, rng: Random) -> Iterator[Candidate]:
    found = _urgent(passage)
    leads = [u for u in found if u.rewording.lead]
    drawn = draw_wording(passage, rng)
    seen: set[tuple[Edit, ...]] = set()
    if not leads:
        return
    strong = [u for u in leads if not u.rewording.flags]
    single = [] if strong else [[u] for u in leads]
    for chosen in (found, leads, strong, *single):
        if not any(u.rewording.lead for u in chosen) or len(chosen) > MAX_PLACES:
            continue
        calmed = calm_down(passage, chosen, drawn)
        edits = edits_at(passage.answer, calmed.changes) if calmed else None
        if calmed is None or edits is None or edits in seen:
            continue
        seen.add(edits)
        first = next(u for u in chosen if u.rewording.lead)
        yield Candidate(
            edits=edits,
            claim=f"Turns urgency down: {calmed.claim}",
            trigger=first.match[0].strip(),
            template=f"{first.rewording.id}:{drawn % len(first.rewording.say)}",
        )


def _urgent(passage: Passage) -> list[Urgent]:
    if _UNFIT.search(passage.answer):
        return []
    found = find_urgency(passage, load_urgency().under, calm=False)
    if any(u.rewording.lead and not u.rewording.flags for u in found):
        return found
    return [u for u in found if u.rewording.flags and WARNING.search(u.sentence.text)]
