"""`rubricblind corpus`: local evidence for the fact check."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from inspect_rubricblind.cli.failure import named_failures

_PATH = click.Path(dir_okay=False, path_type=Path)


@click.group(short_help="Build, search and describe a corpus of evidence.")
def corpus() -> None:
    """Local evidence for the scorer `fact_check`: one file, searched by BM25.

    Without a file of its own the scorer uses the notes that ship with this package.

    \b
    Examples:
      rubricblind corpus build evidence.sqlite notes abstracts.jsonl
      rubricblind corpus search evidence.sqlite maximum dose of paracetamol
      inspect eval inspect_rubricblind/healthbench -T dataset=sample \\
        -T fact_check=evidence.sqlite

    Exit status: as each command says.
    """  # noqa: D301 - click reads the escape


@corpus.command(short_help="Build a corpus, or add to one.")
@click.argument("path", type=_PATH, metavar="CORPUS")
@click.argument("sources", nargs=-1, required=True)
@click.option("--prune", is_flag=True, help="Remove documents not in SOURCES.")
def build(path: Path, sources: tuple[str, ...], prune: bool) -> None:
    """Build CORPUS from SOURCES, or add to it what is new or changed.

    A source is a JSON Lines, JSON or parquet file with a text per row (text, abstract
    or content; id, title, source, date and url if there), a folder of such files or of
    .md and .txt, or a name: notes (shipped), guidelines (extra `evidence`).

    \b
    Examples:
      rubricblind corpus build evidence.sqlite notes abstracts.jsonl
      rubricblind corpus build evidence.sqlite more_abstracts/ --prune

    \b
    Exit status:
      0  built
      1  a source cannot be used; the corpus is as it was
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    from itertools import chain

    from inspect_rubricblind.evidence.index import build_corpus
    from inspect_rubricblind.evidence.notes import find_documents

    with named_failures(), _progress("Indexing") as advance:
        found = chain.from_iterable(find_documents(source) for source in sources)
        built = build_corpus(path, found, prune=prune, advance=advance)
    click.echo(
        f"{path}: {built.added} added, {built.changed} changed, {built.unchanged} "
        f"unchanged, {built.removed} removed; {built.passages} passages"
    )


@corpus.command(short_help="Search a corpus.")
@click.argument("path", metavar="CORPUS")
@click.argument("query", nargs=-1, required=True)
@click.option(
    "--limit",
    default=5,
    show_default=True,
    type=click.IntRange(1, 100),
    help="Most passages.",
)
def search(path: str, query: tuple[str, ...], limit: int) -> None:
    """Search CORPUS (a file, or notes) for QUERY, as the fact check does.

    Share: how much of the query stands in the passage; below 0.4 it is no evidence.

    \b
    Examples:
      rubricblind corpus search notes maximum dose of paracetamol for adults

    \b
    Exit status:
      0  searched, whether or not anything was found
      1  CORPUS cannot be used
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    if not " ".join(query).strip():
        raise click.UsageError("QUERY must hold a word to search for, but is empty.")
    from inspect_rubricblind.evidence.corpus import Corpus

    with named_failures():
        passages = Corpus(_find(path)).find(" ".join(query), limit)
    if not passages:
        click.echo("No evidence found.")
    for passage in passages:
        about = ", ".join(p for p in (passage.source, passage.date, passage.url) if p)
        click.echo(f"{passage.rank}. {_shown(passage.title)} (share {passage.share})")
        click.echo(f"   {_shown(about)}")
        click.echo(f"   {_shown(passage.snippet)}\n")


@corpus.command(short_help="Describe a corpus.")
@click.argument("path", metavar="CORPUS")
def info(path: str) -> None:
    """Say what CORPUS (a file, or notes) holds.

    The sha256 is of the documents, whatever order they came in.

    \b
    Examples:
      rubricblind corpus info evidence.sqlite

    \b
    Exit status:
      0  described
      1  CORPUS cannot be used
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.evidence.index import corpus_info

    with named_failures():
        found = corpus_info(_find(path))
    click.echo(f"{found.path}")
    click.echo(
        f"{found.documents} documents, {found.passages} passages "
        f"({found.dense_passages} with Chinese or Japanese)"
    )
    click.echo(f"sha256 {found.sha256}")
    for source, number in found.sources[:20]:
        click.echo(f"  {number}  {_shown(source)}")
    if len(found.sources) > 20:
        click.echo(f"  and {len(found.sources) - 20} sources more")


def _find(path: str) -> Path:
    from inspect_rubricblind.evidence.notes import BUNDLED, bundled_corpus

    return bundled_corpus() if path == BUNDLED else Path(path).expanduser()


def _shown(text: str) -> str:
    from inspect_rubricblind.logs.escape import visible

    return visible(text)


@contextmanager
def _progress(label: str) -> Iterator[Callable[[int], None]]:
    """A count on stderr; how many there will be is not known before."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description} {task.completed:.0f} documents"),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as shown:
        bar = shown.add_task(label, total=None)

        def advance(done: int) -> None:
            shown.update(bar, completed=done)

        yield advance
