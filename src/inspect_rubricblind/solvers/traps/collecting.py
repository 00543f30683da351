"""Planted sets out of logs, and what physicians are shown of them."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from inspect_ai.log import EvalSample

from inspect_rubricblind.records import PlantedTrap, Trap, TrapTrial
from inspect_rubricblind.solvers.log_samples import read_samples
from inspect_rubricblind.solvers.traps.planted_file import WARNING
from inspect_rubricblind.taxonomy.language import detect_language
from inspect_rubricblind.taxonomy.model import CANARY
from inspect_rubricblind.taxonomy.trap_model import load_traps

HEADINGS = {"system": "Instruction", "user": "User", "assistant": "Assistant"}
Collected = tuple[list[PlantedTrap], dict[str, int]]


def collect_planted(logs: Sequence[Path]) -> Collected:
    """The kept traps of some logs, each once, and how many were dropped by reason.

    Raises:
        ValueError: Two logs hold different traps under one id.
    """
    kept: dict[str, PlantedTrap] = {}
    dropped: dict[str, int] = {}
    for log in logs:
        for sample in read_samples(log):
            planted, reason = _planted(sample)
            if reason is not None and sample.epoch == 1:
                dropped[reason] = dropped.get(reason, 0) + 1
            if planted is None:
                continue
            known = kept.setdefault(planted.id, planted)
            if known.trap.sha256 != planted.trap.sha256:
                raise ValueError(
                    f"a trap must be the same in all logs, but {planted.id!r} differs "
                    f"in {log}: save these logs to files of their own"
                )
    return list(kept.values()), dict(sorted(dropped.items()))


def packet_rows(traps: Iterable[PlantedTrap]) -> Iterator[dict[str, object]]:
    """The lines that `rubricblind review make --items` takes, for physicians."""
    names = {entry.code: entry.name for entry in load_traps().subtypes}
    for planted in traps:
        trap = planted.trap
        name = names.get(trap.subtype, trap.subtype)
        yield {
            "id": planted.id,
            "group": trap.subtype,
            "source": planted.origin.planter,
            "language": _language(trap),
            "canary": CANARY,
            "warning": WARNING,
            "passages": [
                *(
                    {"heading": f"{HEADINGS[turn.role]} {number}", "text": turn.content}
                    for number, turn in enumerate(trap.turns, start=1)
                ),
                {"heading": "Kind of trap", "text": f"{trap.subtype} {name}"},
                {"heading": "False statement (deliberate error)", "text": trap.trap},
                {"heading": "What is right instead", "text": trap.truth},
                {"heading": "Criteria", "text": _criteria(trap)},
            ],
        }


def _planted(sample: EvalSample) -> tuple[PlantedTrap | None, str | None]:
    if not any(name.startswith("TrapTrial:") for name in sample.store):
        return None, None
    trial = sample.store_as(TrapTrial)
    if trial.trap is None or trial.origin is None:
        return None, trial.dropped or "not_planted"
    planted = PlantedTrap.model_validate(
        {
            "id": str(sample.id),
            "trap": _plain(trial.trap),
            "origin": _plain(trial.origin),
            "attempts": [_plain(item) for item in trial.attempts],
            "validated_by": trial.validated_by,
            "canary": CANARY,
            "warning": WARNING,
        }
    )
    return planted, None


def _plain(value: object) -> object:
    """A record as JSON; a log may hand it over as either."""
    dump = getattr(value, "model_dump", None)
    return dump(mode="json") if dump is not None else value


def _criteria(trap: Trap) -> str:
    return "\n".join(f"[{line.points}] {line.criterion}" for line in trap.criteria)


def _language(trap: Trap) -> str:
    return detect_language("\n".join(turn.content for turn in trap.turns))
