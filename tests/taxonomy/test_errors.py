import pytest

from inspect_rubricblind.records import ERROR_CODES, Edit, apply_edits
from inspect_rubricblind.solvers.checks import check_edits
from inspect_rubricblind.taxonomy.load import ERRORS_FILE, load_taxonomy
from inspect_rubricblind.taxonomy.model import CANARY

TAXONOMY = load_taxonomy()

# Printed in "When Rubrics Fail", Table 7; None is a dagger.
PUBLISHED_LIMITS = {
    "F1": ("same", 6, 6, 4, -1, 1),
    "F2": ("same", 6, 6, 4, -1, 1),
    "F3": ("varied", 90, 90, 6, -1, 1),
    "F4": ("additive minor", 5, None, 4, 0, 2),
    "C1": ("varied", 75, 75, 6, -2, 1),
    "C2": ("varied", 75, 74, 3, -1, 1),
    "C3": ("additive", 0, None, 1, 0, 2),
    "R1": ("varied", 85, 85, 7, -1, 1),
    "R2": ("varied", 85, 85, 7, -1, 1),
    "O1": ("subtractive", None, 3, 6, -6, 0),
    "O2": ("subtractive", None, 3, 6, -6, 0),
    "K1": ("varied", 80, 65, 3, -2, 2),
    "K2": ("varied", 63, 38, 5, -1, 1),
}
EXAMPLES = [
    pytest.param(error, example, id=f"{error.code}-{n}")
    for error in TAXONOMY.types
    for n, example in enumerate(error.examples)
]


def test_the_taxonomy_has_the_codes_of_the_records():
    assert sorted(error.code for error in TAXONOMY.types) == sorted(ERROR_CODES)


@pytest.mark.parametrize("error", TAXONOMY.types, ids=lambda error: error.code)
def test_limits_are_the_published_ones(error):
    limits = error.limits
    assert PUBLISHED_LIMITS[error.code] == (
        limits.shape,
        limits.destroy,
        limits.write,
        limits.sentences,
        limits.length_min,
        limits.length_max,
    )


@pytest.mark.parametrize("error", TAXONOMY.types, ids=lambda error: error.code)
def test_an_entry_is_consistent(error):
    clinically_subtle = {"F4", "K1", "C3", "R2"}  # the paper's Appendix C
    assert (error.regime == "subtle") == (error.code in clinically_subtle)
    assert error.removes_text == (error.limits.shape == "subtractive")
    assert error.applicability_question.endswith("?")
    assert error.name in error.name.strip()
    assert len({example.claim for example in error.examples}) == len(error.examples)


@pytest.mark.parametrize(("error", "example"), EXAMPLES)
def test_an_example_passes_the_limits_of_its_type(error, example):
    edits = [Edit(find=edit.find, replace=edit.replace) for edit in example.edits]
    assert apply_edits(example.before, edits) == example.after
    assert check_edits(example.before, edits, error.limits) == ()


def test_no_example_is_used_twice():
    texts = [example.before for error in TAXONOMY.types for example in error.examples]
    assert len(set(texts)) == len(texts)


def test_the_file_carries_the_canary_before_any_error():
    text = ERRORS_FILE.read_text(encoding="utf-8")
    header = text[: text.index("version:")]
    assert CANARY in header
    assert "contains deliberate medical errors" in " ".join(header.split())
    assert TAXONOMY.canary == CANARY
