"""`rubricblind validate`: a file of your own, or the bundled cases and gold pairs."""

import click

from inspect_rubricblind.cli.failure import named_failures


@click.command(short_help="Check a file of your own, or the bundled ones.")
@click.argument("file", required=False)
@click.option("--pairs", "is_pairs", is_flag=True, help="FILE is a table of pairs.")
@click.option("--columns", help="Of a table of pairs: as the argument of the task.")
@click.option("--types", help="Of a table of pairs: as the argument of the task.")
@click.option("--criteria", help="Of a table of pairs: as the argument of the task.")
def validate(
    file: str | None,
    is_pairs: bool,
    columns: str | None,
    types: str | None,
    criteria: str | None,
) -> None:
    """Check FILE for the task `custom` (or `pairs`), and say what it holds.

    A custom benchmark is JSON Lines, {id, question or messages, criteria: [{criterion,
    points, tags?}], reference?, theme?, tags?, difficulty?, language?}; rows of
    HealthBench are fine too. Every fault is named with its line.

    Without FILE, prove that the bundled cases and gold pairs are consistent. Cases:
    every row reads as the official format does, ids are unique, each case has a
    reference answer. Gold pairs: every edit finds its place once and keeps the limits
    of its error type (a control: its shape), every criterion is labelled, a verdict
    changes only where it should, and the outcome is what the points give. Whether a
    statement is right about medicine only a reader can tell.

    \b
    Examples:
      rubricblind validate
      rubricblind validate my_benchmark.jsonl
      rubricblind validate my_pairs.csv --pairs --columns variant=wrong_answer

    \b
    Exit status:
      0  all sound
      1  a fault; each is named
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    with_table = is_pairs or any(x is not None for x in (columns, types, criteria))
    if file is None:
        if with_table:
            raise click.UsageError("--pairs and its options need a FILE")
        _validate_bundled()
    elif with_table:
        _validate_pairs(file, columns, types, criteria)
    else:
        _validate_custom(file)


def _validate_custom(file: str) -> None:
    from inspect_rubricblind.logs.escape import visible
    from inspect_rubricblind.tasks.holdings import examine

    with named_failures():
        held = examine(file)
    for line in held.describe():
        click.echo(visible(line))
    _end(held.problems)


def _validate_pairs(
    file: str, columns: str | None, types: str | None, criteria: str | None
) -> None:
    from inspect_rubricblind.logs.escape import visible
    from inspect_rubricblind.tasks.holdings import describe_pairs
    from inspect_rubricblind.tasks.pairs import read_pairs

    with named_failures():
        table = read_pairs(file, columns, types, criteria, None, {})
    for line in describe_pairs(table):
        click.echo(visible(line))


def _validate_bundled() -> None:
    from inspect_rubricblind.tasks.gold import (
        GOLD,
        load_cases,
        load_gold,
        validate_gold,
    )
    from inspect_rubricblind.tasks.healthbench import SAMPLE

    with named_failures():
        cases, pairs = load_cases(), load_gold()
    faults = [
        f"case {name} must have a reference answer, but has none"
        for name, case in cases.items()
        if case.reference is None
    ]
    _end([*faults, *validate_gold(pairs, cases)], "in the bundled files")
    click.echo(f"{SAMPLE.name}: {len(cases)} cases, sound")
    click.echo(f"{GOLD.name}: {len(pairs)} pairs, sound")


def _end(faults: list[str], where: str = "in the file") -> None:
    from inspect_rubricblind.logs.escape import visible

    for fault in faults:
        click.echo(visible(fault), err=True)
    if faults:
        raise click.ClickException(f"{len(faults)} fault(s) {where}")
