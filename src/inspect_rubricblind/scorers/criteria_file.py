"""Another rubric for the same frozen pairs: `criteria=FILE`."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import Field

from inspect_rubricblind.records import Case, Criterion, points_possible
from inspect_rubricblind.records.rows import (
    Points,
    Row,
    Text,
    find_file,
    parse_row,
    read_jsonl,
    refuse_duplicates,
)


class CriterionRow(Row):
    """One rubric line of the file."""

    criterion: Text
    points: Points
    tags: list[str] = Field(default_factory=list)


class RubricRow(Row):
    """The rubric of one case."""

    id: Text
    criteria: list[CriterionRow]


@dataclass(frozen=True)
class Rubrics:
    """Rubrics by case id; without a file every case keeps its own."""

    by_case: Mapping[str, tuple[Criterion, ...]] | None
    file: str = ""

    def applied_to(self, case_id: str, case: Case) -> Case:
        """The case with the rubric that it is graded with.

        Verdicts known for the case's own rubric do not carry over to another one.

        Raises:
            ValueError: The file holds none for this case.
        """
        if self.by_case is None:
            return case
        if case_id not in self.by_case:
            raise ValueError(
                f"criteria must hold a row for every case, but {self.file} has none "
                f"with the id {case_id!r}"
            )
        return case.model_copy(
            update={"criteria": self.by_case[case_id], "verdicts": None}
        )


def read_rubrics(path: str | None) -> Rubrics:
    """Read a rubric file, one JSON object `{id, criteria}` per line.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError: A row is malformed, an id stands twice, a criterion has 0 points,
            or a row has no positive points.
    """
    if path is None:
        return Rubrics(None)
    file = find_file(path, "criteria", "absent")
    rubrics: dict[str, tuple[Criterion, ...]] = {}
    lines = list(read_jsonl(file))
    rows = [parse_row(RubricRow, line, "id") for line in lines]
    refuse_duplicates(((r.id, n) for r, n in zip(rows, lines, strict=True)), "id")
    for row, line in zip(rows, lines, strict=True):
        criteria = tuple(
            Criterion(
                index=i, criterion=c.criterion, points=c.points, tags=tuple(c.tags)
            )
            for i, c in enumerate(row.criteria)
        )
        where = f"{file}, line {line.number}, row {row.id!r}"
        if zero := [c.index for c in criteria if c.points == 0]:
            raise ValueError(f"{where}: points must not be 0, but got 0 at {zero}")
        if points_possible(criteria) == 0:
            raise ValueError(f"{where}: a rubric must have positive points")
        rubrics[row.id] = criteria
    return Rubrics(rubrics, str(file))
