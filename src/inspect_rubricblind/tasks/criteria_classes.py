"""Classifies the criteria of saved rubrics: does each check a fact?

One sample is a batch. The result is joined to gradings by the text of the criterion, so
nothing is graded again; `rubricblind rubrics classify` runs this task.
"""

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample

from inspect_rubricblind import __version__
from inspect_rubricblind.records import Case, Criterion, digest
from inspect_rubricblind.records.rows import find_file, sha256_of
from inspect_rubricblind.scorers.classifying import classify_criteria
from inspect_rubricblind.solvers.rubrics.saved import read_saved
from inspect_rubricblind.solvers.supplied import freeze_files
from inspect_rubricblind.tasks.arguments import count, refuse_unknown, word

BENCHMARK = "criteria_classes"
VERSION = 1


@task
def criteria_classes(
    rubrics: str, batch: int = 100, draw: int = 0, **unknown: object
) -> Task:
    """FACTCHECK, OTHER or BORDERLINE, by the role `panel`.

    Args:
        rubrics: JSON Lines of rubrics, as `rubricblind rubrics make` writes them.
        batch: Criteria per call.
        draw: Number of an independent re-run.
        **unknown: Refused by name.
    """
    given = {"rubrics": rubrics, "batch": batch, "draw": draw}
    refuse_unknown(BENCHMARK, given, unknown)
    if count("batch", batch) < 1:
        raise ValueError(f"batch must be 1 or more, but got {batch!r}")
    path = find_file(word("rubrics", rubrics), "rubrics", "absent")
    saved = read_saved(str(path))
    # The same words are one criterion, whatever question they stand under.
    texts = list(
        dict.fromkeys(line.criterion for row in saved.values() for line in row.criteria)
    )
    if not texts:
        raise ValueError(f"{path} must hold at least one criterion, but holds none")
    sha256 = sha256_of(path)
    batches = [texts[at : at + batch] for at in range(0, len(texts), batch)]
    return Task(
        dataset=MemoryDataset([_sample(b) for b in batches], name=BENCHMARK),
        solver=freeze_files({"rubrics_sha256": sha256}),
        scorer=classify_criteria(count("draw", draw)),
        display_name="Criteria that check facts",
        version=VERSION,
        metadata={
            "suite": "inspect_rubricblind",
            "suite_version": __version__,
            "full_task_version": f"{VERSION}-A",
            "benchmark": BENCHMARK,
            "dataset_kind": "path",
            "rubrics_file": path.name,
            "rubrics_sha256": sha256,
            "criteria": len(texts),
        },
    )


def _sample(texts: list[str]) -> Sample:
    case = Case(
        benchmark=BENCHMARK,
        dataset_kind="path",
        criteria=tuple(
            Criterion(index=index, criterion=text, points=1)
            for index, text in enumerate(texts)
        ),
    )
    return Sample(
        id=f"batch-{digest(chr(31).join(texts))[:12]}",
        input=f"{len(texts)} criteria",
        metadata=case.model_dump(mode="json"),
    )
