"""What `rubricblind traps` does: runs the planting, saves, checks, writes packets."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from inspect_ai import eval as run_eval

from inspect_rubricblind.calls.roles import TRAP_ROLES
from inspect_rubricblind.records import Trap
from inspect_rubricblind.solvers.traps.checking import check_against, check_alone
from inspect_rubricblind.solvers.traps.collecting import collect_planted, packet_rows
from inspect_rubricblind.solvers.traps.planted_file import read_planted, write_planted
from inspect_rubricblind.solvers.traps.source import Source
from inspect_rubricblind.tasks.mhb_dialogue import MHB_DIALOGUE, mhb_dialogue
from inspect_rubricblind.tasks.mhb_report import MHB_REPORT, mhb_report

TASKS = {"dialogue": mhb_dialogue, "report": mhb_report}
BENCHES = {"dialogue": MHB_DIALOGUE, "report": MHB_REPORT}


def plant_set(
    task: str, arguments: Mapping[str, Any], roles: Sequence[str], log_dir: Path
) -> Path:
    """Run a trap task without a model under evaluation.

    Returns:
        The path of the log.

    Raises:
        ValueError: A role is malformed or not one of planting, or the run failed.
    """
    built = TASKS[task](**arguments)
    (log,) = run_eval(
        built,
        model="none/none",
        model_roles=dict(_role(text) for text in roles),
        log_dir=str(log_dir),
        display="none",
    )
    if log.status != "success":
        why = log.error.message if log.error else log.status
        raise ValueError(f"planting must succeed, but got {why!r}: see {log.location}")
    return Path(log.location)


def say_saved(logs: Sequence[Path], out: Path) -> bool:
    """Save the traps of logs; whether any was dropped.

    Raises:
        ValueError: There is no trap to save.
    """
    kept, dropped = collect_planted(logs)
    reasons = ", ".join(f"{n} {reason}" for reason, n in dropped.items())
    if not kept:
        raise ValueError(
            f"logs must hold at least one kept trap, but got none "
            f"(dropped: {reasons or 'none'})"
        )
    write_planted(kept, out)
    kinds = Counter(planted.trap.subtype for planted in kept)
    said = ", ".join(f"{n} {code}" for code, n in sorted(kinds.items()))
    click.echo(f"Written: {out} ({len(kept)} traps: {said})")
    if dropped:
        click.echo(f"Dropped: {reasons}")
    return bool(dropped)


def say_checked(file: Path, source: str | None) -> int:
    """List what speaks against the traps of a file; how many problems there are.

    Raises:
        ValueError: The file or its source cannot be used.
    """
    planted = read_planted(file)
    known: dict[str, dict[str, Source]] = {}
    problems = 0
    for item in planted.values():
        found = list(check_alone(item.trap))
        if source is not None:
            sources = known.setdefault(item.trap.task, _sources(item.trap, source))
            origin = sources.get(item.origin.source_id)
            if origin is None:
                problems += 1
                click.echo(f"{item.id}: {item.origin.source_id!r} is not in the source")
                continue
            found += check_against(item.trap, origin)
        for rejection in found:
            problems += 1
            click.echo(f"{item.id}: {rejection.rule}: {rejection.message}")
    checked = "with its source" if source is not None else "without its source"
    click.echo(f"{len(planted)} traps checked {checked}, {problems} problems")
    return problems


def write_packet(file: Path, out: Path) -> int:
    """Write the items for physicians; how many there are."""
    rows = list(packet_rows(read_planted(file).values()))
    out.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(rows)


def _role(text: str) -> tuple[str, str]:
    name, equals, model = text.partition("=")
    if not equals or not model or name not in TRAP_ROLES:
        raise ValueError(
            f"model-role must be ROLE=MODEL with a role of {', '.join(TRAP_ROLES)}, "
            f"but got {text!r}"
        )
    return name, model


def _sources(trap: Trap, dataset: str) -> dict[str, Source]:
    bench = BENCHES[trap.task]
    path = bench.find(dataset).path
    return {o.id: Source(o.id, trap.task, o.turns) for o in bench.read(path)}
