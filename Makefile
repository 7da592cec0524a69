# Every target works from a fresh clone with python3 and make alone; set-up happens once, into .venv.
PYTHON ?= python3
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
INSTALL := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint constraints.txt --editable

.PHONY: gpu run site test checks portable venv packages lint style types page-types coverage hooks proofs bench soak messages documents docs docs-texts release constraints clean
unexport PYTHONDONTWRITEBYTECODE # the tests start many programs, which load faster from bytecode
MINUTES ?= 60
# One worker more than there are cores, since tests of the page and the window wait a lot; neighbours stay together.
TESTS := $(BIN)/pytest --dist worksteal -n $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

run: .venv/users     ## set everything up and start the program
	@$(BIN)/langkah play

test:                ## set everything up and run every check, the style and types beside the tests
	@$(MAKE) --no-print-directory --jobs 2 venv packages
	@$(MAKE) --no-print-directory --jobs 3 style types checks

checks: venv         ## the tests alone
	$(TESTS)

portable: venv       ## the tests that hold on every system: no signals, no processes, no browser, no screen
	$(TESTS) -m 'portable and not slow'

venv: .venv/makers   ## set everything up, nothing else

packages:            # of npm, where it is there: for the types of the page's JavaScript and the tests of the site
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory node_modules/.installed; fi

lint: style types    ## style and types

style: venv
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

types:               ## types of the page's JavaScript, where node is there
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory page-types; \
	else echo "The types of the page's JavaScript are not checked: there is no npm here."; fi

page-types: node_modules/.installed
	node_modules/.bin/tsc --project .

coverage: venv types ## every test but the slow ones, and which lines they ran
	$(TESTS) -p pytest_cov --cov --cov-report=term:skip-covered --cov-report=html

hooks: venv          ## check style, types and the message of every commit
	$(BIN)/pre-commit install

proofs: venv node_modules/.installed ## the proofs that take minutes
	$(INSTALL) '.[dev,site]'
	$(TESTS) -m slow

bench: venv          ## speed, as ratios against named peers in one run
	$(BIN)/python -m benchmarks

soak: venv           ## the project's own attack, compared with naive solvers; MINUTES=60
	$(BIN)/python -m tools.soak --minutes $(MINUTES)

gpu: venv            ## the GPU against the processor, number by number, and how fast it is
	$(INSTALL) '.[dev,gpu]'
	LANGKAH_TEST_GPU=1 $(BIN)/python -m pytest -m 'slow or not slow' tests/test_engine_gpu.py
	$(BIN)/python -m benchmarks.gpu

site: .venv/created node_modules/.installed  ## the page as plain files, Python in the browser instead of a server: dist/site
	$(INSTALL) '.[site]'
	$(BIN)/langkah site dist/site

messages: venv       ## collect the texts that people read, and compile their translations
	$(BIN)/python -m tools.messages

documents: venv      ## after adding something: write what is made from the tables, then collect the texts
	$(BIN)/python -m tools.searches
	$(BIN)/python -m tools.contract
	$(BIN)/python -m tools.messages

docs: venv           ## the documents as HTML in docs/_build/html, English and Indonesian; a warning is an error; PAGE=.. below a site
	$(BIN)/python -m sphinx -q -W --keep-going -b html -D page=$(PAGE) docs docs/_build/html
	$(BIN)/python -m sphinx -q -W --keep-going -b html -D page=$(PAGE) -D language=id docs docs/_build/html/id

docs-texts: venv     ## collect the texts of the documents for their translations in docs/locale
	$(BIN)/python -m sphinx -q -b gettext docs docs/_build/gettext
	$(BIN)/sphinx-intl update -p docs/_build/gettext -d docs/locale -l id --line-width 120

release: venv        ## wheel, sdist, notes and SBOM in dist/, checked; TAG=v1.2.3 to hold them against a tag
	$(BIN)/python -m tools.release --tag "$(TAG)" --repository "$(REPOSITORY)"

constraints: venv    ## choose the newest versions of everything again
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --all-extras --upgrade pyproject.toml -o constraints.txt

.venv/created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Langkah needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.11")'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/users: pyproject.toml constraints.txt | .venv/created
	@echo "Setting up; this takes a minute or two."
	$(INSTALL) '.[fast,web,pictures]'
	@touch $@

.venv/makers: pyproject.toml constraints.txt | .venv/created
	$(INSTALL) '.[dev]'
	@touch $@ .venv/users

node_modules/.installed: package.json
	npm install --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

clean:               ## forget the set-up
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov
