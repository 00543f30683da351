"""`rubricblind costs`: what finished runs called and spent."""

import json
from pathlib import Path

import click

from inspect_rubricblind.cli.failure import INCOMPLETE, named_failures


@click.command(short_help="Count calls, tokens and cost of finished runs.")
@click.argument(
    "logs",
    nargs=-1,
    required=True,
    metavar="LOG...",
    type=click.Path(exists=True, path_type=Path),
)
@click.option(
    "--prices",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="YAML with $ per million tokens by model, as above.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, no tables.")
@click.pass_context
def costs(
    context: click.Context, logs: tuple[Path, ...], prices: Path | None, as_json: bool
) -> None:
    """Count the model calls in LOG..., .eval files or folders of them.

    Calls, calls replayed from the cache, retries, failures, tokens and cost, for each
    benchmark, stage, role and model. Copies of a log (scored again, retried) share
    calls; each counts once. Replayed calls were not paid again.

    Without --prices the cost is what Inspect logged (it does so with
    `--model-cost-config`). The price file is the same for both:

    \b
      openai/gpt-4.1-2025-04-14:
        input: 2.0
        output: 8.0
        input_cache_read: 0.5
        input_cache_write: 2.0

    \b
    Examples:
      rubricblind costs logs
      rubricblind costs logs graded.eval --prices prices.yaml
      rubricblind costs logs --json | python -m json.tool

    \b
    Exit status:
      0  printed
      1  no log can be used, or the price file cannot
      2  wrong usage
      3  printed, but something is missing; it says what
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.logs.cost_tables import (
        cost_tables,
        costs_json,
        incomplete,
    )
    from inspect_rubricblind.logs.costs import read_costs
    from inspect_rubricblind.logs.prices import read_prices

    with named_failures():
        known = None if prices is None else read_prices(prices)
        found = read_costs(logs, known)
    lacking = incomplete(found)
    if prices is not None and found.unpriced:
        lacking.append(f"{prices} has no price for {', '.join(found.unpriced)}.")
    if as_json:
        click.echo(json.dumps(costs_json(found) | {"incomplete": lacking}, indent=2))
    else:
        from inspect_rubricblind.cli.console import print_tables

        print_tables(cost_tables(found), lacking, empty="No model was called.")
    if lacking:
        context.exit(INCOMPLETE)
