"""`rubricblind validate`: the bundled cases and gold pairs."""

import click

from inspect_rubricblind.cli.failure import named_failures


@click.command(short_help="Check the bundled cases and gold pairs.")
def validate() -> None:
    """Prove that the bundled cases and gold pairs are consistent.

    Cases: every row reads as the official format does, ids are unique, each case has
    a reference answer. Gold pairs: every edit finds its place once and keeps the
    limits of its error type (a control: its shape), every criterion is labelled, a
    verdict changes only where it should, and the outcome is what the points give.
    Whether a statement is right about medicine only a reader can tell.

    \b
    Examples:
      rubricblind validate

    \b
    Exit status:
      0  all sound
      1  a fault; each is named
      2  wrong usage
    """  # noqa: D301 - click reads the escape
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
    faults += validate_gold(pairs, cases)
    for fault in faults:
        click.echo(fault, err=True)
    if faults:
        raise click.ClickException(f"{len(faults)} fault(s) in the bundled files")
    click.echo(f"{SAMPLE.name}: {len(cases)} cases, sound")
    click.echo(f"{GOLD.name}: {len(pairs)} pairs, sound")
