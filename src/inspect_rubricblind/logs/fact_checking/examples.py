"""Claims with their evidence: errors that a check told apart, and false alarms."""

from collections.abc import Iterator, Sequence

from inspect_rubricblind.logs.escape import cut
from inspect_rubricblind.logs.fact_checking.measures import flag_outcome, is_closed
from inspect_rubricblind.logs.fact_checking.reading import CheckedRow
from inspect_rubricblind.logs.tables import Table
from inspect_rubricblind.records import CheckedClaim
from inspect_rubricblind.taxonomy.model import CANARY

SHOWN = 6
CLAIM_LENGTH, EVIDENCE_LENGTH = 240, 200
WORDS = {
    "supported": "supported",
    "contradicted": "contradicted",
    "not_supported": "not supported",
}
COLUMNS = ("Error type", "Case", "Original claims", "Copy claims")


def example_tables(rows: Sequence[CheckedRow], *, with_text: bool) -> Iterator[Table]:
    """Two tables of examples; text of official or local data only if asked for.

    Args:
        rows: All checked pairs.
        with_text: Whether benchmark text may appear.
    """
    shown = [
        r
        for r in sorted(rows, key=lambda r: (r.error_type, r.case_id, r.epoch))
        if is_closed(r) and (with_text or r.check.dataset_kind == "sample")
    ]
    errors = [r for r in shown if r.kind == "error"]
    told = [r for r in errors if flag_outcome(r) == 1]
    # Contradictions first: they come with the words that decided.
    told.sort(key=lambda r: not any(c.quotes for c in r.claims))
    alarms = [r for r in errors if r.original_flagged]
    alarms += [r for r in shown if r.kind == "control" and r.flagged]
    alarms.sort(key=lambda r: not any(c.quotes for c in r.original_claims))
    if told:
        yield _table("Fact check, examples: only the copy is flagged", told)
    if alarms:
        yield _table("Fact check, examples: false alarms", alarms)


def _table(title: str, rows: Sequence[CheckedRow]) -> Table:
    chosen = rows[:SHOWN]
    canaries = sorted({CANARY, *(row.canary for row in chosen if row.canary)})
    return Table(
        title=title,
        columns=COLUMNS,
        rows=tuple(
            (
                row.error_type,
                row.case_id,
                _claims(row.original_claims),
                _claims(row.claims),
            )
            for row in chosen
        ),
        notes=(
            f"{len(chosen)} of {len(rows)}. These texts contain deliberate medical "
            f"errors. {' '.join(canaries)}",
        ),
    )


def _claims(claims: Sequence[CheckedClaim]) -> str:
    return " / ".join(map(_claim, claims)) or "no claim"


def _claim(claim: CheckedClaim) -> str:
    said = cut(claim.claim, CLAIM_LENGTH)
    verdict = WORDS[claim.verdict] if claim.verdict else f"failed: {claim.failure}"
    passages = claim.search.passages if claim.search else ()
    named = [p for p in passages if p.rank in claim.ranks] or list(passages[:1])
    if claim.quotes and named:
        quote = cut(claim.quotes[0], EVIDENCE_LENGTH)
        return f"{said} [{verdict}: “{quote}” {named[0].title}, {named[0].source}]"
    if not passages:
        return f"{said} [{verdict}: no evidence found]"
    best = f"{named[0].title}, {named[0].source}"
    return f"{said} [{verdict}; best passage: {cut(best, EVIDENCE_LENGTH)}]"
