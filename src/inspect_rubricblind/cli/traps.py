"""`rubricblind traps`: plant, save, check, and a packet for physicians."""

from pathlib import Path

import click

from inspect_rubricblind.cli.failure import INCOMPLETE, named_failures

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
LOG = click.Path(exists=True, path_type=Path)
OUT = click.Path(dir_okay=False, path_type=Path)


@click.group(short_help="Hallucination traps: plant a set, use it for many models.")
def traps() -> None:
    """Plant hallucination traps once and use them for many models.

    \b
    1. plant    into dialogues or behind reports, by rules or by models
    2. check    a planted set, also against its source
    3. packet   for physicians (`rubricblind review make --form trap_validation`)

    \b
    Examples:
      rubricblind traps plant dialogue --dataset sample --out traps.jsonl
      rubricblind traps check traps.jsonl
      inspect eval inspect_rubricblind/mhb_dialogue -T traps=traps.jsonl \\
          --model openai/gpt-4.1 --model-role judge=openai/gpt-4.1-mini

    Planted sets contain deliberate medical errors: never show them to patients.

    \b
    Exit status: as each command says.
    """  # noqa: D301 - click reads the escape


@traps.command(short_help="Plant a set of traps and save it.")
@click.argument("task", type=click.Choice(["dialogue", "report"]))
@click.option(
    "--dataset",
    default="sample",
    show_default=True,
    help="As the task's argument: sample, official (dialogues), a file or folder.",
)
@click.option("--out", type=OUT, required=True, help="The planted set, JSON Lines.")
@click.option(
    "--model-role",
    "roles",
    multiple=True,
    metavar="ROLE=MODEL",
    help="trap_writer, validator_a to validator_d; without any, rules plant.",
)
@click.option("--subtypes", help="Codes such as A1,D2 or clusters such as E.")
@click.option(
    "--per-case",
    type=click.IntRange(1, 4),
    default=1,
    show_default=True,
    help="Traps of different kinds per source.",
)
@click.option("--cases", type=click.IntRange(min=1), help="So many sources, drawn.")
@click.option(
    "--rounds",
    type=click.IntRange(min=1),
    default=3,
    show_default=True,
    help="Most versions of a trap whose rubric a validator turns down.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Of the draws; 0 is a seed.",
)
@click.option(
    "--log-dir",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("logs"),
    show_default=True,
    help="Where the log of the run goes; `inspect eval-retry` resumes it.",
)
@click.pass_context
def plant(
    context: click.Context,
    task: str,
    dataset: str,
    out: Path,
    roles: tuple[str, ...],
    subtypes: str | None,
    per_case: int,
    cases: int | None,
    rounds: int,
    seed: int,
    log_dir: Path,
) -> None:
    """Plant traps into dialogues, or behind reports, and save those that are kept.

    With the role trap_writer a model rewrites the conversation, or writes the
    questions, and the rubric with it; with validator_a and validator_b two models
    check each trap, and validator_c and validator_d decide where they dissent.

    \b
    Examples:
      rubricblind traps plant report --dataset notes/ --out traps.jsonl
      rubricblind traps plant dialogue --dataset oss_eval.jsonl --cases 200 \\
          --out traps.jsonl --model-role trap_writer=google/gemini-2.5-pro

    \b
    Exit status:
      0  planted and saved
      1  the source or a role cannot be used, or the run failed
      2  wrong usage
      3  saved, but some traps were dropped; it says why
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.cli.planting import plant_set, say_saved

    arguments = {
        "dataset": dataset,
        "subtypes": subtypes,
        "per_case": per_case,
        "cases": cases,
        "rounds": rounds,
        "seed": seed,
    }
    with named_failures():
        log = plant_set(task, arguments, roles, log_dir)
        dropped = say_saved([log], out)
    if dropped:
        context.exit(INCOMPLETE)


@traps.command(short_help="Save the traps that logs of the trap tasks hold.")
@click.argument("logs", nargs=-1, required=True, type=LOG)
@click.option("--out", type=OUT, required=True, help="The planted set, JSON Lines.")
@click.pass_context
def save(context: click.Context, logs: tuple[Path, ...], out: Path) -> None:
    """Save the traps of LOGS (.eval files or folders), each once, as a planted set.

    \b
    Examples:
      rubricblind traps save logs/2026-12-01_mhb-dialogue.eval --out traps.jsonl

    \b
    Exit status:
      0  saved
      1  a log cannot be read or holds no trap
      2  wrong usage
      3  saved, but some traps were dropped; it says why
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.cli.planting import say_saved
    from inspect_rubricblind.logs.sources import find_logs

    with named_failures():
        dropped = say_saved(find_logs(logs), out)
    if dropped:
        context.exit(INCOMPLETE)


@traps.command(short_help="Check a planted set, also against its source.")
@click.argument("file", type=FILE)
@click.option(
    "--source",
    help="The dataset that it was planted into: also checks what changed there.",
)
@click.pass_context
def check(context: click.Context, file: Path, source: str | None) -> None:
    """Check FILE: format, baits, keys, rubrics, pairs; with --source the weaving too.

    \b
    Examples:
      rubricblind traps check traps.jsonl
      rubricblind traps check traps.jsonl --source oss_eval.jsonl

    \b
    Exit status:
      0  nothing found
      1  FILE or the source cannot be read
      2  wrong usage
      3  problems found; it lists them
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.cli.planting import say_checked

    with named_failures():
        problems = say_checked(file, source)
    if problems:
        context.exit(INCOMPLETE)


@traps.command(short_help="Write the items of a review by physicians.")
@click.argument("file", type=FILE)
@click.option("--out", type=OUT, required=True, help="Items, JSON Lines.")
def packet(file: Path, out: Path) -> None:
    """Write what physicians are shown of FILE, for `rubricblind review make`.

    \b
    Examples:
      rubricblind traps packet traps.jsonl --out items.jsonl
      rubricblind review make --items items.jsonl --form trap_validation --out review

    \b
    Exit status:
      0  written
      1  FILE cannot be read
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.cli.planting import write_packet

    with named_failures():
        written = write_packet(file, out)
    click.echo(f"Written: {out} ({written} items, with deliberate medical errors)")
