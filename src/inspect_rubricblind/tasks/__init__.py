"""Inspect tasks: one file per benchmark, plus the rows and files they read."""
