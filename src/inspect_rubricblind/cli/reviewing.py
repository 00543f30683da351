"""What the commands of a review say."""

import click

from inspect_rubricblind.logs.escape import visible
from inspect_rubricblind.review.ingesting import Ingested
from inspect_rubricblind.review.making import Made


def say_made(made: Made) -> None:
    """How much there is for whom, and what to do with it."""
    kinds = [item.key.kind for item in made.assignment.items]
    loads = [len(packet.items) for packet in made.assignment.packets]
    controls = kinds.count("control")
    hidden = f" and {controls} hidden controls" if controls else ""
    click.echo(
        f"{len(kinds) - controls} items{hidden} for {len(loads)} raters, "
        f"{made.assignment.ratings_per_item} ratings each; {min(loads)} to "
        f"{max(loads)} items per rater."
    )
    for cell in made.short:
        click.echo(f"Fewer than asked for: {cell}", err=True)
    click.echo(f"Written: {made.folder}")
    click.echo("Send packets/*.html; keep assignment.json.")


def say_ingested(found: Ingested) -> None:
    """What was taken, what was refused and why, and what is missing."""
    for file in found.taken:
        open_ = f", {len(file.open)} items open" if file.open else ""
        click.echo(visible(f"{file.path.name}: {len(file.ratings)} ratings{open_}"))
    for refused in found.refused:
        click.echo(visible(f"Refused: {refused.name}: {refused.reason}"), err=True)
    for gap in found.missing:
        click.echo(visible(f"Missing: {gap}"), err=True)
    click.echo(f"{found.added} ratings added to {found.known}: {found.total} in all.")
    if found.total:
        click.echo(f"Written: {found.path}")
