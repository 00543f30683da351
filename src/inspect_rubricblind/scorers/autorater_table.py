"""What a reader of `inspect view` sees of autoraters: who met what, and where not."""

from inspect_rubricblind.records import Case
from inspect_rubricblind.records.autorating import AutoratingResult
from inspect_rubricblind.records.scenario import criterion_id
from inspect_rubricblind.scorers.explanation import CRITERION_LENGTH, plain

MARKS = {True: "met", False: "not met", None: "ungraded"}
NAME_LENGTH = 60


def explain_autoraters(case: Case, result: AutoratingResult) -> str:
    """One row per criterion and one column per autorater; ungraded ones say why."""
    names = [
        plain(rater.signature.grader, NAME_LENGTH).rpartition("/")[2]
        for rater in result.raters
    ]
    lines = [
        f"Answer graded by {len(names)} autorater(s); nobody is right by definition.",
        "",
        f"| Weight | Criterion | {' | '.join(names)} |",
        f"| --- | --- |{' --- |' * len(names)}",
    ]
    for row, criterion in enumerate(case.criteria):
        cells = [
            MARKS[verdict.met] + (f" ({verdict.reason})" if verdict.reason else "")
            for verdict in (rater.verdicts[row] for rater in result.raters)
        ]
        said = f"{criterion_id(criterion)}: {criterion.criterion}"
        lines.append(
            f"| {criterion.points} | {plain(said, CRITERION_LENGTH)} | "
            f"{' | '.join(cells)} |"
        )
    return "\n".join(lines)
