import subprocess
import sys

import pytest

HEAVY = ("pandas", "torch", "datasets", "scipy", "statsmodels", "pyarrow", "pint")


def heavy_modules_after(statement):
    code = f"import sys; {statement}; print(*[m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_the_entry_point_imports_light():
    assert heavy_modules_after("import inspect_rubricblind._registry") == []


def test_the_package_itself_imports_nothing():
    assert heavy_modules_after("import inspect_rubricblind; HEAVY = 'inspect_ai'") == []
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, inspect_rubricblind; print('inspect_ai' in sys.modules)",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    "name",
    [
        "healthbench",
        "healthbench_professional",
        "livemedbench",
        "exclude_at_floor",
        "coverage",
        "fact_check",
        "resolve_stages",
        "write_answer",
        "decide_applicability",
        "inject_errors",
        "add_controls",
    ],
)
def test_everything_with_a_name_in_logs_is_registered(name):
    from inspect_rubricblind import _registry

    assert callable(getattr(_registry, name))
    assert name in _registry.__all__
