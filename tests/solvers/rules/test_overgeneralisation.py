import pytest

from rule_texts import candidates, copies, first, padded, trigger

QUESTION = "Is this treatment safe?"


@pytest.mark.parametrize(
    ("before", "lost", "gained"),
    [
        ("Aspirin is safe for most people with heart disease.", "most", "all"),
        ("It is recommended in adults over 65.", "over 65", "all adults"),
        ("Home remedies resolve mild acne.", "mild", "acne"),
        ("Some people notice a benefit within weeks.", "Some", "all people"),
        ("Up to 80% of new mothers experience it.", "80%", "all new mothers"),
        ("Treatment depends on the severity of the disease.", "depends", "is the same"),
        ("It is not suitable for everyone with asthma.", "not", "is suitable for"),
        ("Diet may help some people with acne.", "some", "will help"),
        ("Surgery is reserved for severe cases.", "reserved", "is "),
        ("Exercise is safe if clinically stable.", "stable", "patient"),
        (
            "Monitor for 6 to 12 months, depending on patient risk factors.",
            "depending on",
            "risk factors",
        ),
    ],
)
def test_the_limit_is_gone(before, lost, gained):
    copy = first("K2", QUESTION, padded(before))
    copy = copy.rsplit("\n\n", 1)[-1]
    assert lost not in copy
    assert gained.lower() in copy.lower()


def test_capitals_are_carried_over():
    copy = first("K2", QUESTION, padded("Many patients improve with this treatment."))
    assert copy.lower().endswith("all patients improve with this treatment.")
    assert copy.split("\n\n")[-1][0] == "A"


@pytest.mark.parametrize(
    "text",
    [
        "Sample Size: 573 women at risk of preterm birth were enrolled.",
        "It is not recommended for people allergic to aspirin.",
        "Do you have children with this disease at home?",
        "The effect is similar to that in patients with normal kidneys.",
        "The patient reports mild pain in the elbow since Monday.",
        "I hope this helps most people who read it today.",
        "Your lab results are normal and nothing needs to change.",
    ],
)
def test_what_is_no_limit_on_a_claim_stays(text):
    assert trigger("K2", QUESTION, padded(text)) is None
    assert copies("K2", QUESTION, padded(text)) == []


def test_all_limits_of_a_sentence_go_together():
    text = "In mild disease, therapy is not needed for healthy patients."
    copy = first("K2", QUESTION, padded(text))
    assert "mild" not in copy
    assert "healthy" not in copy


def test_the_trigger_is_the_limit_itself():
    [candidate, *_] = candidates(
        "K2", QUESTION, padded("It is safe in adults over 65.")
    )
    assert candidate.trigger == "in adults over 65"
    assert "all adults" in candidate.claim


@pytest.mark.parametrize(
    "text",
    [
        "In some cases, antibiotics may be needed for the treatment of it.",
        "It can cause pain, fever, or in severe cases a loss of treatment effect.",
        "Treatment is effective in older adults compared to adults of thirty.",
        "Up to 80% of new mothers notice it, but it is not universal at all.",
    ],
)
def test_what_stays_hedged_listed_or_compared_stays(text):
    assert copies("K2", QUESTION, padded(text)) == []


def test_nobody_is_absolutely_all():
    text = padded("Most patients improve with this treatment.")
    for seed in range(8):
        assert "bsolutely" not in first("K2", QUESTION, text, seed)


def test_a_group_is_kept_where_its_item_names_exclusions():
    alone = "- It is recommended for adults with asthma.\n"
    item = f"{alone}  - Not suitable in pregnancy.\n"
    other = f"{alone}- Avoid smoking at home.\n"
    templates = [
        {c.template.split(":")[0] for c in candidates("K2", QUESTION, padded(text))}
        for text in (alone, item, other)
    ]
    assert ["restricted_group" in t for t in templates] == [True, False, True]


@pytest.mark.parametrize(
    "text",
    [
        "By then most babies who were born at term are ready for treatment.",
        "It is recommended in imminent preterm birth before 32 weeks gestation.",
        "The full dose is for adults without heart disease; older people begin low.",
        "The dose is 300 micrograms for children of 6 to 12 years.",
        "In some cases, this therapy can even trigger an attack of asthma.",
        "Recovery with treatment varies by age. In mild disease it takes a week.",
        "Most patients recover with treatment. About 60% of them do so in a week.",
    ],
)
def test_a_limit_is_kept_where_the_text_goes_on_to_tell_people_apart(text):
    assert copies("K2", QUESTION, padded(text)) == []


@pytest.mark.parametrize(
    "answer",
    [
        "Dexamethasone is recommended in hospitalized patients requiring oxygen.",
        "An antacid can provide relief when mild heartburn strikes.",
        "Antibiotics are generally recommended in adults over 65.",
    ],
)
def test_a_limit_stays_where_the_statement_would_still_hold(answer):
    assert not any("all patients requiring" in c for c in copies("K2", "", answer))
    assert not any("severity" in c or "severe" in c for c in copies("K2", "", answer))
    assert not any("all adults" in c for c in copies("K2", "", answer))


@pytest.mark.parametrize(
    "text",
    [
        "Adjust the length of treatment based on the patient's response.",
        "The tablet is recommended in elderly patients with severe pneumonia.",
        "The scan is preferred in some cases. It may be limited by an old scar.",
    ],
)
def test_a_limit_that_the_words_behind_need_stays(text):
    assert copies("K2", QUESTION, padded(text)) == []
