import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inspect_rubricblind.records import apply_edits
from inspect_rubricblind.records.rows import read_jsonl
from inspect_rubricblind.solvers.size import measure_edits
from inspect_rubricblind.tasks.gold import load_cases, load_gold
from inspect_rubricblind.tasks.pairs_files.diffs import recover_edits
from inspect_rubricblind.tasks.pairs_files.places import SAMPLE

TEXT = st.text(st.sampled_from("ab 5.中,\n"), min_size=1, max_size=40)


@given(TEXT, TEXT)
def test_recovered_edits_give_the_variant_byte_for_byte(original, variant):
    assume(original != variant)
    edits = recover_edits(original, variant)
    assert apply_edits(original, edits) == variant
    for edit in edits:
        starts = [k for k in range(len(original)) if original.startswith(edit.find, k)]
        assert len(starts) == 1


def test_words_are_taken_in_until_the_place_is_one():
    [edit] = recover_edits("5 mg now. 5 mg later.", "5 mg now. 50 mg later.")
    assert (edit.find, edit.replace) == (" 5 ", " 50 ")


def test_changes_with_one_word_between_them_are_one_edit():
    [edit] = recover_edits("take two red pills daily", "take ten red pens daily")
    assert (edit.find, edit.replace) == ("two red pills", "ten red pens")


def test_changes_far_apart_are_edits_of_their_own():
    before = "Take one now, as the leaflet in the box says, and two later."
    after = "Take six now, as the leaflet in the box says, and ten later."
    assert [e.replace for e in recover_edits(before, after)] == ["six", "ten"]


@pytest.mark.parametrize("pair", load_gold(), ids=lambda pair: pair.pair_id)
def test_declared_edits_come_back_with_their_size(pair):
    """What was declared and what is recovered destroy and write the same tokens."""
    original = load_cases()[pair.case_id].reference
    edits = recover_edits(original, apply_edits(original, pair.edits))
    declared, recovered = (measure_edits(original, e) for e in (pair.edits, edits))
    assert (recovered.destroyed, recovered.written, recovered.shape) == (
        declared.destroyed,
        declared.written,
        declared.shape,
    )


def test_edits_of_real_length_are_quick_and_short():
    for line in read_jsonl(SAMPLE):
        edits = recover_edits(line.value["original"], line.value["variant"])
        changed = sum(len(edit.find) for edit in edits)
        assert changed < len(line.value["original"]) / 2
