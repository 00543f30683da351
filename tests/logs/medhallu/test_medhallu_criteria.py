import numpy as np
import pytest
from medhallu_pairs import criterion, graded, pair, published
from scipy import stats

from inspect_rubricblind.logs.medhallu.classes import ablation_rows, class_rows
from inspect_rubricblind.logs.medhallu.criteria import dimension_rows, rubric_rows
from inspect_rubricblind.logs.medhallu.reading import criterion_key
from inspect_rubricblind.logs.medhallu.section import settle_classes
from inspect_rubricblind.logs.statistics.risk_ratio import log_normal_ratio
from inspect_rubricblind.records import ClassifiedCriterion, ClassVote, RubricFacts

PATTERNS = {
    "discriminates": (True, False),
    "both_met": (True, True),
    "both_not_met": (False, False),
}


def classified(item, name, votes=None):
    said = [name] * 3 if votes is None else votes
    return ClassifiedCriterion(
        sha256=criterion_key(item),
        criterion_class=name,
        votes=tuple(
            ClassVote(model=f"m{n}", criterion_class=v) for n, v in enumerate(said)
        ),
    )


def table_13():
    """One question per criterion, so that criteria are independent as in the study."""
    pairs, classes = [], {}
    for row in published("table_13"):
        name, n = row["classification"], int(row["n_criteria"])
        item = criterion(0, f"{name} criterion.")
        classes[criterion_key(item)] = classified(item, name)
        for kind, (met, other) in PATTERNS.items():
            for k in range(round(n * float(row[f"{kind}_pct"]) / 100)):
                grading = graded("win", [item], [met], [other])
                pairs.append(pair(f"{name}-{kind}-{k}", gradings=[grading]))
    return pairs, classes


def test_table_13_and_its_three_ratios_come_out_of_the_verdicts():
    pairs, classes = table_13()
    rows = [
        row
        for row in class_rows(pairs, classes)
        if (row["difficulty"], row["basis"]) == ("overall", "all")
    ]
    by_class = {row["class"]: row for row in rows}
    for printed in published("table_13"):
        row = by_class[printed["classification"]]
        found = [row[k] for k in ("discriminates", "both_met", "neither_met")]
        wanted = [float(printed[f"{kind}_pct"]) / 100 for kind in PATTERNS]
        assert found == pytest.approx(wanted, abs=0.0006)
        assert row["reversed"] == 0
    fact = by_class["FACTCHECK"]
    ends = [
        fact["ratio_neither"],
        fact["ratio_neither_low"],
        fact["ratio_neither_high"],
    ]
    assert ends == pytest.approx([1.37, 1.29, 1.45], abs=0.006)
    conditional = [
        fact[f"ratio_discriminates_if_met{end}"] for end in ("", "_low", "_high")
    ]
    assert conditional == pytest.approx([2.14, 1.88, 2.43], abs=0.02)
    assert fact["ratio_discriminates"] == pytest.approx(1.23, abs=0.01)
    assert by_class["OTHER"]["ratio_neither"] is None


def test_a_reversed_criterion_and_an_ungraded_one():
    items = [criterion(0, "a"), criterion(1, "b"), criterion(2, "c")]
    classes = {criterion_key(x): classified(x, "FACTCHECK") for x in items}
    grading = graded("tie", items, [False, None, True], [True, True, False])
    row = next(class_rows([pair("q", gradings=[grading])], classes))
    assert (row["n_criteria"], row["reversed"], row["discriminates"]) == (2, 0.5, 0.5)
    assert row["ratio_neither_reason"] == "needs criteria of both classes"


def test_the_unanimous_criteria_have_rows_of_their_own():
    items = [criterion(0, "a"), criterion(1, "b")]
    classes = {
        criterion_key(items[0]): classified(items[0], "FACTCHECK"),
        criterion_key(items[1]): classified(
            items[1], "FACTCHECK", ["FACTCHECK", "FACTCHECK", "OTHER"]
        ),
    }
    grading = graded("win", items, [True, True], [False, False])
    rows = list(class_rows([pair("q", gradings=[grading])], classes))
    sizes = {row["basis"]: row["n_criteria"] for row in rows}
    assert sizes == {"all": 2, "unanimous": 1}


def table_14():
    """Pairs with the margins of Table 14 before and after.

    One fact and one other criterion of opposite weight make every change of outcome.
    """
    before, after = published("table_14")
    names = ("win", "tie", "loss")
    ends = [
        [name for name in names for _ in range(int(row[name]))]
        for row in (before, after)
    ]
    fact, other = criterion(0, "fact", points=2), criterion(1, "other")
    classes = {
        criterion_key(fact): classified(fact, "FACTCHECK"),
        criterion_key(other): classified(other, "OTHER"),
    }
    verdicts = {"win": (True, False), "tie": (True, True), "loss": (False, True)}
    made = []
    for n, (first, second) in enumerate(zip(*ends, strict=True)):
        # The fact outweighs the other criterion, unless it is tied.
        if first == second:
            facts = verdicts["tie"]
        elif first == "tie":
            pytest.fail("no pair of these margins is tied before only")
        else:
            facts = verdicts[first]
        others = verdicts[second]
        grading = graded(
            first, [fact, other], [facts[0], others[0]], [facts[1], others[1]]
        )
        made.append(pair(f"q{n}", gradings=[grading]))
    return made, classes


def test_table_14_and_the_drop_without_facts_come_out_of_the_verdicts():
    """0.792 to 0.662, ties from 3.6 % to 39 %, change -0.131."""
    made, classes = table_14()
    row = next(r for r in ablation_rows(made, classes) if r["difficulty"] == "overall")
    assert (row["n"], row["n_left_out"]) == (195, 0)
    for name, printed in zip(("before", "after"), published("table_14"), strict=True):
        found = [row[f"{name}_{key}"] for key in ("win", "tie", "loss", "auroc")]
        wanted = [printed[f"{key}_frac"] for key in ("win", "tie", "loss")]
        wanted = [float(x) for x in [*wanted, printed["auroc"]]]
        assert found == pytest.approx(wanted, abs=0.0006)
        ends = [row[f"{name}_auroc_s1_{end}"] for end in ("low", "high")]
        published_ends = [float(printed[f"auroc_ci_{end}"]) for end in ("low", "high")]
        assert ends == pytest.approx(published_ends, abs=1 / 195 + 0.0005)
    assert row["change"] == pytest.approx(-0.131, abs=0.001)
    assert row["change_bootstrap_low"] < row["change"] < row["change_bootstrap_high"]


def test_a_pair_with_an_unclassified_criterion_is_left_out_and_counted():
    known, unknown = criterion(0, "known"), criterion(1, "unknown")
    classes = {criterion_key(known): classified(known, "OTHER")}
    made = [
        pair("a", gradings=[graded("win", [known], [True], [False])]),
        pair("b", gradings=[graded("win", [known, unknown], [1, 1], [0, 0])]),
    ]
    row = next(ablation_rows(made, classes))
    assert (row["n"], row["n_left_out"], row["after_win"]) == (1, 1, 1.0)


def test_a_rubric_of_facts_alone_ties_without_them():
    fact = criterion(0, "fact")
    classes = {criterion_key(fact): classified(fact, "FACTCHECK")}
    made = [pair("a", gradings=[graded("win", [fact], [True], [False])])]
    row = next(ablation_rows(made, classes))
    assert (row["before_win"], row["after_tie"]) == (1.0, 1.0)


def test_several_panels_on_one_criterion_leave_the_one_with_most_votes():
    item = criterion(0)
    few, many = classified(item, "OTHER", ["OTHER"]), classified(item, "FACTCHECK")
    for order in ([few, many], [many, few]):
        (settled,) = settle_classes(order).values()
        assert settled == many


def test_the_gap_of_a_dimension_is_worked_by_hand():
    tags = [("dimension:Facts",), ("dimension:Facts",), ("dimension:Form",)]
    items = [criterion(n, tags=tag) for n, tag in enumerate(tags)]
    made = [
        pair("a", gradings=[graded("win", items, [1, 1, 0], [0, 1, 1])]),
        pair("b", gradings=[graded("win", items, [1, 1, 1], [0, 0, 1])]),
        pair("c", gradings=[graded("ungraded", items, [None, 1, 1], [0, 0, 1])]),
    ]
    rows = {r["dimension"]: r for r in dimension_rows(made) if r["answers"] == "all"}
    assert (rows["Facts"]["gap"], rows["Facts"]["n"]) == (pytest.approx(0.75), 2)
    assert rows["Facts"]["n_ungraded"] == 1
    assert rows["Form"]["gap"] == pytest.approx(-1 / 3)
    oracle = stats.t.interval(0.95, 1, loc=0.75, scale=stats.sem([0.5, 1.0]))
    ends = rows["Facts"]["gap_low"], rows["Facts"]["gap_high"]
    assert ends == pytest.approx(oracle)


def test_criteria_per_question_and_wilcoxon_between_schemes():
    sizes = {"openrubrics": [8, 9, 7, 10, 8, 9], "rubrichub": [28, 31, 25, 30, 29, 33]}
    made = [
        pair(
            f"q{n}",
            rubric=RubricFacts(scheme=scheme, origin="file", n_criteria=size),
        )
        for scheme, several in sizes.items()
        for n, size in enumerate(several)
    ]
    lost = RubricFacts(
        scheme="openrubrics", origin="file", n_criteria=0, failures={"list: empty": 1}
    )
    made.append(pair("q9", rubric=lost, no_rubric="list: empty"))
    rows = {row["scheme"]: row for row in rubric_rows(made)}
    first = rows["openrubrics"]
    assert first["criteria_mean"] == pytest.approx(np.mean(sizes["openrubrics"]))
    assert first["criteria_sd"] == pytest.approx(np.std(sizes["openrubrics"], ddof=1))
    assert (first["n_questions"], first["n_without_rubric"]) == (6, 1)
    assert first["failures"] == {"list: empty": 1}
    oracle = stats.wilcoxon(sizes["openrubrics"], sizes["rubrichub"]).pvalue
    assert first["compared"]["rubrichub"] == pytest.approx(oracle)


def test_with_one_criterion_per_question_the_ratio_is_nearly_log_normal():
    pairs, classes = table_13()
    row = next(
        r
        for r in class_rows(pairs, classes)
        if r["class"] == "FACTCHECK" and r["basis"] == "all"
    )
    independent = log_normal_ratio(3239, 4431, 643, 1202)
    assert row["ratio_neither"] == pytest.approx(independent.estimate, rel=0.002)
    assert row["ratio_neither_low"] == pytest.approx(independent.low, rel=0.003)
