"""The command `rubricblind`: works on finished logs, and runs the demo."""

from inspect_rubricblind.cli.main import main

__all__ = ["main"]
