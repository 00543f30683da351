"""`rubricblind data`: the official files, fetched once and verified by hash."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from inspect_rubricblind.cli.failure import named_failures

MEGABYTE = 1_000_000


@click.group(short_help="List, fetch and verify official benchmark files.")
def data() -> None:
    """Official benchmark files: pinned by hash, fetched once, read as data only.

    Tasks fetch what they need by themselves; these commands do it beforehand, for
    machines without network, and show what is there.
    """


@data.command(name="list", short_help="All official files, and which are here.")
def list_files() -> None:
    """List every official file with size, rows, licence, hash and state.

    State: here (in the cache, right content), absent, damaged (other content; the next
    use fetches it again).
    """
    from rich.console import Console

    from inspect_rubricblind.cli.console import print_table
    from inspect_rubricblind.logs.tables import Table
    from inspect_rubricblind.tasks.catalogue import catalogue, state_of
    from inspect_rubricblind.tasks.fetching import cache_folder

    rows = tuple(
        (
            entry.name,
            "-" if entry.rows is None else f"{entry.rows:,}",
            _size(entry.file.size),
            entry.licence,
            entry.file.sha256[:12],
            state_of(entry),
            entry.file.name,
        )
        for entry in catalogue()
    )
    columns = ("Name", "Rows", "Size", "Licence", "sha256", "State", "File")
    notes = (f"Cache: {cache_folder()}",)
    print_table(Console(), Table("Official files", columns, rows, notes))


@data.command(short_help="Fetch official files into the cache.")
@click.argument("names", nargs=-1)
def fetch(names: tuple[str, ...]) -> None:
    """Fetch official files by NAME (all without one), and verify them.

    \b
    Examples:
      rubricblind data fetch healthbench:hard grader_calibration
    \b
    Exit status:
      0  all there
      1  a file could not be had; the others are there
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.tasks.catalogue import choose, get

    with named_failures():
        entries = choose(names)
    failed = []
    for entry in entries:
        try:
            with _progress(entry.name) as tell:
                path = get(entry, tell)
        except (FileNotFoundError, ValueError) as error:
            failed.append(entry.name)
            click.echo(f"{entry.name}: {error}", err=True)
            continue
        click.echo(f"{entry.name}: {path}")
    if failed:
        raise click.ClickException(f"not fetched: {', '.join(failed)}")


@data.command(short_help="Verify copies of official files.")
@click.argument("files", nargs=-1)
def verify(files: tuple[str, ...]) -> None:
    """Say which official file each of FILES is, or verify the cache without any.

    \b
    Exit status:
      0  all are what they should be
      1  a file is another one; the message says what was expected
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.records.rows import find_file
    from inspect_rubricblind.tasks.catalogue import catalogue, identify, state_of

    faults = []
    for name in files:
        try:
            found = identify(find_file(name, "FILE", "absent"))
        except (FileNotFoundError, ValueError) as error:
            faults.append(str(error))
        else:
            click.echo(f"{name}: {found.name}, {found.file.name}, as published")
    for entry in () if files else catalogue():
        state = state_of(entry)
        click.echo(f"{entry.name}: {state}")
        if state == "damaged":
            faults.append(f"{entry.file.name} in the cache has other content")
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        raise click.ClickException(f"{len(faults)} file(s) are not what they should be")


@contextmanager
def _progress(label: str) -> Iterator[Callable[[int, int | None], None]]:
    """A bar in megabytes on stderr, once the first bytes have come."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task(label, total=None)

        def tell(done: int, total: int | None) -> None:
            progress.update(bar, completed=done, total=total)

        yield tell


def _size(size: int | None) -> str:
    return "-" if size is None else f"{size / MEGABYTE:.1f} MB"
