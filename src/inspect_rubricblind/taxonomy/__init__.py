"""Definitions as data: error types, edit limits, lexicons, tokens, quantities."""
