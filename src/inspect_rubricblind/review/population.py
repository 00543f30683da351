"""From logs to the pairs that may be reviewed, and to their texts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from inspect_rubricblind.logs.archive import open_archive
from inspect_rubricblind.logs.page.marked import unshortened
from inspect_rubricblind.logs.parallel import Advance
from inspect_rubricblind.logs.ratings import ItemKey
from inspect_rubricblind.logs.samples import SampleCopy, parse_copy, run_of
from inspect_rubricblind.logs.study import read_study
from inspect_rubricblind.review.items import (
    Item,
    Passage,
    shown_pieces,
    shown_text,
)

Row = dict[str, Any]

HEADINGS = {"user": "Question", "assistant": "Earlier reply", "system": "Setting"}


def reviewable(
    paths: Sequence[Path],
    language: str = "",
    advance: Advance | None = None,
) -> list[Row]:
    """One row per injected error and control in the logs, whoever graded it.

    Args:
        paths: `.eval` files or folders of them.
        language: Only cases of this language (a code such as `en`); empty: all.
        advance: Told (done, total) after each run.

    Raises:
        ValueError: No log can be used, the logs carry no text, or no pair is left.
    """
    study = read_study(paths, advance)
    if not study.logs.has_text:
        raise ValueError(
            "logs must be .eval files, but got an export, which carries no text: give "
            "the logs that it was made from."
        )
    table = study.variants
    plain = table.astype(object).where(table.notna(), None)
    rows: list[Row] = [
        dict(zip(plain.columns, values, strict=True)) for values in plain.to_numpy()
    ]
    kept = [r for r in rows if not language or (r["language"] or "") == language]
    if not kept:
        known = sorted({str(row["language"]) for row in rows})
        raise ValueError(
            f"language must be one of the logs' ({', '.join(known) or 'no pair'}), but "
            f"got {language!r}"
        )
    return kept


def read_items(rows: Sequence[Row]) -> list[Item]:
    """The texts behind some rows, in their order; each log is opened once."""
    wanted: defaultdict[str, dict[tuple[str, int], list[int]]] = defaultdict(dict)
    for number, row in enumerate(rows):
        path, sample_id, epoch = row["source"].split("\x1f")
        wanted[path].setdefault((sample_id, int(epoch)), []).append(number)
    items: dict[int, Item] = {}
    for path, samples in sorted(wanted.items()):
        with open_archive(Path(path)) as archive:
            run = run_of(Path(path), archive.header)
            for key, numbers in sorted(samples.items()):
                raw = archive.sample(key)
                copy = parse_copy(run, raw)
                for number in numbers:
                    items[number] = _item(rows[number], copy, raw["input"])
    return [items[number] for number in range(len(rows))]


def _item(row: Row, sample: SampleCopy, turns: Any) -> Item:
    answer = sample.trial.answer
    variant = next(
        v
        for v in sample.trial.variants
        if (v.kind, v.error_type) == (row["kind"], row["error_type"])
    )
    original, edited = shown_pieces(
        unshortened(answer.text if answer else "", variant.edits)
    )
    return Item(
        key=item_key(row),
        passages=tuple(conversation(turns)),
        original=original,
        edited=edited,
        language=row["language"] or "",
        canary=sample.case.canary,
    )


def item_key(row: Row) -> ItemKey:
    """What the organiser has to know of a row to join its ratings."""
    return ItemKey(**{name: row[name] or "" for name in _NAMES}, **_numbers(row))


_NAMES = (
    "kind",
    "error_type",
    "injector",
    "case_id",
    "benchmark",
    "dataset_kind",
    "answer_model",
    "content",
    "edit_shape",
)


def _numbers(row: Row) -> dict[str, Any]:
    harm = row["harm"]
    return {"epoch": int(row["epoch"]), "harm": None if harm is None else int(harm)}


def conversation(turns: str | Sequence[Mapping[str, Any]]) -> Iterable[Passage]:
    """The turns before the answer, both sides, each with a heading."""
    if isinstance(turns, str):
        yield Passage(HEADINGS["user"], shown_text(turns))
        return
    for turn in turns:
        heading = HEADINGS.get(str(turn.get("role")), "Text")
        yield Passage(heading, shown_text(_content(turn["content"])))


def _content(content: str | Sequence[Mapping[str, Any]]) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part.get("type") == "text")
