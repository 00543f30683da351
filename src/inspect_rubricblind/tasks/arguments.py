"""Task arguments, checked before any work.

Inspect hands `-T` values over as YAML gives them and drops unknown ones with a
warning, so each task checks its own.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inspect_rubricblind.scorers.grader_prompt import GRADER_PROMPTS, HEALTHBENCH
from inspect_rubricblind.tasks.shards import Shard, parse_shard
from inspect_rubricblind.taxonomy.load import load_taxonomy

STAGE_KINDS = ("auto", "rules", "model")


class Arguments(NamedTuple):
    """The arguments that every rubric benchmark shares, checked.

    `answers` is `auto`, `reference` or a path; `verdicts` and `ids` are paths or None.
    """

    dataset: str
    subset: str
    answers: str
    verdicts: str | None
    applicability: str
    injector: str
    coverage: str
    error_types: list[str]
    controls: bool
    repeats: int
    seed: int
    shard: Shard
    ids: str | None = None
    grader_prompt: str = HEALTHBENCH
    fact_check: str = "off"


def check_arguments(
    task: str,
    subsets: Sequence[str],
    given: Mapping[str, object],
    unknown: Mapping[str, object],
) -> Arguments:
    """Check the arguments of a rubric benchmark.

    Args:
        task: Name of the task, for errors.
        subsets: The subsets that it has; the first one if it has no such argument.
        given: Every declared argument by name.
        unknown: What was given beside them.

    Raises:
        ValueError: An argument or a value is unknown; the allowed ones are listed.
    """
    refuse_unknown(task, given, unknown)
    answers = word("answers", given["answers"])
    verdicts = given["verdicts"]
    if verdicts is not None and answers == "auto":
        raise ValueError(
            "verdicts belong to given answers, so answers must be 'reference' or the "
            "file that was graded, but got 'auto'"
        )
    return Arguments(
        dataset=word("dataset", given["dataset"]),
        subset=one_of("subset", given.get("subset", subsets[0]), subsets),
        answers=answers,
        verdicts=None if verdicts is None else word("verdicts", verdicts),
        applicability=one_of("applicability", given["applicability"], STAGE_KINDS),
        injector=one_of("injector", given["injector"], STAGE_KINDS),
        coverage=one_of("coverage", given["coverage"], STAGE_KINDS),
        error_types=error_types(given["error_types"]),
        controls=_switch("controls", given["controls"]),
        repeats=count("repeats", given["repeats"]),
        seed=count("seed", given["seed"]),
        shard=parse_shard(given["shard"]),
        ids=None if given.get("ids") is None else word("ids", given["ids"]),
        grader_prompt=one_of(
            "grader_prompt", given.get("grader_prompt", HEALTHBENCH), GRADER_PROMPTS
        ),
        fact_check=word("fact_check", given.get("fact_check", "off")),
    )


def refuse_unknown(
    task: str, known: Mapping[str, object], unknown: Mapping[str, object]
) -> None:
    """Raise a `ValueError` that names arguments a task does not have."""
    if unknown:
        raise ValueError(
            f"arguments of {task} must be among {', '.join(known)}, "
            f"but got {', '.join(sorted(unknown))}"
        )


def one_of(name: str, value: object, allowed: Sequence[str]) -> str:
    """The value, if it is one of the allowed words."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{name} must be one of {_quoted(allowed)}, but got {value!r}")
    return value


def word(name: str, value: object) -> str:
    """The value, if it is a string with something in it."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name} must be a word or a path, but got {value!r}")
    return value


def error_types(value: object) -> list[str]:
    """Codes in the taxonomy's order: one, several with commas, or a list; None is all.

    Raises:
        ValueError: A code is unknown or stands twice.
    """
    codes = value.split(",") if isinstance(value, str) else value
    if codes is not None and not (
        isinstance(codes, list | tuple) and all(isinstance(c, str) for c in codes)
    ):
        raise ValueError(
            f"error_types must be a code or a list of codes, but got {value!r}"
        )
    chosen = None if codes is None else [code.strip() for code in codes]
    if twice := sorted({c for c in chosen or () if (chosen or []).count(c) > 1}):
        raise ValueError(
            f"error_types must name each code once, but got {', '.join(twice)} more "
            f"than once in {value!r}"
        )
    return [error.code for error in load_taxonomy().select(chosen)]


def _switch(name: str, value: object) -> bool:
    """True or False; 1 and 0 say how many there are per edit shape."""
    if value not in (0, 1) or not isinstance(value, int):
        raise ValueError(
            f"{name} must be true or 1 (one per edit shape), or false or 0 (none), "
            f"but got {value!r}"
        )
    return bool(value)


def flag(name: str, value: object) -> bool:
    """The value, if it is true or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, but got {value!r}")
    return value


def whole(name: str, value: object) -> int:
    """The value, if it is a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"{name} must be a whole number, but got {value!r}")
    return value


def count(name: str, value: object) -> int:
    """The value, if it is a whole number from 0."""
    number = whole(name, value)
    if number < 0:
        raise ValueError(f"{name} must be 0 or more, but got {value!r}")
    return number


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(repr(word) for word in words)
