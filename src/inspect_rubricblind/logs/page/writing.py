"""`report.html` and `figures/*.svg`."""

import re
from pathlib import Path

from inspect_rubricblind.logs.costs import Costs, read_costs
from inspect_rubricblind.logs.page.blind_map import blind_map, map_drawing
from inspect_rubricblind.logs.page.cells import blocks
from inspect_rubricblind.logs.page.choice import Choice, choose
from inspect_rubricblind.logs.page.examples import shown_examples
from inspect_rubricblind.logs.page.failures import failure_tables
from inspect_rubricblind.logs.page.rendering import Gallery, Page, render_page
from inspect_rubricblind.logs.page.sections import all_plates, page_sections
from inspect_rubricblind.logs.page.statements import opening
from inspect_rubricblind.logs.report import EXPORT_NOTE, NO_TEXT_NOTE, TEXT_NOTE, Report
from inspect_rubricblind.logs.study import Study

FIGURES = "figures"
_OWN = re.compile(
    r"(map|coverage|outcomes|auroc|types|noise|density|agreement|differences|cost)"
    r"(-\d+-[a-z0-9-]+)?\.svg|medhallu-[a-z0-9-]+\.svg|traps-heat\.svg"
    r"|scenarios-weight-\d\.svg"
)
"""Names of figures that a report writes: an earlier report's are taken away."""


def write_page(
    report: Report, folder: Path, study: Study | None = None, *, with_text: bool = False
) -> list[Path]:
    """Write the page and its figures; figures of an earlier report are removed.

    Args:
        report: What the page says.
        folder: Where to; it is made if it is not there.
        study: The logs, for examples and cost; None for a pairs file.
        with_text: Whether benchmark text may appear in examples.
    """
    content = report.summary.as_json()
    shown = blocks(content)
    costs = _costs(study)
    plates = all_plates(content, shown, costs)
    failures = failure_tables(content, study.pairs if study else None)
    found = blind_map(shown)
    page = Page(
        report=report,
        opening=opening(report, shown),
        blind_map=found,
        sections=page_sections(shown, plates, report.tables, costs, failures),
        gallery=_gallery(study, with_text),
    )
    drawings = [plate.drawing for plate in plates]
    if found.rows:
        drawings.append(map_drawing(found))
    figures = folder / FIGURES
    figures.mkdir(parents=True, exist_ok=True)
    for old in figures.iterdir():
        if _OWN.fullmatch(old.name):
            old.unlink()
    written = [folder / "report.html"]
    written[0].write_text(render_page(page), encoding="utf-8")
    for drawing in drawings:
        path = figures / f"{drawing.about.name}.svg"
        path.write_text(drawing.svg, encoding="utf-8")
        written.append(path)
    return written


def _costs(study: Study | None) -> Costs | None:
    """What calls cost; an export leaves the calls in its logs."""
    if study is None or not study.logs.has_text:
        return None
    return read_costs([run.path for run in study.logs.runs])


def _gallery(study: Study | None, with_text: bool) -> Gallery:
    if study is None:
        return Gallery(NO_TEXT_NOTE, (), with_text)
    if not study.logs.has_text:
        return Gallery(EXPORT_NOTE, (), with_text)
    choice = choose(study.pairs, with_text=with_text)
    examples = shown_examples(study.logs.runs, choice.rows)
    return Gallery(_said(choice), examples, with_text)


def _said(choice: Choice) -> str:
    """How many of how many, and whether text was held back."""
    shown = f"{len(choice.rows):,} of {choice.of + choice.hidden:,} pairs"
    return f"{shown}; {TEXT_NOTE}" if choice.hidden else f"{shown}."
