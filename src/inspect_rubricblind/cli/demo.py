"""`rubricblind demo`: the embedded study on the bundled sample, in one go."""

from pathlib import Path

import click

from inspect_rubricblind.cli.failure import INCOMPLETE, named_failures


@click.command(short_help="Run the bundled SAMPLE and report on it; needs no key.")
@click.option(
    "--dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("."),
    show_default=True,
    help="Where the folders logs/ and report/ go.",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Fixes every choice among possible edits.",
)
@click.pass_context
def demo(context: click.Context, folder: Path, seed: int) -> None:
    """Inject 13 kinds of error into the bundled SAMPLE answers and report.

    Everything runs by rules on this machine: no model, no key, no network. The sample
    is a few cases written for this project; its numbers show how the method works and
    say nothing about any benchmark. A last table holds the estimate against pairs
    whose truth is known, to show how far it can be trusted.

    Writes logs/ (open it with `inspect view --log-dir logs`) and report/.

    \b
    Examples:
      rubricblind demo
      rubricblind demo --dir /tmp/try --seed 7

    \b
    Exit status:
      0  done
      1  the run failed; its log says where
      2  wrong usage
      3  done, but something is missing; the report says what
    """  # noqa: D301 - click reads the escape
    from inspect_rubricblind.cli.console import (
        print_report,
        print_self_check,
        show_progress,
    )
    from inspect_rubricblind.cli.run import run_sample
    from inspect_rubricblind.cli.selfcheck import self_check
    from inspect_rubricblind.logs.page.writing import write_page
    from inspect_rubricblind.logs.report import build_report, write_report
    from inspect_rubricblind.logs.study import read_study

    with named_failures():
        with show_progress("SAMPLE: injecting errors, asking the rubrics") as advance:
            log = run_sample(folder / "logs", seed, advance)
        study = read_study([log])
        built = build_report(study, seed=seed)
    out = folder / "report"
    paths = [log, *write_page(built, out, study), *write_report(built, study, out)]
    print_report(built, paths)
    print_self_check(self_check(seed))
    if built.incomplete:
        context.exit(INCOMPLETE)
