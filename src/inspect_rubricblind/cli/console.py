"""Reports on a terminal. Text is never read as markup and carries no escapes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.panel import Panel
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as RichTable
from rich.text import Text

from inspect_rubricblind.logs.escape import visible
from inspect_rubricblind.logs.examples import Example
from inspect_rubricblind.logs.report import EXAMPLES_NOTE, Report
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.taxonomy.model import CANARY

LONG_NAME = 32
"""Characters of a row's name that a narrow terminal still breaks legibly."""


def print_report(report: Report, paths: Sequence[Path]) -> None:
    """Print a report and where its files are."""
    console = Console()
    lines = [Text(visible(sentence)) for sentence in report.headline]
    console.print(Panel(Text("\n").join(lines), title="Rubric blindness"))
    for reason in report.incomplete:
        console.print(_line("Incomplete: ", reason, "bold yellow"))
    for table in report.tables:
        print_table(console, table)
    print_examples(console, report)
    console.print(_line("Signature: ", report.signature, "bold"))
    for path in paths:
        console.print(_line("Written: ", str(path), "bold"), soft_wrap=True)


def print_self_check(table: Table) -> None:
    """Print how the estimate agrees with the gold pairs."""
    print_table(Console(), table)


def print_tables(
    tables: Sequence[Table], incomplete: Sequence[str], empty: str
) -> None:
    """Print tables, then what they lack; `empty` stands for no table at all."""
    console = Console()
    for table in tables:
        print_table(console, table)
    if not tables:
        console.print(Text(visible(empty)))
    for reason in incomplete:
        console.print(_line("Incomplete: ", reason, "bold yellow"))


@contextmanager
def show_progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr, on terminals only; yields a function of (done, total)."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    # Elsewhere a bar would be lines of text between those of the command.
    off = not console.is_terminal
    with Progress(*columns, console=console, disable=off) as progress:
        bar = progress.add_task(label, total=None)

        def advance(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total)

        yield advance


def print_table(console: Console, table: Table) -> None:
    """Print one table with its notes; long row names that do not fit stand below it."""
    rows = [tuple(visible(cell) for cell in row) for row in table.rows]
    shown, names = _grid(table.columns, rows), list[str]()
    unbounded = console.options.update(max_width=10_000)
    wanted = Measurement.get(console, unbounded, shown).maximum
    if wanted > console.width and any(len(row[0]) > LONG_NAME for row in rows):
        names = list(dict.fromkeys(row[0] for row in rows))
        numbered = [(f"({names.index(row[0]) + 1})", *row[1:]) for row in rows]
        shown = _grid(table.columns, numbered)
    console.print()
    console.print(Text(visible(table.title), style="bold"))
    console.print(shown)
    for number, name in enumerate(names, start=1):
        console.print(Text(f"({number}) {name}"))
    for note in table.notes:
        console.print(Text(visible(note), style="dim"))


def _grid(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> RichTable:
    """A table of which only the outer columns may break lines."""
    shown = RichTable(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    last = len(columns) - 1
    for number, name in enumerate(columns):
        shown.add_column(Text(name), overflow="fold", no_wrap=0 < number < last)
    for row in rows:
        shown.add_row(*(Text(cell) for cell in row))
    return shown


def print_examples(console: Console, report: Report) -> None:
    """Print the examples behind their warning."""
    console.print()
    console.print(_line("Uncovered errors: ", report.examples_note, "bold"))
    if report.examples:
        console.print(_line(f"{EXAMPLES_NOTE} ", CANARY, "bold red"))
    for example in report.examples:
        text = Text("\n").join(_example_lines(example))
        heading = f"{example.error_type} {example.name}, harm {example.harm}"
        console.print(Panel(text, title=Text(visible(heading)), title_align="left"))


def _example_lines(example: Example) -> Iterable[Text]:
    yield _line("Deliberate medical error ", example.canary, "bold red")
    yield _line("Case: ", f"{example.case_id} ({example.benchmark})", "bold")
    yield _line("Question: ", example.question, "bold")
    for before, after in example.edits:
        yield _line("Original: ", before, "green")
        yield _line("Edited:   ", after, "red")
    yield _line("Claim: ", example.claim, "bold")


def _line(label: str, text: str, style: str) -> Text:
    return Text.assemble((label, style), visible(text))
