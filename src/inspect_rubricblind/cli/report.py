"""`rubricblind report`: from logs to a page, tables and files."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from inspect_rubricblind.cli.failure import INCOMPLETE, named_failures

if TYPE_CHECKING:
    from inspect_rubricblind.logs.report import Report


@click.command(short_help="Make a page, tables and figures from finished logs.")
@click.argument(
    "logs",
    nargs=-1,
    metavar="[LOG...]",
    type=click.Path(exists=True, path_type=Path),
)
@click.option(
    "--pairs",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Report on pairs graded elsewhere (.csv or .parquet) instead of on logs.",
)
@click.option(
    "--ratings",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What clinicians said: ratings.jsonl of `rubricblind review ingest`.",
)
@click.option(
    "--labels",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="An expert's labels of answers to scenarios; see `rubricblind scenarios`.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("report"),
    show_default=True,
    help="Folder to write to; files of an earlier report in it are replaced.",
)
@click.option("--json", "as_json", is_flag=True, help="Print summary.json, no tables.")
@click.option(
    "--with-text",
    is_flag=True,
    help="Show benchmark text in the examples. Such text must not be published.",
)
@click.option(
    "--seed",
    default=0,
    show_default=True,
    help="Seed of the bootstraps and permutations.",
)
@click.pass_context
def report(
    context: click.Context,
    logs: tuple[Path, ...],
    pairs: Path | None,
    ratings: Path | None,
    labels: tuple[Path, ...],
    out: Path,
    as_json: bool,
    with_text: bool,
    seed: int,
) -> None:
    """Report on LOG..., .eval files or folders of them, or an export.

    Prints, and writes to the output folder:

    \b
      report.html    one self-contained page: figures, tables, example pairs
      report.md      what is printed
      figures/       the page's figures as SVG
      summary.json   every number with its interval, method, n and seed
      tables/        its lists of rows as CSV files
      pairs.csv      one row per accepted pair (also pairs.parquet)

    A folder that `rubricblind export` made gives the same report, without examples.

    Copies of a log, retried runs and shards are recognised: each sample counts once,
    in any order. Runs with the same answer_model are pooled. Logs of different
    versions of a task, the taxonomy or the records are refused by name.

    Pairs that were graded elsewhere come with --pairs: a table with the columns
    case_id, error_type and outcome (win, tie, loss, ungraded) or points_original and
    points_variant. Every other column of pairs.csv may be there; a figure whose
    column is absent is null and says why.

    With --ratings the report shows first what rubrics make of the errors that
    clinicians called management-changing, then errors by harm, then an index.

    Coverage by rules is an estimate; it is printed with its measured error rate.
    Without a grader the report says what rubrics ask about, not whether scores move.

    \b
    Examples:
      rubricblind report logs
      rubricblind report logs/a.eval logs/b.eval --out report-ab
      rubricblind report logs --json | python -m json.tool
      rubricblind report export --out report-export
      rubricblind report --pairs graded.csv --out report-graded
      rubricblind report logs --ratings review/ratings.jsonl

    \b
    Exit status:
      0  report written
      1  no log can be used, or the logs do not belong together; a bad pairs file
      2  wrong usage
      3  report written, but something is missing; it says what
    """  # noqa: D301 - click reads the escape
    if bool(logs) == bool(pairs):
        raise click.UsageError("Give either LOG... or --pairs FILE.")
    if pairs and labels:
        raise click.UsageError("--labels are of answers in logs: give LOG...")
    from inspect_rubricblind.cli.console import print_report
    from inspect_rubricblind.logs.report import summary_json

    built, paths = (
        _from_file(pairs, ratings, out, seed)
        if pairs
        else _from_logs(logs, (ratings, labels), out, with_text, seed)
    )
    if as_json:
        click.echo(summary_json(built.summary), nl=False)
    else:
        print_report(built, paths)
    if built.incomplete:
        context.exit(INCOMPLETE)


def _from_logs(
    logs: tuple[Path, ...],
    said: tuple[Path | None, tuple[Path, ...]],
    out: Path,
    with_text: bool,
    seed: int,
) -> "tuple[Report, list[Path]]":
    from inspect_rubricblind.cli.console import show_progress
    from inspect_rubricblind.logs.page.writing import write_page
    from inspect_rubricblind.logs.ratings import read_ratings
    from inspect_rubricblind.logs.report import build_report, write_report
    from inspect_rubricblind.logs.scenarios.labels import read_labels
    from inspect_rubricblind.logs.study import read_study

    ratings, labels = said
    with named_failures():
        rated = read_ratings(ratings) if ratings else ()
        expert = read_labels(labels) if labels else None
        with show_progress("Reading logs") as advance:
            study = read_study(logs, advance)
        built = build_report(
            study, with_text=with_text, seed=seed, ratings=rated, expert=expert
        )
    page = write_page(built, out, study, with_text=with_text)
    return built, [*page, *write_report(built, study, out)]


def _from_file(
    path: Path, ratings: Path | None, out: Path, seed: int
) -> "tuple[Report, list[Path]]":
    from inspect_rubricblind.logs.outcomes.supplied import read_pairs
    from inspect_rubricblind.logs.page.writing import write_page
    from inspect_rubricblind.logs.ratings import read_ratings
    from inspect_rubricblind.logs.report import build_file_report, write_numbers

    with named_failures():
        rated = read_ratings(ratings) if ratings else ()
        built = build_file_report(read_pairs(path), path, seed=seed, ratings=rated)
    return built, [*write_page(built, out), *write_numbers(built, out)]
