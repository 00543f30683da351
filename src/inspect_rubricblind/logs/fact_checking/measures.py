"""Measures of a fact check: Table 6, the scale of the rubric, and both together."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict

import numpy as np

from inspect_rubricblind.logs.fact_checking.reading import (
    Check,
    CheckedCase,
    CheckedRow,
)
from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row, absent, figure
from inspect_rubricblind.logs.statistics.auroc import paired_auroc
from inspect_rubricblind.logs.statistics.fact_check import (
    FactCheckRates,
    fact_check_pairs,
    fact_check_rates,
)
from inspect_rubricblind.logs.statistics.means import clustered_mean
from inspect_rubricblind.logs.statistics.multiplicity import holm
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion
from inspect_rubricblind.records import CONTROL_SHAPES, ERROR_CODES

NO_PAIR = "no pair is closed: a claim failed in each, or there is none"
NOT_ASKED = "no model was asked which claim is the error"


def identity(check: Check) -> Row:
    """The keys that name a check."""
    return asdict(check)


def check_rows(cases: Sequence[CheckedCase]) -> Iterator[Row]:
    """What each check took: claims, failures by name, searches, calls, cost."""
    for check in dict.fromkeys(case.check for case in cases):
        own = [case for case in cases if case.check == check]
        failed = Counter[str]()
        for case in own:
            failed.update(case.failed)
        costs = [case.usage.cost for case in own if case.usage.calls]
        known = [cost for cost in costs if cost is not None]
        yield {
            **identity(check),
            "n_cases": len(own),
            "claims_checked": sum(case.claims for case in own),
            "claims_failed": dict(sorted(failed.items())),
            "claims_without_evidence": sum(case.without_evidence for case in own),
            "searches": sum(case.searches for case in own),
            "requests": sum(case.requests for case in own),
            "cached_searches": sum(case.cached_searches for case in own),
            "calls": sum(case.usage.calls for case in own),
            "input_tokens": sum(case.usage.input_tokens for case in own),
            "output_tokens": sum(case.usage.output_tokens for case in own),
            "cost": sum(known) if costs and len(known) == len(costs) else None,
            "excluded": sorted({code for case in own for code in case.excluded}),
            "not_chosen": sum(case.not_chosen for case in own),
        }


def rate_rows(rows: Sequence[CheckedRow]) -> Iterator[Row]:
    """Per check: all errors, then each error type; p-values adjusted over the types."""
    for check in dict.fromkeys(row.check for row in rows):
        own = [r for r in rows if r.check == check and r.kind == "error"]
        if own:
            yield _rates(check, None, own)
        types = [
            _rates(check, code, found)
            for code in codes_of(own)
            if (found := [r for r in own if r.error_type == code])
        ]
        _adjust(types)
        yield from types


def control_rows(rows: Sequence[CheckedRow]) -> Iterator[Row]:
    """Per check and shape of control: how often a harmless edit is flagged."""
    for check in dict.fromkeys(row.check for row in rows):
        controls = [r for r in rows if r.check == check and r.kind == "control"]
        for shape in (None, *CONTROL_SHAPES):
            own = [r for r in controls if shape in (None, r.error_type)]
            closed = [r for r in own if is_closed(r)]
            if own:
                flags = [bool(r.flagged) for r in closed]
                yield {
                    **identity(check),
                    "shape": shape,
                    "n": len(own),
                    "n_open": len(own) - len(closed),
                    **share_of("flagged", flags, closed),
                    **_auroc("auroc", [flag_outcome(r) for r in closed], closed),
                }


def codes_of(rows: Sequence[CheckedRow]) -> list[str]:
    """The error types of rows in the order of the taxonomy, then those of others."""
    present = {row.error_type for row in rows}
    known = [code for code in ERROR_CODES if code in present]
    return [*known, *sorted(present.difference(known))]


def is_closed(row: CheckedRow) -> bool:
    """Whether nothing failed that the pair depends on."""
    return None not in (row.identified, row.flagged, row.original_flagged)


def flag_outcome(row: CheckedRow) -> int:
    """1 if only the variant is flagged, -1 if only the original, else 0."""
    return bool(row.flagged) - bool(row.original_flagged)


def doubt_outcome(row: CheckedRow) -> int | None:
    """1 if the variant is doubted more than the original, -1 if less; None if open."""
    if row.doubt is None or row.original_doubt is None:
        return None
    return (row.doubt > row.original_doubt) - (row.doubt < row.original_doubt)


def _rates(check: Check, code: str | None, rows: Sequence[CheckedRow]) -> Row:
    closed = [row for row in rows if is_closed(row)]
    made: Row = {
        **identity(check),
        "error_type": code,
        "n": len(rows),
        "n_questions": len({row.case_id for row in rows}),
        "n_open": len(rows) - len(closed),
        "few": len(closed) < FEW_PAIRS,
        **_claims_per_answer(rows),
        **_table_6(closed),
        **_model_said(closed),
    }
    doubts = [(r, d) for r in closed if (d := doubt_outcome(r)) is not None]
    made |= _auroc("auroc", [flag_outcome(r) for r in closed], closed)
    made |= _auroc("doubt_auroc", [d for _, d in doubts], [r for r, _ in doubts])
    made |= {"against_original_p": None, "against_original_p_holm": None}
    if closed:
        found = fact_check_pairs(
            [bool(r.flagged) for r in closed],
            [bool(r.original_flagged) for r in closed],
            questions_of(closed),
        )
        made["against_original_p"] = float(found.against_original.p)
    return made


def _table_6(closed: Sequence[CheckedRow]) -> Row:
    names = ("identified", "unsupported", "flagged", "original_flagged")
    if not closed:
        blank = [absent(name, NO_PAIR) for name in names]
        return {k: v for row in blank for k, v in row.items()}
    found: FactCheckRates = fact_check_rates(
        [bool(r.identified) for r in closed],
        [bool(r.flagged) for r in closed],
        [bool(r.original_flagged) for r in closed],
        questions_of(closed),
    )
    row: Row = {}
    for name in names:
        row |= figure(name, getattr(found, name), "no error was found as a claim")
    return row


def _model_said(closed: Sequence[CheckedRow]) -> Row:
    """Where the model found the error itself, and how often the places agree."""
    asked = [r for r in closed if r.identified_by_model is not None]
    if not asked:
        return absent("identified_by_model", NOT_ASKED) | absent(
            "identification_agrees", NOT_ASKED
        )
    same = [r.identified == r.identified_by_model for r in asked]
    return share_of(
        "identified_by_model", [bool(r.identified_by_model) for r in asked], asked
    ) | share_of("identification_agrees", same, asked)


def _claims_per_answer(rows: Sequence[CheckedRow]) -> Row:
    known = [row for row in rows if row.n_claims is not None]
    if not known:
        return absent("claims_per_answer", "only the edited places were split")
    counts = [float(row.n_claims or 0) for row in known]
    return figure(
        "claims_per_answer", clustered_mean(counts, questions_of(known), "pair")
    )


def share_of(name: str, flags: Sequence[bool], rows: Sequence[CheckedRow]) -> Row:
    """The figure of a share of rows, clustered by question."""
    if not rows:
        return absent(name, NO_PAIR)
    values = np.asarray(flags, dtype=np.float64)
    return figure(name, clustered_proportion(values, questions_of(rows)))


def _auroc(name: str, outcomes: Sequence[int], rows: Sequence[CheckedRow]) -> Row:
    if not rows:
        return absent(name, NO_PAIR)
    found = paired_auroc(outcomes, questions_of(rows), "pair")
    counts = Counter(outcomes)
    return figure(name, found.auroc) | {
        f"{name}_win": counts[1],
        f"{name}_tie": counts[0],
        f"{name}_loss": counts[-1],
    }


def questions_of(rows: Sequence[CheckedRow]) -> list[str]:
    """The question of each row."""
    return [row.case_id for row in rows]


def _adjust(types: Sequence[Row]) -> None:
    """Holm over the types with enough pairs, as for the rubric's own tests."""
    family = [row for row in types if not row["few"]]
    if family:
        adjusted = holm([row["against_original_p"] for row in family])
        for row, value in zip(family, adjusted, strict=True):
            row["against_original_p_holm"] = float(value)
