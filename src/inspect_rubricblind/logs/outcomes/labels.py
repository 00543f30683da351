"""Labels of cells that a table from elsewhere does not bring along."""

import pandas as pd


def cell_injector(rows: pd.DataFrame) -> pd.Series:
    """Controls and repeats belong to the errors that they were graded with.

    Rules may have made the controls beside a model's errors; where one grading of one
    answer model holds the errors of one injector alone, its controls belong to them.
    """
    names = ["benchmark", "dataset_kind", "answer_model", "grader", "draw"]
    names += ["rubric_scheme", "grading"] if _named_gradings(rows) else []
    errors = rows[rows["kind"] == "error"]
    own = rows["injector"].fillna("")
    keys = [errors[name].astype("string").fillna("") for name in names]
    groups = errors["injector"].fillna("").groupby(keys)
    only = groups.first().where(groups.nunique() == 1)
    index = pd.MultiIndex.from_frame(rows[names].astype("string").fillna(""))
    single = pd.Series(only.reindex(index).to_numpy(), index=rows.index)
    return single.where((rows["kind"] != "error") & single.notna(), own)


def _named_gradings(rows: pd.DataFrame) -> bool:
    """Whether `grading` names whole gradings, as in tables that were made elsewhere."""
    cases = rows.groupby("grading", dropna=True)["question"].nunique()
    return bool((cases > 1).any())


def setup(rows: pd.DataFrame) -> "pd.Series[str]":
    """Without the signature: the grading where it names one of many cases."""
    if _named_gradings(rows):
        return rows["grading"].astype("string").fillna("")
    return pd.Series("", index=rows.index, dtype="string")
