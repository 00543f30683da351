"""Which rule injects which error type."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

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

RULES_VERSION = "1"
"""Rises whenever a rule or a lexicon gives other injections for the same seed."""


class Rule(NamedTuple):
    """A pair of pure functions: does the type fit, and how would it be injected.

    `trigger` returns the text that makes the type applicable, or None.
    `candidates` yields edits, best first; each `find` occurs exactly once. Both
    give nothing on a language they cannot read.
    """

    trigger: Callable[[Passage], str | None]
    candidates: Callable[[Passage, Random], Iterator[Candidate]]


RULES: Mapping[ErrorCode, Rule] = {
    "F1": Rule(dosage.trigger, dosage.candidates),
    "F2": Rule(threshold.trigger, threshold.candidates),
    "F3": Rule(treatment.trigger, treatment.candidates),
    "F4": Rule(fabrication.trigger, fabrication.candidates),
    "C1": Rule(contraindication.trigger, contraindication.candidates),
    "C2": Rule(diagnosis.trigger, diagnosis.candidates),
    "C3": Rule(added_diagnosis.trigger, added_diagnosis.candidates),
    "R1": Rule(under_triage.trigger, under_triage.candidates),
    "R2": Rule(over_triage.trigger, over_triage.candidates),
    "O1": Rule(seeking.trigger, seeking.candidates),
    "O2": Rule(omission.trigger, omission.candidates),
    "K1": Rule(overconfidence.trigger, overconfidence.candidates),
    "K2": Rule(overgeneralisation.trigger, overgeneralisation.candidates),
}
