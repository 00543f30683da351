"""Solver stages, in the order of the pipeline: answer to controls."""
