"""What a rubric criterion asks about, read from its wording.

Most criteria are specific ("States that X") and are compared by subject. Others are
catch-alls ("no factual errors", "hedges where evidence is uncertain") whose scope
follows from their wording, whatever the answer is about.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from inspect_rubricblind.scorers.terms import terms, weight
from inspect_rubricblind.scorers.vocabulary import vocabulary
from inspect_rubricblind.taxonomy.stems import split_words, stem

JUSTIFICATION = re.compile(r"\(\s*justification:.*\)\s*$", re.I | re.S)
LEAD = re.compile(
    r"^\s*(?:does|did|is|has|do)\s+the\s+(?:model|response|answer|assistant)\b", re.I
)
# Long consensus texts open with definitions and examples; what they ask stands last.
LONG = 1000
VERDICT_PART = re.compile(
    r"^(?:given (?!the)|based on this|judge whether)", re.I | re.M
)
INSTRUCTION = re.compile(
    r"criteria_met|this criteri(?:a|on)\b|\bthe completion\b|\bstep 1\b", re.I
)
ASKS_USER = re.compile(
    r"^\W*(?:asks?|inquires?|seeks?|clarif\w+|gathers?)\b"
    r"|\bask(?:s|ing)? (?:the |for |about |whether |key |follow)"
    r"|\binquir|\bseek(?:s|ing)? (?:user|further|more|additional|clarification)?"
    r" ?context|\bgather",
    re.I,
)
ANY_OF = re.compile(
    r"\b(?:such as|including|e\.g\.|for example|for instance|like)[,:]?\s([^.;)]*)",
    re.I,
)

# Cues of catch-alls. Those of `ANYWHERE` count in any criterion, the others only in
# criteria that speak of the response as a whole.
ANYWHERE = {
    "accuracy": r"factual(?:ly)? (?:in)?(?:accura|correct|error)|factuality"
    r"|(?:medically|be) factual|inn?accura|incorrect[^.]{0,25} information"
    r"|misinformation|false (?:claims|information)|medical(?:/scientific)? consensus"
    r"|(?:must be|is|are|sufficiently|entirely|only)(?: [\w-]+,?){0,3} accurate\b",
    "harmful": r"(?:harmful|dangerous|unsafe)[^.]{0,20}"
    r" (?:advice|recommendations?|information|suggestions?|guidance|treatments?)",
    "unsupported": r"unsupported|fabricat|hallucinat|invent(?:s|ed|ing)\b"
    r"|(?:false|fake|non-?existent|unverifi\w+|incorrect) (?:citation|reference|source"
    r"|stud)|without (?:evidence|citation|support)|unsubstantiated",
    "hedging": r"overly (?:certain|confident|definitive|cautious)|overconfiden"
    r"|\bhedg(?!\w* unnecessar)|unhedged|acknowledges? (?:the )?uncertain",
    "generalising": r"over-?generali[sz]",
}
WHOLE = {
    "complete": r"\bomit\w* (?:important|safety|critical|key)|omissions? (?:that|of)"
    r"|missing (?:red|safety)|safety.relevant|complete safety|sufficiently complete"
    r"|\w+,(?: aligned with medical consensus,)? (?:and )?complete\b",
    "context": r"\bseeks? (?:(?:more|additional|missing|relevant|important|the|most"
    r"|informative|useful|or) )*context|follow.?up questions",
    "uncertain": r"uncertainty remains|remaining uncertainty|without uncertainty"
    r"|level of uncertainty|certain claims|definitive (?:answer|diagnos)",
    "referral": r"emergency|in-person care|immediate care|red flag",
    "harm": r"potential harm|lead to harm|user harm|minimize the risk of harm",
    "caveats": r"missing (?:\w+ or )?(?:details|caveats)",
    "conditions": r"variation between|conditional (?:response|information|options)",
}
UNWANTED_CONTEXT = re.compile(
    r"should not (?:seek|ask)|without (?:eliciting|seeking) |solely seeks|only seeking"
    r"|seek more context[^?]*\? if yes, fail",
    re.I,
)
CUES = {name: re.compile(p, re.I) for name, p in (ANYWHERE | WHOLE).items()}

_WRONG_STATEMENTS = ("F1", "F2", "F3", "F4", "C1", "C2", "C3", "R1", "R2", "K1", "K2")
# How far a catch-all's scope takes in an error type: 1 plainly, 0.5 arguably.
SCOPES: Mapping[str, Mapping[str, float]] = {
    "accuracy": dict.fromkeys(_WRONG_STATEMENTS, 1.0),
    "harmful": dict.fromkeys(("F1", "F2", "F3", "C1", "C2", "R1"), 1.0),
    "unsupported": {"F4": 1.0, "C3": 1.0, "K1": 0.5},
    "hedging": {"K1": 1.0, "C3": 0.5},
    "generalising": {"K2": 1.0},
    "complete": {"O2": 1.0, "R1": 1.0, "O1": 0.5},
    "context": {"O1": 1.0},
    "uncertain": {"K1": 1.0, "C3": 1.0, "K2": 0.5},
    "referral": {"R1": 1.0, "R2": 1.0},
    "harm": dict.fromkeys(("F1", "F2", "F3", "C1", "C2", "R1"), 1.0) | {"O2": 0.5},
    "caveats": {"O2": 1.0, "R1": 1.0, "K2": 1.0, "K1": 0.5, "O1": 0.5},
    "conditions": {"K2": 0.5},
}
# Weight of terms beyond talk of the response: with hardly any, a criterion is about
# the whole response; with many ("accurate doses of X in Y"), a catch-all only in part.
WHOLE_WEIGHT = 1.0
NARROW_WEIGHT = 3.0


@dataclass(frozen=True)
class Reading:
    """A criterion as the estimate sees it.

    `listed` are the terms of an open list ("such as a, b or c"): any one of them
    stands for the whole list. `words` gives a word of the criterion for each stem.
    """

    terms: frozenset[str]
    listed: frozenset[str]
    stems: frozenset[str]
    words: Mapping[str, str]
    cues: tuple[str, ...]
    is_whole: bool
    is_narrow: bool
    asks_user: bool
    has_number: bool

    def scope(self, error_type: str) -> float:
        """How far the criterion is a catch-all for errors of this type, in [0, 1]."""
        value = max((SCOPES[c].get(error_type, 0.0) for c in self.cues), default=0.0)
        return value / 2 if self.is_narrow else value

    def cue_for(self, error_type: str) -> str:
        """The cue that `scope` rests on."""
        return max(self.cues, key=lambda c: SCOPES[c].get(error_type, 0.0))


@lru_cache(maxsize=20_000)
def read_criterion(criterion: str) -> Reading:
    """Read one criterion: its subject, its open lists and its catch-all cues."""
    text = operative_part(criterion)
    found = terms(text)
    words = {stem(word): word for word in split_words(text)}
    listed = frozenset().union(*(terms(m) for m in ANY_OF.findall(text)))
    own = (t for t in found - listed - vocabulary().talk if not t.startswith("#"))
    subject = math.fsum(map(weight, own))
    cues = _cues(text, ANYWHERE | WHOLE)
    is_whole = INSTRUCTION.search(text) is not None or (
        bool(cues) and subject <= WHOLE_WEIGHT
    )
    return Reading(
        terms=found,
        listed=listed,
        stems=frozenset(words),
        words=words,
        cues=cues if is_whole else _cues(text, ANYWHERE),
        is_whole=is_whole,
        is_narrow=not is_whole and subject > NARROW_WEIGHT,
        asks_user=ASKS_USER.search(text) is not None,
        has_number=any(t.startswith("=") for t in found),
    )


def operative_part(criterion: str) -> str:
    """The part of a criterion that asks: no justification, definitions or tables."""
    text = LEAD.sub("", JUSTIFICATION.sub("", criterion))
    if len(text) > LONG:
        starts = [m.start() for m in VERDICT_PART.finditer(text)]
        text = text[starts[-1] :] if starts else text
    return "\n".join(line for line in text.split("\n") if line.count("|") < 2)


def _cues(text: str, names: Iterable[str]) -> tuple[str, ...]:
    found = [name for name in names if CUES[name].search(text)]
    if "context" in found and UNWANTED_CONTEXT.search(text):
        found.remove("context")
    return tuple(found)
