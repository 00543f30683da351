"""When a medical answer becomes clinically wrong, does the rubric score notice?"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# Lazy (PEP 562): `rubricblind --help` must not pay for importing Inspect.
_HOME = {
    "grader_qualification": "inspect_rubricblind.tasks.grader_qualification",
    "healthbench": "inspect_rubricblind.tasks.healthbench",
}

__all__ = ["__version__", "grader_qualification", "healthbench"]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
