"""Traps in words: what may be said, and with which words."""

from collections.abc import Iterator, Mapping

from inspect_rubricblind.logs.outcomes.figures import FEW_PAIRS, Row
from inspect_rubricblind.logs.outcomes.wording import ABSENT, LABELS, percent
from inspect_rubricblind.logs.traps.section import TrapSection
from inspect_rubricblind.taxonomy.trap_model import load_traps

TASK_NAMES = {None: "Both tasks", "dialogue": "Dialogues", "report": "Reports"}
RATE_NOTE = (
    "Rate: rubric lines not passed out of lines with a verdict. Samples: share with at "
    "least one such line. In brackets: 95 % intervals, Wilson at the effective "
    "number, clustered by conversation or report. Ungraded lines are in neither."
)
STAR_NOTE = f"* fewer than {FEW_PAIRS} samples: a count, not a finding."
NO_RATE = (
    "Traps were planted and checked; without a model that answers and a judge no "
    "hallucination rate is given."
)
OWN_NOTE = (
    "Traps and rubrics are this project's, not the study's, which are not public: "
    "rates here and there are of different questions."
)
BY_DESIGN = (
    "Resisting and falling answers made by rules use the words of the rubric made by "
    "rules, so their coverage is near 100 % by construction; read it as a check of the "
    "rubric, not as a finding."
)


def trap_sentences(section: TrapSection | None) -> Iterator[str]:
    """What the report says of traps first."""
    if section is None:
        return
    for row in section["planting"]:
        yield _planted(row)
    if not section["rates"]:
        yield NO_RATE
    if any(row["planted_by"] == "rules" for row in section["planting"]):
        yield BY_DESIGN
    for row in section["rates"]:
        if row["cluster"] is None:
            yield (
                f"{who(row)} on traps, {TASK_NAMES[row['task']].lower()}: "
                f"{percent(row, 'rate')} of {row['n_lines']} rubric lines not passed "
                f"({row['n_samples']} samples, {row['n_ungraded']} lines ungraded), by "
                f"the judge {row['judge']}."
            )


def trap_name(code: str) -> str:
    """`A1 Non-existent entity`, or the name of a cluster."""
    taxonomy = load_traps()
    names = {cluster.code: cluster.name for cluster in taxonomy.clusters}
    names |= {entry.code: entry.name for entry in taxonomy.subtypes}
    return f"{code} {names[code]}" if code in names else code


def who(row: Row) -> str:
    """The model, SAMPLE where it applies, and the draw where there are several."""
    said = f"{row['answer_model']} ({LABELS[row['dataset_kind']]})"
    return f"{said}, draw {row['draw']}" if row["draw"] else said


def checked(row: Row) -> str:
    """Who checked the traps of a row."""
    if row["validated_by"] == "rules":
        return "rules"
    return f"rules and validators ({row['dissent']} with dissent)"


def counts(found: Mapping[str, int]) -> str:
    """`3 language, 1 checks`."""
    return ", ".join(f"{n} {name}" for name, n in found.items()) or ABSENT


def _planted(row: Row) -> str:
    where = f"{TASK_NAMES[row['task']]} ({LABELS[row['dataset_kind']]})"
    said = (
        f"{where}: {row['n_kept']} of {row['n_tried']} traps kept, planted by "
        f"{row['planter']}, checked by {checked(row)}"
    )
    if row["dropped"]:
        said += f"; dropped: {counts(row['dropped'])}"
    return f"{said}."
