"""What all tests share: no trace outside their folders, one way to run a task."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from inspect_ai import Task, eval
from inspect_ai.log import EvalLog

from model_server import Server, running_server

# A busy machine is not a failure: no test is timed.
hypothesis.settings.register_profile("rubricblind", deadline=None)
hypothesis.settings.load_profile("rubricblind")

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared" / "data"


@pytest.fixture(autouse=True)
def _inspect_writes_to_tmp(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cache, traces and sample buffers of Inspect go where pytest cleans up."""
    home = tmp_path_factory.mktemp("home")
    for variable in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "HF_HOME"):
        monkeypatch.setenv(variable, str(home / variable.lower()))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("INSPECT_CACHE_DIR", str(home / "cache"))
    monkeypatch.setenv("INSPECT_LOG_DIR", str(home / "logs"))
    monkeypatch.setenv("INSPECT_DISPLAY", "none")
    for variable in [name for name in os.environ if name.startswith("INSPECT_EVAL_")]:
        monkeypatch.delenv(variable)


@pytest.fixture
def shared() -> Path:
    """The folder with real benchmark rows, which are not part of the project."""
    if not SHARED.is_dir():
        pytest.skip("needs real rows in ../shared/data, which do not ship")
    return SHARED


@pytest.fixture
def eval_task(tmp_path: Path) -> Callable[..., EvalLog]:
    """Run a task without display, its log in the test's folder; returns the log."""

    def run(task: Task | str, model: Any = "none/none", **options: Any) -> EvalLog:
        options.setdefault("log_dir", str(tmp_path / "logs"))
        [log] = eval(task, model=model, display="none", **options)
        return log

    return run


@pytest.fixture(scope="session")
def server_process() -> Iterator[Server]:
    """A model server for all tests of a worker."""
    with running_server() as server:
        yield server


@pytest.fixture
def local_model(server_process: Server, monkeypatch: pytest.MonkeyPatch) -> Server:
    """The model server as `openai-api/local/...`: no faults, nothing seen yet."""
    server_process.plan()
    server_process.reset()
    for name, value in server_process.environment.items():
        monkeypatch.setenv(name, value)
    return server_process
