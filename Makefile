# Everything runs in .venv, which is made on first use and renewed when the two files below change.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
# One process more than there are cores: some tests wait for terminals.
WORKERS := $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)
# Processes that tests start read compiled modules instead of compiling them again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play serve man docs test test-cluster test-pythons test-newest test-busy suite soak soak-native lint bench bench-all format audit verified release clean

play: $(STAMP)
	@$(BIN)/lazaretto play $(ARGS)

serve: $(STAMP)
	@$(BIN)/lazaretto serve $(ARGS)

test: $(STAMP)
	@$(MAKE) --no-print-directory -j 2 suite lint

suite: $(STAMP)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(ARGS)

# Dask stays out of .venv, so that everything else is tested without it.
test-cluster: .venv/cluster/.installed
	NEED_DASK=1 .venv/cluster/bin/python -m pytest -n 0 tests/lab/test_cluster.py $(ARGS)

.venv/cluster/.installed: $(STAMP)
	$(PYTHON) -m venv .venv/cluster
	.venv/cluster/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,cluster]'
	@touch $@

# Runs what differs from one Python to the next with each that is promised (pyproject.toml) and found here.
test-pythons: $(STAMP)
	@failed=; for each in $$($(BIN)/python -m tests.find_pythons); do \
	    $(MAKE) --no-print-directory test-python$$each || failed="$$failed $$each"; \
	done; [ -z "$$failed" ] || { echo "test-pythons: tests fail with Python$$failed."; exit 1; }

test-python%: .venv/python%/.installed
	@echo "Python $*:"
	.venv/python$*/bin/python -m pytest -n $(WORKERS) --dist worksteal -m 'interpreter and not soak' $(ARGS)

# A minute of that with the newest Python besides the one in .venv.
test-newest: $(STAMP)
	@set -e; newest=$$($(BIN)/python -m tests.find_pythons --newest); \
	if [ "$$newest" ]; then \
	    $(MAKE) -s .venv/python$$newest/.installed; \
	    echo "test-newest: Python $$newest, besides $$($(BIN)/python -V)."; \
	    .venv/python$$newest/bin/python -m pytest -n 0 $(EVERYWHERE) $(ARGS); \
	else \
	    echo "test-newest: no other Python was tried: besides $$($(BIN)/python -V), none that is promised was found."; \
	fi

EVERYWHERE := tests/end_to_end/test_every_python.py tests/hostile/test_apps_share_a_process.py

# Only pattern rules name these files; make must not take them for files that it may delete.
.PRECIOUS: .venv/python%/.installed

# hatchling builds the wheel that is tested.
.venv/python%/.installed: $(STAMP)
	$$($(BIN)/python -m tests.find_pythons $*) -m venv --clear .venv/python$*
	.venv/python$*/bin/python -m pip install --quiet --no-compile --disable-pip-version-check \
	    -c constraints.txt -e '.[dev]' hatchling
	@touch $@

# The whole suite TIMES times in a row, beside BUSY processes that only compute; both can be set on the command line.
BUSY ?= 6
TIMES ?= 3
test-busy: $(STAMP)
	@$(BIN)/python -m tests.busy --loops $(BUSY) --rounds $(TIMES) -- $(MAKE) --no-print-directory suite

# Builds the packages, installs each in an empty environment and tries it there; needs a package index.
release: $(STAMP) .venv/release/.installed
	$(BIN)/python -m tests.release $(ARGS)

.venv/release/.installed: tests/release/tools.txt
	$(PYTHON) -m venv --clear .venv/release
	.venv/release/bin/python -m pip install --quiet --disable-pip-version-check -r tests/release/tools.txt
	@touch $@

soak: $(STAMP)
	SOAK_TIMES=10 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m 'soak or longer' $(ARGS)

# An hour on one core, or as ARGS="--minutes 10" says; it tells how to see a difference again.
soak-native: $(STAMP)
	$(BIN)/python -m tests.native_soak $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m lazaretto fmt --check scenarios

bench: $(STAMP)
	$(BIN)/python benchmarks/playouts.py $(ARGS)

# All benchmarks of speed, in ten minutes: adds a line to benchmarks/history.csv and tells what got worse.
bench-all: $(STAMP)
	$(BIN)/python benchmarks/bench_all.py $(ARGS)

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python -m lazaretto fmt scenarios

# Looks every pinned package up in the database of known weaknesses; needs the network.
audit: .venv/audit/bin/pip-audit
	.venv/audit/bin/pip-audit --strict --progress-spinner off --no-deps --disable-pip -r hashes.txt

.venv/audit/bin/pip-audit: $(STAMP)
	$(PYTHON) -m venv .venv/audit
	.venv/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit==2.10.1

# Sets .venv up anew from files whose hashes are listed, and from no others.
verified:
	rm -rf .venv
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r hashes.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(STAMP)

# Writes the manual page anew; a test compares it with the commands.
man: $(STAMP)
	$(BIN)/lazaretto man > docs/lazaretto.1

# Builds the site of the documents in build/site. mkdocs stays out of .venv: nothing else needs it.
docs: .venv/docs/.installed
	.venv/docs/bin/python -m mkdocs build --strict --quiet $(ARGS)
	@echo "docs: build/site/index.html; to search, serve it: python3 -m http.server -d build/site"

.venv/docs/.installed: $(STAMP)
	$(PYTHON) -m venv .venv/docs
	.venv/docs/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@touch $@

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(STAMP)
