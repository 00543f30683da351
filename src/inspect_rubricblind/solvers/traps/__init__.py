"""Planting hallucination traps: by rules or by a writer, checked, validated, paired."""
