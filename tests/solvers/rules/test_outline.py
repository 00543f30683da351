from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.solvers.rules.outline import outline

TEXT = (
    "# Care\n\n"
    "What to do:\n\n"
    "1. **Rest:** Lie down.\n"
    "   - In the shade.\n"
    "2. Drink.\n\n"
    "**More**\n"
    "Sleep well. Call a doctor if:\n"
    "it gets worse\n"
    "you faint\n\n"
    "| a | b |\n"
)


def kinds(text: str) -> list[str]:
    return [line.kind for line in outline(text).lines]


def test_each_line_has_its_kind():
    assert kinds(TEXT) == [
        "heading",
        "blank",
        "heading",
        "blank",
        "item",
        "item",
        "item",
        "blank",
        "heading",
        "text",
        "text",
        "text",
        "blank",
        "table",
        "blank",
    ]


def test_a_bold_sentence_is_no_heading():
    assert kinds("**Go now.**") == ["text"]


def test_lines_in_a_code_block_are_left_alone():
    assert kinds("```\n- a\n```") == ["fence", "fence", "fence"]


def test_what_is_indented_below_an_item_hangs_on_it():
    assert outline(TEXT).below(4) == range(5, 6)


def test_a_lead_in_holds_the_list_below_it_across_a_gap():
    assert outline(TEXT).below(2) == range(3, 7)


def test_a_lead_in_at_the_end_of_a_paragraph_holds_unmarked_lines():
    assert outline(TEXT).below(9) == range(10, 12)


def test_later_items_of_a_numbering_are_siblings():
    assert outline(TEXT).later_siblings(4) == (6,)
    assert outline(TEXT).later_siblings(6) == ()


@given(st.text(alphabet="ab-*#1.: \n\r\t|>`", max_size=80))
def test_lines_cover_the_text_without_overlap(text):
    lines = outline(text).lines
    assert "\n".join(line.text for line in lines) == text
    for line in lines:
        assert 0 <= line.start <= line.body <= len(text)
        assert text[line.start : line.end] == line.text.rstrip("\r")
