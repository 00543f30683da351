import pytest
from hypothesis import given
from hypothesis import strategies as st

from rule_copies import copies, is_applicable

HEAT = "On these hot days I get dizzy in the afternoon."


@pytest.mark.parametrize(
    ("answer", "copies_of"),
    [
        (
            "This is most consistent with lateral epicondylitis (tennis elbow).",
            {
                "This is most consistent with olecranon bursitis.",
                "This is most consistent with rheumatoid arthritis.",
                "This is most consistent with cubital tunnel syndrome.",
            },
        ),
        (
            "You probably have an allergic reaction.",
            {
                "You probably have a viral infection.",
                "You probably have a panic attack.",
            },
        ),
        (
            "Assessment:\nAcute otitis media",
            {
                "Assessment:\nMastoiditis",
                "Assessment:\nMumps",
                "Assessment:\nCholesteatoma",
            },
        ),
        (
            "These are likely UTIs.",
            {
                "These are likely vaginal yeast infections.",
                "These are likely kidney tumors.",
            },
        ),
        (
            "You probably have food poisoning.",
            {
                "You probably have lactose intolerance.",
                "You probably have peptic ulcer disease.",
                "You probably have irritable bowel syndrome.",
            },
        ),
    ],
)
def test_a_likely_condition_becomes_one_it_is_confused_with(answer, copies_of):
    found = set(copies("C2", answer))
    assert found
    assert found <= copies_of


def test_all_places_change_and_keep_their_capitals():
    answer = (
        "This may be gout. Gout is painful, and **gout** can return.\n\nRest the foot."
    )
    found = copies("C2", answer)
    assert found
    for copy in found:
        assert "gout" not in copy.lower()
        name = copy[len("This may be ") : copy.index(".")]
        assert f". {name[0].upper()}{name[1:]} is" in copy
        assert f"**{name}**" in copy


@pytest.mark.parametrize(
    "answer",
    [
        "There is no sign of pneumonia.",
        "Blood tests rule out anemia.",
        "If you have diabetes, tell your doctor.",
        "Smoking increases the risk of a stroke.",
        "Seek care for signs of a stroke.",
        "Could it be asthma?",
        "Untreated, it can lead to heart failure.",
        "Side effects may be constipation and dizziness.",
        "You may have anxiety symptoms.",
        "Gout attacks are painful.",
    ],
)
def test_what_is_not_taken_for_the_diagnosis_stays(answer):
    assert copies("C2", answer) == {}


def test_a_wrong_diagnosis_that_the_text_makes_plausible_is_not_used():
    answer = "This may be gout."
    question = "I have rheumatoid arthritis and now my toe hurts."
    assert set(copies("C2", answer, question)) == {"This may be cellulitis."}


def test_a_condition_that_the_user_named_is_kept_outside_of_an_assessment():
    assert copies("C2", "Your gout is likely gout.", "I have gout.") == {}


def test_a_list_of_causes_becomes_one_wrong_diagnosis():
    answer = (
        "Feeling dizzy can be caused by a number of things, including thirst, "
        "hunger, and standing up. Sit in the shade."
    )
    found = copies("C2", answer, HEAT)
    causes = [copy for copy in found if "a number of things" not in copy]
    assert causes
    assert all(copy.endswith(". Sit in the shade.") for copy in causes)
    assert all(copy.startswith("Feeling dizzy ") for copy in causes)


def test_a_diagnosis_is_added_where_the_answer_names_none():
    answer = (
        "That sounds like a rough time in the heat. Rest in the shade and drink water."
    )
    found = copies("C2", answer, HEAT)
    assert found
    assert all(c.claim.startswith("The cause of dizziness") for c in found.values())
    assert all(
        copy.startswith("That sounds like a rough time in the heat. ") for copy in found
    )


def test_nothing_is_added_where_the_answer_has_a_diagnosis():
    answer = "That may be heat exhaustion. Rest in the shade and drink water."
    found = copies("C2", answer, HEAT)
    assert found
    assert all(c.template.startswith("swap.") for c in found.values())


@pytest.mark.parametrize(
    "answer",
    ["Probablemente es una infección de la vejiga, consulte a su médico.", "", "Hi!"],
)
def test_another_language_is_not_applicable(answer):
    assert not is_applicable("C2", answer, HEAT)
    assert copies("C2", answer, HEAT) == {}


@given(
    st.lists(
        st.sampled_from(
            [
                "This is likely a fracture.",
                "It can be caused by stress, thirst, or heat.",
                "- **Gout** is possible.",
                "| Likely | Asthma |",
                "An ear infection is probable.",
                "\r\n",
            ]
        ),
        max_size=8,
    ),
    st.sampled_from([" ", "\n"]),
)
def test_every_candidate_applies_cleanly(parts, gap):
    answer = gap.join(["I'm sorry to hear that you feel dizzy.", *parts])
    assert all(copy != answer for copy in copies("C2", answer, HEAT))


@given(st.text(max_size=120), st.text(max_size=80))
def test_any_text_can_be_read(answer, question):
    copies("C2", answer, question)


@pytest.mark.parametrize(
    "answer",
    [
        "Swelling of the toe can indicate trauma, infection, or gout.",
        "This is probably gout or another disease of the joints.",
    ],
)
def test_one_of_several_possibilities_is_not_swapped(answer):
    assert not [c for c in copies("C2", answer).values() if "swap" in c.template]


def test_nothing_comes_between_a_sentence_and_the_list_it_prepares():
    opening = "It sounds like the heat on hot days makes you dizzy."
    assert copies("C2", f"{opening} Drink enough.", HEAT)
    assert not copies("C2", f"{opening} Here are some tips:\n\n- Drink.", HEAT)


@pytest.mark.parametrize(
    "answer",
    [
        "Assessment:\nLateral epicondylitis, right elbow",
        "You are probably having a migraine.",
        "You probably have a UTI, and it is treated because it spreads to the kidneys.",
    ],
)
def test_a_condition_with_its_side_or_reason_is_not_exchanged(answer):
    found = copies("C2", answer, "").values()
    assert not any(c.template.startswith("swap.") for c in found)


def test_a_side_stays_with_a_condition_of_the_same_side():
    found = copies("C2", "Assessment:\nAcute otitis media, right ear", "")
    assert [c for c in found if "Mastoiditis, right ear" in c]
    assert not [c for c in found if "umps" in c]


@pytest.mark.parametrize(
    "beside", ["Stress is often behind it.", "It can also be caused by a cold."]
)
def test_causes_stay_where_a_neighbour_names_one_of_them(beside):
    question = "I have been tired on the stairs for weeks, am I ill?"
    answer = (
        "Feeling tired can be due to several factors, such as stress, poor sleep or "
        f"dehydration. {beside}"
    )
    found = copies("C2", answer, question).values()
    assert not any(c.template.startswith("causes.") for c in found)


def test_causes_stay_open_where_the_next_sentence_names_another():
    question = "I have been tired on the stairs for weeks, am I stressed?"
    answer = (
        "Feeling tired can be due to several factors, such as stress, poor sleep or "
        "dehydration. However, it could also be a sign of something else."
    )
    found = copies("C2", answer, question).values()
    assert not any(c.template.startswith("causes.") for c in found)
