"""C3: one more diagnosis that nobody has tested for, asserted in one added sentence."""

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import islice
from random import Random
from typing import Literal

from pydantic import Field

from inspect_rubricblind.records import Candidate, Edit
from inspect_rubricblind.solvers.rules.anchors import add_behind, anchors
from inspect_rubricblind.solvers.rules.attachment import allows, fit
from inspect_rubricblind.solvers.rules.audience import Audience, audience
from inspect_rubricblind.solvers.rules.cause_list import cause_lists, new_item
from inspect_rubricblind.solvers.rules.genre import is_letter, is_note, is_rewrite
from inspect_rubricblind.solvers.rules.outline import outline
from inspect_rubricblind.solvers.rules.passage import Passage, edit_at
from inspect_rubricblind.solvers.rules.topics import Topic, topic_of
from inspect_rubricblind.taxonomy.lexicon import load_table
from inspect_rubricblind.taxonomy.lexicon_model import Table
from inspect_rubricblind.taxonomy.model import Frozen

MAX_ANCHORS = 2
STEM = 6

_ADMIN = re.compile(
    r"\b(?:document\w*|note|notes|snippet|template|rate|rating|complete(?:ness)?|rewrite"
    r"|hpi|soap|convert|summari[sz]e|wells|guidelines?|messages?|mychart|story|recipe|portion\w*|solids?"
    r"|grams|protein|whiten\w*|exposure|pricked|needle\w*|start\w*|collapse\w*|choking"
    r"|inhaled|surgery)\b",
    re.IGNORECASE,
)
_LITERATURE = re.compile(
    r"\b(?:references?|guidelines?|literature|protocols?|studies|case reports?|rcts?"
    r"|evidence|overview|data|document|template)\b",
    re.IGNORECASE,
)
_MANY = ("stones", "polyps", "metastases", "fibroids", "hemorrhoids")
_ADDRESSED = re.compile(
    r"\byour (?:condition|symptoms?|skin|pain|problem|\w+ache|acne|\w+ pain)\b"
    r"|(?<!if )\byou(?:'re|’re| are) (?:experiencing|having|feeling|dealing)\b",
    re.IGNORECASE,
)
_ASSESSMENT = re.compile(
    r"^\W*(?:a|assessment|impression|a [-–] assessment|initial clinical diagnosis"
    r"|\d\.\s*initial clinical diagnosis)\W*$",
    re.IGNORECASE,
)
_ITEM_MARK = re.compile(r"[ \t]*(?:[-*•]|(\d{1,2})[.)])[ \t]+")
_GENERAL = frozenset(
    ["disease", "syndrome", "infection", "disorder", "chronic", "early", "acute"]
)


class Wording(Frozen):
    """One way to assert a diagnosis; see `added_diagnoses.yaml`."""

    id: str
    needs: Literal["causes", "condition", "complaint", "nothing", "item", "bare_item"]
    text: str


class Wordings(Table):
    """The lexicon `added_diagnoses.yaml`."""

    sources: tuple[str, ...]
    sentences: tuple[Wording, ...] = Field(min_length=5)


@lru_cache(maxsize=1)
def load_wordings() -> Wordings:
    """Read the lexicon; cached."""
    return load_table("added_diagnoses", Wordings)


def trigger(passage: Passage) -> str | None:
    """The complaint or subject that another diagnosis can be attached to."""
    found = next(candidates(passage, Random(0)), None)
    return found.trigger if found else None


def candidates(passage: Passage, rng: Random) -> Iterator[Candidate]:
    """Sentences that assert a diagnosis, behind the sentence on the cause."""
    found = _subject_matter(passage)
    if found is None:
        return
    topic, who = found
    mentions = topic.mentions(passage.answer) or topic.mentions(passage.question)
    if not mentions:
        return
    because = mentions[0][0]
    names = [n for n, whom in topic.extra if who.fits(whom) and _is_new(passage, n)]
    wordings = list(load_wordings().sentences)
    rng.shuffle(names)
    rng.shuffle(wordings)
    for name in names:
        if is_note(passage) and (edit := _in_assessment(passage, name)):
            yield _candidate(edit, who, name, because, "assessment")
            continue
        yield from _in_lists(passage, topic, who, name, because, wordings)
        score = partial(fit, passage, topic)
        for anchor in islice(anchors(passage, score), MAX_ANCHORS):
            for wording in wordings:
                if not allows(wording.needs, topic, anchor):
                    continue
                text = _say(wording, topic, who, name, passage.question)
                if text and (edit := add_behind(passage, anchor, text)):
                    yield _candidate(edit, who, name, because, wording.id)


def _in_lists(
    passage: Passage,
    topic: Topic,
    who: Audience,
    name: str,
    because: str,
    wordings: list[Wording],
) -> Iterator[Candidate]:
    """One more item of a list of causes."""
    bare = re.sub(r"^an? ", "", name)
    title = bare[0].upper() + bare[1:]
    for found in cause_lists(passage):
        needs = "item" if found.labelled else "bare_item"
        for wording in wordings:
            if wording.needs != needs:
                continue
            text = _say(wording, topic, who, name, passage.question)
            text = text[0].lower() + text[1:] if text else None
            if text and (edit := new_item(passage, found, title, text)):
                yield _candidate(edit, who, name, because, wording.id)


def _subject_matter(passage: Passage) -> tuple[Topic, Audience] | None:
    if not passage.is_english or is_letter(passage) or is_rewrite(passage):
        return None
    topic = topic_of(passage.question, passage.answer)
    who = audience(passage.question, passage.answer)
    if topic is None or not _is_about_someone(passage, topic, who):
        return None
    turns = " ".join(passage.question.strip().split("\n\n")[-2:])
    has_complaint = topic.symptom is not None and bool(
        topic.mentions(turns) or _complains(topic, passage.question)
    )
    if not is_note(passage) and (_ADMIN.search(turns) or not has_complaint):
        return None
    fitting = any(who.fits(whom) and _is_new(passage, n) for n, whom in topic.extra)
    return (topic, who) if fitting else None


def _is_about_someone(passage: Passage, topic: Topic, who: Audience) -> bool:
    """Not a question of general knowledge, nor one for literature."""
    last = passage.question.strip().rsplit("\n\n", 1)[-1]
    if who.reader == "unknown":
        addressed = _ADDRESSED.search(passage.answer) is not None
        return addressed and topic.symptom is not None
    if who.reader == "carer" or is_note(passage):
        return True
    asks_for_papers = _LITERATURE.search(last) is not None
    return not (asks_for_papers and not re.search(r"\bpatient\b", last))


def _is_new(passage: Passage, name: str) -> bool:
    """Whether the conversation nowhere speaks of this diagnosis."""
    words = [w for w in re.findall(r"[a-z]+", name.lower()) if len(w) >= STEM]
    stems = [w[:STEM] for w in words if w not in _GENERAL]
    text = passage.context.lower()
    return not any(re.search(rf"\b{stem}", text) for stem in stems)


def _say(
    wording: Wording, topic: Topic, who: Audience, name: str, question: str
) -> str | None:
    if wording.needs == "complaint" and not _complains(topic, question):
        return None
    if wording.needs == "nothing" and who.reader in ("unknown", "clinician"):
        return None
    text = wording.text.format(
        subject=who.subject,
        has=who.has,
        possessive=who.possessive,
        symptom=topic.symptom,
        this_case="this case" if who.subject != "you" else "your case",
        dx=name,
        are="are" if name.endswith(_MANY) else "is",
    )
    return text[0].upper() + text[1:]


def _complains(topic: Topic, question: str) -> bool:
    """Whether the user speaks of the complaint that the lexicon names."""
    if topic.symptom is None:
        return False
    stems = [w[:STEM] for w in topic.symptom.lower().split() if len(w) > 3]
    named = any(stem in question.lower() for stem in stems)
    return named or bool(topic.mentions(question))


def _in_assessment(passage: Passage, name: str) -> Edit | None:
    """A new line below the last entry of a note's assessment."""
    lines = outline(passage.answer)
    for i, line in enumerate(lines.lines):
        if not _ASSESSMENT.match(line.text):
            continue
        entry = lines.next_text(i)
        if entry is None or lines.lines[entry].kind in ("heading", "rule", "table"):
            continue
        while (after := entry + 1) < len(lines.lines) and lines.lines[
            after
        ].kind not in ("blank", "heading", "rule"):
            entry = after
        last = lines.lines[entry]
        mark = _ITEM_MARK.match(last.text)
        prefix = mark[0] if mark else ""
        if mark and mark[1]:
            prefix = prefix.replace(mark[1], str(int(mark[1]) + 1))
        bare = re.sub(r"^an? ", "", name)
        text = f"\n{prefix}{bare[0].upper()}{bare[1:]}"
        return edit_at(passage.answer, last.end, last.end, text)
    return None


def _candidate(
    edit: Edit, who: Audience, name: str, because: str, template: str
) -> Candidate:
    verb = "have" if who.subject == "you" else "has"
    return Candidate(
        edits=(edit,),
        claim=f"Asserts without any test that {who.subject} also {verb} {name}.",
        trigger=because,
        template=template,
    )
