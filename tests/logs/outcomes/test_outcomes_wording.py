"""No template and no sentence of a report may say what the numbers cannot carry.

The list is that of the statistical contract: each pattern is a claim that a reader
would take away wrongly, whatever the figure beside it.
"""

import re
from pathlib import Path

import pytest

import inspect_rubricblind
from inspect_rubricblind.logs.outcomes.study import blank_rows
from inspect_rubricblind.logs.outcomes.wording import (
    grader_words,
    net_sentence,
    verdict_sentences,
)

PACKAGE = Path(inspect_rubricblind.__file__).parent
SPEAKING = sorted(
    [
        *(PACKAGE / "logs" / "templates").iterdir(),
        *(PACKAGE / "logs" / "outcomes").glob("*.py"),
        *(PACKAGE / "logs").glob("*.py"),
        *(PACKAGE / "cli").glob("*.py"),
        *(PACKAGE / "scorers").glob("*.py"),
    ]
)
FORBIDDEN = (
    r"best (that )?any grader could",
    r"the grader missed",
    r"missed by the grader",
    r"(the )?scores? (does|do|did) not move",
    r"hallucinations? (go|goes|went) unnoticed",
    r"clinically significant",
    r"\bmore sensitive than\b",
    r"fact.?check (beats|outperforms)",
    r"length explains",
    r"explained by length",
    r"coverage ceiling",
)


@pytest.mark.parametrize("pattern", FORBIDDEN)
def test_no_report_may_say_it(pattern: str):
    for path in SPEAKING:
        if path.is_file():
            # Sentences are broken over lines and string ends.
            text = re.sub(r'["\s]+f?"?', " ", path.read_text("utf-8"))
            found = re.search(pattern, text, flags=re.IGNORECASE)
            assert not found, f"{path.name}: {found and found.group()}"


def type_row(code: str, verdict: str | None, n: int = 40) -> dict[str, object]:
    return {**blank_rows()[1], "error_type": code, "verdict": verdict, "n": n}


def test_blind_is_said_of_the_verdict_alone():
    """Not of a type that is merely not significant, nor of one with few pairs."""
    types = [
        type_row("F1", "BLIND"),
        type_row("F2", "UNDERPOWERED"),
        type_row("F3", "UNDERPOWERED", n=12),
        type_row("C1", None),
    ]
    said = list(verdict_sentences(blank_rows()[0], types))
    assert said == ["BLIND: F1 (all pairs).", "UNDERPOWERED: F2, F3 (all pairs)."]


def test_no_verdict_is_said_without_a_grader():
    types = [type_row("F1", None)]
    assert not list(verdict_sentences(blank_rows()[0], types))


@pytest.mark.parametrize("shown_below", [False, None])
def test_grader_blind_is_said_only_below_the_reference(shown_below: bool | None):
    row = {
        **blank_rows()[0],
        "covered_change_rate": 0.2,
        "reference_change_rate": 0.69,
        "grader_blind": shown_below,
    }
    assert grader_words(row) == ""
    assert grader_words({**row, "grader_blind": True}).startswith("Grader-blind")


def test_the_headline_counts_net_detections_both_ways():
    row = {
        **blank_rows()[0],
        "n": 80,
        "n_questions": 20,
        "net": 0.25,
        "net_low": 0.1,
        "net_high": 0.4,
    }
    assert "25 more lowered the score than raised it (net 25" in net_sentence(row)
    turned = {**row, "net": -0.25, "net_low": -0.4, "net_high": -0.1}
    assert "25 more raised the score than lowered it (net -25" in net_sentence(turned)
