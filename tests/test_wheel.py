"""The package as published: built, complete, and at work away from its sources."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = "inspect_rubricblind"
LEAVINGS = {"__pycache__", ".mypy_cache", ".ruff_cache"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the working tree; the backend is called as a front end would."""
    folder = tmp_path_factory.mktemp("wheel")
    code = f"from hatchling.build import build_wheel; build_wheel({str(folder)!r})"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    (built,) = folder.glob("*.whl")
    return built


def sources() -> set[str]:
    """Every file of the package, as the wheel should name it."""
    source = ROOT / "src"
    return {
        path.relative_to(source).as_posix()
        for path in (source / PACKAGE).rglob("*")
        if path.is_file() and not LEAVINGS.intersection(path.parts)
    }


def test_the_wheel_holds_every_file_of_the_package_and_no_other(wheel: Path):
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {name for name in names if ".dist-info/" not in name} == sources()


@pytest.mark.parametrize(
    "name",
    [
        "py.typed",
        "taxonomy/errors.yaml",
        "taxonomy/lexicons/drugs.yaml",
        "solvers/prompts/injection.md",
        "scorers/prompts/coverage.md",
        "scorers/words.yaml",
        "logs/schema/summary.schema.json",
        "logs/templates/report.md.j2",
        "tasks/samples/healthbench.jsonl",
        "tasks/samples/gold_pairs.jsonl",
    ],
)
def test_a_kind_of_data_file_is_in_the_wheel(wheel: Path, name: str):
    held = zipfile.ZipFile(wheel).read(f"{PACKAGE}/{name}")
    assert held == (ROOT / "src" / PACKAGE / name).read_bytes()


def test_the_wheel_registers_command_and_tasks_and_carries_the_licence(wheel: Path):
    archive = zipfile.ZipFile(wheel)
    held = {Path(name).name: name for name in archive.namelist() if "dist-info" in name}
    points = archive.read(held["entry_points.txt"]).decode()
    assert "rubricblind = inspect_rubricblind.cli" in points
    assert "[inspect_ai]" in points
    assert "MIT" in archive.read(held["LICENSE"]).decode()


@pytest.mark.slow
def test_the_demo_runs_from_the_installed_wheel_in_an_empty_folder(
    wheel: Path, tmp_path: Path
):
    """In a fresh environment that sees only the dependencies of this one.

    A `.pth` file lends them, so that nothing is downloaded. Python does not follow
    the `.pth` files of a folder that is lent in this way, so that an editable install
    of the sources stays out of sight. It shows that the wheel is complete, not that
    its declared dependencies suffice.
    """
    venv.create(tmp_path / "fresh", with_pip=False)
    python = tmp_path / "fresh" / "bin" / "python"
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--python", str(python), "install"),
            *("--quiet", "--no-deps", "--no-index", "--ignore-installed", str(wheel)),
        ],
        check=True,
    )
    (site,) = (tmp_path / "fresh").glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_paths()["purelib"], encoding="utf-8")
    empty = tmp_path / "empty"
    empty.mkdir()
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}

    def run(*command: str) -> str:
        done = subprocess.run(
            command,
            cwd=empty,
            env=environment | {"COLUMNS": "120"},
            capture_output=True,
            text=True,
            timeout=600,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    where = run(str(python), "-c", f"import {PACKAGE}; print({PACKAGE}.__file__)")
    assert Path(where.strip()).is_relative_to(site)

    shown = run(str(python.with_name("rubricblind")), "demo")
    assert "SAMPLE" in shown
    assert "Self-check on own pairs" in shown
    assert {path.name for path in empty.iterdir()} == {"logs", "report"}
    summary = json.loads((empty / "report" / "summary.json").read_text("utf-8"))
    assert len(summary["by_error_type"]) == 13
    assert "sound" in run(str(python.with_name("rubricblind")), "validate")
