import json
from pathlib import Path
from typing import Any

import pytest

from inspect_rubricblind.logs.ratings import (
    ItemKey,
    Rating,
    opinions,
    pair_name,
    read_ratings,
)


def rating(rater: str, answer: str | None, **changes: Any) -> Rating:
    key = {
        "kind": "error",
        "error_type": "F1",
        "injector": "rules",
        "case_id": "a",
        "benchmark": "b",
        "dataset_kind": "path",
        "answer_model": "m",
        "content": "c",
        **changes,
    }
    return Rating(
        packet=f"p-{rater}",
        rater=rater,
        role="Nurse",
        form="management",
        item="i1",
        position=1,
        question="changes_management",
        answer=answer,
        key=ItemKey(**key),
    )


def write(path: Path, *ratings: Rating) -> Path:
    text = "".join(f"{r.model_dump_json()}\n" for r in ratings)
    path.write_text(text, encoding="utf-8")
    return path


def test_what_is_written_is_read_back(tmp_path: Path):
    ratings = [rating("R01", "yes"), rating("R02", None)]
    assert read_ratings(write(tmp_path / "r.jsonl", *ratings)) == ratings


def test_a_rating_that_stands_twice_is_refused(tmp_path: Path):
    path = write(tmp_path / "r.jsonl", rating("R01", "yes"), rating("R01", "no"))
    with pytest.raises(ValueError, match="packet, item and question must be unique"):
        read_ratings(path)


def test_a_line_that_is_no_rating_is_named(tmp_path: Path):
    path = write(tmp_path / "r.jsonl", rating("R01", "yes"))
    row = json.loads(path.read_text("utf-8")) | {"answer": "perhaps"}
    path.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(ValueError, match="line 1, row 'i1': field answer"):
        read_ratings(path)


@pytest.mark.parametrize(
    ("answers", "opinion"),
    [
        (["yes", "yes"], "yes"),
        (["yes", "no"], "split"),
        (["no", "no"], "no"),
        (["yes", "no", "yes"], "yes"),
        (["yes", None], "yes"),
    ],
)
def test_the_opinion_is_that_of_the_majority(answers: list[Any], opinion: str):
    found = opinions(rating(f"R{i}", a) for i, a in enumerate(answers))
    assert list(found.values()) == [(opinion, "c")]
    [name] = found
    assert name == pair_name(rating("R1", "yes").key.model_dump())


def test_controls_skipped_items_and_other_questions_are_no_opinion():
    control = rating("R1", "yes", kind="control", error_type="same")
    other = rating("R2", "yes").model_copy(update={"question": "plausible"})
    assert opinions([control, other, rating("R3", None)]) == {}
