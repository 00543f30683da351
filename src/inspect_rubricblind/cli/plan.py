"""`rubricblind plan`: calls, tokens, cost and power of a run, before it is paid."""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from inspect_rubricblind.cli.failure import INCOMPLETE, named_failures

STAGE = click.Choice(["auto", "rules", "model"])


def ratio(
    context: click.Context, param: click.Parameter, value: str | None
) -> float | None:
    """Read a number, or a quotient such as 1921/500."""
    try:
        return None if value is None else float(Fraction(value))
    except (ValueError, ZeroDivisionError):
        raise click.BadParameter(
            f"{value!r} is neither a number nor a quotient", context, param
        ) from None


def stage_option(
    name: str, said: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option that says whether a stage asks a model."""
    return click.option(
        f"--{name}", type=STAGE, default="auto", show_default=True, help=said
    )


@click.command(short_help="Estimate calls, tokens, cost and power before a run.")
@click.option("--dataset", help="official, sample or a file: its real texts count.")
@click.option(
    "--benchmark",
    default="healthbench",
    show_default=True,
    help="Task whose row format --dataset has.",
)
@click.option(
    "--subset", default="full", show_default=True, help="Subset of --dataset."
)
@click.option("--answers", help="reference or a file, where no model answers.")
@click.option("--cases", type=click.IntRange(1), help="How many cases are planned.")
@click.option("--criteria", callback=ratio, help="Per case, without a dataset.")
@click.option(
    "--criterion-tokens",
    default=70.0,
    show_default=True,
    help="Length of a criterion, without a dataset.",
)
@click.option(
    "--question-tokens",
    default=320.0,
    show_default=True,
    help="Length of a conversation, without a dataset.",
)
@click.option("--answer-tokens", type=float, help="Length of a model's answer.")
@click.option("--error-types", help="Codes such as F1,K1; default all 13.")
@click.option("--accepted", callback=ratio, help="Injections per case that pass.")
@click.option("--acceptance", callback=ratio, help="Share of fitting types that pass.")
@click.option("--discordance", callback=ratio, help="Share of pairs won or lost.")
@click.option(
    "--repeats",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="How often the grader grades the original again.",
)
@click.option(
    "--controls/--no-controls",
    default=True,
    show_default=True,
    help="Whether there is a control per edit shape.",
)
@stage_option("applicability", "Who says which error types fit.")
@stage_option("injector", "Who makes the edits.")
@stage_option("coverage", "Who says which criteria ask about an edit.")
@click.option("--model", help="The evaluated model.")
@click.option(
    "--model-role",
    "roles",
    multiple=True,
    metavar="ROLE=MODEL",
    help="A bound role, as in a run; may be repeated.",
)
@click.option(
    "--reply-tokens",
    "replies",
    multiple=True,
    metavar="ROLE=N",
    help="Length of a reply of applicability, injector, judge or grader.",
)
@click.option(
    "--prices",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="YAML with $ per million tokens by model, as for `rubricblind costs`.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, no tables.")
@click.pass_context
def plan(context: click.Context, /, **options: Any) -> None:
    """Estimate what a run will ask of models, and what it can show.

    The cases come from --dataset, with their real texts and criteria, or from --cases
    and --criteria. Without --model and --model-role every role counts as bound; with
    them only those named do, as in a run. Everything assumed is printed with its
    source; `At most` holds in any case.

    Injections per case in "When Rubrics Fail": HealthBench 1921/500, HealthBench
    Professional 1723/514, LiveMedBench 2700/521.

    \b
    Examples:
      rubricblind plan --dataset sample
      rubricblind plan --cases 500 --criteria 11.45
      rubricblind plan --cases 500 --criteria 11.45 --no-controls --repeats 0 \\
          --coverage rules
      rubricblind plan --dataset official --cases 500 --prices prices.yaml \\
          --model openai/o3 --model-role grader=openai/gpt-4.1-2025-04-14

    \b
    Exit status:
      0  printed
      1  the dataset, a file or a number cannot be used
      2  wrong usage
      3  printed, but a model has no price; it says which
    """  # noqa: D301 - click reads the escape
    if options["dataset"] is None and None in (options["cases"], options["criteria"]):
        raise click.UsageError("give --dataset, or --cases and --criteria")
    from inspect_rubricblind.cli.console import print_tables
    from inspect_rubricblind.cli.planning import make_plan
    from inspect_rubricblind.tasks.planning.tables import (
        plan_json,
        plan_tables,
        unpriced,
    )

    with named_failures():
        made = make_plan(
            options,
            pairs_of("--model-role", options["roles"]),
            pairs_of("--reply-tokens", options["replies"]),
        )
    lacking = []
    if options["prices"] is not None and (names := unpriced(made.lines)):
        lacking = [f"{options['prices']} has no price for {', '.join(names)}."]
    if options["as_json"]:
        click.echo(json.dumps(plan_json(made) | {"incomplete": lacking}, indent=2))
    else:
        print_tables(plan_tables(made), lacking, empty="")
    if lacking:
        context.exit(INCOMPLETE)


def pairs_of(option: str, given: tuple[str, ...]) -> Mapping[str, str]:
    """`NAME=VALUE` options as a mapping."""
    pairs = {}
    for text in given:
        name, found, value = text.partition("=")
        if not (name and found and value):
            raise click.UsageError(f"{option} must be NAME=VALUE, but got {text!r}")
        pairs[name.strip()] = value.strip()
    return pairs
