"""The command group. Commands import what they need when they run."""

import click

from inspect_rubricblind import __version__
from inspect_rubricblind.cli.compare import compare
from inspect_rubricblind.cli.corpus import corpus
from inspect_rubricblind.cli.costs import costs
from inspect_rubricblind.cli.data import data
from inspect_rubricblind.cli.demo import demo
from inspect_rubricblind.cli.export import export
from inspect_rubricblind.cli.plan import plan
from inspect_rubricblind.cli.report import report
from inspect_rubricblind.cli.review import review
from inspect_rubricblind.cli.rubrics import rubrics
from inspect_rubricblind.cli.scenarios import scenarios
from inspect_rubricblind.cli.taxonomy import taxonomy
from inspect_rubricblind.cli.traps import traps
from inspect_rubricblind.cli.validate import validate


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rubricblind")
def main() -> None:
    """When a medical answer becomes clinically wrong, does the rubric notice?

    Evaluations run through Inspect; `rubricblind` reads the logs they leave.

    \b
    Try it (no key, no model, no network):
      rubricblind demo

    \b
    Real rows, then the report:
      inspect eval inspect_rubricblind/healthbench -T dataset=oss_eval.jsonl
      rubricblind report logs --out report

    `rubricblind COMMAND --help` explains each command with examples.
    """  # noqa: D301 - click reads the escape


for command in (
    compare,
    corpus,
    costs,
    data,
    demo,
    export,
    plan,
    report,
    review,
    rubrics,
    scenarios,
    taxonomy,
    traps,
    validate,
):
    main.add_command(command)
