import pytest

from rule_texts import (
    HEADACHE,
    HEADACHE_QUESTION,
    candidates,
    copies,
    first,
    padded,
    trigger,
)

QUESTION = "My ankle hurts after a fall."
NET = (
    "Rest the ankle and keep it up. Ice helps against the swelling on the first "
    "day.\n\n"
    "### When to get help\n"
    "Seek immediate medical attention if:\n"
    "- the foot turns blue\n"
    "- you cannot walk\n\n"
    "### Later on\n"
    "Walk a little more each day. A bandage gives some support while you do so."
)


def test_the_safety_net_goes_with_its_list_and_heading():
    [best, *_] = candidates("O2", QUESTION, NET)
    assert best.template.startswith("net:")
    copy = first("O2", QUESTION, NET)
    assert "medical attention" not in copy
    assert "blue" not in copy
    assert "When to get help" not in copy
    assert "first day.\n\n### Later on\nWalk" in copy


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("Rest well. Do not put weight on the ankle. Sleep early.", "weight"),
        ("- Rest well.\n- Do not take aspirin with it.\n- Sleep early.", "aspirin"),
        ("Rest well. Wash the wound with soap and water. Sleep early.", "soap"),
        ("- Rest.\n- Recheck the blood count in a week.\n- Sleep early.", "Recheck"),
        ("- Rest.\n- Notify public health authorities.\n- Sleep early.", "Notify"),
        ("- Puree.\n- No honey until 12 months (botulism).\n- Water.", "honey"),
        ("Give it. Ibuprofen is contraindicated in kidney disease. Rest.", "kidney"),
    ],
)
def test_a_safeguard_goes(text, step):
    found = copies("O2", QUESTION, padded(text))
    assert step in text
    assert any(step not in copy for copy in found)


def test_advice_that_refers_to_it_never_stays_behind():
    text = "Rest. If it gets worse, see a doctor. They can take an image. Sleep early."
    for copy in copies("O2", QUESTION, padded(text)):
        assert ("see a doctor" in copy) == ("They can take" in copy)


@pytest.mark.parametrize(
    "text",
    [
        "Acne is common in young people and at any age.",
        "Don't hesitate to write again, and don't worry about it.",
        "Are you monitoring your blood pressure at home these days?",
        "I hope this helps. Let me know if you need more.",
    ],
)
def test_what_is_no_safeguard_stays(text):
    assert trigger("O2", QUESTION, padded(text)) is None
    assert copies("O2", QUESTION, padded(text)) == []


def test_a_copy_only_loses_text():
    for copy in copies("O2", HEADACHE_QUESTION, HEADACHE):
        assert len(copy) < len(HEADACHE)
        assert "\n\n\n" not in copy
        assert not copy.rstrip().endswith(":")


@pytest.mark.parametrize(
    "text",
    [
        "Rest. A plan may include advice to start insulin at night. Sleep.",
        "Rest. Do not scrub the skin with a brush at night. Sleep early.",
        "Avoid aspirin tablets after dark. Rest. Never use aspirin tablets. Sleep.",
    ],
)
def test_comments_small_matters_and_repeated_cautions_stay(text):
    assert copies("O2", QUESTION, padded(text)) == []


def test_one_check_of_several_is_not_missed():
    text = (
        "The plan for the ward:\n"
        "- Monitor the blood pressure every day.\n"
        "- Repeat the blood test after a week.\n"
        "- Give the tablets after meals."
    )
    assert not any("Repeat" not in c for c in copies("O2", QUESTION, padded(text)))


def test_a_title_without_its_first_paragraph_goes_too():
    text = (
        "Rest the ankle and keep it up for two days.\n\n### When to see a doctor:\n"
        "Seek immediate medical attention if the foot turns blue.\n\n"
        "**For now:** Ice on the ankle helps against the swelling on the first day."
    )
    copy = first("O2", QUESTION, padded(text))
    assert "When to see" not in copy
    assert "For now" in copy


def test_advice_on_care_goes_with_its_signs_in_a_list_below():
    text = (
        "Rest the ankle and keep it up for two days. Ice helps on the first day.\n\n"
        "You should see a doctor if:\n- the foot turns blue\n- you cannot walk"
    )
    copy = first("O2", QUESTION, padded(text))
    assert "doctor" not in copy
    assert "blue" not in copy
