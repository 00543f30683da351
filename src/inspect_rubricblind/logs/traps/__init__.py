"""Hallucination traps in the report: planting, rates, models, published rates."""
