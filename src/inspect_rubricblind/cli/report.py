"""`rubricblind report`: from logs to tables and files."""

from pathlib import Path

import click

from inspect_rubricblind.cli.failure import INCOMPLETE, named_failures


@click.command(short_help="Make tables and files from finished logs.")
@click.argument(
    "logs",
    nargs=-1,
    required=True,
    metavar="LOG...",
    type=click.Path(exists=True, path_type=Path),
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
    help="Seed of the bootstrap behind the corrected rate.",
)
@click.pass_context
def report(
    context: click.Context,
    logs: tuple[Path, ...],
    out: Path,
    as_json: bool,
    with_text: bool,
    seed: int,
) -> None:
    """Report on LOG..., .eval files or folders of them.

    Prints, and writes to the output folder:

    \b
      report.md      what is printed, as a page
      summary.json   every number with its interval, method and n
      pairs.csv      one row per accepted pair (also pairs.parquet)

    Copies of a log, retried runs and shards are recognised: each sample counts once,
    in any order. Runs with the same answer_model are pooled. Logs of different
    versions of a task, the taxonomy or the records are refused by name.

    Coverage by rules is an estimate; it is printed with its measured error rate.
    Without a grader the report says what rubrics ask about, not whether scores move.

    \b
    Examples:
      rubricblind report logs
      rubricblind report logs/a.eval logs/b.eval --out report-ab
      rubricblind report logs --json | python -m json.tool

    \b
    Exit status:
      0  report written
      1  no log can be used, or the logs do not belong together
      2  wrong usage
      3  report written, but something is missing; it says what
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.cli.console import print_report
    from inspect_rubricblind.logs.report import build_report, summary_json, write_report
    from inspect_rubricblind.logs.study import read_study

    with named_failures():
        study = read_study(logs)
        built = build_report(study, with_text=with_text, seed=seed)
    paths = write_report(built, study, out)
    if as_json:
        click.echo(summary_json(built.summary), nl=False)
    else:
        print_report(built, paths)
    if built.incomplete:
        context.exit(INCOMPLETE)
