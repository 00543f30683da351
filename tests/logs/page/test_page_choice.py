import pandas as pd

from inspect_rubricblind.logs.page.choice import choose
from inspect_rubricblind.logs.pairs import pair_table

DANGEROUS, MILD = {"F1": 4, "C1": 5}, {"K1": 3}


def rows(
    code: str, outcome: str | None, n: int, kind: str = "sample", **changes: object
) -> list[dict[str, object]]:
    harm = (DANGEROUS | MILD)[code]
    return [
        {
            "benchmark": "b",
            "dataset_kind": kind,
            "case_id": f"{kind}-{code}-{outcome}-{number}",
            "epoch": 1,
            "answer_model": "m",
            "injector": "rules",
            "kind": "error",
            "error_type": code,
            "repeat": 0,
            "grading": "g",
            "grader": "judge",
            "outcome": outcome,
            "harm": harm,
            **changes,
        }
        for number in range(n)
    ]


def table(*parts: list[dict[str, object]]) -> pd.DataFrame:
    return pair_table([row for part in parts for row in part])


def test_every_outcome_of_every_type_gets_its_turn():
    pairs = table(rows("F1", "tie", 50), rows("F1", "win", 2), rows("K1", "loss", 1))
    choice = choose(pairs, with_text=False, most=6)
    found = [(row["error_type"], row["state"]) for row in choice.rows]
    assert found.count(("F1", "win")) == 2
    assert found.count(("K1", "loss")) == 1
    assert found.count(("F1", "tie")) == 3
    assert (len(choice.rows), choice.of, choice.hidden) == (6, 53, 0)


def test_dangerous_errors_that_cost_nothing_come_first():
    pairs = table(
        rows("F1", "win", 1), rows("K1", "tie", 1), rows("F1", "tie", 1),
        rows("C1", "loss", 1), rows("C1", "tie", 1),
    )  # fmt: skip
    found = [(r["error_type"], r["state"]) for r in choose(pairs, with_text=True).rows]
    assert found == [
        ("C1", "tie"), ("F1", "tie"), ("C1", "loss"), ("K1", "tie"), ("F1", "win"),
    ]  # fmt: skip


def test_without_a_grader_the_state_is_what_the_rubric_asks_about():
    bare = {"grading": "", "grader": None}
    pairs = table(
        rows("F1", None, 1, covered=True, **bare),
        rows("C1", None, 1, covered=False, **bare),
        rows("K1", None, 1, **bare),
    )
    states = {r["error_type"]: r["state"] for r in choose(pairs, with_text=True).rows}
    assert states == {"F1": "covered", "C1": "uncovered", "K1": "not scored"}


def test_text_of_benchmarks_is_counted_and_held_back():
    pairs = table(rows("F1", "tie", 3, "official"), rows("F1", "tie", 2))
    held = choose(pairs, with_text=False)
    assert {row["dataset_kind"] for row in held.rows} == {"sample"}
    assert (held.of, held.hidden) == (2, 3)
    assert len(choose(pairs, with_text=True).rows) == 5


def test_the_draw_does_not_depend_on_the_order_of_rows():
    parts = rows("F1", "tie", 30) + rows("K1", "win", 30)
    names = [
        [
            row["case_id"]
            for row in choose(pair_table(some), with_text=False, most=9).rows
        ]
        for some in (parts, parts[::-1])
    ]
    assert names[0] == names[1]


def test_controls_and_repeats_are_no_examples():
    control = rows("F1", "tie", 1, kind="sample")
    control[0] |= {"kind": "control", "error_type": "same"}
    assert choose(table(control), with_text=True).rows == ()
