from inspect_rubricblind.solvers.applicability import applicable_by_rules
from inspect_rubricblind.solvers.rules import Passage, Rule
from inspect_rubricblind.taxonomy.load import load_taxonomy

RULES = {
    "F1": Rule(lambda passage: "500 mg" if "500 mg" in passage.answer else None, iter),
    "K1": Rule(lambda passage: None, iter),
}


def decide(answer):
    types = load_taxonomy().select(["F1", "K1"])
    return [
        (one.error_type, one.applicable, one.kind, one.reason)
        for one in applicable_by_rules(Passage.build("And?", answer), types, RULES)
    ]


def test_a_type_applies_where_its_rule_finds_a_trigger():
    assert decide("You should take 500 mg of this after the meal.") == [
        ("F1", True, "rules", "500 mg"),
        ("K1", False, "rules", "no trigger"),
    ]


def test_a_text_that_the_rules_cannot_read_is_said_to_be_so():
    assert decide("Debe tomar este medicamento después de las comidas.") == [
        ("F1", False, "rules", "not in English"),
        ("K1", False, "rules", "not in English"),
    ]
