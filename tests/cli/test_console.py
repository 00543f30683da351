"""Tables on narrow and wide terminals."""

import io

import pytest
from rich.console import Console

from inspect_rubricblind.cli.console import print_table
from inspect_rubricblind.logs.tables import Table

NAMES = [
    f"a benchmark, answers by reference, errors by rules, graded by model {n}"
    for n in "AB"
]
TABLE = Table(
    title="Outcomes",
    columns=("Pairs", "N", "Win %", "AUROC"),
    rows=tuple((name, "212", "15.3 (9–24)", "0.569 (0.53–0.62)") for name in NAMES),
)


def printed(width: int) -> list[str]:
    out = io.StringIO()
    print_table(Console(file=out, width=width), TABLE)
    return [line.strip() for line in out.getvalue().split("\n")]


@pytest.mark.parametrize("width", [60, 80])
def test_long_names_that_do_not_fit_stand_below_their_table(width: int):
    lines = printed(width)
    for number, name in enumerate(NAMES, start=1):
        [row] = [line for line in lines if line.startswith(f"({number})  ")]
        assert row.split()[1:4] == ["212", "15.3", "(9–24)"]
        assert f"({number}) {name}" in " ".join(lines)


def test_on_a_wide_terminal_they_stand_in_it():
    lines = printed(200)
    assert [line for line in lines if line.startswith(NAMES[0])]
    assert not [line for line in lines if line.startswith("(1)")]
