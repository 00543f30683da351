"""Deterministic injection rules, one module per error type."""

from inspect_rubricblind.solvers.rules.passage import Passage
from inspect_rubricblind.solvers.rules.registry import RULES, Rule

__all__ = ["RULES", "Passage", "Rule"]
