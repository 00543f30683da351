"""Which rule injects which error type."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple
from zlib import crc32

from inspect_rubricblind.records import Candidate, ErrorCode
from inspect_rubricblind.solvers.rules import (
    added_diagnosis,
    contraindication,
    diagnosis,
    dosage,
    fabrication,
    omission,
    over_triage,
    overconfidence,
    overgeneralisation,
    seeking,
    threshold,
    treatment,
    under_triage,
)
from inspect_rubricblind.solvers.rules.passage import Passage

RULES_VERSION = "4"
"""Rises whenever a rule or a lexicon gives other injections for the same seed."""


Trigger = Callable[[Passage], str | None]
Candidates = Callable[[Passage, Random], Iterator[Candidate]]


class Rule(NamedTuple):
    """A pair of pure functions: does the type fit, and how would it be injected.

    `trigger` returns the text that makes the type applicable, or None.
    `candidates` yields edits, best first; each `find` occurs exactly once. Both
    give nothing on a language they cannot read.
    """

    trigger: Trigger
    candidates: Candidates


def _rule(trigger: Trigger, candidates: Candidates) -> Rule:
    """A rule whose choices differ between two answers to the same question."""

    def by_answer(passage: Passage, rng: Random) -> Iterator[Candidate]:
        mixed = rng.getrandbits(32) ^ crc32(passage.answer.encode())
        return candidates(passage, Random(mixed))

    return Rule(trigger, by_answer)


RULES: Mapping[ErrorCode, Rule] = {
    "F1": _rule(dosage.trigger, dosage.candidates),
    "F2": _rule(threshold.trigger, threshold.candidates),
    "F3": _rule(treatment.trigger, treatment.candidates),
    "F4": _rule(fabrication.trigger, fabrication.candidates),
    "C1": _rule(contraindication.trigger, contraindication.candidates),
    "C2": _rule(diagnosis.trigger, diagnosis.candidates),
    "C3": _rule(added_diagnosis.trigger, added_diagnosis.candidates),
    "R1": _rule(under_triage.trigger, under_triage.candidates),
    "R2": _rule(over_triage.trigger, over_triage.candidates),
    "O1": _rule(seeking.trigger, seeking.candidates),
    "O2": _rule(omission.trigger, omission.candidates),
    "K1": _rule(overconfidence.trigger, overconfidence.candidates),
    "K2": _rule(overgeneralisation.trigger, overgeneralisation.candidates),
}
