"""Pages made of synthetic logs, and their structure, for the tests of the page."""

from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from inspect_ai.log import EvalSample

from inspect_rubricblind.logs.page.writing import write_page
from inspect_rubricblind.logs.report import build_report
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import Criterion, criteria_digest
from synthetic_logs import (
    CRITERIA,
    applicable,
    case,
    coverage,
    grading,
    log_sample,
    variant,
    write_log,
)

VOID = {"meta", "link", "br", "input", "path", "use", "rect", "img"}
BEFORE = [True, False, False]
KEPT = BEFORE
FELL = [False, False, False]
ROSE = [True, True, False]


class Element:
    """A tag with its attributes and the text inside."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag, self.attributes, self.text = tag, attributes, ""


class Structure(HTMLParser):
    """All elements in order; fails on tags that are not closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(html)
        self.close()
        assert not self.open, [element.tag for element in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        self.elements.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open[-1].tag == tag, (self.open[-1].tag, tag)
            self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data

    def all(self, tag: str, name: str = "") -> list[Element]:
        """Elements of a tag, of one class if `name` is given."""
        return [
            e
            for e in self.elements
            if e.tag == tag
            and (not name or name in e.attributes.get("class", "").split())
        ]


def graded_sample(number: int, **changes: Any) -> EvalSample:
    """An answer with a tie on F1 (harm 5), a win on C1, a loss on K1, and controls."""
    about = changes.pop("about", None) or case()
    criteria = tuple(about.criteria)
    kinds = [("error", "F1", KEPT), ("error", "C1", FELL), ("error", "K1", ROSE),
             ("control", "same", KEPT), ("repeat", "", KEPT)]  # fmt: skip
    return log_sample(
        f"case-{number}",
        injections=[variant("F1"), variant("C1"), variant("K1", harm=3)],
        controls=[variant("same")],
        applicability=[applicable(code, True) for code in ("F1", "C1", "K1")],
        scored=coverage(("F1", True, True), ("C1", True, True), ("K1", False, None),
                        ("same", False, None)),
        graded=[_with_rubric(grading(*kinds, original=BEFORE), criteria)],
        about=about,
        **changes,
    )  # fmt: skip


def _with_rubric(result: Any, criteria: Sequence[Criterion]) -> Any:
    digest = criteria_digest(criteria)
    signature = result.signature.model_copy(update={"criteria_hash": digest})
    return result.model_copy(update={"signature": signature})


def bare_sample(number: int, **changes: Any) -> EvalSample:
    """An answer with two errors that nobody graded, one of them covered."""
    return log_sample(
        f"case-{number}",
        injections=[variant("F1"), variant("K1", harm=3)],
        scored=coverage(("F1", False, None), ("K1", True, None)),
        **changes,
    )


def page_of(folder: Path, samples: Sequence[EvalSample], **options: Any) -> str:
    """Write the page of one log and read it back."""
    study = read_study([write_log(folder / "a.eval", samples)])
    report = build_report(study, with_text=bool(options.get("with_text")))
    write_page(report, folder / "out", study, **options)
    return (folder / "out" / "report.html").read_text(encoding="utf-8")


__all__ = ["CRITERIA", "Structure", "bare_sample", "graded_sample", "page_of"]
