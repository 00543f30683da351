"""One row per accepted pair: the table between logs and statistics.

Every column stands in every table. Columns that need a grader are empty where none
was bound. The rows carry no benchmark text; they can be shared, and say by their
canary that deliberate errors stand behind them.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import pandas as pd

from inspect_rubricblind.logs.covering import coverage_columns
from inspect_rubricblind.logs.escape import csv_cell
from inspect_rubricblind.logs.graded import graded_rows
from inspect_rubricblind.logs.samples import LogSample
from inspect_rubricblind.records import (
    CONTROL_SHAPES,
    ERROR_CODES,
    Variant,
    VariantCoverage,
    digest,
)
from inspect_rubricblind.taxonomy.model import CANARY

KEY = (
    "benchmark",
    "dataset_kind",
    "case_id",
    "epoch",
    "answer_model",
    "injector",
    "kind",
    "error_type",
    "repeat",
    "grading",
)

COLUMNS: Mapping[str, str] = {
    **dict.fromkeys(KEY, "string"),
    "epoch": "Int64",
    "repeat": "Int64",
    "grader": "string",
    "draw": "Int64",
    "answer_kind": "string",
    "coverage_kind": "string",
    "n_criteria": "Int64",
    "points_original": "Int64",
    "points_variant": "Int64",
    "points_possible": "Int64",
    "outcome": "string",
    "ungraded_reason": "string",
    "diff_min": "Int64",
    "diff_max": "Int64",
    "flips_down": "Int64",
    "flips_up": "Int64",
    "covered": "boolean",
    "covered_specific": "boolean",
    "should_change": "string",
    "headroom": "boolean",
    "headroom_repeat": "boolean",
    "covered_room": "Int64",
    "covered_down": "Int64",
    "covered_room_repeat": "Int64",
    "covered_down_repeat": "Int64",
    "cause": "string",
    "caught_by": "string",
    "edit_shape": "string",
    "edit_tokens": "Int64",
    "token_delta": "Int64",
    "answer_tokens": "Int64",
    "harm": "Int64",
    "theme": "string",
    "difficulty": "string",
    "language": "string",
    "rubric_scheme": "string",
    "grader_f1": "Float64",
    "log_id": "string",
    "canary": "string",
}

# Not written: what two rows must agree in to be the same pair, where the text is, who
# injects in the sample (a control may be made by rules beside a model's errors), what
# gradings of different cases have in common, and which cached calls a grading replays.
_HIDDEN = dict.fromkeys(
    ("content", "source", "cell_injector", "setup", "calls"), "string"
)

VariantName = tuple[Literal["error", "control"], str]

_KIND_ORDER = ("error", "control", "repeat")
_TYPE_ORDER = (*ERROR_CODES, *CONTROL_SHAPES)


def pair_rows(
    sample: LogSample, variants: Sequence[dict[str, Any]] | None = None
) -> list[dict[str, Any]]:
    """The rows of one sample: graded pairs, and variants that nobody graded.

    Args:
        sample: A sample of a log.
        variants: Its `variant_rows`, if they are there already.
    """
    if sample.trial.answer is None:
        return []
    rows = variant_rows(sample) if variants is None else variants
    if not sample.gradings:
        return list(rows)
    return graded_rows(
        rows,
        _sample_columns(sample),
        sample.gradings,
        sample.coverage,
        sample.case.criteria,
    )


def variant_rows(sample: LogSample) -> list[dict[str, Any]]:
    """One row per accepted variant, whoever graded it; none without an answer."""
    if sample.trial.answer is None:
        return []
    shared = _sample_columns(sample)
    covered = {
        (item.kind, item.error_type): item
        for item in (sample.coverage.variants if sample.coverage else ())
    }
    return [
        {**shared, **_variant_columns(variant, sample, covered)}
        for variant in sample.trial.variants
    ]


def pair_table(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Type, deduplicate and sort the rows of all samples.

    Raises:
        ValueError: Two rows share a key and differ in more than the log they are from.
    """
    types = {**COLUMNS, **_HIDDEN}
    table = pd.DataFrame(list(rows), columns=list(types)).astype(types)
    table = table.sort_values(["log_id", "source"], kind="stable")
    _check_repeated(table)
    table = table.drop_duplicates(list(KEY), keep="first")
    order = table[list(KEY)].copy()
    order["kind"] = order["kind"].map(_rank(_KIND_ORDER))
    order["error_type"] = order["error_type"].map(_rank(_TYPE_ORDER))
    return table.loc[order.sort_values(list(KEY)).index].reset_index(drop=True)


def write_pairs(table: pd.DataFrame, folder: Path) -> list[Path]:
    """Write `pairs.csv` (cells made safe for spreadsheets) and `pairs.parquet`."""
    shown = table[list(COLUMNS)]
    safe = shown.copy()
    for name, dtype in COLUMNS.items():
        if dtype == "string":
            safe[name] = safe[name].map(csv_cell, na_action="ignore")
    paths = [folder / "pairs.csv", folder / "pairs.parquet"]
    safe.to_csv(paths[0], index=False, lineterminator="\n")
    shown.to_parquet(paths[1], index=False)
    return paths


def injector_of(sample: LogSample) -> str:
    """Who injects errors in this sample, also where none was accepted."""
    trial = sample.trial
    names = {item.injector for item in trial.injections}
    names |= {item.injector for item in trial.discarded if item.kind == "error"}
    if names:
        return min(names)
    kind = trial.components.get("injector", "")
    return trial.components.get("role injector", kind) if kind == "model" else kind


def _sample_columns(sample: LogSample) -> dict[str, Any]:
    case, answer = sample.case, sample.trial.answer
    if answer is None:
        raise ValueError(f"sample {sample.sample_id!r} must have an answer, got None")
    return {
        "benchmark": case.benchmark,
        "dataset_kind": case.dataset_kind,
        "case_id": sample.sample_id,
        "epoch": sample.epoch,
        "answer_model": answer.answer_model,
        "repeat": 0,
        "grading": "",
        "answer_kind": answer.kind,
        "coverage_kind": sample.coverage.kind if sample.coverage else None,
        "n_criteria": len(case.criteria),
        "points_possible": sum(max(c.points, 0) for c in case.criteria),
        "answer_tokens": answer.tokens,
        "theme": case.theme or None,
        "difficulty": case.difficulty or None,
        "language": case.language or answer.language or None,
        "log_id": sample.run.eval_id,
        "canary": CANARY,
        "cell_injector": injector_of(sample),
        "source": f"{sample.run.path}\x1f{sample.key}\x1f{sample.epoch}",
    }


def _variant_columns(
    variant: Variant,
    sample: LogSample,
    covered: Mapping[VariantName, VariantCoverage],
) -> dict[str, Any]:
    size = variant.size
    coverage = covered.get((variant.kind, variant.error_type))
    answer = sample.trial.answer
    content = [answer.sha256 if answer else "", variant.model_dump_json()]
    return {
        "injector": variant.injector,
        "kind": variant.kind,
        "error_type": variant.error_type,
        **coverage_columns(coverage, variant.kind),
        "edit_shape": size.shape,
        "edit_tokens": size.destroyed + size.written,
        "token_delta": size.written - size.destroyed,
        "harm": variant.harm,
        "content": digest("\x1f".join(content)),
    }


def _check_repeated(table: pd.DataFrame) -> None:
    repeated = table[table.duplicated(list(KEY), keep=False)]
    compared = [c for c in table.columns if c not in {*KEY, "log_id", "source"}]
    for key, rows in repeated.groupby(list(KEY), dropna=False, sort=True):
        differ = [c for c in compared if rows[c].nunique(dropna=False) > 1]
        if differ:
            named = ", ".join(f"{n}={v}" for n, v in zip(KEY, key, strict=True) if v)
            paths = {str(source).split("\x1f")[0] for source in rows["source"]}
            raise ValueError(
                f"a pair must have one result, but {named} differs in "
                f"{', '.join(differ)} between {' and '.join(sorted(paths))}: report "
                "these logs apart, or give each answer set its own answer_model."
            )


def _rank(order: Sequence[str]) -> dict[str, int]:
    return {name: position for position, name in enumerate(order)}
