"""What the tests of the rules share: every copy that a rule offers for a text."""

from random import Random

from inspect_rubricblind.records import Candidate, apply_edits
from inspect_rubricblind.solvers.checks import check_edits
from inspect_rubricblind.solvers.rules import RULES, Passage
from inspect_rubricblind.taxonomy.load import load_taxonomy

SEEDS = range(6)


def offers(code: str, answer: str, question: str = "") -> list[Candidate]:
    """All candidates of a rule over some seeds."""
    passage = Passage.build(question, answer)
    return [c for s in SEEDS for c in RULES[code].candidates(passage, Random(s))]


def copies(code: str, answer: str, question: str = "") -> dict[str, Candidate]:
    """The copies that the candidates lead to; each is accepted by the checks."""
    limits = load_taxonomy().by_code(code).limits
    found = {}
    for candidate in offers(code, answer, question):
        assert check_edits(answer, candidate.edits, limits) == ()
        found[apply_edits(answer, candidate.edits)] = candidate
    return found


def is_applicable(code: str, answer: str, question: str = "") -> bool:
    """Whether the trigger of a rule finds anything."""
    return RULES[code].trigger(Passage.build(question, answer)) is not None
