from collections import Counter
from typing import Any

import pytest

from inspect_rubricblind.records import CONTROL_SHAPES, ERROR_CODES
from inspect_rubricblind.review.drawing import draw_rows


def row(kind: str, error_type: str, injector: str, case: int) -> dict[str, Any]:
    return {
        "benchmark": "b",
        "dataset_kind": "path",
        "case_id": f"case-{case}",
        "epoch": 1,
        "answer_model": "m",
        "injector": injector,
        "kind": kind,
        "error_type": error_type,
        "repeat": 0,
        "grading": "",
    }


def population(cases: int = 20, injectors: str = "abc") -> list[dict[str, Any]]:
    return [
        row("error", code, injector, case)
        for case in range(cases)
        for injector in injectors
        for code in ERROR_CODES
    ] + [
        row("control", shape, "rules", case)
        for case in range(cases)
        for shape in CONTROL_SHAPES
    ]


def draw(rows: list[dict[str, Any]], **changes: Any) -> Any:
    plan = {"per_cell": 3, "control_share": 0.15, "seed": 0, **changes}
    return draw_rows(rows, **plan)


def test_three_per_type_and_injector_are_s1s_117():
    found = draw(population())
    cells = Counter((r["error_type"], r["injector"]) for r in found.errors)
    assert len(found.errors) == 117
    assert set(cells.values()) == {3}
    assert found.short == ()


def test_controls_are_a_seventh_of_the_items_in_all_shapes():
    found = draw(population())
    assert len(found.controls) == round(117 * 0.15 / 0.85) == 21
    assert 0.10 <= 21 / 138 <= 0.20
    shapes = Counter(r["error_type"] for r in found.controls)
    assert set(shapes) == set(CONTROL_SHAPES)
    assert max(shapes.values()) - min(shapes.values()) <= 1


def test_cases_are_spread():
    used = Counter(r["case_id"] for r in draw(population()).rows)
    assert len(used) == 20
    assert max(used.values()) <= 138 / 20 + 2


def test_the_draw_depends_on_the_seed_and_not_on_the_order():
    rows = population()
    assert draw(rows).rows == draw(rows[::-1]).rows
    assert draw(rows).rows != draw(rows, seed=1).rows


def test_cells_that_are_too_small_are_named():
    rows = [r for r in population() if (r["error_type"], r["injector"]) != ("F2", "b")]
    found = draw(rows)
    assert found.short == ("F2 by b: 0 of 3",)
    assert len(found.errors) == 114


def test_too_few_controls_are_refused_with_the_cure():
    rows = [r for r in population() if r["kind"] == "error"]
    with pytest.raises(ValueError, match=r"21 are needed and 0 are there.*0 for none"):
        draw(rows)
    assert draw(rows, control_share=0.0).controls == ()


@pytest.mark.parametrize("share", [-0.1, 0.5])
def test_an_odd_share_is_refused(share: float):
    with pytest.raises(ValueError, match="control_share must be at least 0"):
        draw(population(), control_share=share)


def test_logs_without_errors_are_refused():
    with pytest.raises(ValueError, match="must hold injected errors"):
        draw([])
