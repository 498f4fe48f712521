# Each target makes what it needs. PYTHON chooses the interpreter, ARGS goes to the command.
PYTHON ?= python3
VENV ?= .venv
ARGS ?=
BIN = $(VENV)/bin
PIP = $(BIN)/python -m pip --disable-pip-version-check
# An environment belongs to one Python: asking for another one makes it anew.
VERSION := $(shell $(PYTHON) -c 'import platform; print(platform.python_version())' 2>/dev/null)
MADE = $(VENV)/.made-$(VERSION)
# Said before anything is made; pip would say it only later, and at length.
TOO_OLD = $(PYTHON) is $(if $(VERSION),Python $(VERSION),no Python that runs), and mockllm needs 3.11 or newer; \
  choose one, as in: make $(or $(MAKECMDGOALS),serve) PYTHON=python3.12

.PHONY: install serve test test-clients fuzz check fix bench clean

serve: $(VENV)/.run
	$(BIN)/mockllm serve $(ARGS)

test: $(VENV)/.dev
	PYTHONDEVMODE=1 $(BIN)/python -m pytest -n auto $(ARGS)

test-clients: $(VENV)/.dev
	$(BIN)/python tests/clients/run.py $(ARGS)

fuzz: $(VENV)/.dev
	$(BIN)/python tests/fuzz/run.py $(ARGS)

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fix: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks $(ARGS)

install: $(VENV)/.dev

$(MADE):
	$(if $(shell $(PYTHON) -c 'import sys; print("new" * (sys.version_info >= (3, 11)))' 2>/dev/null),,$(error $(TOO_OLD)))
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) install --quiet --upgrade "pip>=25.1"
	touch $@

$(VENV)/.run: pyproject.toml $(MADE)
	$(PIP) install --quiet --editable .
	touch $@

$(VENV)/.dev: pyproject.toml $(MADE)
	$(PIP) install --quiet --editable . --group dev
	touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV) .venv-clients .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist build
