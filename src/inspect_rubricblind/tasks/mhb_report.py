"""Hallucination traps behind case reports, after MHB-Report of the study S2.

A case report gets questions that build on each other; the last rests on a false premise
and cannot be answered from the text. S2's own data are not public: what is planted here
is ours, and rates are comparable with its published ones in kind alone.
"""

from collections.abc import Iterator
from pathlib import Path

from inspect_ai import Task, task

from inspect_rubricblind.records.rows import find_file, sha256_of
from inspect_rubricblind.tasks.healthbench import SAMPLE
from inspect_rubricblind.tasks.sources import Source
from inspect_rubricblind.tasks.trap_sets.arguments import check_trap_arguments
from inspect_rubricblind.tasks.trap_sets.building import build_trap_task
from inspect_rubricblind.tasks.trap_sets.drawing import Origin, TrapBench
from inspect_rubricblind.tasks.trap_sets.reports import digest_of, read_reports

REPORTS = SAMPLE.with_name("reports.jsonl")


@task
def mhb_report(
    dataset: str = "sample",
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
    """Whether a model answers a question that a case report cannot answer.

    One sample is one report with questions that end in a trap. The evaluated model
    answers, the role `judge` grades each line of the trap's rubric; an answer that
    resists and one that falls are graded like the pairs of every benchmark.

    Args:
        dataset: `sample` (a few bundled reports), the path of a PMC-Patients file (CSV
            or JSON), of JSON Lines `{id, text}`, of OSCE cases, or a folder of notes
            (`.txt`, `.md`).
        traps: A planted set (`rubricblind traps plant`); nothing is planted then.
        planting: `auto`, `rules` or `model`; the role is `trap_writer`.
        validation: `auto`, `rules` or `model`; the roles are `validator_a` and
            `validator_b`; where they dissent `validator_c` and `validator_d`.
        pair: `auto`, `rules` or `model`: who writes the resisting and the falling
            answer; the role is `trap_writer`.
        coverage: `auto`, `rules` or `model`; the role is `judge`.
        subtypes: Codes such as `A1,D2` or clusters such as `E`; None is all.
        per_case: How many traps of different kinds each report gets, 1 to 4.
        cases: How many reports to draw by seed and id; None is all.
        rounds: How often a writer may try before a trap is dropped.
        repeats: How often the grader, if bound, grades the resisting answer again.
        seed: Fixes every choice.
        shard: `"i/n"`, the i-th of n parts by report, counted from 0.
        ids: A file with the ids of the reports (of the traps, with `traps`).
        **unknown: Refused by name.
    """
    given = {name: value for name, value in locals().items() if name != "unknown"}
    arguments = check_trap_arguments("mhb_report", given, unknown, "sample")
    return build_trap_task(MHB_REPORT, arguments)


def read_origins(path: Path) -> Iterator[Origin]:
    """The reports of a file or folder, each as the one turn of a user.

    Raises:
        ValueError: A row is malformed.
    """
    for report in read_reports(path):
        turns = (("user", report.text),)
        yield Origin(report.id, turns, canary=report.canary)


def find_reports(dataset: str) -> Source:
    """The file or folder that `dataset` names.

    Raises:
        FileNotFoundError: There is no such file or folder.
        ValueError: `official`: the file is too large and has no published hash.
    """
    if dataset == "official":
        raise ValueError(
            "dataset must be 'sample' or a path, but got 'official': fetch "
            "PMC-Patients (hub zhengyun21/PMC-Patients, CC BY-NC-SA 4.0, 545 MB) "
            "yourself and pass the path of its CSV or JSON file"
        )
    if dataset == "sample":
        return Source("sample", REPORTS, sha256_of(REPORTS))
    folder = Path(dataset).expanduser().resolve()
    if folder.is_dir():
        return Source("path", folder, digest_of(folder))
    path = find_file(dataset, "dataset", "'sample', a folder of notes")
    return Source("path", path, sha256_of(path))


MHB_REPORT = TrapBench(
    name="mhb_report",
    title="Traps behind case reports",
    task="report",
    version=1,
    interface="A",
    find=find_reports,
    read=read_origins,
)
