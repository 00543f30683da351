"""The two gradings to compare, pair by pair; refused where they are not two."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from inspect_rubricblind.logs.graded import setup_of
from inspect_rubricblind.logs.outcomes.supplied import read_pairs
from inspect_rubricblind.logs.outcomes.table import PairTable, prepare
from inspect_rubricblind.logs.read import read_logs
from inspect_rubricblind.logs.samples import LogSample
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.records import GradingResult

PAIR = (
    "benchmark",
    "dataset_kind",
    "case_id",
    "epoch",
    "answer_model",
    "cell_injector",
    "error_type",
)
_TABLES = (".csv", ".parquet")

TextKey = tuple[str, str, int, str, str, str]
Verdicts = tuple[bool | None, ...]


@dataclass(frozen=True)
class Side:
    """One grading of some pairs.

    `verdicts` maps (benchmark, case, epoch, answer model, setup, error type; "" is the
    original) to the verdicts on that text; None from a pairs file.
    """

    label: str
    rows: pd.DataFrame
    verdicts: Mapping[TextKey, Verdicts] | None


@dataclass(frozen=True)
class Source:
    """Pairs of a file or of logs, with the logs' verdicts."""

    table: PairTable
    verdicts: Mapping[TextKey, Verdicts] | None = field(repr=False)


def read_source(path: Path) -> Source:
    """Read a pairs file, a log or a folder of logs.

    Raises:
        FileNotFoundError: There is no such path.
        ValueError: It cannot be used.
    """
    if path.suffix.lower() in _TABLES and not path.is_dir():
        return Source(read_pairs(path), None)
    study = read_study([path])
    table = prepare(study.pairs, frozenset(), "logs")
    if table.rows.empty:
        raise ValueError(
            f"{path} must hold graded pairs, but no grader was bound: there is "
            "nothing to compare."
        )
    return Source(table, _verdicts(path))


def only_side(source: Source, name: str, chosen: str | None = None) -> Side:
    """The one grading of a source, or the one that `chosen` names.

    Args:
        source: Pairs that were graded.
        name: The source in messages.
        chosen: A setup, grading or grader; None where the source has one grading.

    Raises:
        ValueError: Nothing or more than one grading is left.
    """
    rows = source.table.rows[source.table.rows["kind"] == "error"]
    if chosen is not None:
        named = rows[["setup", "grading", "grader"]] == chosen
        rows = rows[named.any(axis=1)]
    columns = ["grader", "draw", "rubric_scheme", "setup"]
    found = rows[columns].drop_duplicates()
    if len(found) != 1:
        known = source.table.rows[columns].drop_duplicates()
        raise ValueError(
            f"{chosen or name} must be one grading, but got {len(found)}; {name} holds "
            f"{'; '.join(_words(row) for _, row in known.iterrows())}. Choose two by "
            "their setup with --in."
        )
    return Side(_words(found.iloc[0]), rows, source.verdicts)


def matched(first: Side, second: Side) -> pd.DataFrame:
    """Pairs of both sides, with `_a` and `_b` columns; sorted, each once.

    Raises:
        ValueError: The sides share no pair, hold different edits under one name, or
            replay the same calls.
    """
    keys = list(PAIR)
    columns = ["code", "question", "grading", "setup"]
    extra = [c for c in ("content", "calls") if c in first.rows and c in second.rows]
    parts = [
        side.rows[[*keys, *columns, *extra]].assign(
            **{key: side.rows[key].fillna("") for key in keys if key != "epoch"}
        )
        for side in (first, second)
    ]
    both = parts[0].merge(parts[1], on=keys, suffixes=("_a", "_b"))
    if both.empty:
        raise ValueError(
            "the two gradings must share pairs, but got none: same benchmark, case_id, "
            "epoch, answer_model, injector and error_type make the same pair."
        )
    if "content" in extra and (both["content_a"] != both["content_b"]).any():
        raise ValueError(
            "the two gradings must be of the same edits, but some differ: grade one "
            "log again with `inspect score` instead of running the task twice."
        )
    _refuse_replayed(both, "calls" if "calls" in extra else "grading")
    return both.sort_values(keys, kind="stable").reset_index(drop=True)


def _refuse_replayed(both: pd.DataFrame, column: str) -> None:
    one, other = both[f"{column}_a"].fillna(""), both[f"{column}_b"].fillna("")
    same = int(((one == other) & (one != "")).sum())
    if same:
        raise ValueError(
            f"the two gradings must be independent, but {same} of {len(both)} pairs "
            "have the same grader, settings, prompt, rubric and draw, so they come "
            "from the same cached calls: grade again with another draw "
            "(`-S draw=1`), and compare with that."
        )


def _words(row: "pd.Series[Any]") -> str:
    said = [str(row["grader"] or "unnamed grader"), f"draw {_whole(row['draw'])}"]
    if row["rubric_scheme"] == "other":
        said.append("another rubric")
    return ", ".join(said) + (f" (setup {row['setup']})" if row["setup"] else "")


def _whole(value: object) -> int:
    return int(value) if isinstance(value, float) and value == value else 0


def _verdicts(path: Path) -> dict[TextKey, Verdicts]:
    found: dict[TextKey, Verdicts] = {}
    for sample in read_logs([path]).samples():
        if isinstance(sample, LogSample) and sample.trial.answer is not None:
            for grading in sample.gradings:
                found.update(_texts(sample, grading, sample.trial.answer.answer_model))
    return found


def _texts(
    sample: LogSample, grading: GradingResult, answer_model: str
) -> Iterator[tuple[TextKey, Verdicts]]:
    setup = setup_of(grading.signature)
    for text in grading.texts:
        if text.kind in (None, "error"):
            verdicts: Sequence[bool | None] = [v.met for v in text.verdicts]
            case = (sample.case.benchmark, sample.sample_id, sample.epoch)
            yield (*case, answer_model, setup, text.error_type), tuple(verdicts)
