"""`rubricblind scenarios`: check scenarios, hand them to colleagues, report labels."""

from pathlib import Path

import click

from inspect_rubricblind.cli.failure import INCOMPLETE, named_failures

PATH = click.Path(path_type=Path)
EXISTING = click.Path(exists=True, path_type=Path)


@click.group(short_help="Check, export and report scenarios with weighted criteria.")
def scenarios() -> None:
    """Scenarios with weighted criteria: from the author's YAML to reconciled labels.

    \b
      rubricblind scenarios check my_scenarios
      rubricblind scenarios export my_scenarios --out peers.jsonl
      inspect eval inspect_rubricblind/scenarios -T dataset=my_scenarios --model ...
      rubricblind scenarios report logs --labels expert.csv --out out
      rubricblind scenarios report logs --labels expert.csv \\
          --rulings out/reconciliation.csv --out final
    """  # noqa: D301 - click reads the escape


@scenarios.command(short_help="Check scenarios, and rating files against them.")
@click.argument("path", type=EXISTING)
@click.option(
    "--ratings",
    type=EXISTING,
    multiple=True,
    help="A rating file (or a folder of them) per model; may be given several times.",
)
@click.option("--strict", is_flag=True, help="Treat notes as faults.")
def check(path: Path, ratings: tuple[Path, ...], strict: bool) -> None:
    """Check PATH, a YAML file or a folder of them.

    Faults: what breaks the schema, criteria that stand twice, criteria of weight 4 or 5
    without a source, attachments that cannot be read. With --ratings also: rating files
    that differ from the scenario, or from each other, in anything but the ratings.

    Notes are rules of thumb: criteria that may be several (atomicity) or overlap,
    minor ones without a source, unbalanced weights, sources that nothing cites.

    \b
    Examples:
      rubricblind scenarios check my_scenarios
      rubricblind scenarios check my_scenarios --ratings ratings --strict

    \b
    Exit status:
      0  no fault
      1  a fault; each is named
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.logs.escape import visible
    from inspect_rubricblind.tasks.scenario_check import check_scenarios

    with named_failures():
        found = check_scenarios(path, ratings)
    for line in found.held:
        click.echo(visible(line))
    for line in found.notes:
        click.echo(visible(f"note: {line}"))
    for line in found.faults:
        click.echo(visible(f"fault: {line}"), err=True)
    n = len(found.faults) + (len(found.notes) if strict else 0)
    if n:
        raise click.ClickException(f"{n} fault(s) in {path}")


@scenarios.command(short_help="The JSON Schema of a scenario.")
def schema() -> None:
    """Print the JSON Schema of a scenario, for editors that complete YAML."""
    import json

    from inspect_rubricblind.records.scenario import scenario_schema

    click.echo(json.dumps(scenario_schema(), indent=1, ensure_ascii=False))


@scenarios.command(short_help="Items for `rubricblind review make`.")
@click.argument("path", type=EXISTING, required=False)
@click.option(
    "--logs",
    type=EXISTING,
    multiple=True,
    help="Export the answers of these logs instead, criterion by criterion.",
)
@click.option("--out", type=PATH, required=True, help="The file of items to write.")
def export(path: Path | None, logs: tuple[Path, ...], out: Path) -> None:
    """Write PATH's scenarios as items for a review by colleagues.

    A scenario is one item: prompt, golden answer, and each criterion with weight,
    categories, justification and sources. With --logs an answer and one criterion are
    one item, to be labelled by clinicians who do not see the model's name.

    \b
    Examples:
      rubricblind scenarios export my_scenarios --out peers.jsonl
      rubricblind review make --items peers.jsonl --form peer_review --out peers
      rubricblind scenarios export --logs logs --out rate.jsonl
      rubricblind review make --items rate.jsonl --form scenario_rating --out rate
      rubricblind scenarios report logs --labels rate/ratings.jsonl

    \b
    Exit status:
      0  items written
      1  the scenarios or logs cannot be used
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    if (path is None) == (not logs):
        raise click.UsageError("Give either PATH or --logs LOG.")
    from inspect_rubricblind.logs.scenarios.panel import build_panel
    from inspect_rubricblind.logs.study import read_study
    from inspect_rubricblind.tasks.scenario_export import (
        peer_review_items,
        rating_items,
        write_items,
    )

    with named_failures():
        if path is not None:
            n = write_items(peer_review_items(path), out)
        else:
            study = read_study(logs)
            if not study.logs.has_text:
                raise ValueError("logs must be .eval files: an export carries no text")
            n = write_items(rating_items(build_panel(study.scenarios.answers)), out)
    click.echo(f"Written: {out} ({n} items)")


@scenarios.command(
    short_help="Pass rates, misses, agreement, disputes, contrast pairs."
)
@click.argument("logs", type=EXISTING, nargs=-1)
@click.option(
    "--scenarios",
    "place",
    type=EXISTING,
    help="Scenarios that no log holds, for labels alone.",
)
@click.option(
    "--labels",
    type=EXISTING,
    multiple=True,
    help="The expert's labels: CSV, JSON, JSON Lines, rating files or a review's file.",
)
@click.option(
    "--rulings", type=EXISTING, help="reconciliation.csv with its rulings filled in."
)
@click.option(
    "--min-weight",
    type=click.IntRange(1, 5),
    default=5,
    show_default=True,
    help="Of the criteria of contrast pairs.",
)
@click.option(
    "--out",
    type=PATH,
    default=Path("scenarios-report"),
    show_default=True,
    help="Folder to write to.",
)
@click.option("--seed", default=0, show_default=True)
@click.pass_context
def report(
    context: click.Context,
    logs: tuple[Path, ...],
    place: Path | None,
    labels: tuple[Path, ...],
    rulings: Path | None,
    min_weight: int,
    out: Path,
    seed: int,
) -> None:
    """Report what an expert and autoraters say of answers to scenarios.

    \b
      scenarios.md, scenarios.json, tables/   what is printed, and every number
      reconciliation.csv   labels that two or more autoraters contradict; fill in the
                           column ruling (met or not met) and give it back as --rulings
      labels.csv           the expert's labels with the rulings in them
      contrast.jsonl       pairs of answers of which one meets an important criterion

    The expert's ruling is final. Without labels every autorater is reported by itself
    and none is called right. contrast.jsonl holds the text of prompts and answers.

    \b
    Examples:
      rubricblind scenarios report logs --labels expert.csv
      rubricblind scenarios report --scenarios my_scenarios --labels ratings

    \b
    Exit status:
      0  report written
      1  the logs, labels or rulings cannot be used
      2  wrong usage
      3  report written, but labels or rulings are missing; it says which
    """  # noqa: D301 - click reads the escape
    if not logs and place is None:
        raise click.UsageError("Give LOG..., or --scenarios PATH with --labels FILE.")
    from inspect_rubricblind.cli.console import print_tables
    from inspect_rubricblind.logs.escape import visible
    from inspect_rubricblind.logs.scenarios.labels import read_labels
    from inspect_rubricblind.logs.scenarios.reporting import (
        build_scenario_report,
        write_scenario_report,
    )
    from inspect_rubricblind.logs.study import read_study
    from inspect_rubricblind.records.scenario_files import read_scenarios

    with named_failures():
        study = read_study(logs) if logs else None
        answers = study.scenarios.answers if study else []
        with_text = study is not None and study.logs.has_text
        given = read_scenarios(place) if place else []
        expert = read_labels(labels) if labels else None
        built = build_scenario_report(answers, given, expert, rulings, seed)
        paths = write_scenario_report(built, out, min_weight if with_text else None)
    for sentence in built.sentences:
        click.echo(visible(sentence))
    print_tables(built.tables, built.incomplete, "Nothing is labelled.")
    for written in paths:
        click.echo(f"Written: {written}")
    if built.incomplete:
        context.exit(INCOMPLETE)
