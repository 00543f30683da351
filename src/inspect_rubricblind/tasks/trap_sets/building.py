"""The pipeline of both trap tasks: planted or taken, answered, paired, graded."""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample

from inspect_rubricblind import __version__
from inspect_rubricblind.records import Case, PlantedTrap
from inspect_rubricblind.records.rows import find_file, sha256_of
from inspect_rubricblind.scorers.coverage import coverage
from inspect_rubricblind.scorers.paired_rubric import paired_rubric
from inspect_rubricblind.scorers.trap_rubric import trap_rubric
from inspect_rubricblind.solvers.traps.answering import answer_trap, pair_answers
from inspect_rubricblind.solvers.traps.planted_file import read_planted
from inspect_rubricblind.solvers.traps.planting import plant_traps
from inspect_rubricblind.solvers.traps.tagging import source_tags
from inspect_rubricblind.tasks.benchmark import SAMPLE_NOTICE
from inspect_rubricblind.tasks.cases import MESSAGES, describe_skipped
from inspect_rubricblind.tasks.ids import read_ids
from inspect_rubricblind.tasks.sources import Source
from inspect_rubricblind.tasks.trap_sets.arguments import TrapArguments
from inspect_rubricblind.tasks.trap_sets.drawing import Origin, TrapBench, draw_origins
from inspect_rubricblind.tasks.viewer import coverage_view
from inspect_rubricblind.taxonomy.model import CANARY


class Drawn(NamedTuple):
    """Samples of a run, files, and rows that got none."""

    samples: list[Sample]
    kind: str
    location: str
    files: dict[str, str]
    rows: int
    skipped: Counter[str]


def build_trap_task(bench: TrapBench, arguments: TrapArguments) -> Task:
    """The task: traps, answers, pairs; their scorers.

    Raises:
        FileNotFoundError: A file is not there.
        ValueError: A file cannot be used, or no case is left.
    """
    traps = _traps_file(arguments)
    drawn = (
        _from_traps(bench, traps, arguments)
        if traps
        else _from_sources(bench, arguments)
    )
    return Task(
        dataset=MemoryDataset(drawn.samples, name=bench.name, location=drawn.location),
        solver=[
            plant_traps(
                bench.task,
                planting=arguments.planting,
                validation=arguments.validation,
                coverage=arguments.coverage,
                subtypes=arguments.subtypes,
                rounds=arguments.rounds,
                seed=arguments.seed,
                traps=str(traps) if traps else None,
                hashes=drawn.files,
            ),
            answer_trap(),
            pair_answers(arguments.pair),
        ],
        scorer=[
            trap_rubric(),
            coverage(arguments.coverage),
            paired_rubric(arguments.repeats, controls=False),
        ],
        display_name=bench.title,
        version=bench.version,
        metadata=_describe(bench, drawn),
        viewer=coverage_view(),
    )


def _traps_file(arguments: TrapArguments) -> Path | None:
    if arguments.traps is None:
        return None
    return find_file(arguments.traps, "traps", "absent")


def _from_sources(bench: TrapBench, arguments: TrapArguments) -> Drawn:
    source = bench.find(arguments.dataset)
    files = {"dataset_file": source.path.name, "dataset_sha256": source.sha256}
    skipped: Counter[str] = Counter()
    wanted = _wanted(arguments, bench, source, files)
    counted = _count_rows(bench.read(source.path), wanted, skipped)
    origins = draw_origins(counted, arguments.cases, arguments.seed)
    seen: set[str] = set()
    samples = []
    for origin in origins:
        if origin.id in seen:
            raise ValueError(f"{source.path}: id must be unique, got {origin.id!r}")
        seen.add(origin.id)
        if not arguments.shard.holds(origin.id):
            skipped["other_shard"] += 1
            continue
        samples += [
            _sample(bench, source.kind, origin, place, arguments.per_case)
            for place in range(arguments.per_case)
        ]
    rows = skipped.pop("rows", 0)
    if arguments.cases is not None:
        skipped["not_drawn"] = rows - skipped["not_in_ids"] - len(origins)
    return _drawn(samples, source.kind, source.path, files, rows, skipped)


def _wanted(
    arguments: TrapArguments, bench: TrapBench, source: Source, files: dict[str, str]
) -> set[str] | None:
    if arguments.ids is None:
        return None
    path = find_file(arguments.ids, "ids", "absent")
    files |= {"ids_file": path.name, "ids_sha256": sha256_of(path)}
    known = {origin.id: 1 for origin in bench.read(source.path)}
    return set(read_ids(path, known))


def _count_rows(
    origins: Iterable[Origin], wanted: set[str] | None, counts: Counter[str]
) -> Iterator[Origin]:
    for origin in origins:
        counts["rows"] += 1
        if wanted is not None and origin.id not in wanted:
            counts["not_in_ids"] += 1
        else:
            yield origin


def _sample(
    bench: TrapBench, kind: str, origin: Origin, place: int, copies: int
) -> Sample:
    case = Case.model_validate(
        {
            "benchmark": bench.name,
            "dataset_kind": kind,
            "criteria": (),
            "tags": source_tags(origin.id, place, copies),
            "theme": origin.theme,
            "canary": origin.canary,
        }
    )
    return Sample(
        id=f"{origin.id}#{place + 1}" if place else origin.id,
        input=[MESSAGES[role](content=text) for role, text in origin.turns],
        metadata=case.model_dump(mode="json"),
    )


def _from_traps(bench: TrapBench, path: Path, arguments: TrapArguments) -> Drawn:
    planted = read_planted(path)
    files = {"traps_file": path.name, "traps_sha256": sha256_of(path)}
    wanted = set(planted)
    if arguments.ids is not None:
        ids = find_file(arguments.ids, "ids", "absent")
        files |= {"ids_file": ids.name, "ids_sha256": sha256_of(ids)}
        wanted = set(read_ids(ids, dict.fromkeys(planted, 1)))
    skipped: Counter[str] = Counter()
    samples = []
    for item in planted.values():
        if item.trap.task != bench.task:
            skipped["other_task"] += 1
        elif item.id not in wanted:
            skipped["not_in_ids"] += 1
        elif item.trap.subtype not in arguments.subtypes:
            skipped["other_subtype"] += 1
        elif not arguments.shard.holds(item.origin.source_id):
            skipped["other_shard"] += 1
        else:
            samples.append(_planted_sample(bench, item))
    return _drawn(samples, "path", path, files, len(planted), skipped)


def _planted_sample(bench: TrapBench, item: PlantedTrap) -> Sample:
    case = Case(
        benchmark=bench.name,
        dataset_kind="path",
        criteria=item.trap.criteria,
        tags=source_tags(item.origin.source_id, 0, 1),
        canary=item.canary or CANARY,
    )
    return Sample(
        id=item.id,
        input=[MESSAGES[t.role](content=t.content) for t in item.trap.turns],
        metadata=case.model_dump(mode="json"),
    )


def _drawn(
    samples: list[Sample],
    kind: str,
    path: Path,
    files: dict[str, str],
    rows: int,
    skipped: Counter[str],
) -> Drawn:
    left = Counter({reason: n for reason, n in skipped.items() if n})
    if not samples:
        raise ValueError(
            f"{path} must hold at least one case to run, but all of its {rows} rows "
            f"are skipped: {describe_skipped(left) or 'there is none'}"
        )
    return Drawn(samples, kind, str(path), files, rows, left)


def _describe(bench: TrapBench, drawn: Drawn) -> dict[str, object]:
    return {
        "suite": "inspect_rubricblind",
        "suite_version": __version__,
        "full_task_version": f"{bench.version}-{bench.interface}",
        "task_comparability_version": bench.version,
        "task_interface_version": bench.interface,
        "benchmark": bench.name,
        "dataset_kind": drawn.kind,
        **({"notice": SAMPLE_NOTICE} if drawn.kind == "sample" else {}),
        **drawn.files,
        "rows": drawn.rows,
        "cases": len(drawn.samples),
        "skipped": dict(drawn.skipped),
        "warning": "planted conversations contain deliberate medical errors",
    }
