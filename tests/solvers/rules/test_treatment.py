import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspect_rubricblind.solvers.rules.passage import Passage
from inspect_rubricblind.solvers.rules.reversal import reversals
from inspect_rubricblind.taxonomy.lexicon import load_advice
from rule_copies import copies, is_applicable


@pytest.mark.parametrize(
    ("answer", "copy"),
    [
        (
            "Any pain can be treated with paracetamol (acetaminophen).",
            "Any pain can be treated with amoxicillin.",
        ),
        (
            "Start **Fluconazole** for the infection.",
            "Start **Amoxicillin** for the infection.",
        ),
        (
            "Asthma is treated with inhaled corticosteroids.",
            "Asthma is treated with cough suppressants.",
        ),
        (
            "If you feel dizzy, drink plenty of water.",
            "If you feel dizzy, drink as little water as possible.",
        ),
        (
            "Antibiotics do not work for viral infections.",
            "Antibiotics work well against viral infections.",
        ),
        (
            "Wipe front to back after using the toilet.",
            "Wipe from back to front after using the toilet.",
        ),
        (
            "For a toddler, do NOT perform blind finger sweeps.",
            "For a toddler, perform a blind finger sweep.",
        ),
        (
            "There is no evidence that essential oils cure asthma.",
            "There is good evidence that essential oils cure asthma.",
        ),
    ],
)
def test_care_becomes_its_opposite(answer, copy):
    assert copy in copies("F3", answer)


@pytest.mark.parametrize(
    "answer",
    [
        "Avoid ibuprofen and other NSAIDs in kidney disease.",
        "Ibuprofen may interact with warfarin.",
        "Take iron tablets away from tea, coffee and antacids.",
        "Do not drink plenty of water before the test.",
        "If you have taken ibuprofen, tell the nurse.",
        "Seek urgent care if paracetamol does not help.",
        "Did you drink enough water today?",
        "Possible causes include:\n- ibuprofen\n- stress",
        "Take ibuprofen 400 mg with food.",
        "Antifungals such as fluconazole are used.",
        "Smith J et al. Paracetamol for pain. BMJ. 2019;366:100.",
        "The weather is nice today.",
    ],
)
def test_what_is_no_advice_for_a_treatment_is_never_touched(answer):
    assert copies("F3", answer) == {}


@pytest.mark.parametrize(
    "answer",
    [
        "Imaging is not routinely required at the first visit.",
        "Guidelines now recommend magnesium sulfate before early birth.",
        "You should drink plenty of water each day, but not all at once.",
        "You should drink plenty of water each day and avoid the heat.",
        "You should drink plenty of water each day. Avoid the heat.",
        "- **Gentle care:** You should drink plenty of water each day.",
        "- **Water:** You should drink plenty of water each day.",
    ],
)
def test_advice_that_its_neighbours_repeat_is_not_reversed(answer):
    found = copies("F3", answer).values()
    assert not any(c.template.startswith("reverse.") for c in found)


@pytest.mark.parametrize(
    "answer",
    [
        "Try to get as much sleep as possible. Sleep deprivation does harm.",
        "Talk about your feelings with a friend. Sharing them can provide relief.",
        "- **Open communication:** Talk about your feelings with a friend.",
        "Drink plenty of water. Later on, stay hydrated.",
        "Drink plenty of water. Sipping fluids helps: oral fluids are best.",
        "Start anticoagulation at once.\n- Heparin: often used first.",
        "1. **Drink plenty of fluids:** Warm tea and broth.",
        "NIH guidelines support corticosteroids. She is on dexamethasone.",
    ],
)
def test_advice_that_the_answer_goes_on_to_give_is_not_turned_around(answer):
    found = copies("F3", answer).values()
    assert not any(c.template.startswith(("reverse.", "swap.systemic")) for c in found)


def test_an_addition_never_parts_two_sentences_on_one_thing():
    question = "I get heartburn after spicy food. What can I do?"
    answer = "Smaller meals can help with heartburn. Each meal should end early."
    assert not any(
        "heartburn. Each" not in copy for copy in copies("F3", answer, question)
    )


def test_advice_alone_in_its_item_is_reversed():
    found = copies(
        "F3", "- **Fluids:** You should drink plenty of water each day."
    ).values()
    assert any(c.template.startswith("reverse.") for c in found)


def test_a_medicine_changes_at_all_its_places_or_nowhere():
    twice = "Try ibuprofen for the pain. Ibuprofen helps with swelling."
    assert all("buprofen" not in copy for copy in copies("F3", twice))
    avoided = "Try ibuprofen for the pain. Avoid ibuprofen at night."
    assert copies("F3", avoided) == {}


def test_a_reason_that_would_argue_against_the_error_goes_with_it():
    answer = "Drink plenty of water, as it replaces what the fever costs you."
    assert "Drink as little water as possible." in copies("F3", answer)


def test_wrong_measures_are_added_to_advice_on_their_topic():
    question = "I get heartburn after spicy food. What can I do?"
    answer = (
        "Heartburn is common after spicy food.\n\n"
        "Smaller meals can help with heartburn. Keep a diary of what you eat."
    )
    found = copies("F3", answer, question)
    added = [c for c in found.values() if c.template.startswith("insert.")]
    assert added
    assert all("heartburn" in c.claim for c in added)
    assert len({c.template for c in added}) > 3


def test_an_added_measure_takes_the_shape_of_the_list():
    question = "How can I treat my acne at home?"
    answer = (
        "Some tips for acne:\n\n"
        "- **Cleansing:** Wash your face with care.\n"
        "- **Moisturizer:** Apply an oil-free product.\n\n"
        "Results take some weeks."
    )
    added = [copy for copy in copies("F3", answer, question) if "\n- **" in copy]
    lists = [c for c in added if c.count("\n- **") == 3]
    assert lists
    assert all(
        copy.index("Moisturizer") < copy.rindex("\n- **") < copy.index("Results")
        for copy in lists
    )


def test_a_numbered_list_counts_on():
    question = "How can I treat my acne at home?"
    answer = (
        "Tips for acne:\n1. Wash your face with care.\n2. Use an oil-free cream.\n\n"
        "Results take time."
    )
    assert any("\n3. " in copy for copy in copies("F3", answer, question))


def test_letters_and_rewrites_get_no_addition():
    question = "Write a letter about heartburn"
    answer = "Dear [Name],\nSmaller meals can help with heartburn.\nBest regards,"
    found = copies("F3", answer, question).values()
    assert not any(c.template.startswith("insert.") for c in found)


def test_claims_name_the_topic():
    passage = Passage.build("", "You should stay hydrated.")
    [found] = reversals(passage, load_advice().advice, "F3", " for a mild headache")
    assert found.claim == "Fluid intake should be kept low for a mild headache."


@pytest.mark.parametrize(
    "answer",
    ["Beba mucha agua y tome paracetamol para el dolor de la cabeza.", "", "Ok."],
)
def test_another_language_is_not_applicable(answer):
    assert not is_applicable("F3", answer)
    assert copies("F3", answer) == {}


@given(
    st.lists(
        st.sampled_from(
            [
                "Drink plenty of water.",
                "- **Pain:** Take ibuprofen or acetaminophen.",
                "1. Stay hydrated",
                "| Use | NSAIDs |",
                "Get enough rest.",
                "\r\n",
                "# Care",
            ]
        ),
        max_size=8,
    ),
    st.sampled_from([" ", "\n", "\n\n"]),
)
def test_every_candidate_applies_cleanly(parts, gap):
    answer = gap.join(["You can try the following for your headache.", *parts])
    question = "What helps against my headache?"
    assert all(copy != answer for copy in copies("F3", answer, question))


@given(st.text(max_size=150), st.text(max_size=50))
def test_any_text_can_be_read(answer, question):
    copies("F3", answer, question)


def test_no_weight_stays_beside_a_leg_that_is_kept_up():
    answer = (
        "What to do now:\n- Do not put weight on the ankle.\n"
        "- Keep the foot elevated on a pillow."
    )
    assert not any("full weight" in copy for copy in copies("F3", answer))


def test_feelings_stay_open_under_a_heading_on_company():
    answer = (
        "**Stay connected:**\n- Talk about your feelings with a friend.\n"
        "- A support group gives a sense of community."
    )
    assert not any("hidden" in copy for copy in copies("F3", answer))
