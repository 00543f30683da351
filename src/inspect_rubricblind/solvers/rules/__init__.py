"""Deterministic injection rules, one module per error type."""

from inspect_rubricblind.solvers.rules.passage import Passage
from inspect_rubricblind.solvers.rules.registry import RULES, RULES_VERSION, Rule

__all__ = ["RULES", "RULES_VERSION", "Passage", "Rule"]
