"""Which rule injects which error type."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import NamedTuple

from inspect_rubricblind.records import Candidate, ErrorCode
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


RULES: Mapping[ErrorCode, Rule] = {}
