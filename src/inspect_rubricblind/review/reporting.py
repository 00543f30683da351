"""`rubricblind review report`: files from the ratings of a review."""

import json
from collections.abc import Sequence
from pathlib import Path

from inspect_rubricblind.logs import escape
from inspect_rubricblind.logs.markdown import fill_template
from inspect_rubricblind.logs.outcomes.csv import write_tables
from inspect_rubricblind.logs.ratings import read_ratings
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.review.assignment import read_assignment
from inspect_rubricblind.review.ingesting import RATINGS_FILE, missing_ratings
from inspect_rubricblind.review.panel import panel_drawing
from inspect_rubricblind.review.summarising import ReviewSummary, summarise_review
from inspect_rubricblind.review.tables import review_tables
from inspect_rubricblind.taxonomy.model import CANARY


def summarise_folder(folder: Path, seed: int = 0) -> ReviewSummary:
    """Everything about the ratings that a review has so far.

    Args:
        folder: A review with ingested ratings.
        seed: Of the bootstraps and relabellings.

    Raises:
        ValueError: The folder holds no review, or no rating yet.
    """
    assignment = read_assignment(folder)
    path = folder / RATINGS_FILE
    if not path.is_file():
        raise ValueError(
            f"{path} must be there, but is not: run `rubricblind review ingest` first"
        )
    ratings = read_ratings(path)
    missing = tuple(missing_ratings(ratings, assignment))
    return summarise_review(ratings, assignment.form, missing, seed=seed)


def write_review(
    summary: ReviewSummary, tables: Sequence[Table], folder: Path
) -> list[Path]:
    """Write `review.md`, `review.json`, `panel.svg` and `tables/*.csv`."""
    folder.mkdir(parents=True, exist_ok=True)
    page, numbers, panel = (
        folder / name for name in ("review.md", "review.json", "panel.svg")
    )
    page.write_text(render_markdown(summary, tables), encoding="utf-8")
    content = summary.as_json()
    text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)
    numbers.write_text(f"{text}\n", encoding="utf-8")
    panel.write_text(panel_drawing(summary.panel).svg, encoding="utf-8")
    return [page, numbers, panel, *write_tables(content, folder / "tables")]


def all_tables(summary: ReviewSummary) -> list[Table]:
    """The tables of a review, for a console and for `write_review`."""
    return list(review_tables(summary))


def render_markdown(summary: ReviewSummary, tables: Sequence[Table]) -> str:
    """The page; every value is escaped on its way into the template."""
    return fill_template(
        "inspect_rubricblind.review",
        "review.md.j2",
        summary=summary,
        tables=tables,
        canary=CANARY,
        code=escape.code,
    )
