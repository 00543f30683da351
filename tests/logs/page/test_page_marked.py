from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.logs.page.marked import (
    AROUND,
    WHOLE,
    Piece,
    excerpt,
    marked,
)
from inspect_rubricblind.records import Edit, apply_edits

ANSWER = "Take 500 mg twice a day. Call your doctor if it gets worse."


def text(pieces: tuple[Piece, ...], *kinds: str) -> str:
    return "".join(piece.text for piece in pieces if piece.kind in kinds)


def test_only_the_words_that_differ_are_marked():
    pieces = marked(
        ANSWER, [Edit(find="Take 500 mg twice", replace="Take 50 mg twice")]
    )
    assert [(p.kind, p.text) for p in pieces] == [
        ("kept", "Take "),
        ("removed", "500"),
        ("added", "50"),
        ("kept", " mg twice a day. Call your doctor if it gets worse."),
    ]


def test_a_sentence_that_was_added_is_no_removal():
    pieces = marked(ANSWER, [Edit(find="a day.", replace="a day. Double it at will.")])
    assert [(p.kind, p.text) for p in pieces if p.kind != "kept"] == [
        ("added", " Double it at will.")
    ]


def test_an_omission_shows_what_is_gone():
    pieces = marked(
        ANSWER, [Edit(find=" Call your doctor if it gets worse.", replace="")]
    )
    assert pieces[-1] == Piece("removed", " Call your doctor if it gets worse.")


@given(
    st.lists(st.sampled_from(["a b", "ab", " ", "é.", "x\n"]), min_size=0, max_size=4),
    st.lists(st.sampled_from(["a b", "ab", " ", "é.", "x\n"]), min_size=0, max_size=4),
    st.text(alphabet="ab é.\n", max_size=12),
)
def test_the_pieces_make_up_both_texts(
    before: list[str], after: list[str], replacement: str
):
    answer = "".join([*before, "<<only once>>", *after])
    edit = Edit(find="<<only once>>", replace=replacement)
    pieces = marked(answer, [edit])
    assert text(pieces, "kept", "removed") == answer
    assert text(pieces, "kept", "added") == apply_edits(answer, [edit])


def test_several_edits_are_marked_in_the_order_of_the_text():
    edits = [
        Edit(find="gets worse", replace="gets better"),
        Edit(find="500 mg", replace="5 mg"),
    ]
    pieces = marked(ANSWER, edits)
    assert [p.text for p in pieces if p.kind == "removed"] == ["500", "worse"]
    assert text(pieces, "kept", "added") == apply_edits(ANSWER, edits)


def test_an_excerpt_keeps_whole_words_near_the_edit_and_says_that_text_is_left_out():
    answer = "one two " * 100 + ANSWER + " three four" * 100
    shown = excerpt(marked(answer, [Edit(find="500 mg", replace="5 mg")]))
    assert [p.kind for p in shown] == ["gap", "kept", "removed", "added", "kept", "gap"]
    before, after = shown[1].text, shown[4].text
    assert AROUND - 10 < len(before) <= AROUND
    assert before.startswith(("one ", "two "))
    assert after.endswith((" three", " four"))


def test_a_very_long_answer_is_cut_far_from_the_edit():
    answer = "word " * 40_000 + "500 mg" + " word" * 40_000
    pieces = marked(answer, [Edit(find="500 mg", replace="5 mg")])
    assert sum(len(p.text) for p in pieces) < WHOLE + 20
    assert [p.kind for p in pieces].count("gap") == 2
