"""The arguments that both trap tasks share, checked."""

from collections.abc import Mapping
from typing import NamedTuple

from inspect_rubricblind.solvers.traps.planting import known_subtypes
from inspect_rubricblind.tasks.arguments import (
    STAGE_KINDS,
    count,
    one_of,
    refuse_unknown,
    word,
)
from inspect_rubricblind.tasks.shards import Shard, parse_shard

MAX_PER_CASE = 4


class TrapArguments(NamedTuple):
    """`traps` and `ids` are paths or None; `cases` is how many sources are drawn."""

    dataset: str
    traps: str | None
    planting: str
    validation: str
    pair: str
    coverage: str
    subtypes: list[str]
    per_case: int
    cases: int | None
    rounds: int
    repeats: int
    seed: int
    shard: Shard
    ids: str | None


def check_trap_arguments(
    task: str,
    given: Mapping[str, object],
    unknown: Mapping[str, object],
    default_dataset: str,
) -> TrapArguments:
    """Check the arguments of a trap task.

    Args:
        task: Name of the task, for errors.
        given: Every declared argument by name.
        unknown: What was given beside them.
        default_dataset: Of this task.

    Raises:
        ValueError: An argument or a value is unknown; the allowed ones are listed.
    """
    refuse_unknown(task, given, unknown)
    kinds = {
        name: one_of(name, given[name], STAGE_KINDS)
        for name in ("planting", "validation", "pair", "coverage")
    }
    paths = {
        name: None if given[name] is None else word(name, given[name])
        for name in ("traps", "ids")
    }
    if paths["traps"]:
        _refuse_planting(given, default_dataset)
    per_case = _at_least(1, "per_case", given["per_case"])
    if per_case > MAX_PER_CASE:
        raise ValueError(
            f"per_case must be at most {MAX_PER_CASE}, so that copies of one source "
            f"get traps of different kinds, but got {per_case}"
        )
    cases = given["cases"]
    return TrapArguments(
        dataset=word("dataset", given["dataset"]),
        traps=paths["traps"],
        planting=kinds["planting"],
        validation=kinds["validation"],
        pair=kinds["pair"],
        coverage=kinds["coverage"],
        subtypes=_subtypes(given["subtypes"]),
        per_case=per_case,
        cases=None if cases is None else _at_least(1, "cases", cases),
        rounds=_at_least(1, "rounds", given["rounds"]),
        repeats=count("repeats", given["repeats"]),
        seed=count("seed", given["seed"]),
        shard=parse_shard(given["shard"]),
        ids=paths["ids"],
    )


def _refuse_planting(given: Mapping[str, object], default_dataset: str) -> None:
    """Arguments that would plant anew have no effect on a planted set."""
    untouched = {
        "dataset": default_dataset,
        "planting": "auto",
        "validation": "auto",
        "per_case": 1,
        "cases": None,
    }
    changed = [name for name, value in untouched.items() if given[name] != value]
    if changed:
        raise ValueError(
            "traps=FILE takes traps as they were planted and validated, so "
            f"{', '.join(changed)} must be left out, but got "
            f"{', '.join(repr(given[name]) for name in changed)}"
        )


def _at_least(least: int, name: str, value: object) -> int:
    number = count(name, value)
    if number < least:
        raise ValueError(f"{name} must be {least} or more, but got {value!r}")
    return number


def _subtypes(value: object) -> list[str]:
    codes = value.split(",") if isinstance(value, str) else value
    if codes is not None and not (
        isinstance(codes, list | tuple) and all(isinstance(c, str) for c in codes)
    ):
        raise ValueError(
            "subtypes must be codes such as A1 or clusters such as E, but got "
            f"{value!r}"
        )
    return known_subtypes(None if codes is None else [c.strip() for c in codes])
