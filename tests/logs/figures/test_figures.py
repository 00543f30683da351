import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from inspect_rubricblind.logs.figures.bars import outcome_bars
from inspect_rubricblind.logs.figures.canvas import PAINTS, About, Drawing
from inspect_rubricblind.logs.figures.floor import Moves, moves_chart
from inspect_rubricblind.logs.figures.forest import Mark, Scale, forest
from inspect_rubricblind.logs.figures.funnel import type_funnel
from inspect_rubricblind.logs.figures.grid import Tile, grid_chart
from inspect_rubricblind.logs.figures.inline import inline_svg
from inspect_rubricblind.logs.figures.labels import cell_lines, slug, type_label
from inspect_rubricblind.logs.figures.spending import spending_chart

ABOUT = About("name", "A title", "What it shows.")
HOSTILE = (
    r"$\frac{1}{0}$ <script>alert(1)</script> ]]> \" ' & 你好 שלום" + "\u2028\u202e"
)
SHARES = {"win": 0.55, "tie": 0.4, "loss": 0.05, "n": 1234, "n_ungraded": 7}


def texts(drawing: Drawing) -> list[str]:
    root = ElementTree.fromstring(drawing.svg)
    return ["".join(e.itertext()) for e in root.iter() if e.tag.endswith("}text")]


def bars(label: str = "F1") -> Drawing:
    return outcome_bars(ABOUT, [label], [SHARES])


def marks(label: str = "F1") -> Drawing:
    mark = Mark(label, 0.61, (0.55, 0.68), "0.610 (0.55–0.68)", (0.5, 0.7), 0.83)
    few = Mark("K1*", 0.5, None, "0.500", faint=True)
    scale = Scale("AUROC", 0.5, band=(0.45, 0.55), band_label="margin",
                  other_label="other", bound_label="bound")  # fmt: skip
    return forest(ABOUT, [mark, few], scale)


def funnel(label: str = "F1") -> Drawing:
    rows = [
        {"considered": 89, "applicable": 40, "accepted": 30, "n": 30},
        {"considered": 89, "applicable": 20, "accepted": 10, "n": 10},
    ]
    return type_funnel(ABOUT, [label, "K1"], rows)


def moves(label: str = "Errors") -> Drawing:
    return moves_chart(ABOUT, [Moves(label, 0.3, 0.1, "30 % fell, 10 % rose")])


def grid(label: str = "F1") -> Drawing:
    tile = Tile(("0.61", "0.55–0.68"), 4)
    return grid_chart(ABOUT, [label], [(label, "graded")], [[tile]])


def spending(label: str = "grading") -> Drawing:
    return spending_chart(ABOUT, [label], [1234.5], ["$1,234.50"], "US dollars")


ALL = [bars, marks, funnel, moves, grid, spending]


@pytest.mark.parametrize("make", ALL)
def test_two_runs_give_the_same_bytes_and_no_date(make):
    first = make()
    assert first.svg == make().svg
    assert "dc:date" not in first.svg
    assert "matplotlib.org" not in first.svg


@pytest.mark.parametrize("make", ALL)
def test_hostile_names_stay_text(make):
    drawing = make(HOSTILE)
    root = ElementTree.fromstring(drawing.svg)
    assert not [e for e in root.iter() if e.tag.endswith("script")]
    assert any(text.startswith(r"$\frac{1}{0}$ <script>") for text in texts(drawing))
    assert not re.search("[\u2028\u202e]", drawing.svg)
    assert "<script" not in inline_svg(drawing)


def test_bars_say_their_numbers():
    assert {"55", "40", "1,234 pairs, 7 ungraded"} <= set(texts(bars()))
    # A bar of 5 % has no room for its number.
    assert "5" not in texts(bars())


def test_the_bars_are_as_long_as_the_shares():
    svg = bars().svg
    lengths = {}
    for role in ("win", "tie", "loss"):
        paths = re.findall(rf'd="([^"]*)"[^>]*style="fill: {PAINTS[role]}', svg)
        xs = [float(x) for x in re.findall(r"[ML] ([\d.]+) ", paths[-1])]
        lengths[role] = max(xs) - min(xs)
    whole = sum(lengths.values())
    # The last one of a colour is its mark in the legend, the same size for all.
    assert len({round(length, 3) for length in lengths.values()}) == 1
    first = {
        role: re.findall(rf'd="([^"]*)"[^>]*style="fill: {PAINTS[role]}', svg)[0]
        for role in lengths
    }
    spans = {}
    for role, path in first.items():
        xs = [float(x) for x in re.findall(r"[ML] ([\d.]+) ", path)]
        spans[role] = max(xs) - min(xs)
    whole = sum(spans.values())
    assert {k: v / whole for k, v in spans.items()} == pytest.approx(
        {k: SHARES[k] for k in spans}, abs=1e-4
    )


def test_a_forest_says_its_numbers_and_what_its_signs_mean():
    said = texts(marks())
    assert {"0.610 (0.55–0.68)", "0.500", "margin", "other", "bound"} <= set(said)
    assert "few pairs" in said


def test_a_funnel_says_counts_and_shares():
    assert {"30 (75 % of all)", "10 (25 % of all)"} <= set(texts(funnel()))


@pytest.mark.parametrize("make", ALL)
def test_inline_figures_bring_no_style_and_only_colours_of_the_page(make):
    html = inline_svg(make())
    assert "<style" not in html
    assert html.count("<title") == 1
    assert "xlink" not in html
    # Shades of the map are the only colours that are not the page's.
    if make is not grid:
        assert not re.search(r"#[0-9a-f]{6}", html)
    assert 'aria-labelledby="fig-name-title fig-name-text"' in html
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    assert all(name.startswith("fig-name-") for name in ids)
    for used in re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', html):
        assert set(used) & set(ids)


def test_each_colour_has_one_role():
    assert len(set(PAINTS.values())) == len(PAINTS)


def test_outcomes_differ_in_grey_too():
    def lightness(colour: str) -> float:
        red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    win, loss, tie = (lightness(PAINTS[name]) for name in ("win", "loss", "tie"))
    assert win + 0.2 < loss < tie - 0.2


def cell(**changes: object) -> dict[str, object]:
    return {
        "benchmark": "hb",
        "dataset_kind": "official",
        "answer_model": "gpt",
        "injector": "rules",
        "grader": "openai/judge",
        "draw": 0,
        "rubric_scheme": "own",
        "setup": "s",
        **changes,
    }


def test_cells_are_named_by_what_differs():
    cells = [cell(), cell(grader="openai/other", setup="t")]
    assert cell_lines(cells) == [("hb", "graded by judge"), ("hb", "graded by other")]
    assert cell_lines([cell(dataset_kind="sample")]) == [("hb (SAMPLE data)",)]
    assert cell_lines([cell(), cell(setup="t")]) == [
        ("hb", "setup s"),
        ("hb", "setup t"),
    ]


def test_file_names_are_plain():
    assert slug("HealthBench, graded by ../../Ä?x") == "healthbench-graded-by-x"
    assert slug("你好") == "all"
    assert type_label({"error_type": "F1"}, few=True) == "F1 Dosage error*"
    assert type_label({"error_type": "X9"}) == "X9"


@pytest.mark.parametrize(
    "code",
    [
        "from inspect_rubricblind.cli import main\n"
        "main(['report', '--help'], standalone_mode=False)",
        "import inspect_rubricblind._registry",
        "import inspect_rubricblind.logs.report",
    ],
)
def test_matplotlib_is_imported_only_to_draw(code: str):
    check = f"import sys\n{code}\nsys.exit('matplotlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
