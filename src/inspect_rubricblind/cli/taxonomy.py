"""`rubricblind taxonomy`: the error types."""

import click


@click.command(short_help="List the error types with harm and edit limits.")
@click.option("--json", "as_json", is_flag=True, help="Print every field as JSON.")
def taxonomy(as_json: bool) -> None:
    """List the 13 error types: code, name, group, harm and how large an edit may be.

    Harm runs from 1 (trivial) to 5 (may kill); types of 4 and 5 are called dangerous.
    `-` is no limit. --json adds definitions, examples, prompts and references.

    \b
    Examples:
      rubricblind taxonomy
      rubricblind taxonomy --json > taxonomy.json

    \b
    Exit status:
      0  printed
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.taxonomy.load import load_taxonomy

    loaded = load_taxonomy()
    if as_json:
        click.echo(loaded.model_dump_json(indent=2))
        return

    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=f"Error types, taxonomy {loaded.version}",
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for name in ("Code", "Name", "Group", "Harm", "Edit shape", "Destroy", "Write"):
        table.add_column(name)
    for error in loaded.types:
        limits = error.limits
        numbers = ("-" if n is None else str(n) for n in (limits.destroy, limits.write))
        table.add_row(
            error.code, error.name, error.group, str(error.harm), limits.shape, *numbers
        )
    Console().print(table)
