"""LiveMedBench's row format, in all its versions, and the language of a case."""

from typing import Annotated, Any

import regex
from pydantic import BeforeValidator, Field, model_validator

from inspect_rubricblind.records import Criterion
from inspect_rubricblind.records.rows import Line, Row, Text, must, parse_row
from inspect_rubricblind.tasks.healthbench import NonzeroPoints
from inspect_rubricblind.tasks.items import Item, Turn
from inspect_rubricblind.tasks.supplied import CaseId

CJK = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}]")
MONTH = regex.compile(r"\d{4}-\d{2}(?=-\d{2})")


def _text_or_list(value: Any) -> Any:
    """One label or several: the versions of the file differ."""
    if value is None:
        return []
    return [value] if isinstance(value, str) else value


Labels = Annotated[list[str], BeforeValidator(_text_or_list)]
"""A string, a list of strings or null."""


class RubricItem(Row):
    """One criterion of a row: a question; `axe` is the clinical axis."""

    criterion: Text
    points: NonzeroPoints
    axe: Labels = Field(default_factory=list)


class LiveMedBenchRow(Row):
    """A row of the official files; what a run can do without is optional."""

    case_id: CaseId
    narrative: str | None = None
    core_request: str | None = None
    doctor_advice: str | None = None
    rubric_items: list[RubricItem] | None = None
    post_time: str | None = None
    theme: Labels = Field(default_factory=list)
    canary: str | None = None

    @model_validator(mode="after")
    def _asks_something(self) -> "LiveMedBenchRow":
        if not _join(self.narrative, self.core_request):
            raise must("must have a narrative or a core_request with text in it")
        return self


def read_row(line: Line) -> Item:
    """Map a row to a case: `Item.reference` is the doctor's advice.

    The first theme counts where a case has several; all of them are tags. A case
    without criteria is skipped. One with negative criteria only is a case: its score
    is 0 by the official code, and it is tagged `negative_only`.
    """
    row = parse_row(LiveMedBenchRow, line, "case_id")
    themes = [theme.strip() for theme in row.theme if theme.strip()]
    items = row.rubric_items or []
    month = MONTH.match(row.post_time or "")
    negative_only = bool(items) and all(item.points < 0 for item in items)
    texts = (row.narrative, row.core_request, row.doctor_advice)
    advice = row.doctor_advice or ""
    return Item(
        id=row.case_id,
        turns=(Turn(role="user", content=_join(row.narrative, row.core_request)),),
        criteria=tuple(
            Criterion(
                index=index,
                criterion=item.criterion,
                points=item.points,
                tags=tuple(f"axis:{axis}" for axis in item.axe),
            )
            for index, item in enumerate(items)
        ),
        tags=(
            *(f"theme:{theme}" for theme in themes),
            f"month:{month[0]}" if month else "month:unknown",
            *(["negative_only"] if negative_only else []),
        ),
        theme=themes[0] if themes else "",
        canary=row.canary or "",
        reference=advice if advice.strip() else None,
        language=detect_language(*texts),
        skip=None if items else "no_criteria",
    )


def detect_language(*texts: str | None) -> str:
    """`zh` if any text holds a Chinese, Japanese or Korean character, else `en`.

    The rule of "When Rubrics Fail", appendix A; punctuation is not counted as a
    character of a language.
    """
    return "zh" if any(text and CJK.search(text) for text in texts) else "en"


def _join(narrative: str | None, request: str | None) -> str:
    """What the official code shows as the query: narrative, blank line, request."""
    return "\n\n".join(part for part in (narrative, request) if part and part.strip())
