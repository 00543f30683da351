import pytest

from inspect_rubricblind.scorers.terms import terms, weight
from inspect_rubricblind.scorers.vocabulary import vocabulary
from inspect_rubricblind.taxonomy.load import load_taxonomy
from inspect_rubricblind.taxonomy.stems import split_words, stem


@pytest.mark.parametrize(
    "forms",
    [
        ("recommends", "recommended", "recommending", "recommendation"),
        ("dose", "doses", "dosing"),
        ("infection", "infections"),
        ("allergy", "allergies", "allergic"),
        ("diagnosis", "diagnosis"),
    ],
)
def test_inflections_of_a_word_share_a_stem(forms):
    assert len({stem(form) for form in forms}) == 1


def test_short_words_and_other_scripts_are_left_alone():
    assert [stem(w) for w in ("need", "gas", "дозы", "खुराक")] == [
        "need",
        "gas",
        "дозы",
        "खुराक",
    ]


def test_hyphens_of_any_kind_part_words():
    assert split_words("follow-up, first‑line 2.5 mg") == [
        "follow",
        "up",
        "first",
        "line",
        "2.5",
        "mg",
    ]


def test_synonyms_meet_in_a_concept():
    assert "#kidney" in terms("renal impairment") & terms("kidneys")
    assert "#nsaid" in terms("Advises against NSAIDs") & terms("ibuprofen 400 mg")


def test_a_phrase_is_known_only_as_a_whole():
    assert "#hypertension" in terms("treated high blood pressure")
    assert "#hypertension" not in terms("high hopes, blood tests and pressure")


def test_number_words_and_digits_meet():
    assert "=6" in terms("six months") & terms("6 months")


def test_function_words_are_not_terms():
    assert terms("of the and if") == frozenset()


def test_specific_words_weigh_more_than_words_of_every_rubric():
    assert weight(stem("nitrofurantoin")) > weight("=5") > weight(stem("patients"))


def test_every_error_type_has_words_for_its_aspect():
    codes = {error_type.code for error_type in load_taxonomy().types}
    assert set(vocabulary().aspects) == codes
    assert all(vocabulary().aspects.values())


def test_a_medicine_stands_for_its_class_and_a_brand_for_its_medicine():
    assert "#nsaid" in terms("Advil") & terms("No NSAIDs are advised.")
    assert terms("Tylenol") & terms("paracetamol")
    assert terms("UTI") & terms("bladder infection")


def test_words_with_a_common_stem_but_another_meaning_are_kept_apart():
    assert not terms("hives") & terms("HIV")
    assert not terms("numbness") & terms("a number of people")


def test_an_umbrella_over_several_classes_does_not_merge_them():
    assert "#ace_inhibitor" not in terms("hydrochlorothiazide")


def test_a_concept_is_spelt_out_by_any_of_its_phrases():
    known = vocabulary()
    assert known.is_spelt_out("#nsaid", terms("ibuprofen"))
    assert not known.is_spelt_out("#nsaid", frozenset({"#nsaid", "pain"}))


def test_every_synonym_belongs_to_its_concept_and_none_is_empty():
    concepts = vocabulary().concepts
    assert all(phrase and all(phrase) for phrase in concepts)
    assert all(name.startswith("#") for named in concepts.values() for name in named)
