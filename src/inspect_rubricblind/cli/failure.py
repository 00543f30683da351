"""What a command says when it cannot do its work."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

# Click ends a named failure with 1 and wrong usage with 2.
INCOMPLETE = 3


@contextmanager
def named_failures() -> Iterator[None]:
    """End with status 1 and the message alone where the input is at fault."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise click.ClickException(_said(error)) from error


def _said(error: Exception) -> str:
    """The message; one of the operating system is turned into path, fault and cure."""
    if isinstance(error, OSError) and error.filename is not None:
        return (
            f"{error.filename} must be a path that can be used here, but the system "
            f"says: {error.strerror}. Choose another one, or change its permissions."
        )
    return str(error)
