"""Figures of graded pairs: one table of pairs in, rows of `summary.json` out."""
