from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.records import Edit
from inspect_rubricblind.solvers.checks import measure_edits
from inspect_rubricblind.solvers.size import SENTENCE_TOKENS

DOSE = "Take 500 mg of amoxicillin every 8 hours for 5 to 7 days with water."


def size(find, replace, answer=DOSE):
    return measure_edits(answer, [Edit(find=find, replace=replace)])


def shape(find, replace, answer=DOSE):
    return size(find, replace, answer).shape


def numbered(n):
    """A text of n different tokens."""
    return " ".join(f"w{i}" for i in range(n))


def test_one_number_for_another_is_one_token_each():
    assert size("500", "5000").model_dump() == {
        "destroyed": 1,
        "written": 1,
        "shape": "same",
        "sentences_touched": 1,
        "length_change": 0.0,
    }


def test_words_kept_inside_a_long_edit_do_not_count():
    found = size("every 8 hours for 5 to 7 days", "every 2 hours for 5 to 7 days")
    assert (found.destroyed, found.written) == (1, 1)


def test_cutting_an_edit_differently_changes_nothing():
    whole = size("8 hours for 5 to 7 days", "2 hours for 30 days")
    parts = measure_edits(
        DOSE, [Edit(find="8", replace="2"), Edit(find="5 to 7", replace="30")]
    )
    assert whole == parts


def test_shape_additive_loses_nothing():
    assert shape("days", "days in a row") == "additive"
    assert shape("with", "only with") == "additive"
    assert shape("Take", "Always take") == "same"  # "take" is another token


def test_shape_subtractive_writes_nothing_or_up_to_three_tokens():
    assert shape(" with water", "") == "subtractive"
    assert (
        shape("every 8 hours for 5 to 7 days with", "long, with much") == "subtractive"
    )
    # Five for four tokens is about as many: same comes before subtractive.
    assert shape("for 5 to 7 days", "over a long time") == "same"


def test_shape_same_replaces_about_as_many_at_every_place():
    assert shape("5 to 7 days", "30 days") == "same"
    assert shape("5 to 7", "thirty or so more") == "same"
    assert shape("500 mg of", "plenty of good old strong") == "additive minor"


def test_shape_additive_minor_loses_at_most_five_and_writes_more():
    long = " ".join(f"new{i}" for i in range(12))
    assert shape("amoxicillin every 8 hours for", long) == "additive minor"
    assert shape("amoxicillin every 8 hours for 5", long) == "varied"


def test_shape_varied_is_the_rest():
    assert shape("500 mg of amoxicillin every 8 hours", "x y z u") == "varied"


def test_white_space_and_punctuation_have_no_size():
    assert size("days with water.", "days,  with water!").model_dump() == {
        "destroyed": 0,
        "written": 0,
        "shape": "same",
        "sentences_touched": 0,
        "length_change": 0.0,
    }


def test_a_comparison_sign_counts_since_it_decides():
    found = size("< 90", "> 90", "Give oxygen if SpO2 < 90 %.")
    assert (found.destroyed, found.written) == (1, 1)


def test_length_is_counted_in_sentences_of_25_tokens():
    text = numbered(60)
    gone = measure_edits(text, [Edit(find=text[: text.index("w50")], replace="")])
    assert gone.length_change == -2.0
    assert gone.sentences_touched == 2


def test_a_window_covers_25_tokens_from_the_first_change():
    text = numbered(100)

    def touched(*places):
        edits = [Edit(find=f"w{i} ", replace=f"x{i} ") for i in places]
        return measure_edits(text, edits).sentences_touched

    assert touched(30, 54) == 1
    assert touched(30, 55) == 2
    assert touched(10, 30, 50, 70) == 2
    assert touched(10, 30, 60, 90) == 3


def test_an_insertion_at_the_border_of_a_window_is_covered():
    text = numbered(100)
    edits = [Edit(find="w10 ", replace="x ")]
    at_border = [*edits, Edit(find="w34 ", replace="w34 new ")]
    beyond = [*edits, Edit(find="w35 ", replace="w35 new ")]
    assert measure_edits(text, at_border).sentences_touched == 1
    assert measure_edits(text, beyond).sentences_touched == 2


def test_chinese_is_counted_by_character():
    found = size("8小时", "2小时", "每8小时服用500毫克。")
    assert (found.destroyed, found.written) == (1, 1)


WORDS = st.lists(st.sampled_from(["a", "b", "c", "5", "mg", "药", "до"]), max_size=40)


@given(WORDS, WORDS)
def test_measuring_backwards_swaps_destroyed_and_written(before, after):
    left, right = "# " + " ".join(before), "# " + " ".join(after)
    forth = measure_edits(left, [Edit(find=left, replace=right)])
    back = measure_edits(right, [Edit(find=right, replace=left)])
    assert (forth.destroyed, forth.written) == (back.written, back.destroyed)
    assert forth.length_change == -back.length_change


@given(WORDS, WORDS)
def test_sizes_are_the_smallest_possible(before, after):
    left, right = "# " + " ".join(before), "# " + " ".join(after)
    found = measure_edits(left, [Edit(find=left, replace=right)])
    kept = _longest_common(before, after)
    assert (found.destroyed, found.written) == (len(before) - kept, len(after) - kept)


def _longest_common(a, b):
    """Textbook dynamic programme for the longest common subsequence."""
    row = [0] * (len(b) + 1)
    for x in a:
        last = row[:]
        for j, y in enumerate(b, 1):
            row[j] = last[j - 1] + 1 if x == y else max(last[j], row[j - 1])
    return row[-1]


@given(st.sets(st.integers(0, 149), min_size=1, max_size=12))
def test_windows_are_the_fewest_that_cover_all_changes(places):
    text = numbered(150)
    edits = [Edit(find=f"w{i}" + " " * (i < 149), replace=f"x{i} ") for i in places]
    assert measure_edits(text, edits).sentences_touched == _fewest(sorted(places))


def _fewest(places):
    """The first window starts or ends at the first place, whichever is better."""
    if not places:
        return 0
    starts = (places[0], places[0] - SENTENCE_TOKENS + 1)
    return 1 + min(
        _fewest([p for p in places if not start <= p < start + SENTENCE_TOKENS])
        for start in starts
    )
