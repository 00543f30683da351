from inspect_rubricblind.records import apply_edits
from inspect_rubricblind.solvers.rules.anchors import add_behind, anchors
from inspect_rubricblind.solvers.rules.passage import Passage


def texts(answer: str) -> list[str]:
    return [s.text for s in anchors(Passage.build("", answer), lambda _: 1.0)]


def test_a_sentence_before_one_that_refers_back_is_no_anchor():
    answer = "Rest the swollen ankle today. This helps it to heal well."
    assert texts(answer) == ["This helps it to heal well."]


def test_headings_questions_tables_and_asides_are_no_anchors():
    answer = (
        "**What to do now:**\n"
        "Do you have any pain today?\n"
        "| Take the tablets every day. | b |\n"
        "I hope this helps you a lot.\n"
        "(Open bracket here is left open."
    )
    assert texts(answer) == []


def test_the_end_of_a_paragraph_comes_first():
    answer = (
        "Rest the swollen ankle today. Drink enough water every day.\n\nSleep well."
    )
    assert texts(answer)[0] == "Drink enough water every day."


def test_text_is_added_on_the_same_line():
    passage = Passage.build("", "- Rest the swollen ankle today.\n- Sleep well.")
    edit = add_behind(passage, passage.sentences[0], "Ice it.")
    assert edit is not None
    copy = apply_edits(passage.answer, [edit])
    assert copy == "- Rest the swollen ankle today. Ice it.\n- Sleep well."
