"""A small review on disk, and the files that its raters would send back."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inspect_rubricblind.records import ERROR_CODES, Edit
from inspect_rubricblind.review.assignment import Assignment, read_assignment
from inspect_rubricblind.review.checksums import joint_digest
from inspect_rubricblind.review.forms import load_form
from inspect_rubricblind.review.making import Made, Plan, make_from_logs
from synthetic_logs import case, log_sample, variant, write_log

ANSWER = "Take 500 mg twice a day. Call your doctor if it gets worse. Rest well."
HARMLESS = (
    ("same", Edit(find="twice a day", replace="two times a day")),
    ("varied", Edit(find="Rest well.", replace="Get good rest.")),
    ("additive", Edit(find="Rest well.", replace="Rest well. Water is fine.")),
    ("subtractive", Edit(find=" Rest well.", replace="")),
)


def logs(
    folder: Path,
    *,
    cases: int = 4,
    injectors: tuple[str, ...] = ("rules",),
    answer: str = ANSWER,
    question: Any = "How much should I take?",
    codes: tuple[str, ...] = ERROR_CODES,
) -> Path:
    """Logs in which every case carries every error type and every control."""
    for number, injector in enumerate(injectors):
        samples = [
            log_sample(
                f"case-{i}",
                injections=[variant(code, injector=injector) for code in codes],
                controls=[variant(shape, edits=(e,)) for shape, e in HARMLESS],
                answer=answer,
                answer_model=f"expert-{number}",
                question=question,
                about=case(language="en", canary="benchmark:canary"),
            )
            for i in range(cases)
        ]
        write_log(folder / f"{number}.eval", samples, task_id=f"task-{number}")
    return folder


def made(tmp_path: Path, plan: Plan | None = None, **options: Any) -> Made:
    """A review of such logs by the form that ships."""
    source = logs(tmp_path / "logs", **options)
    chosen = plan or Plan(per_cell=1, raters=4)
    return make_from_logs([source], load_form("management"), chosen, tmp_path / "out")


def returned(
    assignment: Assignment,
    rater: str,
    answer: Callable[[str], str] = lambda item: "yes",
    **changes: Any,
) -> dict[str, Any]:
    """What the page of a rater would save, with the checksum that it would compute."""
    [packet] = [p for p in assignment.packets if p.rater == rater]
    shown = {item.item: item.shown for item in assignment.items}
    items = []
    for item in packet.items:
        said = answer(item)
        given = {"changes_management": said} if said in ("yes", "no") else {}
        items.append(
            {
                "item": item,
                "shown": shown[item],
                "answers": given,
                "skipped": "" if given or not said else said,
                "reason": f"because of {item}" if said == "no" else "",
                "at": "2026-12-01T09:00:00.000Z" if said else "",
            }
        )
    file = {
        "format": "rubricblind-ratings-1",
        "notice": "",
        "canary": "",
        "packet": packet.packet,
        "rater": rater,
        "role": "Qualified doctor",
        "form": assignment.form.sha256,
        "exported_at": "2026-12-01T09:05:00.000Z",
        "items": items,
        **changes,
    }
    return signed(file)


def signed(file: dict[str, Any]) -> dict[str, Any]:
    """The file with a checksum that fits."""
    texts = [file[k] for k in ("format", "packet", "rater", "role", "form")]
    texts += [file["exported_at"], str(len(file["items"]))]
    for one in file["items"]:
        texts += [one[k] for k in ("item", "shown", "at", "skipped", "reason")]
        texts.append(one["answers"].get("changes_management", ""))
    return {**file, "checksum": joint_digest(texts)}


def send_back(folder: Path, name: str, file: dict[str, Any]) -> Path:
    """Put a file where `ingest` looks."""
    path = folder / "returned" / name
    path.write_text(json.dumps(file), encoding="utf-8")
    return path


def all_back(
    folder: Path, answer: Callable[[str], str] = lambda item: "yes"
) -> Assignment:
    """Every rater sends everything."""
    assignment = read_assignment(folder)
    for packet in assignment.packets:
        file = returned(assignment, packet.rater, answer)
        send_back(folder, f"{packet.rater}.json", file)
    return assignment
