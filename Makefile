# `make demo` and `make test` do all the set-up on a fresh machine with Python 3.11 or later.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES = $(shell find ontology data queries pipeline -type f -not -name '*.pyc' -not -path '*/web/assets/*')
TURTLE := ontology data
ASSETS := pipeline/haidiyan/web/assets
NPM := build/npm

# Chinese in and out whatever the locale; the dataset always in build/, so that make knows whether it is fresh.
export PYTHONUTF8 := 1
unexport HAIDIYAN_HOME PYTHONPATH

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup build demo test docs assets bench gates cluster consistency format clean

help:
	@echo "make demo    set up, build, and read the text's own example"
	@echo "make test    set up, and run every check"
	@echo "make setup   the virtual environment in $(VENV), from the lock"
	@echo "make build   the dataset in build/"
	@echo "make docs    the documentation as a site, in build/site/"
	@echo "make assets  the SPARQL editor for the web pages; needs node (npm)"
	@echo "make bench   measure everything; the result goes to docs/benchmarks/"
	@echo "make gates   hold a few of these measures to docs/benchmarks/gates.json"
	@echo "make cluster  count every claim by Ibis on DuckDB and on Spark; needs Java and the extra of this name"
	@echo "make consistency  ask HermiT about the ontology; needs Java and the extra of this name"
	@echo "make format  bring Python and Turtle into the project's style"
	@echo "make clean   remove what was made"

setup: $(VENV)/.installed

$(VENV)/.locked: requirements/lock.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.11")'
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/lock.txt
	@touch $@

$(VENV)/.installed: $(VENV)/.locked pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

build: build/.built

build/.built: $(VENV)/.installed $(SOURCES)
	$(BIN)/haidiyan build
	@mkdir -p $(@D) && touch $@

demo: build
	$(BIN)/haidiyan read --hexagram 比 --moving 5 --day 申 --about 妻 --topic 疾病

# With node the site is tried with its SPARQL editor and the accessibility checker; without, those tests are skipped.
test: setup $(if $(shell command -v npm),assets)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m haidiyan.turtle --check $(TURTLE)
	$(BIN)/pytest -q -n 2 --dist loadgroup
	$(MAKE) gates

docs: build
	$(BIN)/python -m haidiyan.publication.pages build/site

assets: $(ASSETS)/yasgui.min.js

# From the lock, in a folder of its own; what the pages use goes into the package, what the tests use below frontend/.
$(ASSETS)/yasgui.min.js: frontend/package.json frontend/package-lock.json
	@rm -rf $(NPM) && mkdir -p $(NPM) $(ASSETS) frontend/node_modules/axe-core && cp $^ $(NPM)
	npm ci --prefix $(NPM) --ignore-scripts --no-audit --no-fund
	@cp $(NPM)/node_modules/axe-core/axe.min.js frontend/node_modules/axe-core/
	@cp $(NPM)/node_modules/@zazuko/yasgui/build/yasgui.min.css $(ASSETS)/
	@cd $(NPM)/node_modules && find . -iname 'licen[cs]e*' -type f | LC_ALL=C sort | xargs tail -n +1 > $(CURDIR)/$(ASSETS)/licences.txt
	@grep -v '^//# sourceMappingURL=' $(NPM)/node_modules/@zazuko/yasgui/build/yasgui.min.js > $@
	@rm -rf $(NPM)

# The tables of the chart rules that the tests have made, where they have: to make them takes a minute and more.
TABLES = $(if $(wildcard .pytest_cache/d/atlas/atlas/factors.npz),--tables .pytest_cache/d/atlas)

bench: build
	$(BIN)/python -m haidiyan.benchmark $(TABLES) docs/benchmarks/$(shell date +%F).json

gates: build
	$(BIN)/python -m haidiyan.benchmark --gates $(TABLES)

cluster: build
	$(BIN)/python -m haidiyan.atlas.relational --backend duckdb --quiet
	$(BIN)/python -m haidiyan.atlas.relational --backend spark --quiet

consistency: setup
	$(BIN)/python -m haidiyan.ontology

format: setup
	$(BIN)/ruff check --fix --exit-zero
	$(BIN)/ruff format
	$(BIN)/python -m haidiyan.turtle $(TURTLE)

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find pipeline tests -name __pycache__ -type d -prune -exec rm -rf {} +
