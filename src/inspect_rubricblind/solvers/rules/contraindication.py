"""C1: a treatment that is contraindicated for this patient, or interacts.

Three ways: a caution about patients or medicines becomes a reassurance; a medicine
becomes one that the patient must not take; advice that is contraindicated for a
state of the patient is added. The last two need the state in the user's words.
"""

import re
from collections.abc import Callable, Iterator
from random import Random

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.additions import additions
from inspect_rubricblind.solvers.rules.context import last_turn
from inspect_rubricblind.solvers.rules.limits import fits
from inspect_rubricblind.solvers.rules.passage import Passage
from inspect_rubricblind.solvers.rules.patient import Known, known_states
from inspect_rubricblind.solvers.rules.reversal import reversals
from inspect_rubricblind.solvers.rules.swaps import replaced, swappable
from inspect_rubricblind.taxonomy.lexicon import (
    drug_names,
    has_word,
    load_cautions,
)
from inspect_rubricblind.taxonomy.lexicon_model import Contraindicated

_WEIGHS = re.compile(
    r"\b(?:balanc\w+|weigh\w*) (?:the |its |potential )*(?:risks?|benefits?)", re.I
)

_ANALGESIC = re.compile(
    r"\b(?:ibuprofen|naproxen|aspirin|diclofenac|nsaids?|codeine|tramadol|acetaminophen"
    r"|paracetamol)\b",
    re.IGNORECASE,
)
# Who asks for trials gets a report of them, which recommends nothing.
_TRIALS = re.compile(
    r"\b(?:rcts?|(?:randomi[sz]ed|clinical|published) trials?|sample sizes?)\b", re.I
)
_PAIN = re.compile(
    r"\b(?:pain\w*|analges\w*|fever\w*|\w*aches?|sore\w*|swelling|inflam\w*|discomfort"
    r"|ibuprofen|naproxen|nsaids?|acetaminophen|paracetamol|anticoagul\w*|medications?"
    r"|medicines?|over-the-counter)\b",
    re.IGNORECASE,
)
_MEDICINE = re.compile(
    r"\b(?:medications?|medicines?|drugs?|dos(?:e|es|ing)|antibiotics?|steroids?"
    r"|supplements?|therap(?:y|ies)|treatments?)\b",
    re.IGNORECASE,
)


def trigger(passage: Passage) -> str | None:
    """The caution, or the words that show the patient's state."""
    found = next(_small_changes(passage), None) or next(
        _added(passage, Random(0)), None
    )
    return found.trigger if found else None


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Reassurances and swaps in random order, then additions."""
    small = list(_small_changes(passage))
    rng.shuffle(small)
    yield from small
    yield from _added(passage, rng)


def _small_changes(passage: Passage) -> Iterator[Candidate]:
    if not passage.is_english:
        return
    for found in reversals(passage, load_cautions().advice, "C1", ""):
        if not _warned_behind(passage, found):
            yield found
    yield from _swaps(passage)


def _warned_behind(passage: Passage, found: Candidate) -> bool:
    """Whether the words behind a reversal go on to weigh the harm."""
    first = found.edits[0]
    end = passage.answer.find(first.find) + len(first.find)
    rest = passage.answer[end:].split("\n", 1)[0]
    return _WEIGHS.search(rest) is not None


def _swaps(passage: Passage) -> Iterator[Candidate]:
    groups = swappable(passage)
    for known in known_states(passage):
        for item in _open_items(passage, known):
            for class_id in item.replaces:
                for places in groups.get(class_id, ()):
                    edits = replaced(passage, places, item.give)
                    if edits is not None and fits(passage, "C1", edits):
                        yield Candidate(
                            edits=edits,
                            claim=_claim(known, item),
                            trigger=known.cue,
                            template=f"swap.{known.state.id}",
                        )


def _added(passage: Passage, rng: Random) -> Iterator[Candidate]:
    if not passage.is_english or _TRIALS.search(last_turn(passage)):
        return
    near = f"{last_turn(passage)}\n{passage.answer}"
    for known in known_states(passage):
        items = [
            item
            for item in _open_items(passage, known)
            if not item.topics or has_word(near, item.topics)
        ]
        rng.shuffle(items)
        for item in items:
            text = rng.choice(item.say)
            label = item.give[:1].upper() + item.give[1:]
            places = additions(
                passage, text, label, _speaks_of(item), beside=_is_on(item)
            )
            for added in places:
                if fits(passage, "C1", [added.edit]):
                    yield Candidate(
                        edits=(added.edit,),
                        claim=_claim(known, item, text),
                        trigger=known.cue,
                        template=f"insert.{known.state.id}.{item.give}",
                    )
                    break


def _open_items(passage: Passage, known: Known) -> list[Contraindicated]:
    """The advice that the answer does not deal with already."""
    return [
        item
        for item in known.state.advice
        if not has_word(passage.context, item.unless)
        and not has_word(passage.answer.replace("’", "'"), (item.give.split()[0],))
    ]


def _claim(known: Known, item: Contraindicated, text: str = "") -> str:
    if text:
        return f"For {known.state.patient}: {text}"
    return (
        f"{item.give[:1].upper()}{item.give[1:]} is suitable for {known.state.patient}."
    )


def _speaks_of(item: Contraindicated) -> Callable[[str], bool]:
    on = _is_on(item)
    return lambda text: on(text) or not item.topics


def _is_on(item: Contraindicated) -> Callable[[str], bool]:
    """Whether a text is on what the advice is for, or on medicines of its kind."""
    if _ANALGESIC.search(item.give):
        return lambda text: _PAIN.search(text) is not None
    if item.topics:
        return lambda text: has_word(text, item.topics)
    return _names_medicine


def _names_medicine(text: str) -> bool:
    return _MEDICINE.search(text) is not None or bool(drug_names().find(text))
