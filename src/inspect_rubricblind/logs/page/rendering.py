"""From the parts of the page to HTML; every value is escaped on its way in."""

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from inspect_rubricblind.logs.escape import visible
from inspect_rubricblind.logs.figures.inline import inline_svg
from inspect_rubricblind.logs.page.blind_map import BlindMap
from inspect_rubricblind.logs.page.choice import OUTCOMES
from inspect_rubricblind.logs.page.examples import Shown
from inspect_rubricblind.logs.page.plates import Plate
from inspect_rubricblind.logs.page.sections import Section
from inspect_rubricblind.logs.page.statements import Opening
from inspect_rubricblind.logs.report import Report
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.taxonomy.model import CANARY

# A figure with its limits, a count, a dash, a p-value: what stands in numeric columns.
_NUMBER = re.compile(
    r"[-<+−$]*[\d.,]+( %)?( \((no interval|[-\d.,]+( to |–)[-\d.,]+)\))?"
    r"|-|none|\d+ of \d+|[\d.,]+–[\d.,]+"
)


@dataclass(frozen=True)
class Gallery:
    """Example pairs, and the sentence that says how many of how many there are."""

    note: str
    shown: Sequence[Shown]
    with_text: bool


@dataclass(frozen=True)
class Page:
    """Everything on the page."""

    report: Report
    opening: Opening
    blind_map: BlindMap
    sections: Sequence[Section]
    gallery: Gallery


def render_page(page: Page) -> str:
    """The page as one file that loads nothing.

    Its content policy allows the page's own script, known by its hash, and nothing
    from elsewhere.
    """
    environment = Environment(
        loader=PackageLoader("inspect_rubricblind.logs.page"),
        undefined=StrictUndefined,
        autoescape=True,
        finalize=_harmless,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["numeric"] = numeric_columns
    environment.filters["svg"] = _svg
    {item.row["state"] for item in page.gallery.shown}
    script, style = (_own(name) for name in ("page.js", "page.css"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return environment.get_template("page.html.j2").render(
        page=page,
        canary=CANARY,
        outcomes=[
            o for o in OUTCOMES if o in {e.row["state"] for e in page.gallery.shown}
        ],
        script=Markup(script),
        style=Markup(style),
        script_hash=digest,
    )


def numeric_columns(table: Table) -> list[bool]:
    """Which columns hold numbers alone, to be set in line."""
    columns = zip(*table.rows, strict=True) if table.rows else [()] * len(table.columns)
    return [
        bool(cells)
        and all(_NUMBER.fullmatch(cell) for cell in cells)
        and any(cell != "-" for cell in cells)
        for cells in map(tuple, columns)
    ]


def _svg(plate: Plate) -> Markup:
    return Markup(inline_svg(plate.drawing))


def _harmless(value: object) -> object:
    """Control and direction characters become visible; line ends and markup stay."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    lines = value.replace("\r\n", "\n").replace("\t", " ").split("\n")
    return "\n".join(visible(line) for line in lines)


def _own(name: str) -> str:
    package = files("inspect_rubricblind.logs.page")
    return package.joinpath("templates", name).read_text(encoding="utf-8")
