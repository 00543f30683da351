"""`rubricblind review`: packets for raters, ratings back, agreement."""

from pathlib import Path

import click

from inspect_rubricblind.cli.failure import INCOMPLETE, named_failures


@click.group(short_help="Let clinicians judge the edits: packets, ratings, agreement.")
def review() -> None:
    """Let clinicians judge whether an edit would change diagnosis or management.

    \b
    1. make     draw pairs, write one page per rater
    2. ingest   check the files that raters send back, merge their ratings
    3. report   Yes share, agreement, controls, disagreements

    \b
    Examples:
      rubricblind review make logs --out review
      rubricblind review ingest review
      rubricblind review report review
      rubricblind report logs --ratings review/ratings.jsonl

    \b
    Exit status: as each command says.
    """  # noqa: D301 - click reads the escape


@review.command(short_help="Draw pairs and write one page per rater.")
@click.argument(
    "logs",
    nargs=-1,
    metavar="[LOG...]",
    type=click.Path(exists=True, path_type=Path),
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="A new folder; one that holds a review is refused.",
)
@click.option(
    "--items",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Rate the lines of this JSON Lines file instead of pairs of logs.",
)
@click.option(
    "--form",
    default="management",
    show_default=True,
    help="What is asked: management, trap_validation, scenario_rating, peer_review, "
    "or a YAML file.",
)
@click.option(
    "--per-cell",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Errors per error type and injector.",
)
@click.option("--raters", type=click.IntRange(min=1), default=12, show_default=True)
@click.option(
    "--ratings-per-item", type=click.IntRange(min=1), default=2, show_default=True
)
@click.option(
    "--control-share",
    type=float,
    default=0.15,
    show_default=True,
    help="Share of harmless edits among the items, which raters are not told apart.",
)
@click.option("--language", default="", help="Only cases of this language, such as en.")
@click.option("--seed", default=0, show_default=True)
@click.pass_context
def make(
    context: click.Context,
    logs: tuple[Path, ...],
    out: Path,
    items: Path | None,
    form: str,
    per_cell: int,
    raters: int,
    ratings_per_item: int,
    control_share: float,
    language: str,
    seed: int,
) -> None:
    """Draw pairs from LOG... and write a review to a new folder.

    \b
      packets/R01.html ...  one page per rater; send each to its rater
      assignment.json       which item is what: stays with you, raters must not see it
      returned/             put the files here that raters send back

    Each page holds everything it needs and loads nothing. Raters open it in a browser,
    rate by mouse or keyboard, close it and go on later, and save a file at the end.

    The pages hold benchmark text with deliberate medical errors: do not publish them.

    \b
    Examples:
      rubricblind review make logs --out review
      rubricblind review make logs --out review --per-cell 9 --raters 6 --language en
      rubricblind review make --items traps.jsonl --form trap_validation --out traps

    \b
    Exit status:
      0  review written
      1  the logs, the items or the form cannot be used; nothing is written
      2  wrong usage
      3  review written, but a cell holds fewer pairs than asked for; it says which
    """  # noqa: D301 - click reads the escape
    if bool(logs) == bool(items):
        raise click.UsageError("Give either LOG... or --items FILE.")
    from inspect_rubricblind.cli.console import show_progress
    from inspect_rubricblind.cli.reviewing import say_made
    from inspect_rubricblind.review.forms import load_form
    from inspect_rubricblind.review.making import Plan, make_from_items, make_from_logs

    plan = Plan(per_cell, raters, ratings_per_item, control_share, language, seed)
    with named_failures():
        asked = load_form(form)
        if items:
            made = make_from_items(items, asked, plan, out)
        else:
            with show_progress("Reading logs") as advance:
                made = make_from_logs(logs, asked, plan, out, advance)
    say_made(made)
    if made.short:
        context.exit(INCOMPLETE)


@review.command(short_help="Check the files that came back and merge their ratings.")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.pass_context
def ingest(context: click.Context, folder: Path) -> None:
    """Check the files in FOLDER/returned and add their ratings to FOLDER.

    Each file has to be as a packet of this review saved it: packet, rater, form, items,
    answers, the digest of every text that was shown, and a checksum over all of it.
    Files that are not are refused by name, and so are two files of one packet. Ratings
    that are there already are never replaced. Run it again whenever files come in.

    The checksum finds accidents and edits by hand. It is no proof against somebody who
    sets out to forge a file.

    \b
    Examples:
      rubricblind review ingest review

    \b
    Exit status:
      0  every item has all its ratings
      1  FOLDER holds no review, or nothing came back
      2  wrong usage
      3  a file was refused, or ratings are missing; it says which
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.cli.reviewing import say_ingested
    from inspect_rubricblind.review.ingesting import ingest as take

    with named_failures():
        found = take(folder)
    say_ingested(found)
    if found.refused or found.missing:
        context.exit(INCOMPLETE)


@review.command(short_help="Yes share, agreement, controls and disagreements.")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder to write to.  [default: FOLDER/report]",
)
@click.option("--json", "as_json", is_flag=True, help="Print review.json, no tables.")
@click.option(
    "--seed",
    default=0,
    show_default=True,
    help="Seed of the bootstraps and relabellings.",
)
@click.pass_context
def report(
    context: click.Context, folder: Path, out: Path | None, as_json: bool, seed: int
) -> None:
    """Report on the ratings that FOLDER has so far.

    \b
      review.md     what is printed
      review.json   every number with its limits, method and n
      panel.svg     raters by profession
      tables/       the lists of review.json as CSV files

    The share of Yes has limits for other pairs and other raters, with S1's bootstrap
    over pairs beside them. Agreement is raw, as Fleiss' kappa and as Gwet's AC1.

    \b
    Examples:
      rubricblind review report review
      rubricblind review report review --json | python -m json.tool

    \b
    Exit status:
      0  report written
      1  FOLDER holds no review or no ratings
      2  wrong usage
      3  report written, but ratings are missing; it says which
    """  # noqa: D301 - click reads the escape
    import json

    from inspect_rubricblind.cli.console import print_tables
    from inspect_rubricblind.review.reporting import (
        all_tables,
        summarise_folder,
        write_review,
    )

    with named_failures():
        summary = summarise_folder(folder, seed)
    tables = all_tables(summary)
    paths = write_review(summary, tables, out or folder / "report")
    if as_json:
        click.echo(json.dumps(summary.as_json(), indent=2, ensure_ascii=False))
    else:
        print_tables(tables, summary.missing, "No rating.")
        for path in paths:
            click.echo(f"Written: {path}")
    if summary.missing:
        context.exit(INCOMPLETE)
