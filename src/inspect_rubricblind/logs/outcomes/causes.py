"""Why scores did not fall, what made them fall, and how many verdicts flipped."""

from collections import Counter

from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row, absent, figure
from inspect_rubricblind.logs.outcomes.table import Cell, Pairs
from inspect_rubricblind.logs.statistics.coverage import (
    IDEAL_READER,
    catch_rate,
    change_rate,
)
from inspect_rubricblind.logs.statistics.drop import (
    flips_per_thousand,
    unpenalised_cases,
)
from inspect_rubricblind.logs.statistics.means import Counts
from inspect_rubricblind.records import Catcher, TieCause

TIE_CAUSES: tuple[TieCause, ...] = (
    "uncovered",
    "no headroom",
    "covered, verdict unchanged",
    "offsetting flips",
)
FILTERS = {
    "headroom_repeat": "headroom by a repeat",
    "headroom": "conditioned on a noisy grade, biased upward",
}
CATCH_COLUMNS = (
    "covered_room",
    "covered_down",
    "covered_room_repeat",
    "covered_down_repeat",
)
CATCHERS: tuple[Catcher, ...] = ("covered criterion", "other criterion")


def cause_row(pairs: Pairs) -> Row:
    """Counts of ties by cause and of wins by catcher, `unknown` among them.

    Null, with a reason, where the column is absent.
    """
    decided = pairs.decided()
    ties, wins = (decided.where(decided.code == code) for code in (0, 1))
    return {
        **_counts("tie_causes", ties, "cause", TIE_CAUSES),
        **_counts("caught_by", wins, "caught_by", CATCHERS),
    }


def _counts(name: str, pairs: Pairs, column: str, words: tuple[str, ...]) -> Row:
    if column in pairs.absent:
        return {name: None, f"{name}_reason": f"column {column} is absent"}
    found = Counter(pairs.rows[column])
    known = {word: found[word] for word in words}
    known["unknown"] = len(pairs) - sum(known.values())
    return {name: known, f"{name}_reason": None}


def unpenalised_row(pairs: Pairs) -> Row:
    """Share of cases with at least one error that did not lower the score."""
    decided = pairs.decided()
    if len(decided) == 0:
        return absent("unpenalised_cases", "no pair")
    return figure(
        "unpenalised_cases", unpenalised_cases(decided.code, decided.question)
    )


def change_row(cell: Cell) -> Row:
    """How often covered errors with headroom lowered the score, beside a reader.

    Headroom is read from a repeat, which enters no outcome; `change_rate_filter` says
    so, or that without repeats it is conditioned on the original's own grade. The
    reference is a reader who knows the edit. `grader_blind` is true only where
    the grader changes fewer, with an interval for the difference below 0; null with
    fewer than 30 such errors.
    """
    names = ("covered_change_rate", "reference_change_rate", "change_difference")
    pairs = cell.errors.decided()
    column = "headroom" if pairs.lacks("headroom_repeat") else "headroom_repeat"
    reason = pairs.lacks("covered", column)
    if reason is None:
        pairs = pairs.having("covered", column)
        flags = pairs.rows[["covered", column]]
        pairs = pairs.where((flags == 1).all(axis=1))
        reason = None if len(pairs) else "no covered error with headroom"
    if reason is not None:
        blank = {k: v for name in names for k, v in absent(name, reason).items()}
        return {**blank, "grader_blind": None, "change_rate_filter": None}
    reference = IDEAL_READER.get(cell.key["benchmark"] or "", IDEAL_READER["all"])
    found = change_rate((pairs.code == 1).astype(float), pairs.question, reference)
    shown = (found.observed, found.reference, found.difference)
    enough = len(pairs) >= FEW_PAIRS
    row: Row = {
        "grader_blind": found.grader_blind if enough else None,
        "change_rate_filter": FILTERS[column],
    }
    for name, interval in zip(names, shown, strict=True):
        row |= figure(name, interval)
    return row


def catch_row(pairs: Pairs) -> Row:
    """Down-flip rate of covered criteria in errors less that in repeats."""
    if (reason := pairs.lacks(*CATCH_COLUMNS)) is not None:
        return absent("catch_rate", reason)
    known = pairs.having(*CATCH_COLUMNS)
    room, down, room_again, down_again = (known.numbers(n) for n in CATCH_COLUMNS)
    if not room.sum() or not room_again.sum():
        return absent("catch_rate", "no covered criterion could get worse")
    found = catch_rate(
        Counts(down, room), Counts(down_again, room_again), known.question
    )
    return figure("catch_rate", found.interval)


def flip_rows(cell: Cell) -> list[Row]:
    """Verdicts that flipped per 1,000: covered, uncovered errors, controls, repeats."""
    sets = {"errors": cell.errors, "controls": cell.controls, "repeats": cell.repeats}
    if cell.errors.lacks("covered") is None:
        covered = cell.errors.rows["covered"]
        sets |= {
            "covered errors": cell.errors.where(covered == 1),
            "uncovered errors": cell.errors.where(covered == 0),
        }
    return [_flips(cell, name, pairs) for name, pairs in sets.items()]


def _flips(cell: Cell, name: str, pairs: Pairs) -> Row:
    row: Row = {**cell.key, "pairs": name, "n": 0}
    columns = ("flips_down", "flips_up", "n_criteria")
    if (reason := pairs.lacks(*columns)) is not None:
        return row | absent("down", reason) | absent("up", reason)
    known = pairs.having(*columns)
    verdicts = known.numbers("n_criteria")
    row["n"] = len(known)
    for side in ("down", "up"):
        flips = known.numbers(f"flips_{side}")
        row |= figure(side, flips_per_thousand(flips, verdicts, known.question))
    return row
