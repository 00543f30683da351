"""How the numbers of a report were made, in one line that can be quoted."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from inspect_rubricblind import __version__
from inspect_rubricblind.logs.study import Study
from inspect_rubricblind.records import RECORDS_VERSION

_SHORT = 12


def signature(study: Study, seed: int) -> dict[str, str]:
    """Versions, seeds, components, counts and the files' hashes (shortened).

    Args:
        study: Pooled logs.
        seed: Of the report's own bootstrap.
    """
    runs = study.logs.runs
    tasks = {f"{run.task}/{run.task_version}" for run in runs}
    inspect = {
        run.packages["inspect_ai"] for run in runs if "inspect_ai" in run.packages
    }
    parts = {
        "report": __version__,
        "task": _join(tasks),
        "inspect_ai": _join(inspect),
        "records": RECORDS_VERSION,
        "coverage": _join(study.estimators) or "none",
    }
    for name, values in study.components.items():
        hashed = name.endswith("sha256")
        parts[name] = _join({v[:_SHORT] if hashed else v for v in values})
    counts = {
        "logs": len(runs),
        "answers": sum(study.answers.values()),
        "pairs": len(study.pairs),
        "duplicates": study.duplicates,
        "recovered": study.recovered,
        "report_seed": seed,
    }
    return parts | {name: str(count) for name, count in counts.items()}


def file_signature(path: Path, pairs: int, seed: int) -> dict[str, str]:
    """Version, the file's hash, counts and seed of a report on a pairs file."""
    with path.open("rb") as stream:
        sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    return {
        "report": __version__,
        "pairs_sha256": sha256[:_SHORT],
        "pairs": str(pairs),
        "report_seed": str(seed),
    }


def signature_line(parts: Mapping[str, str]) -> str:
    """`name:value` for each part, as one line."""
    return " | ".join(f"{name}:{value}" for name, value in parts.items())


def _join(values: set[str] | tuple[str, ...]) -> str:
    return ",".join(sorted(values))
