import re

import pytest

from inspect_rubricblind.evidence.corpus import Corpus
from inspect_rubricblind.evidence.notes import (
    bundled_corpus,
    find_documents,
    load_notes,
    read_guidelines,
)
from inspect_rubricblind.taxonomy.quantities import find_quantities, normalise


def note(name):
    return next(n for n in load_notes() if n.id == name)


def test_every_note_is_short_and_says_whose_statement_it_is():
    notes = load_notes()
    assert len(notes) >= 30
    assert len({n.id for n in notes}) == len(notes)
    for found in notes:
        assert found.source, found.id
        assert re.fullmatch(r"20\d\d", found.date), found.id
        assert found.url.startswith("https://"), found.id
        assert 80 <= len(found.text) <= 1200, found.id


@pytest.mark.parametrize(
    ("name", "unit", "values"),
    [
        ("paracetamol-adults", "mg/day", {4000.0}),
        ("anaphylaxis-adrenaline", "mg", {0.5, 0.3, 0.15}),
        ("fever-children", "°C", {38.0, 39.0}),
        ("folic-acid", "mg/day", {0.4, 5.0}),
        ("apixaban-dose", "mg", {5.0, 2.5}),
    ],
)
def test_doses_and_limits_of_the_notes_are_those_of_their_sources(name, unit, values):
    """Typed in a second time, from the sources, apart from the notes."""
    found = {
        value
        for quantity in find_quantities(note(name).text)
        for value in normalise(quantity).values
        if normalise(quantity).unit == unit
    }
    assert values <= found


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("maximum daily dose of paracetamol in adults", "Paracetamol"),
        ("intramuscular adrenaline dose in anaphylaxis", "Anaphylaxis"),
        ("fever in a baby under 3 months", "Fever"),
        ("epinephrine for anaphylaxis", "Anaphylaxis"),
        ("apixaban reduced dose age 80", "Apixaban"),
    ],
)
def test_the_shipped_corpus_answers_what_the_demo_asks(query, name):
    first = Corpus(bundled_corpus()).find(query, 3)[0]
    assert first.title.startswith(name)


def test_the_shipped_corpus_is_built_once():
    path = bundled_corpus()
    changed = path.stat().st_mtime_ns
    assert bundled_corpus() == path
    assert path.stat().st_mtime_ns == changed


def test_guidelines_are_read_by_path_without_an_import(tmp_path):
    (tmp_path / "aha_2023").mkdir()
    (tmp_path / "aha_2023" / "af.md").write_text("# Fibrillation\n\nDOAC first.")
    (tmp_path / "aha_2023" / "code.py").write_text("raise SystemExit")
    [found] = read_guidelines(tmp_path)
    assert (found.title, found.source, found.date) == (
        "Fibrillation",
        "open-medicine digest aha_2023",
        "2023",
    )


def test_an_extra_that_is_not_installed_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(
        "inspect_rubricblind.evidence.notes.find_spec", lambda name: None
    )
    with pytest.raises(FileNotFoundError, match=r"inspect-rubricblind\[evidence\]"):
        list(find_documents("guidelines"))
