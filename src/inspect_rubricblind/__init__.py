"""When a medical answer becomes clinically wrong, does the rubric score notice?"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# Lazy (PEP 562): `rubricblind --help` must not pay for importing Inspect.
_TASKS = "inspect_rubricblind.tasks."

__all__ = [
    "__version__",
    "custom",
    "grader_calibration",
    "grader_qualification",
    "healthbench",
    "healthbench_professional",
    "livemedbench",
    "medhallu",
    "mhb_dialogue",
    "mhb_report",
    "pairs",
    "scenarios",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(import_module(_TASKS + name), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
