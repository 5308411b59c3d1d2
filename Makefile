# The index of commands: `make help` lists them.
#
# The environment lives in .venv. It is made when missing and refreshed when pyproject.toml changes; everything
# else depends on it, so that `make lab` and `make test` work on a fresh clone.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS ?= 2
RESULTS ?= shiftlab-results

.DEFAULT_GOAL := help
.PHONY: help env lab test lint types unit quick bench claims claims-files clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

env: $(READY) ## make or refresh the environment in .venv

# matplotlib builds its font cache once; done here, it does not disturb the first test or notebook
$(READY): pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "shiftlab needs Python 3.11 or later, this is " + sys.version.split()[0] + ": make PYTHON=python3.11 ...")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[lab,test,bench]'
	$(BIN)/python -c 'import matplotlib.font_manager'
	@touch $@

lab: $(READY) ## open JupyterLab
	$(BIN)/jupyter lab $(if $(filter 0,$(shell id -u)),--allow-root) $(LAB_OPTIONS)

# Every lane prints its time.
define timed
@start=$$(date +%s); $(2) && echo "lane $(1): $$(( $$(date +%s) - start )) s"
endef

test: lint types unit quick ## every test that CI runs

lint: $(READY) ## style and the direction of imports
	$(call timed,lint,$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports)

types: $(READY) ## type hints
	$(call timed,types,$(BIN)/mypy)

unit: $(READY) ## unit tests and the examples in docstrings
	$(call timed,unit,$(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile -m "not quick_experiments" --doctest-modules tests shiftlab)

quick: $(READY) ## quick mode of every experiment, compared with the stored full runs
	$(call timed,quick,$(BIN)/python -m pytest -q -m quick_experiments)

bench: $(READY) ## speed, on an idle machine
	$(BIN)/python -m pytest -q tests/benchmarks --override-ini addopts= \
		--benchmark-timer=time.process_time --benchmark-columns=median,iqr,min,max,rounds

claims: $(READY) ## re-run every claim in full (resumable) and rebuild CLAIMS.md
	$(BIN)/shiftlab reproduce --full --jobs $(JOBS) --out $(RESULTS)
	$(BIN)/python -m shiftlab.claims.build $(RESULTS)

claims-files: $(READY) ## rebuild claims.json and CLAIMS.md from the kept records
	$(BIN)/python -m shiftlab.claims.build

clean: ## remove the environment, caches and builds; results stay
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
