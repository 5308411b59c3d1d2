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
LANES := lint types claims-check unit nbval browser quick

# Some machines forbid Python to keep what it compiles; then each of some hundred processes of the tests, kernels and
# commands among them, would compile the kit anew.
export PYTHONDONTWRITEBYTECODE :=

# The last digits of a sum hang on the kernels that OpenBLAS takes, and it takes them by the processor's name: one that it
# does not know yet gets those without AVX-512, with which the evidence was not made.
ifneq (,$(shell grep -m 1 -w avx512vl /proc/cpuinfo 2>/dev/null))
export OPENBLAS_CORETYPE := SkylakeX
endif

# What `make test-versions` runs on other versions: the methods and the mechanism of experiments. Claims, pictures and
# lessons are about numbers on one set of versions (tests/versions/compared.txt), and would take long.
METHODS := $(addprefix tests/,weights learners validation bias datasets \
	modules/diagnostics $(addprefix modules/test_,posterior.py metrics.py target.py) \
	$(addprefix experiments/test_,settings.py intervals.py summary.py sweep.py table.py))
TESTED_WITH := cvxopt hypothesis pandas pytest pytest-xdist
ELSEWHERE = -q -n $(JOBS) --dist worksteal $(METHODS)
# the first that runs: a shim may be on the PATH without a Python behind it, and pyenv keeps others beside it
NEWER_PYTHON = $(shell for version in 3.14 3.13 3.12; do \
	for python in python$$version "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/$$version.*/bin/python; do \
	"$$python" -c 'import ensurepip, venv' 2>/dev/null && echo "$$python" && exit; done; done)

# Benchmarks of elapsed time: what a person waits for. The others measure CPU time.
WAITED_FOR := tests/benchmarks/bench_votes.py $(addprefix tests/benchmarks/explorer/bench_,ahead.py latency.py load.py moving_page.py presenting.py)

.DEFAULT_GOAL := help
.PHONY: help env lab test test-versions newer lint types unit nbval browser quick bench bench-latency bench-peers claims claims-files claims-check claims-adopt \
	notebooks notebooks-check handout screenshots wheels clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

env: $(READY) ## make or refresh the environment in .venv

# what the JupyterLab extension is built from, as widgets/hatch_build.py has it
LAB_SOURCES := $(wildcard $(addprefix widgets/lab/,package.json yarn.lock tsconfig.json src/*.ts src/*/*.ts style/*.css))

# matplotlib builds its font cache once; done here, it does not disturb the first test or notebook
$(READY): pyproject.toml widgets/pyproject.toml widgets/hatch_build.py $(LAB_SOURCES) tests/versions/compared.txt Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "shiftlab needs Python 3.11 or later, this is " + sys.version.split()[0] + ": make PYTHON=python3.11 ...")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --constraint tests/versions/compared.txt \
		--editable '.[lab,test,bench]' --editable ./widgets
	$(BIN)/python -c 'import matplotlib.font_manager'
	@touch $@

lab: $(READY) ## open JupyterLab on the course, in a folder of your own
	$(BIN)/shiftlab lab $(LAB_OPTIONS)

# Every lane prints its time.
define timed
@start=$$(date +%s); $(2) && echo "lane $(1): $$(( $$(date +%s) - start )) s"
endef

test: $(READY) ## every test, lane by lane
	@start=$$(date +%s); $(MAKE) --no-print-directory $(LANES) \
		&& echo "lanes together: $$(( $$(date +%s) - start )) s"

test-versions: .venv-lowest/.ready ## the methods on the lowest versions declared, and on a newer Python
	$(call timed,lowest versions,.venv-lowest/bin/python -m pytest $(ELSEWHERE))
	@$(if $(NEWER_PYTHON),$(MAKE) --no-print-directory newer,echo "no newer Python here: only the lowest versions were tested")

newer: .venv-newer/.ready
	$(call timed,newer Python,.venv-newer/bin/python -m pytest $(ELSEWHERE))

.venv-lowest/.ready: pyproject.toml tests/versions/lowest.txt Makefile
	test -x $(@D)/bin/python || $$(command -v python3.11 || echo $(PYTHON)) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --constraint tests/versions/lowest.txt --editable . $(TESTED_WITH)
	@touch $@

.venv-newer/.ready: pyproject.toml Makefile
	test -x $(@D)/bin/python || $(NEWER_PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --upgrade --upgrade-strategy eager --editable . $(TESTED_WITH)
	@touch $@

lint: $(READY) ## style and the direction of imports
	$(call timed,lint,$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/lint-imports)

types: $(READY) ## type hints
	$(call timed,types,$(BIN)/mypy)

# as many workers as cores: threads of their own would only wait for each other
ONE_THREAD := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

unit: $(READY) ## unit tests and the examples in docstrings
	$(call timed,unit,$(ONE_THREAD) $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m "not quick_experiments" --doctest-modules tests shiftlab --ignore tests/browser)

# on other versions than those of tests/versions/compared.txt the cells are run, and their outputs not compared
nbval: $(READY) ## the lessons: nothing stale, every cell run again and compared
	$(call timed,nbval,$(BIN)/python notebooks/build.py --check && SHIFTLAB_STRICT=1 $(BIN)/python -m pytest -q -n $(JOBS) \
		--dist loadfile --nbval$$($(BIN)/python tests/versions/compared.py || echo -lax) --nbval-sanitize-with tests/notebooks/sanitize.cfg notebooks/*.ipynb notebooks/solutions/*.ipynb)

# a third worker: each of them waits for a browser or a kernel now and then. A machine that stood still for a while is
# no defect of ours: what fails is run once more, and the summary names it
browser: $(READY) ## the lessons and explorers in Chromium
	$(call timed,browser,$(BIN)/python -m pytest -q -raR --reruns 1 -n $$(( $(JOBS) + 1 )) tests/browser)

quick: $(READY) ## quick mode of every experiment, compared with the stored full runs
	$(call timed,quick,$(ONE_THREAD) $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m quick_experiments tests/claims tests/experiments tests/papers)

bench: $(READY) ## speed, on an idle machine
	$(BIN)/python -m pytest -q $(filter-out $(WAITED_FOR),$(wildcard $(addprefix tests/benchmarks/,bench_*.py explorer/bench_*.py))) \
		--override-ini addopts= \
		--benchmark-timer=time.process_time --benchmark-columns=median,iqr,min,max,rounds

bench-latency: $(READY) ## key press to painted pixels in Chromium, and forty kernels at once, on an idle machine
	$(BIN)/python -m pytest -q $(WAITED_FOR) --override-ini addopts=

bench-peers: .venv-peers/.ready ## our methods beside other libraries', in an environment of their own (resumable)
	.venv-peers/bin/python tests/benchmarks/peers/adapt_tradaboost.py
	.venv-peers/bin/python tests/benchmarks/peers/compare.py --out $(RESULTS)/peers

# adapt brings TensorFlow: 2.4 GB. skada comes without torch, which only its deep learners need
.venv-peers/.ready: pyproject.toml Makefile
	test -x $(@D)/bin/python || $$(command -v python3.11 || echo $(PYTHON)) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --editable . adapt==0.4.5 skada==0.6.0
	@touch $@

notebooks: $(READY) ## build and run the lessons
	$(BIN)/python notebooks/build.py

notebooks-check: $(READY) ## fail when a lesson is stale or was edited by hand
	$(BIN)/python notebooks/build.py --check

# `make handout 02`: the word after the target is the lesson, not a target
ifeq (handout,$(firstword $(MAKECMDGOALS)))
NN := $(word 2,$(MAKECMDGOALS))
$(eval $(NN):;@:)
endif
handout: $(READY) ## print a presenter's notes: make handout 02
	@$(BIN)/python notebooks/build.py --handout $(NN)

screenshots: $(READY) ## make the pictures of the README, in Chromium
	$(BIN)/python tests/browser/screenshots.py

# make claims SCHEDULER=tcp://HOST:8786 does so on a Dask cluster: docs/cluster.md
claims: $(READY) ## re-run every claim in full (resumable) and rebuild the pages about them
	$(BIN)/shiftlab reproduce --full $(if $(SCHEDULER),--scheduler $(SCHEDULER),--jobs $(JOBS)) --out $(RESULTS)
	$(BIN)/python -m shiftlab.claims.build $(RESULTS)

claims-files: $(READY) ## rebuild claims.json, CLAIMS.md, docs/claims and the README's table from the kept records
	$(BIN)/python -m shiftlab.claims.build

claims-check: $(READY) ## fail when kept records are by older code, or not whole
	$(call timed,claims-check,$(BIN)/python -m shiftlab.claims.check $(NAMES))

# make claims-adopt NAMES="NAME ANOTHER"; without NAMES all of which the code has changed
claims-adopt: $(READY) ## repeat a sample of older records and, where it is the same to the bit, take them for new
	$(BIN)/python -m shiftlab.claims.adopt --jobs $(JOBS) --out $(RESULTS) $(NAMES)

wheels: $(READY) ## build the two wheels, all that an install without a checkout needs, in dist
	$(BIN)/python -m hatchling build --target wheel --directory dist
	cd widgets && ../$(BIN)/python -m hatchling build --target wheel --directory ../dist

clean: ## remove the environment, caches and builds; results stay
	rm -rf $(VENV) .venv-lowest .venv-newer .venv-peers build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
