"""What a fact check is worth in numbers: the value of a sample, and its summary."""

from collections.abc import Sequence
from statistics import fmean

from inspect_rubricblind.records import ERROR_CODES, CheckedPair, FactCheckResult

NAN = float("nan")


def values(result: FactCheckResult | None) -> dict[str, float]:
    """The value of a sample: the same keys always, NaN where there is nothing."""
    pairs = result.pairs if result else ()
    errors = [p for p in pairs if p.kind == "error"]
    controls = [p for p in pairs if p.kind == "control"]
    checked = [
        claim for text in (result.texts if result else ()) for claim in text.claims
    ]
    return {
        "auroc": _auroc(errors),
        "identified": _mean([p.identified for p in errors]),
        "flagged": _mean([p.flagged for p in errors]),
        "original_flagged": _mean([p.original_flagged for p in errors]),
        "controls_flagged": _mean([p.flagged for p in controls]),
        "open": _mean([float(outcome(p) is None) for p in errors]),
        "claims_failed": _mean([float(c.verdict is None) for c in checked]),
        **{c: _auroc([p for p in errors if p.error_type == c]) for c in ERROR_CODES},
    }


def outcome(pair: CheckedPair) -> float | None:
    """1 if only the variant is flagged, 0 if only the original, 0.5 else; or open."""
    if pair.flagged is None or pair.original_flagged is None:
        return None
    return 0.5 + (pair.flagged - pair.original_flagged) / 2


def _auroc(pairs: Sequence[CheckedPair]) -> float:
    return _mean([outcome(p) for p in pairs])


def _mean(numbers: Sequence[float | None]) -> float:
    """The mean of what is known; a flag counts as 1 or 0."""
    known = [number for number in numbers if number is not None]
    return fmean(known) if known else NAN


def summary(result: FactCheckResult) -> str:
    """One line: what was flagged, and what of it is a false alarm."""
    errors = [p for p in result.pairs if p.kind == "error"]
    caught = sum(outcome(p) == 1 for p in errors)
    alarms = sum(p.original_flagged is True for p in errors)
    return (
        f"{len(errors)} errors: {caught} flagged in the copy only, "
        f"{alarms} with a flagged original"
    )
