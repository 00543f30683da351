import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inspect_rubricblind.records import Edit, apply_edits
from inspect_rubricblind.solvers.checks import check_edits, measure_edits
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.model import EditLimits

ANSWER = "Take 500 mg twice a day for 7 days. Call us if it gets worse. Take care."


def limits(shape="varied", destroy=None, write=None, sentences=9, low=-9.0, high=9.0):
    return EditLimits(
        shape=shape,
        destroy=destroy,
        write=write,
        sentences=sentences,
        length_min=low,
        length_max=high,
    )


def reject(edits, within, answer=ANSWER):
    return check_edits(answer, [Edit(find=f, replace=r) for f, r in edits], within)


def rules(edits, within, answer=ANSWER):
    return [rejection.rule for rejection in reject(edits, within, answer)]


def test_an_edit_within_all_limits_is_accepted():
    assert reject([("500 mg", "5 g")], load_taxonomy().by_code("F1").limits) == ()


def test_a_passage_that_is_not_there_is_named():
    (rejection,) = reject([("600 mg", "5 g")], limits())
    assert (rejection.rule, rejection.limit, rejection.value) == (
        "find_missing",
        "exactly once",
        "0",
    )
    assert "'600 mg' occurs 0 times" in rejection.message


def test_a_repeated_passage_says_how_often_and_what_to_do():
    (rejection,) = reject([("Take", "Avoid")], limits())
    assert (rejection.rule, rejection.value) == ("find_repeated", "2")
    assert "add words before or after it" in rejection.message


def test_occurrences_that_overlap_each_other_are_repeated():
    assert rules([("ana", "x")], limits(), answer="banana") == ["find_repeated"]


def test_edits_that_share_characters_are_named_together():
    (rejection,) = reject([("500 mg twice", "x"), ("twice a day", "y")], limits())
    assert rejection.rule == "overlap"
    assert "'500 mg twice' and 'twice a day'" in rejection.message


def test_the_same_edit_twice_overlaps():
    assert rules([("500 mg", "5 g"), ("500 mg", "5 g")], limits()) == ["overlap"]


def test_edits_that_touch_do_not_overlap():
    assert rules([("500 ", "900 "), ("mg", "g")], limits()) == []


@pytest.mark.parametrize("edits", [[], [("500 mg", "500  mg")], [("days.", "days;")]])
def test_no_changed_word_is_no_change(edits):
    assert rules(edits, limits()) == ["no_change"]


def test_every_broken_place_is_reported_at_once():
    found = rules(
        [("nowhere", "x"), ("Take", "y"), ("us if", ""), ("if it", "")], limits()
    )
    assert found == ["find_missing", "find_repeated", "overlap"]


@pytest.mark.parametrize(
    ("wanted", "accepted"),
    [
        ("same", {"same"}),
        ("additive", {"additive"}),
        ("additive minor", {"additive", "additive minor"}),
        ("subtractive", {"subtractive"}),
        ("varied", {"same", "additive", "additive minor", "subtractive", "varied"}),
    ],
)
def test_a_shape_accepts_itself_and_what_is_narrower(wanted, accepted):
    edits = {
        "same": ("500 mg", "5 g"),
        "additive": ("twice", "only twice"),
        "additive minor": ("500 mg", "plenty of it every two hours"),
        "subtractive": (" Call us if it gets worse.", ""),
        "varied": (
            "500 mg twice a day for 7",
            "a lot more of the very same thing, and then some",
        ),
    }
    fits = {
        name
        for name, edit in edits.items()
        if "shape" not in rules([edit], limits(wanted))
    }
    assert fits == accepted


def test_a_small_cut_fits_subtractive_though_it_also_looks_same():
    # "Call us if it gets worse" -> "Call us": three lost, one written.
    edit = ("if it gets", "once")
    assert measure_edits(ANSWER, [Edit(find=edit[0], replace=edit[1])]).shape == "same"
    assert rules([edit], limits("subtractive", write=3)) == []
    assert rules([edit], limits("same")) == []


def test_a_shape_rejection_says_what_the_edit_is_and_what_it_must_be():
    (rejection,) = reject([("500 mg", "5 g")], limits("additive"))
    assert rejection.limit == "additive"
    assert rejection.value == "same (2 destroyed, 2 written)"
    assert "only add text and keep every word" in rejection.message


@pytest.mark.parametrize(
    ("rule", "at", "beyond"),
    [
        ("destroy", limits(destroy=2), limits(destroy=1)),
        ("write", limits(write=2), limits(write=1)),
    ],
)
def test_token_limits_are_inclusive(rule, at, beyond):
    edits = [("500 mg", "5 g")]
    assert rules(edits, at) == []
    (rejection,) = reject(edits, beyond)
    assert (rejection.rule, rejection.limit, rejection.value) == (rule, "1", "2")
    assert "At most 1 tokens" in rejection.message
    assert "but 2 are: change 1 fewer" in rejection.message


def test_length_limits_are_inclusive_in_sentences_of_25_tokens():
    def added(n):
        return [("care", "care" + " more" * n)]

    assert rules(added(25), limits(high=1)) == []
    (rejection,) = reject(added(26), limits(high=1))
    assert (rejection.rule, rejection.value) == ("length", "+1.04 sentences")
    assert "(+26 tokens): write less." in rejection.message
    (rejection,) = reject([(" Call us if it gets worse.", "")], limits(low=0))
    assert (rejection.limit, rejection.value) == (
        "+0 to +9 sentences",
        "-0.24 sentences",
    )
    assert rejection.message.endswith("remove less.")


def test_touched_sentences_are_inclusive():
    answer = " ".join(f"w{i}" for i in range(80))
    edits = [("w1 ", "x "), ("w40 ", "y ")]
    assert rules(edits, limits(sentences=2), answer) == []
    (rejection,) = reject(edits, limits(sentences=1), answer)
    assert (rejection.rule, rejection.limit, rejection.value) == ("sentences", "1", "2")


def test_all_broken_limits_are_reported_together():
    edits = [(ANSWER[:35], "")]
    found = rules(edits, limits("additive", destroy=1, sentences=1, low=0, high=1))
    assert found == ["shape", "destroy", "length"]


@pytest.mark.parametrize(
    ("answer", "find", "replace"),
    [
        ("- Ruhe\r\n- **Kühlen** für 15 Min.\r\n- Hochlagern", "15 Min", "90 Min"),
        ("| drug | dose |\n|---|---|\n| ibuprofen | 400 mg |", "400 mg", "4000 mg"),
        ("每天服用两次。\n每天服用两次，饭后。", "两次，饭后", "八次，饭后"),
        ("الجرعة 500 ملغ كل 8 ساعات", "8 ساعات", "2 ساعات"),
        ("Give 🧪 5 mL.\u2028Wait\u0085then 🚑 call.", "5 mL", "50 mL"),
        ("दवा 500 mg दिन में दो बार", "दो बार", "आठ बार"),
    ],
)
def test_all_kinds_of_text_are_edited_in_place(answer, find, replace):
    edits = [Edit(find=find, replace=replace)]
    assert check_edits(answer, edits, load_taxonomy().by_code("F1").limits) == ()
    before, after = answer.split(find)
    assert apply_edits(answer, edits) == before + replace + after


PIECES = st.sampled_from(
    [
        "Take 500 mg. ",
        "Take 500 mg. ",  # repeated sentences are the rule in real answers
        "- **Rest**\r\n",
        "| a | 5 % |\n",
        "每天两次。",
        "если боль > 7 дней\u2028",
        "Call 🚑 now!\u0085",
        "ب ",
        "दवा ",
    ]
)


@st.composite
def edited_answers(draw):
    """An answer of unique chunks between random text, and edits of some chunks."""
    parts, edits = [], []
    for i in range(draw(st.integers(1, 6))):
        parts.append("".join(draw(st.lists(PIECES, max_size=3))))
        chunk = f"<{i}:{draw(PIECES)}>"
        parts.append(chunk)
        if draw(st.booleans()):
            edits.append(Edit(find=chunk, replace=draw(st.text(max_size=12))))
    return "".join(parts), edits


@given(edited_answers(), st.randoms())
def test_text_outside_the_edits_stays_and_their_order_does_not_matter(case, rng):
    answer, edits = case
    assume(edits)
    copy = apply_edits(answer, edits)
    expected = answer
    for edit in edits:
        expected = expected.replace(edit.find, "\0" + edit.find[1:], 1)
    for edit in edits:
        expected = expected.replace("\0" + edit.find[1:], edit.replace, 1)
    assert copy == expected
    shuffled = rng.sample(edits, len(edits))
    within = load_taxonomy().by_code("F3").limits
    assert apply_edits(answer, shuffled) == copy
    assert measure_edits(answer, shuffled) == measure_edits(answer, edits)
    assert set(check_edits(answer, shuffled, within)) == set(
        check_edits(answer, edits, within)
    )


@given(st.text(max_size=60), st.text(min_size=1, max_size=8), st.text(max_size=8))
def test_a_check_accepts_only_what_can_be_applied(answer, find, replace):
    edits = [Edit(find=find, replace=replace)]
    if check_edits(answer, edits, limits()) == ():
        assert apply_edits(answer, edits) != answer
        assert measure_edits(answer, edits).destroyed >= 0
