"""Coverage of a set of pairs that nobody needs to have graded."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from inspect_rubricblind.logs.statistics.clusters import FloatArray, Weighting
from inspect_rubricblind.logs.statistics.coverage import coverage_bound
from inspect_rubricblind.logs.statistics.proportions import clustered_proportion
from inspect_rubricblind.logs.summary import Causes, Coverage, Figure

NOT_SAID = "of some covered pairs it is not known whether catch-alls alone ask"


def coverage_of(errors: pd.DataFrame) -> Coverage:
    """Shares, bound and causes of the errors of one table."""
    known = scored(errors)
    covered = known["covered"].astype(bool)
    headroom = known.loc[covered, "headroom"]
    return Coverage(
        n=len(errors),
        n_questions=errors["case_id"].nunique(),
        unscored=len(errors) - len(known),
        covered=covered_share(errors),
        covered_specific=specific_share(errors),
        bound_auroc=bound(errors),
        causes=Causes(
            uncovered=int((~covered).sum()),
            no_headroom=int((headroom == False).sum()),  # noqa: E712 - NA stays out
            headroom=int((headroom == True).sum()),  # noqa: E712 - NA stays out
            headroom_unknown=int(headroom.isna().sum()),
        ),
    )


def scored(pairs: pd.DataFrame) -> pd.DataFrame:
    """Pairs with a coverage score."""
    return pairs[pairs["covered"].notna()]


def covered_share(pairs: pd.DataFrame, weighting: Weighting = "pair") -> Figure:
    """Share of scored pairs that are covered."""
    known = scored(pairs)
    if known.empty:
        return Figure(None, reason="no pair")
    interval = clustered_proportion(numbers(known["covered"]), cases(known), weighting)
    return Figure.of(interval)


def specific_share(errors: pd.DataFrame, weighting: Weighting = "pair") -> Figure:
    """Share of pairs that a criterion covers by naming the subject."""
    known = scored(errors)
    if known.empty:
        return Figure(None, reason="no pair")
    if known["covered_specific"].isna().any():
        return Figure(None, reason=NOT_SAID)
    values = numbers(known["covered_specific"])
    return Figure.of(clustered_proportion(values, cases(known), weighting))


def bound(errors: pd.DataFrame, weighting: Weighting = "pair") -> Figure:
    """Coverage bound of the AUROC."""
    known = scored(errors)
    if known.empty:
        return Figure(None, reason="no pair")
    covered, headroom = numbers(known["covered"]), numbers(known["headroom"])
    return Figure.of(coverage_bound(covered, headroom, cases(known), weighting))


def numbers(flags: pd.Series) -> FloatArray:
    """1, 0, and NaN where not known."""
    return flags.to_numpy(dtype=np.float64, na_value=np.nan)


def cases(pairs: pd.DataFrame) -> NDArray[np.str_]:
    """The case of each pair."""
    return pairs["case_id"].to_numpy(dtype=str)
