"""What one set of pairs shows: outcome shares, net, AUROC, size of the drop."""

from inspect_rubricblind.logs.outcomes.figures import Row, absent, ends, figure
from inspect_rubricblind.logs.outcomes.table import Pairs
from inspect_rubricblind.logs.shares import NOT_SAID
from inspect_rubricblind.logs.statistics.auroc import PairedAuroc, paired_auroc
from inspect_rubricblind.logs.statistics.clusters import Weighting
from inspect_rubricblind.logs.statistics.coverage import coverage_bound
from inspect_rubricblind.logs.statistics.drop import drop_size, relative_drop
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion
from inspect_rubricblind.logs.statistics.ungraded import bounds

UNDECIDED = "every pair is ungraded"
SHARES = ("win", "tie", "loss", "net", "auroc")


def outcome_row(pairs: Pairs, weighting: Weighting) -> Row:
    """Counts, shares with both intervals, bounds where verdicts were lost.

    `n` counts the pairs with a decided outcome, on which all shares rest; `n_graded`
    those that were graded, `n_ungraded` those whose outcome lost verdicts leave open.
    """
    decided = pairs.decided()
    row: Row = {
        "n": len(decided),
        "n_graded": len(pairs),
        "n_ungraded": len(pairs) - len(decided),
        "n_questions": int(decided.rows["question"].nunique()),
        "weighting": weighting,
    }
    reason = UNDECIDED if len(pairs) else "no pair"
    if len(decided) == 0:
        found = {k: v for name in SHARES for k, v in _nothing(name, reason).items()}
    else:
        found = share_figures(paired_auroc(decided.code, decided.question, weighting))
    lost = None
    if len(pairs):
        open_ = pairs.rows["code"].isna().to_numpy(dtype=float)
        lost = clustered_proportion(open_, pairs.question, weighting)
    return row | found | figure("ungraded", lost, reason) | _bounds(pairs, weighting)


def share_figures(found: PairedAuroc) -> Row:
    """Figures of the outcome shares, net and AUROC with S1's limits beside them."""
    s1 = found.s1
    return {
        **figure("win", found.win, s1=s1.win),
        **figure("tie", found.tie, s1=s1.tie),
        **figure("loss", found.loss, s1=s1.loss),
        **figure("net", found.net, s1=s1.auroc.affine(2, -1)),
        **figure("auroc", found.auroc, s1=s1.auroc),
    }


def _nothing(name: str, reason: str) -> Row:
    return absent(name, reason, with_s1=True)


def _bounds(pairs: Pairs, weighting: Weighting) -> Row:
    """What the shares could be, whatever the lost verdicts were; null without any."""
    if not len(pairs) or not pairs.rows["code"].isna().any():
        return {"bounds": None}
    found = bounds(
        pairs.numbers("low"), pairs.numbers("high"), pairs.question, weighting
    )
    limits = found.auroc_limits
    return {
        "bounds": {
            "win": ends(found.win),
            "tie": ends(found.tie),
            "loss": ends(found.loss),
            "net": ends(found.net),
            "auroc": ends(found.auroc),
            "auroc_limits": None if limits is None else ends(limits),
        }
    }


def drop_row(pairs: Pairs, weighting: Weighting, prefix: str = "") -> Row:
    """Mean drop in shares of the possible points, and its quartiles among wins.

    Pairs whose rubric has no positive points have no relative drop; they are counted
    in `drop_left_out`.
    """
    name, decided = f"{prefix}mean_drop", pairs.decided()
    empty = {f"{prefix}drop_quartiles_given_win": None, f"{prefix}drop_left_out": 0}
    points = ("points_original", "points_variant", "points_possible")
    if (reason := decided.lacks(*points)) is not None:
        return absent(name, reason) | empty
    known = decided.having(*points)
    usable = known.where(known.numbers("points_possible") > 0)
    left_out = {f"{prefix}drop_left_out": len(decided) - len(usable)}
    if len(usable) == 0:
        return absent(name, "no rubric has positive points") | empty | left_out
    drop = relative_drop(*(usable.numbers(column) for column in points))
    found = drop_size(drop, usable.code, usable.question, weighting)
    quartiles = found.quartiles_given_win
    return {
        **figure(name, found.mean),
        f"{prefix}drop_quartiles_given_win": quartiles and list(quartiles),
        **left_out,
    }


def coverage_row(pairs: Pairs, weighting: Weighting) -> Row:
    """Share of covered pairs and the coverage bound of the AUROC."""
    specific = specific_row(pairs, weighting)
    if (reason := pairs.lacks("covered")) is not None:
        return absent("covered", reason) | absent("bound_auroc", reason) | specific
    known = pairs.having("covered")
    asked, room = known.numbers("covered"), known.numbers("headroom")
    return {
        **figure("covered", clustered_proportion(asked, known.question, weighting)),
        **figure("bound_auroc", coverage_bound(asked, room, known.question, weighting)),
        **specific,
    }


def specific_row(pairs: Pairs, weighting: Weighting) -> Row:
    """Share of pairs that a criterion covers by naming the subject.

    The rest of the covered pairs is covered by catch-alls alone ("no inaccurate
    statements"), which ask about every error and in practice catch few.
    """
    if (reason := pairs.lacks("covered_specific")) is not None:
        return absent("covered_specific", reason)
    known = pairs.having("covered")
    if known.rows["covered_specific"].isna().any():
        return absent("covered_specific", NOT_SAID)
    values = known.numbers("covered_specific")
    return figure(
        "covered_specific", clustered_proportion(values, known.question, weighting)
    )
