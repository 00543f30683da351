"""`rubricblind export`: from logs to parquet files."""

from pathlib import Path

import click

from inspect_rubricblind.cli.failure import INCOMPLETE, named_failures


@click.command(short_help="Turn logs into parquet files, one part per log.")
@click.argument(
    "logs",
    nargs=-1,
    required=True,
    metavar="LOG...",
    type=click.Path(exists=True, path_type=Path),
)
@click.option(
    "--out",
    "-o",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("export"),
    show_default=True,
    help="Folder to write to: a new one, or an earlier export to bring up to date.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what became of each log.")
@click.pass_context
def export(
    context: click.Context, logs: tuple[Path, ...], out: Path, as_json: bool
) -> None:
    """Export LOG..., .eval files or folders of them, to parquet.

    \b
      pairs/         one row per accepted pair, as in pairs.parquet of a report
      criteria/      one row per graded text and criterion
      explanations/  what graders wrote, apart from the rest
      runs/          one row per log: what was planned and what is there
      samples/       what `rubricblind report` needs, without any text

    Each log has one part in each folder. A log whose parts are there and whose
    content did not change is skipped, so the command can be run again and again while
    logs come in. Parts appear whole or not at all. Unfinished logs are exported as
    far as they go and counted; run it again when they are done.

    `rubricblind report EXPORT` makes the same report as from the logs, but for
    examples, which need text. docs/export.md shows queries.

    \b
    Examples:
      rubricblind export logs -o export
      rubricblind report export --out report
      rubricblind export logs/a.eval -o export --json

    \b
    Exit status:
      0  everything exported
      1  no log can be used, or the folder is no export
      2  wrong usage
      3  exported, but a log is unfinished or cannot be read; it says which
    """  # noqa: D301 - click reads the escape
    import json
    from dataclasses import asdict

    from inspect_rubricblind.cli.console import print_tables, show_progress
    from inspect_rubricblind.logs.exporting.export import export_logs
    from inspect_rubricblind.logs.exporting.tables import export_table

    with named_failures(), show_progress("Exporting logs") as advance:
        found = export_logs(logs, out, advance)
    missing = [item.incomplete for item in found if item.incomplete]
    if as_json:
        shown = [asdict(item) | {"path": str(item.path)} for item in found]
        click.echo(json.dumps(shown, indent=2))
    else:
        print_tables([export_table(found, out)], missing, "Nothing to export.")
    if missing:
        context.exit(INCOMPLETE)
