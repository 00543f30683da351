"""Finished logs: reading, pairs, statistics, reports."""
