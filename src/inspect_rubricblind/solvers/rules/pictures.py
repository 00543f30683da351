"""Wrong diagnoses for what the user describes, from `presentations.yaml` (type C2)."""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from inspect_rubricblind.records import Candidate
from inspect_rubricblind.solvers.rules.additions import is_labelled
from inspect_rubricblind.solvers.rules.anchors import add_behind, anchors
from inspect_rubricblind.solvers.rules.causes import DEPENDS, MODEST, cause_beside
from inspect_rubricblind.solvers.rules.clauses import is_plural
from inspect_rubricblind.solvers.rules.context import (
    is_statement,
    is_warning,
    paragraph,
)
from inspect_rubricblind.solvers.rules.diagnoses import CAUSES, FRAMES, is_taken_back
from inspect_rubricblind.solvers.rules.limits import fits
from inspect_rubricblind.solvers.rules.passage import (
    Change,
    Passage,
    Sentence,
    edits_at,
)
from inspect_rubricblind.taxonomy.lexicon import (
    compiled,
    has_word,
    load_presentations,
)
from inspect_rubricblind.taxonomy.lexicon_model import Presentation, WrongDiagnosis

_CAUSE_LIST = re.compile(
    r"\b(?:can|may|could|might)(?: also| often| sometimes)? (?:be|have|stem|result|come"
    r"|arise|indicate)\b[^.:\n]*?(?:caused|causes|due|factors|things|reasons|result|sign"
    r"|related|attributed|from|conditions)\b[^.:\n]*",
    re.IGNORECASE,
)
_MANY = re.compile(r",[^.]*\b(?:or|and)\b", re.IGNORECASE)
_UNNAMED = re.compile(
    r"\b(?:various|many|several|different|a variety of|a number of) (?:possible )?"
    r"(?:causes|factors|reasons|things)\W*$",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:sounds? like|describ\w*|experienc\w*|sorry to hear|suggest\w*"
    r"|(?:can|could|may|might) (?:be|have|indicate|mean|stem|suggest)"
    r"|is (?:likely|possible|common|concerning)|symptoms? (?:you|like|such))\b",
    re.IGNORECASE,
)
_NOT_ABOUT = re.compile(
    r"\b(?:monitor\w*|doctors?|providers?|appointments?|professionals?|try|drink|avoid"
    r"|medic(?:ation|ine)s?|treat\w*|document\w*|exam\w*|help(?:ful)?|describe)\b",
    re.IGNORECASE,
)
EARLY = 0.5
"""Share of the answer, from its start, in which a diagnosis is added."""


def _leads_in(passage: Passage, sentence: Sentence) -> bool:
    """Whether a sentence, or the one behind it, opens a list."""
    at = passage.sentences.index(sentence)
    return any(
        s.text.rstrip("*_ ").endswith(":") for s in passage.sentences[at : at + 2]
    )


@lru_cache(maxsize=64)
def presentations(passage: Passage) -> tuple[Presentation, ...]:
    """The pictures of the lexicon that the user describes."""
    text = passage.question
    return tuple(
        entry
        for entry in load_presentations().presentations
        if all(_holds(group, text) for group in entry.cues)
        and not _holds(entry.unless, text)
    )


def _holds(patterns: tuple[str, ...], text: str) -> bool:
    return any(compiled(pattern).search(text) for pattern in patterns)


def _options(passage: Passage, picture: Presentation) -> list[WrongDiagnosis]:
    return [
        wrong
        for wrong in picture.wrong
        if not has_word(passage.context, (*wrong.unless, _bare(wrong.name)))
    ]


def _bare(name: str) -> str:
    return re.sub(r"^(?:an?|the) ", "", name)


def cause_lists(
    passage: Passage, picture: Presentation, rng: Random
) -> Iterator[Candidate]:
    """Each list of possible causes as one diagnosis that is wrong for the picture."""
    options = _options(passage, picture)
    for sentence in passage.sentences:
        match = _CAUSE_LIST.search(sentence.text)
        if not options or match is None or not _is_open_list(passage, sentence, match):
            continue
        wrong = rng.choice(options)
        frame = rng.choice(sorted(CAUSES))
        text = _verbs(CAUSES[frame], sentence.text[: match.start()], wrong.name)
        start, end = sentence.start + match.start(), sentence.start + match.end()
        edits = edits_at(passage.answer, [Change(start, end, text)])
        if edits is not None and fits(passage, "C2", edits):
            yield Candidate(
                edits=edits,
                claim=_claim(picture, wrong),
                trigger=match[0],
                template=f"causes.{frame}",
            )


def _is_open_list(passage: Passage, sentence: Sentence, match: re.Match[str]) -> bool:
    rest = sentence.text[match.end() :]
    if DEPENDS.search(sentence.text) or cause_beside(passage, sentence, match):
        return False
    return (
        not is_taken_back(passage, sentence)
        and (is_statement(passage, sentence) or MODEST.match(sentence.text) is not None)
        and not is_warning(passage, sentence)
        and (_MANY.search(match[0]) or _UNNAMED.search(match[0])) is not None
        and not _leads_in(passage, sentence)
        and rest.strip("*_ ") in (".", "")
        and bool(sentence.text[: match.start()].strip())
        and match[0].count("(") == match[0].count(")")
        and match[0].count("**") % 2 == 0
    )


def added(passage: Passage, picture: Presentation, rng: Random) -> Iterator[Candidate]:
    """A wrong diagnosis behind what the answer says on the complaint."""
    options = _options(passage, picture)
    if not options:
        return
    wrong = rng.choice(options)
    frame = rng.choice(sorted(FRAMES))
    text = _verbs(FRAMES[frame], picture.what, wrong.name)
    limit = EARLY * len(passage.answer)

    def score(sentence: Sentence) -> float:
        if sentence.start > limit or sentence.is_list_item:
            return 0.0
        if is_labelled(passage, sentence) or _leads_in(passage, sentence):
            return 0.0
        if is_warning(passage, sentence) or not _ABOUT.search(sentence.text):
            return 0.0
        if _NOT_ABOUT.search(sentence.text):
            return 0.0
        near = paragraph(passage, sentence)
        if not any(_holds(group, near) for group in picture.cues):
            return 0.0
        return 1.0 if is_statement(passage, sentence) else 0.0

    for sentence in anchors(passage, score):
        edit = add_behind(passage, sentence, text)
        if edit is not None and fits(passage, "C2", [edit]):
            yield Candidate(
                edits=(edit,),
                claim=_claim(picture, wrong),
                trigger=picture.what,
                template=f"insert.{frame}",
            )
            return


def _verbs(frame: str, subject: str, name: str) -> str:
    """A frame with its verb in the number of its subject."""
    many = is_plural(subject)
    return frame.format(
        what=subject,
        What=subject[:1].upper() + subject[1:],
        name=name,
        be="are" if many else "is",
        point="point" if many else "points",
    )


def _claim(picture: Presentation, wrong: WrongDiagnosis) -> str:
    return f"The cause of {picture.what} is {wrong.name}."
