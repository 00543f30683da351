"""Rubrics for questions that come without one: schemes from general to specific."""
