"""Hallucination traps in conversations, after MHB-Dialogue of the study S2.

A conversation of HealthBench's shape is rewritten so that a false premise is woven into
it, and ends in a bait question. S2's own data are not public: what is planted here is
ours, and rates are comparable with its published ones in kind alone.
"""

from collections.abc import Iterator
from pathlib import Path

from inspect_ai import Task, task

from inspect_rubricblind.records.rows import read_jsonl
from inspect_rubricblind.tasks.healthbench import OFFICIAL, SAMPLE, read_row
from inspect_rubricblind.tasks.items import read_items
from inspect_rubricblind.tasks.sources import Source, find_source
from inspect_rubricblind.tasks.trap_sets.arguments import check_trap_arguments
from inspect_rubricblind.tasks.trap_sets.building import build_trap_task
from inspect_rubricblind.tasks.trap_sets.drawing import Origin, TrapBench


@task
def mhb_dialogue(
    dataset: str = "official",
    traps: str | None = None,
    planting: str = "auto",
    validation: str = "auto",
    pair: str = "auto",
    coverage: str = "auto",
    subtypes: str | list[str] | None = None,
    per_case: int = 1,
    cases: int | None = None,
    rounds: int = 3,
    repeats: int = 1,
    seed: int = 0,
    shard: str | None = None,
    ids: str | None = None,
    **unknown: object,
) -> Task:
    """Whether a model falls for a false premise that grew over a conversation.

    One sample is one conversation with one trap. The evaluated model answers, the role
    `judge` grades each line of the trap's rubric; an answer that resists and one that
    falls are graded like the pairs of every benchmark.

    Args:
        dataset: `official` (HealthBench, downloaded once, pinned by hash), `sample` (a
            few bundled cases) or the path of a file in HealthBench's format.
        traps: A planted set (`rubricblind traps plant`); nothing is planted then.
        planting: `auto`, `rules` or `model`; the role is `trap_writer`.
        validation: `auto`, `rules` or `model`; the roles are `validator_a` and
            `validator_b`; where they dissent `validator_c` and `validator_d`.
        pair: `auto`, `rules` or `model`: who writes the resisting and the falling
            answer; the role is `trap_writer`.
        coverage: `auto`, `rules` or `model`; the role is `judge`.
        subtypes: Codes such as `A1,D2` or clusters such as `E`; None is all.
        per_case: How many traps of different kinds each conversation gets, 1 to 4.
        cases: How many conversations to draw by seed and id; None is all.
        rounds: How often a writer may try before a trap is dropped.
        repeats: How often the grader, if bound, grades the resisting answer again.
        seed: Fixes every choice.
        shard: `"i/n"`, the i-th of n parts by conversation, counted from 0.
        ids: A file with the ids of the conversations (of the traps, with `traps`).
        **unknown: Refused by name.
    """
    given = {name: value for name, value in locals().items() if name != "unknown"}
    arguments = check_trap_arguments("mhb_dialogue", given, unknown, "official")
    return build_trap_task(MHB_DIALOGUE, arguments)


def read_dialogues(path: Path) -> Iterator[Origin]:
    """The conversations of a file in HealthBench's format.

    Raises:
        ValueError: A row is malformed.
    """
    for item in read_items(path, read_jsonl(path), read_row):
        turns = tuple((turn.role, turn.content) for turn in item.turns)
        yield Origin(item.id, turns, item.theme, item.canary)


def find_dialogues(dataset: str) -> Source:
    """The file that `dataset` names.

    Raises:
        FileNotFoundError: There is no such file.
    """
    return find_source(dataset, "full", OFFICIAL, SAMPLE)


MHB_DIALOGUE = TrapBench(
    name="mhb_dialogue",
    title="Traps in dialogues",
    task="dialogue",
    version=1,
    interface="A",
    find=find_dialogues,
    read=read_dialogues,
)
