"""Pairs that were made elsewhere: tables, their columns, cells, and recovered edits."""
