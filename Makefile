# Every target works in a fresh clone with only python3 and make. The first one that needs it creates .venv.
PYTHON ?= python3
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
INSTALL := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check --constraint constraints.txt --editable

.PHONY: gpu run site test checks portable venv packages lint style types page-types coverage hooks proofs bench soak messages documents docs docs-texts release constraints clean
unexport PYTHONDONTWRITEBYTECODE # the tests start many programs, which load faster from bytecode
MINUTES ?= 60
# One worker more than cores, because tests of the page and the window often wait. Idle workers take tests from others.
TESTS := $(BIN)/pytest --dist worksteal -n $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

run: .venv/users     ## install everything and start the program
	@$(BIN)/langkah play

test:                ## install everything and run every check; style and types run in parallel with the tests
	@$(MAKE) --no-print-directory --jobs 2 venv packages
	@$(MAKE) --no-print-directory --jobs 3 style types checks

checks: venv         ## run only the tests
	$(TESTS)

portable: venv       ## run the tests that work on every system: no signals, processes, browser or screen
	$(TESTS) -m 'portable and not slow'

venv: .venv/makers   ## only install everything

packages:            # of npm, if it is installed: for the types of the page's JavaScript and the tests of the site
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory node_modules/.installed; fi

lint: style types    ## check style and types

style: venv
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

types:               ## check the types of the page's JavaScript, if npm is installed
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory page-types; \
	else echo "The types of the page's JavaScript are not checked: there is no npm here."; fi

page-types: node_modules/.installed
	node_modules/.bin/tsc --project .

coverage: venv types ## run all tests but the slow ones, and report the lines that they ran
	$(TESTS) -p pytest_cov --cov --cov-report=term:skip-covered --cov-report=html

hooks: venv          ## make git check style, types and message of every commit
	$(BIN)/pre-commit install

proofs: venv node_modules/.installed ## run the slow tests, which take minutes
	$(INSTALL) '.[dev,site]'
	$(TESTS) -m slow

bench: venv          ## measure the speed as ratios to other programs, in one run
	$(BIN)/python -m benchmarks

soak: venv           ## compare random puzzles and inputs with naive solvers; MINUTES=60
	$(BIN)/python -m tools.soak --minutes $(MINUTES)

gpu: venv            ## compare the results of GPU and CPU, then measure the speed
	$(INSTALL) '.[dev,gpu]'
	LANGKAH_TEST_GPU=1 $(BIN)/python -m pytest -m 'slow or not slow' tests/test_engine_gpu.py
	$(BIN)/python -m benchmarks.gpu

site: .venv/created node_modules/.installed  ## build the static site in dist/site: plain files, Python runs in the browser
	$(INSTALL) '.[site]'
	$(BIN)/langkah site dist/site $(if $(PAGE),--documents docs/)

messages: venv       ## collect the texts of the program, and compile their translations
	$(BIN)/python -m tools.messages

documents: venv      ## after an addition: regenerate the generated files, then collect the texts
	$(BIN)/python -m tools.searches
	$(BIN)/python -m tools.contract
	$(BIN)/python -m tools.messages

docs: venv           ## build the documents in docs/_build/html, English and Indonesian; warnings are errors; PAGE=.. inside a site
	$(BIN)/python -m sphinx -q -W --keep-going -b html -D page=$(PAGE) docs docs/_build/html
	$(BIN)/python -m sphinx -q -W --keep-going -b html -D page=$(PAGE) -D language=id docs docs/_build/html/id

docs-texts: venv     ## collect the texts of the documents for their translations in docs/locale
	$(BIN)/python -m sphinx -q -b gettext docs docs/_build/gettext
	$(BIN)/sphinx-intl update -p docs/_build/gettext -d docs/locale -l id --line-width 120

release: venv        ## build and check wheel, sdist, notes and SBOM in dist/; TAG=v1.2.3 compares the version with a tag
	$(BIN)/python -m tools.release --tag "$(TAG)" --repository "$(REPOSITORY)"

constraints: venv    ## update all dependencies in constraints.txt to their newest versions
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

clean:               ## delete everything that was installed, and all caches
	rm -rf .venv node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage htmlcov
