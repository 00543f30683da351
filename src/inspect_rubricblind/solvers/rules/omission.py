"""O2: a safety net, a warning or a step of management is left out."""

from collections.abc import Iterator
from random import Random

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.cuts import whole_item
from inspect_rubricblind.solvers.rules.omissions import (
    Missing,
    drop,
    find_omissions,
    load_omissions,
)
from inspect_rubricblind.solvers.rules.passage import Passage
from inspect_rubricblind.solvers.rules.triage import find_urgency, load_urgency

NET_WEIGHT = 4.5
NAMED = "is_emergency"
"""To call it an emergency is no advice on what to do."""


def trigger(passage: Passage) -> str | None:
    """The first safeguard that the answer gives."""
    found = _safeguards(passage)
    return found[0].trigger if found else None


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Answers without one of their safeguards, everywhere they gave it."""
    yield from drop(passage, _safeguards(passage), rng)


def _safeguards(passage: Passage) -> list[Missing]:
    return [*_nets(passage), *find_omissions(passage, load_omissions().safeguard)]


def _nets(passage: Passage) -> list[Missing]:
    """The advice on when to get care: all of it, and each list of warning signs."""
    urgent = find_urgency(passage, load_urgency().under, calm=False)
    leads = {
        u.sentence: u.rewording.id
        for u in urgent
        if u.rewording.lead and u.rewording.id != NAMED
    }
    if not leads:
        return []
    sentences = list(dict.fromkeys(u.sentence for u in urgent))
    spans = {s: whole_item(passage, s) for s in sentences}
    first, kind = next(iter(leads.items()))
    found = [Missing(f"net:{kind}", NET_WEIGHT, tuple(spans.values()), first.text)]
    for sentence in leads:
        if len(spans) > 1 and spans[sentence][1] > sentence.end:
            one = (spans[sentence],)
            found.append(Missing("warning signs", NET_WEIGHT, one, sentence.text))
    return found
