"""`rubricblind compare`: two gradings of the same pairs."""

from pathlib import Path

import click

from inspect_rubricblind.cli.failure import INCOMPLETE, named_failures


@click.command(short_help="Compare two gradings of the same pairs.")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "--in",
    "source",
    type=click.Path(exists=True, path_type=Path),
    help="Logs or pairs file that holds both gradings; A and B then name them by "
    "setup, grading or grader.",
)
@click.option(
    "--margin",
    default=0.05,
    show_default=True,
    type=click.FloatRange(0, 0.5, min_open=True, max_open=True),
    help="Largest change of the AUROC that still counts as stable.",
)
@click.option("--json", "as_json", is_flag=True, help="Print all numbers as JSON.")
@click.option("--seed", default=0, show_default=True, help="Seed of the bootstraps.")
@click.pass_context
def compare(
    context: click.Context,
    first: str,
    second: str,
    source: Path | None,
    margin: float,
    as_json: bool,
    seed: int,
) -> None:
    """Compare grading A with grading B: another grader, draw or rubric.

    A and B are logs, folders of logs or pairs files, each with one grading. With --in
    both are in one place, and A and B are their setups as `rubricblind report` lists
    them.

    Printed per error type: the paired change of the AUROC with its interval, pairs
    gained and lost, agreement and kappa, and the criteria whose verdict changed.
    "Stable" is said only where an equivalence test shows it.

    Two gradings that replay the same cached calls are refused: the second has to be
    made with another draw.

    \b
    Examples:
      rubricblind compare logs/first.eval logs/regraded.eval
      rubricblind compare openai/gpt-4.1 openai/gpt-4o --in logs
      rubricblind compare a.csv b.csv --json

    \b
    Exit status:
      0  compared
      1  the two cannot be compared; the message says why
      2  wrong usage
      3  compared, but some pairs are in one grading alone or ungraded
    """  # noqa: D301 - click reads the escape
    import json

    from inspect_rubricblind.cli.console import print_tables
    from inspect_rubricblind.logs.regrading.changes import regrade
    from inspect_rubricblind.logs.regrading.sides import only_side, read_source
    from inspect_rubricblind.logs.regrading.tables import regrading_tables

    with named_failures():
        if source is None:
            sides = [
                only_side(read_source(Path(name)), name) for name in (first, second)
            ]
        else:
            whole = read_source(source)
            sides = [only_side(whole, str(source), name) for name in (first, second)]
        found = regrade(sides[0], sides[1], margin=margin, seed=seed)
    if as_json:
        click.echo(json.dumps(found.as_json(), indent=2, allow_nan=False))
    else:
        print_tables(list(regrading_tables(found)), (), "Nothing to compare.")
    if found.only_first or found.only_second or found.undecided:
        context.exit(INCOMPLETE)
