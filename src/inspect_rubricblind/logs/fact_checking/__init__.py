"""Fact checks in logs: rows, measures beside the rubric, tables and examples."""
