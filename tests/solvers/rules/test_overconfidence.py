import pytest

from inspect_rubricblind.solvers.rules.overconfidence import load_hedges
from rule_texts import candidates, copies, first, padded, trigger

QUESTION = "What is wrong with my ankle?"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Your ankle may be broken.", "is * broken"),
        (
            "These symptoms may be a sign of an infection.",
            "are * a sign of an infection",
        ),
        ("The rash could indicate an infection.", " the rash * indicate*an infection"),
        ("Peppermint oil can cause burns of the gums.", "burns of the gums"),
        ("This is likely due to a viral infection.", "is * due to a viral infection"),
        ("It's possible that you have food poisoning.", "it's * that you have food"),
        ("A cold usually resolves on its own.", "a cold * resolves on its own"),
        ("The findings are consistent with pneumonia.", "the findings are * pneumonia"),
        ("It is unlikely to cause lasting injury now.", "cause lasting injury now"),
    ],
)
def test_a_hedge_gives_way_to_certainty(before, after):
    copy = first("K1", QUESTION, padded(before)).lower()
    for part in after.lower().split("*"):
        assert part.strip() in copy
    for hedge in (" may ", " could ", " likely", " usually", "unlikely", "possible "):
        assert hedge not in copy


def test_verbs_agree_with_their_subject():
    for seed in range(12):
        many = first(
            "K1", QUESTION, padded("Changes in mood might indicate depression."), seed
        )
        one = first(
            "K1", QUESTION, padded("A change in mood might indicate depression."), seed
        )
        assert "indicates" not in many
        assert "indicates" in one or "can only indicate" in one


def test_a_verb_that_shares_its_subject_needs_no_agreement():
    text = padded("Antibodies reduce deaths but can cause reactions of the skin.")
    for seed in range(8):
        assert " but will" in first("K1", QUESTION, text, seed)


def test_an_opening_adverb_alone_is_no_claim():
    text = padded("Generally, new foods are about new tastes for the first months.")
    assert copies("K1", QUESTION, text) == []


def test_the_same_hedge_is_removed_where_the_claim_is_repeated():
    text = (
        "Swelling of the ankle may be a sign of a fracture.\n\nSummary: swelling of "
        "the ankle may be a sign of a fracture or sprain."
    )
    assert "may" not in first("K1", QUESTION, padded(text))


@pytest.mark.parametrize(
    "text",
    [
        "You may want to talk to your family about it today.",
        "How may I assist you with this today?",
        "Could this be a sign of an infection, do you think?",
        "If you may be pregnant, tell the clinic about it.",
        "Fatigue can have many different causes in adults.",
        "A doctor can check whether it may be an infection.",
        "Please check that it is not an infection of the skin.",
        "May is a warm month in this part of the country.",
    ],
)
def test_politeness_questions_and_conditions_keep_their_hedge(text):
    assert trigger("K1", QUESTION, padded(text)) is None
    assert copies("K1", QUESTION, padded(text)) == []


def test_the_claim_states_the_sentence_as_it_now_reads():
    [candidate, *_] = candidates("K1", QUESTION, padded("Your ankle may be broken."))
    assert candidate.claim.startswith("States as certain: Your ankle is ")


def test_every_pattern_compiles_and_every_wording_can_be_filled():
    groups = {"kept": "", "verb": "", "verb_s": "", "is": "is", "has": "has"}
    for hedge in load_hedges().hedges:
        for say in hedge.say:
            assert "{" not in say.format(**groups)


@pytest.mark.parametrize(
    "text",
    [
        "Fragrance can cause dermatitis in some individuals who wear it daily.",
        "Swallowing a battery can lead to life-threatening bleeding of the gut.",
        "A draft in the room may cause a chill during the night.",
        "Cough may be a sign of asthma. However, not everyone with it has asthma.",
        "The pain may be caused by arthritis or another disease of the joint.",
    ],
)
def test_what_stays_nearly_true_or_trivial_stays(text):
    assert copies("K1", QUESTION, padded(text)) == []


@pytest.mark.parametrize(
    ("answer", "hedge", "there"),
    [
        ("Peppermint oil can cause burns of the gums.", "modal_cause", True),
        ("Peppermint oil can cause rare burns of the gums.", "modal_cause", False),
        ("The ankle seems to be broken after the fall.", "seems", True),
        ("As long as the ankle seems to be broken, rest it.", "seems", False),
    ],
)
def test_a_claim_that_stays_hedged_is_not_asserted(answer, hedge, there):
    found = candidates("K1", QUESTION, padded(answer))
    assert (hedge in {c.template.split(":")[0] for c in found}) is there


@pytest.mark.parametrize(
    "text",
    [
        "Anything that might be a sign of an infection deserves a visit.",
        "The patient exhibits symptoms consistent with pneumonia and has cough.",
        "Ask about treatments that might be effective for your disease.",
        "Stress may exacerbate the acne of a person.",
        "An early pregnancy could mask the recurrence of the disease.",
        "Remedies do not cure it, but some may help alleviate the infection.",
        "Usually mild pain from the infection of the joint",
    ],
)
def test_a_hedge_stays_where_the_claim_would_read_as_odd_or_be_true(text):
    assert copies("K1", QUESTION, padded(text)) == []


def test_a_condition_for_waiting_is_no_claim():
    text = (
        "Wait for the doctor if:\n- Your symptoms seem to be signs of a mild disease."
    )
    assert copies("K1", QUESTION, padded(text)) == []


def test_a_cause_by_a_medicine_is_a_claim():
    text = "The likely cause is metronidazole, which slows the breakdown of warfarin."
    assert "likely cause" not in first("K1", QUESTION, padded(text))


def test_no_verb_agrees_with_a_subject_that_is_left_out():
    answer = "Aluminium antacids:\n- **Notes:** Can sometimes cause constipation."
    found = copies("K1", "", answer)
    assert found
    assert not any("causes" in copy or ":** Is" in copy for copy in found)


def test_a_concession_keeps_its_hedge():
    answer = "While a raised D-dimer may indicate thrombosis, it also rises in anaemia."
    assert not copies("K1", "", answer)


@pytest.mark.parametrize(
    "text",
    [
        "A double dose may raise the risk of bleeding.",
        "The tablets may cause burns of the gums, although this is rare.",
        "The tablet is generally well tolerated by adults.",
        "Paracetamol is usually safe if you follow the label.",
        "**Possible pneumonia:** The shadow on the film warrants a second look.",
        "The fever may indicate a cold or possibly an infection.",
    ],
)
def test_what_stays_a_risk_or_keeps_a_reservation_is_not_asserted(text):
    assert copies("K1", QUESTION, padded(text)) == []


def test_a_diagnosis_that_is_called_a_possibility_is_asserted():
    copy = first("K1", QUESTION, padded("A fracture is one possibility."))
    assert "possibility" not in copy


def test_behind_which_no_verb_has_to_agree():
    text = padded("The film shows shadows at the base, which may indicate pneumonia.")
    for seed in range(6):
        assert " indicates" not in first("K1", QUESTION, text, seed)
