# Two commands for a newcomer: `make demo` and `make test`. The rest is for those who build.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# What Python and pytest make of a source file is kept, also where they are told elsewhere to keep nothing.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo test check types units web web-check soak bench clean

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $(READY)

demo: $(READY)  ## mine the samples and this repository's docs into a throw-away palace, and ask
	$(BIN)/python samples/demo.py

check: $(READY)  ## lint, types, layers, unit tests: the quick part
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	@$(MAKE) --no-print-directory --jobs 2 types units

types: $(READY)
	$(BIN)/mypy

# Tests wait for other processes and for limits of time: three runs of them keep two cores busy.
units: $(READY)
	$(BIN)/python -m pytest -n 3 --dist worksteal -m "not slow"

# The page is built again and compared where there is Node; nothing else needs it.
test: check $(if $(shell command -v npm),web-check)  ## everything CI runs
	$(BIN)/python -m pytest -n 3 --dist worksteal -m "slow or hypothesis" --hypothesis-profile thorough
	$(BIN)/python -m benchmarks.soak --rounds 10
	$(BIN)/python -m benchmarks.load --seconds 30 --kills 2

web/node_modules: web/package-lock.json
	cd web && npm ci --ignore-scripts
	touch web/node_modules

web: $(READY) web/node_modules  ## build the page into the package; only who changes web/ needs Node
	$(BIN)/python web/generate.py
	cd web && npm run build

web-check: $(READY) web/node_modules  ## the page in the package is what web/ builds
	$(BIN)/python web/generate.py --check
	cd web && npm run check && rm -rf node_modules/.built && npx vite build --outDir node_modules/.built
	diff -r web/node_modules/.built src/camillo/surfaces/http/page/built

soak: $(READY)  ## the long kills and the writers, and weeks of sessions whose hooks are killed
	$(BIN)/python -m pytest -m hypothesis --hypothesis-profile soak
	$(BIN)/python -m benchmarks.soak --rounds 200
	$(BIN)/python -m benchmarks.week --seed 2
	$(BIN)/python -m benchmarks.week --seed 3 --sessions 40

bench: $(READY)  ## the figures in docs/benchmarks; DATA is the folder of evaluation data
	$(BIN)/python -m benchmarks.table $(DATA)
	$(BIN)/python -m benchmarks.calibration $(DATA)
	$(BIN)/python -m benchmarks.languages
	$(BIN)/python -m benchmarks.cost $(DATA)/locomo-dev
	$(BIN)/python -m benchmarks.scale
	$(BIN)/python -m benchmarks.mcp
	$(BIN)/python -m benchmarks.hooks
	$(BIN)/python -m benchmarks.week --seed 1
	$(BIN)/python -m benchmarks.wakeup $(DATA)/locomo-dev
	$(BIN)/python -m benchmarks.relevance $(DATA)
	$(BIN)/python -m benchmarks.secrets $(DATA)
	$(BIN)/python -m benchmarks.shorthand $(DATA)/locomo-dev
	$(BIN)/python -m benchmarks.claims $(DATA)
	$(BIN)/python -m benchmarks.chains
	$(BIN)/python -m benchmarks.knowing $(DATA)/locomo-dev
	$(BIN)/python -m benchmarks.memories
	$(BIN)/python -m benchmarks.notes
	$(BIN)/python -m benchmarks.page --refine
	$(BIN)/python -m benchmarks.load
	$(BIN)/python -m benchmarks.owners

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
