"""Further figures: noise and controls, density, agreement, cost."""

from collections.abc import Iterator, Mapping, Sequence

from inspect_rubricblind.logs.cost_tables import dollars
from inspect_rubricblind.logs.costs import Costs
from inspect_rubricblind.logs.figures.canvas import About
from inspect_rubricblind.logs.figures.floor import Moves, moves_chart
from inspect_rubricblind.logs.figures.forest import Mark, Scale, forest
from inspect_rubricblind.logs.figures.labels import cell_lines
from inspect_rubricblind.logs.figures.spending import spending_chart
from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS
from inspect_rubricblind.logs.outcomes.table import CELL_KEY
from inspect_rubricblind.logs.outcomes.wording import decimal
from inspect_rubricblind.logs.page.cells import MOST_CELLS, Block, Content, Row
from inspect_rubricblind.logs.page.plates import (
    Plate,
    auroc_mark,
    auroc_scale,
    in_words,
    limits_of,
    plate_name,
)
from inspect_rubricblind.logs.spending import Spent

HOW_NOISE = (
    "To the right the score fell, to the left it rose. Repeats are the same answer "
    "graded once more: their direction means nothing, so half of the pairs that differ "
    "is drawn on each side. Controls keep the meaning. A lower bound of the noise, "
    "since all was graded in one run."
)
HOW_DENSITY = (
    "Questions by the number of their criteria. Point and line: paired AUROC with its "
    f"95 % interval; hollow: fewer than {FEW_PAIRS} pairs."
)
HOW_AGREEMENT = (
    "Share of pairs to which both gradings give the same outcome, with its 95 % "
    "interval."
)
HOW_DIFFERENCE = (
    "Difference of the AUROCs, first less second, with equal weight per error type."
)
HOW_COST = "What was paid; calls replayed from the cache are not in it."


def noise_plates(content: Content, shown: Sequence[Block]) -> Iterator[Plate]:
    """Errors, repeats and controls of each cell."""
    for block in [block for block in shown if block.graded][:MOST_CELLS]:
        controls = [row for row in content["placebo"] if _same(row, block.row)]
        rows = [_moves("Errors", block.row), *_repeats(block.row)]
        rows += [
            _moves(f"Controls, {row['shape']}", row)
            for row in controls
            if row["win"] is not None
        ]
        if len(rows) > 1:
            told = "; ".join(f"{row.label}: {row.text}" for row in rows)
            about = About(
                plate_name("noise", block), f"Noise and controls: {block.label}", told
            )
            yield Plate("noise", moves_chart(about, rows), HOW_NOISE)


def _moves(label: str, row: Row) -> Moves:
    text = (
        f"{100 * row['win']:.0f} % fell, {100 * row['loss']:.0f} % rose (n {row['n']})"
    )
    return Moves(label, row["win"], row["loss"], text)


def _repeats(row: Row) -> Iterator[Moves]:
    if row["repeat_discordance"] is not None:
        share = row["repeat_discordance"]
        yield Moves("Repeats", share / 2, share / 2, f"{100 * share:.0f} % differ")


def density_plates(content: Content, shown: Sequence[Block]) -> Iterator[Plate]:
    """AUROC by number of criteria, cell by cell."""
    for block in [block for block in shown if block.graded][:MOST_CELLS]:
        rows = [row for row in content["density_bins"] if _same(row, block.row)]
        marks = [_bin_mark(row) for row in rows if row["auroc"] is not None]
        if len(marks) > 1:
            title = f"By number of criteria: {block.label}"
            about = About(plate_name("density", block), title, in_words(marks))
            scale = auroc_scale(content["settings"]["margin"])
            yield Plate("density", forest(about, marks, scale), HOW_DENSITY)


def _bin_mark(row: Row) -> Mark:
    few = row["n"] < FEW_PAIRS
    low, high = row["n_criteria_min"], row["n_criteria_max"]
    span = f"{low} criteria" if low == high else f"{low} to {high} criteria"
    mark = auroc_mark(span + ("*" if few else ""), row, None)
    return Mark(
        mark.label, mark.value, mark.limits, f"{mark.text}, n {row['n']}", faint=few
    )


def agreement_plates(content: Content) -> Iterator[Plate]:
    """How often two gradings agree, and what differs between two cells."""
    rows = [
        row
        for row in content.get("regrades", ())
        if row["error_type"] is None and row["agreement"] is not None
    ]
    if marks := [_side_mark(row, "agreement") for row in rows[: 2 * MOST_CELLS]]:
        about = About("agreement", "Agreement between gradings", in_words(marks))
        scale = Scale("Same outcome, share of pairs", None, span=(-0.02, 1.02))
        yield Plate("agreement", forest(about, marks, scale), HOW_AGREEMENT)
    rows = [row for row in content["comparisons"] if row["difference"] is not None]
    if marks := [_side_mark(row, "difference") for row in rows[: 2 * MOST_CELLS]]:
        about = About("differences", "Differences between cells", in_words(marks))
        scale = Scale("Difference of AUROC", 0.0)
        yield Plate("agreement", forest(about, marks, scale), HOW_DIFFERENCE)


def _side_mark(row: Row, name: str) -> Mark:
    return Mark(sides(row), row[name], limits_of(row, name), decimal(row, name))


def sides(row: Row) -> str:
    """The two sides of a comparison, by what tells them apart."""
    cells = [row["first"], row["second"]]
    if cells[0]["benchmark"] != cells[1]["benchmark"]:
        return " / ".join(str(cell["benchmark"]) for cell in cells)
    names = [", ".join(lines[1:]) for lines in cell_lines(cells)]
    return " / ".join(name.removeprefix("graded by ") for name in names)


def cost_plate(costs: Costs) -> Plate | None:
    """Spending per stage: dollars where all prices are known, else tokens."""
    stages: dict[str, Spent] = {}
    for who, spent in costs.rows.items():
        stages.setdefault(who.stage, Spent()).add(spent)
    if not stages:
        return None
    priced = all(spent.cost is not None for spent in stages.values())
    values = [_amount(spent, priced) for spent in stages.values()]
    if not any(values):
        return None
    unit = "US dollars" if priced else "Tokens, in and out"
    texts = [_spending(stages, name, priced) for name in stages]
    told = "; ".join(f"{k}: {v}" for k, v in zip(stages, texts, strict=True))
    about = About("cost", "Spending per stage", told)
    return Plate(
        "cost", spending_chart(about, list(stages), values, texts, unit), HOW_COST
    )


def _spending(stages: Mapping[str, Spent], name: str, priced: bool) -> str:
    spent = stages[name]
    calls = f"{spent.calls:,} calls"
    if priced:
        return f"${dollars(spent.cost)}, {calls}"
    return f"{_amount(spent, False):,.0f} tokens, {calls}"


def _amount(spent: Spent, priced: bool) -> float:
    if priced:
        return spent.cost or 0.0
    tokens = spent.tokens
    # The output holds the reasoning already.
    return tokens.input + tokens.cache_read + tokens.cache_write + tokens.output


def _same(row: Row, cell: Row) -> bool:
    return all(row[name] == cell[name] for name in CELL_KEY)
