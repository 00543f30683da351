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
        raise click.ClickException(str(error)) from error
