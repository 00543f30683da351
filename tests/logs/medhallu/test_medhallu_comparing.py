import random

import pytest
from medhallu_pairs import GRADER, graded, label, pair, published
from scipy import stats

from inspect_rubricblind.logs.medhallu.comparing import baseline_rows, scheme_rows
from inspect_rubricblind.records import Baseline

SUBSETS = ("Easy", "Medium", "Hard")
STEP = 1.5
"""Published interval ends move in steps of half a pair; see the tolerance below."""


def table_12(rubric, grader):
    """The pairs of one rubric and grader, as many of each outcome as were printed."""
    made = []
    for row in published("table_12"):
        if (row["rubric"], row["grader"]) != (rubric, grader):
            continue
        if row["subset"] not in SUBSETS:
            continue
        for outcome in ("win", "tie", "loss"):
            for n in range(int(row[outcome])):
                case_id = f"{row['subset']}-{outcome}-{n}"
                grading = graded(outcome, scheme=rubric.lower(), grader=grader)
                made.append(pair(case_id, row["subset"].lower(), [grading]))
    return made


CELLS = sorted({(row["rubric"], row["grader"]) for row in published("table_12")})


@pytest.mark.parametrize(("rubric", "grader"), CELLS)
def test_the_rows_of_table_12_come_out_of_its_pairs(rubric, grader):
    found = {
        row["difficulty"].title(): row for row in scheme_rows(table_12(rubric, grader))
    }
    for row in published("table_12"):
        if (row["rubric"], row["grader"]) != (rubric, grader):
            continue
        ours, n = found[row["subset"]], int(row["n_pairs"])
        assert ours["n"] == n
        shares = [100 * ours[name] for name in ("win", "tie", "loss")]
        printed = [row[f"{k}_pct"] for k in ("correct", "tie", "hallucinated")]
        assert shares == pytest.approx([float(x) for x in printed], abs=0.0501)
        assert ours["auroc"] == pytest.approx(float(row["auroc"]), abs=0.001)
        ends = ours["auroc_s1_low"], ours["auroc_s1_high"]
        printed = [float(row[f"auroc_ci_{end}"]) for end in ("low", "high")]
        assert ends == pytest.approx(printed, abs=STEP / n + 0.0005)


def test_the_length_rule_and_what_goes_beyond_it_are_worked_by_hand():
    # The scheme wins where the correct answer is longer, and in one other pair.
    lengths = [(200, 100)] * 6 + [(100, 200)] * 4
    outcomes = ["win"] * 6 + ["loss"] * 3 + ["win"]
    pairs = [
        pair(f"q{n}", gradings=[graded(outcome)], lengths=length)
        for n, (outcome, length) in enumerate(zip(outcomes, lengths, strict=True))
    ]
    row = next(r for r in scheme_rows(pairs) if r["difficulty"] == "overall")
    assert row["auroc"] == pytest.approx(0.7)
    assert row["length_auroc"] == pytest.approx(0.6)
    assert row["beyond_length"] == pytest.approx(0.1)
    assert (row["n_matched"], row["matched_auroc"]) == (0, None)
    # Two ratios only: a line through 6/6 at +1 and 1/4 at -1, halfway 0.625.
    assert row["equal_length_auroc"] == pytest.approx(0.625)


def test_pairs_within_a_fifth_are_of_one_length():
    lengths = [(100, 80), (80, 100), (100, 79), (100, 100)]
    pairs = [
        pair(f"q{n}", gradings=[graded("win" if n % 2 else "loss")], lengths=length)
        for n, length in enumerate(lengths)
    ]
    row = next(r for r in scheme_rows(pairs) if r["difficulty"] == "overall")
    assert row["n_matched"] == 3
    assert row["matched_auroc"] == pytest.approx(2 / 3)


def test_the_p_value_is_scipys_wilcoxon_of_the_score_differences():
    differences = [3, 1, -2, 0, 5, 4, -1, 2]
    pairs = [
        pair(f"q{n}", gradings=[graded("win", diff=d)])
        for n, d in enumerate(differences)
    ]
    row = next(scheme_rows(pairs))
    oracle = stats.wilcoxon(differences, zero_method="wilcox").pvalue
    assert row["wilcoxon_p"] == pytest.approx(oracle)


def test_an_ungraded_pair_is_counted_and_widens_the_bounds():
    pairs = [pair("a", gradings=[graded("win")]), pair("b", gradings=[graded("tie")])]
    pairs.append(pair("c", gradings=[graded("ungraded")]))
    row = next(scheme_rows(pairs))
    assert (row["n"], row["n_graded"], row["n_ungraded"]) == (2, 3, 1)
    assert row["auroc"] == pytest.approx(0.75)
    assert row["auroc_bounds"] == pytest.approx([0.5, 2.5 / 3])


def test_a_cell_of_nothing_but_ungraded_pairs_says_so():
    row = next(scheme_rows([pair("a", gradings=[graded("ungraded")])]))
    assert (row["auroc"], row["n"]) == (None, 0)
    assert row["auroc_reason"] == "every pair is ungraded"


def test_schemes_and_graders_are_never_pooled_and_order_does_not_matter():
    made = [
        pair(f"q{n}", gradings=[graded("win", scheme=scheme, grader=grader)])
        for n in range(4)
        for scheme in ("generic", "rubrichub")
        for grader in (GRADER, "other")
    ]
    rows = list(scheme_rows(made))
    assert len({(r["scheme"], r["grader"]) for r in rows}) == 4
    assert {r["n"] for r in rows} == {4}
    random.Random(0).shuffle(made)
    assert list(scheme_rows(made)) == rows


def test_the_same_question_in_two_runs_counts_once():
    run = [pair("a", gradings=[graded("win")]), pair("b", gradings=[graded("tie")])]
    row = next(scheme_rows([*run, *run]))
    assert (row["n"], row["auroc"]) == (2, pytest.approx(0.75))


def test_two_results_of_one_pair_are_refused_and_writers_keep_rubrics_apart():
    def by(writer, outcome="win", rubric="x"):
        return pair("a", gradings=[graded(outcome, rubric=rubric, writers=(writer,))])

    for other in (by("m", rubric="y"), by("m", "loss")):
        with pytest.raises(ValueError, match="must have one result"):
            list(scheme_rows([by("m"), other]))
    apart = scheme_rows([by("m"), by("n", "loss", "y")])
    assert len({tuple(row["writers"]) for row in apart}) == 2


def test_self_contained_answers_have_rows_of_their_own():
    made = [pair(f"s{n}", labels=[label("self-contained")]) for n in range(3)]
    made += [pair("r", labels=[label("referential")], lengths=(100, 150))]
    rows = {(r["answers"], r["difficulty"]): r for r in baseline_rows(made)}
    assert rows["all", "overall"]["auroc"] == pytest.approx(0.75)
    assert rows["self-contained", "hard"]["auroc"] == pytest.approx(1.0)
    assert rows["self-contained", "hard"]["labels"] == "model"


def test_a_baseline_of_some_pairs_has_rows_of_those():
    made = [pair("a"), pair("b")]
    made[0].baselines["nli"] = Baseline(correct=0.2, hallucinated=0.5)
    rows = {r["baseline"]: r for r in baseline_rows(made)}
    assert (rows["nli"]["n"], rows["nli"]["auroc"]) == (1, 0.0)
    assert rows["length"]["n"] == 2
