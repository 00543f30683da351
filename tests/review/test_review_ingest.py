import json
from pathlib import Path
from typing import Any

import pytest
from review_parts import all_back, made, returned, send_back, signed

from inspect_rubricblind.logs.ratings import read_ratings
from inspect_rubricblind.review.ingesting import Ingested, ingest
from inspect_rubricblind.review.making import Made


@pytest.fixture
def review(tmp_path: Path) -> Made:
    return made(tmp_path)


def only_refusal(found: Ingested, name: str) -> str:
    [refused] = found.refused
    assert refused.name == name
    return refused.reason


def test_a_whole_review_comes_back_complete(review: Made):
    assignment = all_back(review.folder)
    found = ingest(review.folder)
    assert (found.refused, found.missing) == ((), ())
    n_items = len(assignment.items)
    assert found.added == found.total == 2 * n_items
    ratings = read_ratings(found.path)
    assert {r.answer for r in ratings} == {"yes"}
    keys = {item.item: item.key for item in assignment.items}
    assert all(keys[r.item] == r.key for r in ratings)
    order = {p.rater: p.items for p in assignment.packets}
    assert all(order[r.rater][r.position - 1] == r.item for r in ratings)


def test_a_second_run_adds_nothing_and_changes_nothing(review: Made):
    all_back(review.folder)
    path = ingest(review.folder).path
    before = path.read_bytes()
    found = ingest(review.folder)
    assert (found.added, found.known) == (0, found.total)
    assert path.read_bytes() == before


def test_another_answer_never_replaces_the_first(review: Made):
    assignment = all_back(review.folder)
    path = ingest(review.folder).path
    before = path.read_bytes()
    changed = assignment.packets[0].items[2]
    file = returned(assignment, "R01", lambda item: "no" if item == changed else "yes")
    send_back(review.folder, "R01.json", file)
    reason = only_refusal(ingest(review.folder), "R01.json")
    assert changed in reason
    assert "it stays as it is" in reason
    assert path.read_bytes() == before


def test_what_is_missing_is_named_by_rater_and_place(review: Made):
    assignment = all_back(review.folder)
    first = assignment.packets[0].items
    open_ = {first[1], first[4]}
    file = returned(assignment, "R01", lambda item: "" if item in open_ else "yes")
    send_back(review.folder, "R01.json", file)
    (review.folder / "returned" / "R03.json").unlink()
    found = ingest(review.folder)
    lost = len(assignment.packets[2].items)
    assert found.missing == (
        "R01: not rated: item 2, 5",
        f"R03: nothing has come back ({lost} items)",
    )
    send_back(review.folder, "R01.json", returned(assignment, "R01"))
    later = ingest(review.folder)
    assert later.added == 2
    assert len(later.missing) == 1


def test_a_skipped_item_is_an_answer_of_its_own(review: Made):
    assignment = all_back(review.folder, lambda item: "Outside my field")
    found = ingest(review.folder)
    assert found.missing == ()
    assert {(r.answer, r.skipped) for r in read_ratings(found.path)} == {
        (None, "Outside my field")
    }
    assert len(assignment.packets) == 4


def test_a_tampered_file_is_refused_by_name(review: Made):
    assignment = all_back(review.folder)
    file = returned(assignment, "R02")
    file["items"][0]["answers"]["changes_management"] = "no"
    send_back(review.folder, "R02.json", file)
    assert "altered after it was saved" in only_refusal(
        ingest(review.folder), "R02.json"
    )


def test_a_truncated_file_is_refused_by_name(review: Made):
    all_back(review.folder)
    path = review.folder / "returned" / "R02.json"
    path.write_bytes(path.read_bytes()[:-40])
    assert "cut off or no JSON" in only_refusal(ingest(review.folder), "R02.json")


def test_mixed_up_raters_are_refused_by_name(review: Made):
    assignment = all_back(review.folder)
    file = change(returned(assignment, "R02"), rater="R03")
    send_back(review.folder, "R02.json", file)
    reason = only_refusal(ingest(review.folder), "R02.json")
    assert reason == "mixes up raters: packet of R02, signed 'R03'"


def test_two_files_of_a_packet_are_both_refused_by_name(review: Made):
    assignment = all_back(review.folder)
    send_back(review.folder, "R02 (1).json", returned(assignment, "R02"))
    found = ingest(review.folder)
    assert [r.name for r in found.refused] == ["R02 (1).json", "R02.json"]
    assert "second file of packet" in found.refused[0].reason
    assert "R02.json" in found.refused[0].reason
    assert any("R02: nothing" in gap for gap in found.missing)


def change(file: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return signed({**file, **changes})


def first(file: dict[str, Any], **changes: Any) -> dict[str, Any]:
    items = [{**file["items"][0], **changes}, *file["items"][1:]]
    return change(file, items=items)


@pytest.mark.parametrize(
    ("alter", "message"),
    [
        (lambda f: change(f, packet="0" * 16), "belongs to no packet of this review"),
        (lambda f: change(f, form="f" * 64), "another form"),
        (lambda f: change(f, role="Astrologer"), "role must be one of the form's"),
        (lambda f: change(f, items=f["items"][:-1]), "items missing from the file"),
        (
            lambda f: change(f, items=[*f["items"], f["items"][0]]),
            "items rated twice",
        ),
        (lambda f: first(f, item="abc"), "foreign items: abc"),
        (lambda f: first(f, shown="0" * 64), "text shown to the rater"),
        (lambda f: first(f, skipped="Bored", answers={}), "unknown cause to skip"),
        (lambda f: first(f, skipped="Other"), "both skipped and answered"),
        (
            lambda f: first(f, answers={"changes_management": "yes", "x": "no"}),
            "unknown questions: x",
        ),
        (lambda f: first(f, answers={"changes_management": "maybe"}), "breaks the"),
        (lambda f: {"format": "other"}, "no file of ratings"),
        (lambda f: [f], "no file of ratings"),
    ],
)
def test_what_does_not_fit_the_packet_is_refused(
    review: Made, alter: Any, message: str
):
    assignment = all_back(review.folder)
    path = review.folder / "returned" / "R04.json"
    path.write_text(json.dumps(alter(returned(assignment, "R04"))), encoding="utf-8")
    assert message in only_refusal(ingest(review.folder), "R04.json")


def test_nested_junk_is_refused_and_not_a_crash(review: Made):
    all_back(review.folder)
    path = review.folder / "returned" / "R04.json"
    path.write_text("[" * 100_000, encoding="utf-8")
    assert "cut off or no JSON" in only_refusal(ingest(review.folder), "R04.json")


def test_an_empty_folder_says_where_files_belong(review: Made):
    with pytest.raises(ValueError, match="must hold files that raters sent back"):
        ingest(review.folder)


def test_a_folder_without_a_review_is_named(tmp_path: Path):
    with pytest.raises(ValueError, match="must be one that `rubricblind review make`"):
        ingest(tmp_path)


def test_a_damaged_assignment_is_named(review: Made):
    path = review.folder / "assignment.json"
    path.write_text(path.read_text(encoding="utf-8")[:-30], encoding="utf-8")
    with pytest.raises(ValueError, match="is damaged"):
        ingest(review.folder)
