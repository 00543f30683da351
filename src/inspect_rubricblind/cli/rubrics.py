"""`rubricblind rubrics`: write rubrics, classify criteria, keep labels, in files."""

from pathlib import Path

import click

from inspect_rubricblind.cli.failure import INCOMPLETE, named_failures

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
TO_FILE = click.Path(dir_okay=False, path_type=Path)
LOG = click.Path(exists=True, path_type=Path)
AT_LEAST_0, AT_LEAST_1 = click.IntRange(min=0), click.IntRange(min=1)


@click.group(short_help="Write rubrics for questions that have none; classify, label.")
def rubrics() -> None:
    """Prepare a study of ready-made pairs apart from its grading.

    What models write is kept in JSON Lines files, so that all graders grade by the same
    rubrics and labels. A command that was stopped, even by kill -9, is run again: calls
    that were answered come from Inspect's cache and are not paid twice.

    \b
    Examples:
      rubricblind rubrics make --scheme generic --dataset sample --out generic.jsonl
      inspect eval inspect_rubricblind/medhallu -T dataset=sample \\
        -T rubrics=generic.jsonl --model-role grader=openai/gpt-4.1

    Exit status: as each command says.
    """  # noqa: D301 - click reads the escape


@rubrics.command(short_help="Write rubrics for MedHallu's questions.")
@click.option("--scheme", required=True, help="openrubrics, rubrichub or generic.")
@click.option(
    "--dataset",
    default="official",
    show_default=True,
    help="As the task's argument: official, sample or a file.",
)
@click.option(
    "--subset",
    default="pqa_labeled",
    show_default=True,
    help="pqa_labeled or pqa_artificial.",
)
@click.option(
    "--difficulty",
    default="all",
    show_default=True,
    help="all, easy, medium or hard.",
)
@click.option(
    "--writer",
    "writers",
    multiple=True,
    metavar="PROVIDER/MODEL",
    help="Model that writes (role rubric_writer); several for rubrichub.",
)
@click.option("--out", type=TO_FILE, required=True, help="JSON Lines to write.")
@click.option("--prompt", type=FILE, help="Another prompt for openrubrics.")
@click.option(
    "--background/--no-background",
    default=True,
    help="Whether rubrichub sees Knowledge. Default: it does, as in the study.",
)
@click.option(
    "--draw",
    type=AT_LEAST_0,
    default=0,
    show_default=True,
    help="Number of a re-run.",
)
@click.option("--ids", type=FILE, help="File with the ids of the questions.")
@click.option("--shard", help="i/n: a part of the questions.")
@click.option("--limit", type=AT_LEAST_1, help="Only so many questions.")
@click.option("--max-connections", type=AT_LEAST_1, help="Calls at the same time.")
@click.option(
    "--log-dir",
    default="logs",
    show_default=True,
    help="Where the log of the calls goes.",
)
@click.pass_context
def make(
    context: click.Context,
    scheme: str,
    dataset: str,
    subset: str,
    difficulty: str,
    writers: tuple[str, ...],
    out: Path,
    prompt: Path | None,
    background: bool,
    draw: int,
    ids: Path | None,
    shard: str | None,
    limit: int | None,
    max_connections: int | None,
    log_dir: str,
) -> None:
    """Write a rubric for each question and put them into --out.

    A question for which no usable rubric came back is in the file with the reason, and
    is counted wherever the file is used. Grade with `-T rubrics=FILE`.

    openrubrics takes one --writer, rubrichub one or several, generic none.

    \b
    Examples:
      rubricblind rubrics make --scheme openrubrics --writer vllm/OpenRubrics \\
        --dataset medhallu.parquet --out openrubrics.jsonl
      rubricblind rubrics make --scheme rubrichub --writer openai/gpt-4.1 \\
        --writer google/gemini-2.5-pro --out rubrichub.jsonl

    \b
    Exit status:
      0  every question has a rubric
      1  the run failed; run the same command again once the cause is mended
      2  wrong usage
      3  written, but some questions have no rubric
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.cli.preparing import (
        refuse_writers,
        run_task,
        written_rubrics,
    )
    from inspect_rubricblind.solvers.rubrics.saved import write_rows
    from inspect_rubricblind.tasks.medhallu_rubrics import medhallu_rubrics

    refuse_writers(scheme, writers)
    with named_failures():
        task = medhallu_rubrics(
            dataset=dataset,
            subset=subset,
            difficulty=difficulty,
            scheme=scheme,
            prompt=None if prompt is None else str(prompt),
            background=background,
            draw=draw,
            ids=None if ids is None else str(ids),
            shard=shard,
        )
        roles = {"rubric_writer": list(writers)} if writers else {}
        out.parent.mkdir(parents=True, exist_ok=True)  # before anything is paid
        log = run_task(task, roles, log_dir, limit, max_connections)
        rows = list(written_rubrics(log))
        write_rows(rows, out)
    without = sum(row["no_rubric"] is not None for row in rows)
    click.echo(f"{out}: {len(rows) - without} rubrics, {without} questions without one")
    if without:
        context.exit(INCOMPLETE)


@rubrics.command(short_help="Which criteria check a fact: ask a panel.")
@click.argument("file", type=FILE)
@click.option(
    "--panel",
    multiple=True,
    required=True,
    metavar="PROVIDER/MODEL",
    help="A model of the panel; three of them.",
)
@click.option("--out", type=TO_FILE, required=True, help="JSON Lines to write.")
@click.option(
    "--batch",
    type=AT_LEAST_1,
    default=100,
    show_default=True,
    help="Criteria per call.",
)
@click.option(
    "--draw",
    type=AT_LEAST_0,
    default=0,
    show_default=True,
    help="Number of a re-run.",
)
@click.option("--max-connections", type=AT_LEAST_1, help="Calls at the same time.")
@click.option(
    "--log-dir",
    default="logs",
    show_default=True,
    help="Where the log of the calls goes.",
)
def classify(
    file: Path,
    panel: tuple[str, ...],
    out: Path,
    batch: int,
    draw: int,
    max_connections: int | None,
    log_dir: str,
) -> None:
    """Put each criterion of the rubrics in FILE into a class.

    FACTCHECK, OTHER or BORDERLINE, by the majority of the panel. A report that is given
    the log as well shows which criteria tell the answers apart, and the scores without
    those that check facts; nothing is graded again.

    \b
    Example:
      rubricblind rubrics classify rubrichub.jsonl --out classes.jsonl \\
        --panel openai/gpt-5 --panel google/gemini-2.5-flash --panel grok/grok-4

    \b
    Exit status:
      0  written
      1  FILE cannot be used, or the run failed; run the same command again
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.cli.preparing import classified_rows, run_task
    from inspect_rubricblind.solvers.rubrics.saved import write_rows
    from inspect_rubricblind.tasks.criteria_classes import criteria_classes

    with named_failures():
        task = criteria_classes(rubrics=str(file), batch=batch, draw=draw)
        out.parent.mkdir(parents=True, exist_ok=True)  # before anything is paid
        log = run_task(task, {"panel": list(panel)}, log_dir, None, max_connections)
        n = write_rows(classified_rows(log), out)
    click.echo(f"{out}: {n} criteria")


@rubrics.command(short_help="Keep labels of finished logs in a file.")
@click.argument("logs", nargs=-1, required=True, type=LOG)
@click.option("--out", type=TO_FILE, required=True, help="JSON Lines to write.")
def labels(logs: tuple[Path, ...], out: Path) -> None:
    """Write the labels self-contained / referential / borderline of LOGS to --out.

    LOGS are .eval files, or folders of them. Use the labels again with
    `-T labels=FILE`, so that no panel is asked twice.

    \b
    Examples:
      rubricblind rubrics labels logs --out labels.jsonl
      inspect eval inspect_rubricblind/medhallu -T labels=labels.jsonl

    \b
    Exit status:
      0  written
      1  a log cannot be read, none holds labels, or two logs differ
      2  wrong usage
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.cli.preparing import label_rows
    from inspect_rubricblind.logs.sources import find_logs
    from inspect_rubricblind.solvers.rubrics.saved import write_rows

    with named_failures():
        n = write_rows(label_rows(find_logs(logs)), out)
    click.echo(f"{out}: {n} labels")
