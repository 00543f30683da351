"""O2: a safety net, a warning or a step of management is left out."""

import re
from collections.abc import Iterator
from random import Random

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.context import lead_in
from inspect_rubricblind.solvers.rules.cuts import whole_item
from inspect_rubricblind.solvers.rules.omissions import (
    Missing,
    drop,
    find_omissions,
    load_omissions,
)
from inspect_rubricblind.solvers.rules.passage import Passage
from inspect_rubricblind.solvers.rules.remaining import (
    kept,
    says_again,
    says_care,
    sends_again,
)
from inspect_rubricblind.solvers.rules.repeats import content_words
from inspect_rubricblind.solvers.rules.triage import find_urgency, load_urgency
from inspect_rubricblind.taxonomy.lexicon import drug_names

NET_WEIGHT = 4.5
PROHIBITION = "prohibition"
TREATMENT = "treatment_step"
SAME_CAUTION = 2
"""Content words that a caution shares with another of the same kind."""

NAMED = "is_emergency"
"""To call it an emergency is no advice on what to do."""

_DOCUMENT = re.compile(
    r"\b(?:plan|notes?|document\w*|letter|template|report|section|summary|message"
    r"|protocol|policy|chart|assessment|entry|wording|it)\b[^.;]{0,50}\b(?:may|might"
    r"|could|can|should|would)? ?(?:also )?(?:be included"
    r"|includes?|mentions?|states?|specif\w+"
    r"|contains?|documents?|lists?|covers?|outlines?)\b",
    re.IGNORECASE,
)
"""A sentence on what a text holds; nobody is told to do anything."""

_ADVISES = re.compile(
    r"\b(?:should|must|needs?|never|not|avoid\w*|recommend\w*|advis\w+|important"
    r"|essential|necessary|ensure|seek|contraindicated|caution\w*|require[ds]?|until"
    r"|before|if you|watch|monitor(?=[^s]* for)|consult|talk|ask|may cause|as directed"
    r"|always|follow|allergic|interact\w*|risk)\b|n['’]t\b",
    re.IGNORECASE,
)
_BIDS = re.compile(r"^\W*(?:[A-Z][\w /&()-]{1,40}[*_]*:\W*)?(?P<verb>[A-Za-z-]+)")
_NO_VERB = re.compile(
    r"^(?:the|a|an|this|that|these|those|it|he|she|they|you|we|i|there|his|her|their"
    r"|your|our|some|many|most|if|when|while|patients?|\w+(?:ing|ion|ment|ness|ity|ed"
    r"|sis))$",
    re.IGNORECASE,
)
_FORBIDS = re.compile(
    r"\b(?:do not|don['’]t|never|avoid\w*|refrain|must not|should not|shouldn['’]t)\b"
    r"|^\W*no\b",
    re.IGNORECASE,
)
_HARM = re.compile(
    r"\b(?:bleed\w*|infect\w*|toxic\w*|overdos\w*|injur\w*|burns?|chok\w*|death|die"
    r"|fatal|poison\w*|damag\w*|worse\w*|reactions?|allerg\w*|dangerous|harm\w*|risks?"
    r"|botulism|seizures?|faint\w*|rupture\w*|bear weight|fracture\w*|complications?"
    r"|spread\w*|resistan\w*|alcohol|drive|driving|unconscious|unresponsive"
    r"|drugs?|medic\w+|antibiotics?|dos(?:e|es|age)|tablets?|tourniquets?|splints?"
    r"|casts?"
    r"|catheters?|needles?|inhalers?|syringes?|pacemakers?|swabs?|tampons?"
    r"|supplements?)\b",
    re.IGNORECASE,
)

_COMFORTS = re.compile(
    r"\b(?:discomfort|comfort\w*|sooth\w*|eas(?:e|es|ing)|relie(?:f|ve[ds]?|vers?"
    r"|ving)|well-being|relax\w*|cold compress|can help|may help|helps? (?:to |with )?"
    r"|not (?:routinely |usually |generally )?(?:required|needed|necessary))\b",
    re.IGNORECASE,
)
"""What is only pleasant, or not wanted at all, is no safeguard."""

CHECKS = ("monitoring", "follow_up")
FIRST_AID = "first_aid"
WATCHED = 2
"""Content words that make another watch one for the same thing."""

_WATCHES = re.compile(
    r"\b(?:monitor\w*|watch\w*|observ\w*|keep an eye|look (?:out )?for"
    r"|check(?:ing)? for"
    r"|reactions?|signs? of)\b",
    re.IGNORECASE,
)
_CHECKS = re.compile(
    r"\b(?:monitor\w*|repeat|reassess\w*|recheck\w*|follow[- ]?up|watch for"
    r"|surveillance|observe)\b",
    re.IGNORECASE,
)
_SIGNS = re.compile(
    r"\b(?:when to|seek|warning signs?|red[‑ -]flags?|right away|see a doctor)\b", re.I
)
_WATCHES_FOR = re.compile(
    r"\b(?:monitor|watch|observ|look|check|alert)\w* (?:\w+ ){0,2}?for\b|\bsigns? of\b",
    re.IGNORECASE,
)
_WHEN = {
    "lasting": re.compile(
        r"\b(?:persist|continu|last|not improv|beyond|more than)", re.I
    ),
    "worse": re.compile(r"\b(?:worse|severe|increas|intens|new|sudden)", re.I),
}
_NOTIFIES = re.compile(r"\b(?:notify|inform|alert|call) ", re.IGNORECASE)
_INFANT = re.compile(r"\b(?:honey|choking|grapes|botulism)\b", re.IGNORECASE)


def trigger(passage: Passage) -> str | None:
    """The first safeguard that the answer gives."""
    found = _safeguards(passage)
    return found[0].trigger if found else None


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Answers without one of their safeguards, everywhere they gave it."""
    yield from drop(passage, _safeguards(passage), rng)


def _safeguards(passage: Passage) -> list[Missing]:
    found = find_omissions(passage, load_omissions().safeguard)
    return [*_nets(passage), *(m for m in found if _is_safeguard(passage, m))]


def _is_safeguard(passage: Passage, missing: Missing) -> bool:
    """Whether advice goes, and, where it forbids, something that matters."""
    start, end = missing.spans[0]
    text = passage.answer[start:end]
    if _DOCUMENT.search(text) or not (_ADVISES.search(text) or _bids(text)):
        return False
    if sends_again(passage, missing.spans) or _is_one_sign(passage, start):
        return False
    if missing.kind in CHECKS and _is_one_check(passage, missing):
        return False
    if _COMFORTS.search(text) or _is_watched_again(passage, missing):
        return False
    if _NOTIFIES.search(text) and says_care(passage, missing.spans):
        return False
    named = " ".join([*_INFANT.findall(text), *_drugs_in(missing, text)])
    if named and says_again(passage, missing.spans, named):
        return False
    if missing.kind != PROHIBITION:
        return True
    grave = _HARM.search(text) is not None or bool(drug_names().find(text))
    return grave and not _forbidden_again(passage, missing)


def _is_one_sign(passage: Passage, start: int) -> bool:
    """Whether it is one of the signs in a list that says when to get care."""
    sentence = passage.sentence_at(start)
    lead = lead_in(passage, sentence) if sentence else ""
    return _SIGNS.search(lead) is not None


def _is_one_check(passage: Passage, missing: Missing) -> bool:
    """Whether the list still asks for other checks."""
    start = missing.spans[0][0]
    own = passage.sentence_at(start)
    lead = lead_in(passage, own) if own else ""
    return any(
        _CHECKS.search(s.text)
        and lead_in(passage, s) == lead
        and not s.is_heading
        and not any(a <= s.start < b for a, b in missing.spans)
        for s in passage.sentences
    )


def _is_watched_again(passage: Passage, missing: Missing) -> bool:
    """Whether another sentence watches for the same signs."""
    said = " ".join(passage.answer[a:b] for a, b in missing.spans)
    if missing.kind.startswith(FIRST_AID) or not _WATCHES.search(said):
        return False
    words = content_words(_WATCHES.sub(" ", said))
    after = _WATCHES_FOR.search(said)
    signs = content_words(said[after.end() :]) if after else set()
    return any(
        len((words if _WATCHES.search(s.text) else signs) & content_words(s.text))
        >= WATCHED
        for s in kept(passage, missing.spans)
    )


def _drugs_in(missing: Missing, text: str) -> list[str]:
    """The medicines of a step of treatment, which the rest may not name again."""
    if missing.kind != TREATMENT:
        return []
    return [text[d.start : d.end] for d in drug_names().find(text)]


def _bids(text: str) -> bool:
    found = _BIDS.match(text)
    return found is not None and not _NO_VERB.match(found["verb"])


def _forbidden_again(passage: Passage, missing: Missing) -> bool:
    """Whether a similar caution stays elsewhere in the answer."""
    words = content_words(" ".join(passage.answer[a:b] for a, b in missing.spans))
    return any(
        _FORBIDS.search(s.text)
        and len(words & content_words(s.text)) >= SAME_CAUTION
        and not any(a <= s.start < b for a, b in missing.spans)
        for s in passage.sentences
    )


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
    where = next((n for n, cue in _WHEN.items() if cue.search(first.text)), "any")
    found = [
        Missing(f"net:{kind}:{where}", NET_WEIGHT, tuple(spans.values()), first.text)
    ]
    for sentence in leads:
        if len(spans) > 1 and spans[sentence][1] > sentence.end:
            one = (spans[sentence],)
            found.append(Missing("warning signs", NET_WEIGHT, one, sentence.text))
    return [net for net in found if not says_care(passage, net.spans)]
