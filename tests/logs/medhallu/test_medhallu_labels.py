import pytest
from medhallu_pairs import label, pair, published

from inspect_rubricblind.logs.medhallu.labelled import label_rows, panel_figures
from inspect_rubricblind.records import LABELS

KEYS = {"Referential": "referential", "Self-contained": "self-contained"}


def test_table_9_and_its_p_value_come_out_of_the_labels():
    made = [
        pair(
            f"{row['correct_answer_label']}-{row['difficulty']}-{n}",
            row["difficulty"].lower(),
            labels=[label(KEYS[row["correct_answer_label"]])],
        )
        for row in published("table_09")
        for n in range(int(row["n_answers"]))
    ]
    (row,) = label_rows(made)
    assert row["by_difficulty"] == {
        "self-contained": {"easy": 134, "medium": 161, "hard": 195},
        "referential": {"easy": 140, "medium": 157, "hard": 213},
    }
    assert (row["n"], row["referential"], row["self-contained"]) == (1000, 510, 490)
    assert (row["chi2_df"], row["chi2_p"]) == (2, pytest.approx(0.75, abs=0.005))


def test_table_10_comes_out_of_the_labels_of_both_answers():
    names = {**KEYS, "Borderline": "borderline"}
    printed = {
        (names[r["correct_answer_label"]], names[r["hallucinated_answer_label"]]): int(
            r["n_answers"]
        )
        for r in published("table_10")
    }
    made = [
        pair(
            f"{one}-{other}-{n}",
            labels=[label(one), label(other, "hallucinated", votes=[other])],
        )
        for (one, other), count in printed.items()
        for n in range(count)
    ]
    (row,) = label_rows(made)
    found = row["by_hallucinated"]
    assert {(a, b): n for a, cells in found.items() for b, n in cells.items() if n} == (
        printed
    )


def test_the_kappa_of_appendix_h_lies_where_851_unanimous_answers_put_it():
    """0.801; the margins leave 0.7985 to 0.8013 open."""
    votes = [["referential"] * 3] * 434 + [["self-contained"] * 3] * 417
    votes += [["referential", "referential", "self-contained"]] * 76
    votes += [["self-contained", "self-contained", "referential"]] * 73
    row = panel_figures(votes, LABELS, seed=0)
    assert 0.7980 < row["fleiss"] < 0.8015
    assert row["unanimous"] == pytest.approx(0.851)


def test_an_unread_vote_is_not_unanimous_and_one_vote_has_no_kappa():
    votes = [["referential", "referential", None], ["referential"] * 3]
    assert panel_figures(votes, LABELS, 0)["unanimous"] == pytest.approx(0.5)
    alone = panel_figures([["referential"], ["borderline"]], LABELS, 0)
    assert (alone["fleiss"], alone["fleiss_reason"]) == (None, "one model voted")


def test_a_heuristic_has_no_agreement():
    made = [
        pair("a", labels=[label("referential", kind="rules", votes=[])]),
        pair("b", labels=[label("self-contained", kind="rules", votes=[])]),
    ]
    (row,) = label_rows(made)
    assert row["kind"] == "rules"
    assert "heuristic" in row["fleiss_reason"]


def test_a_panels_label_comes_before_the_heuristics():
    made = [
        pair("a", labels=[label("referential", kind="rules", votes=[])]),
        pair("a", labels=[label("self-contained")]),
    ]
    (row,) = label_rows(made)
    assert (row["kind"], row["self-contained"], row["n"]) == ("model", 1, 1)


def test_no_majority_is_an_outcome_of_its_own():
    undecided = label(None, votes=["referential", "borderline", None])
    made = [pair("a", labels=[undecided]), pair("b", labels=[label("referential")])]
    (row,) = label_rows(made)
    assert (row["no majority"], row["unread_votes"]) == (1, 1)
    assert row["by_difficulty"]["no majority"]["hard"] == 1
