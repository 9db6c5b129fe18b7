# Everything runs in .venv, which is made on first use and renewed when the two files below change.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
# Processes that tests start read compiled modules instead of compiling them again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test suite soak lint bench format clean

play: $(STAMP)
	@$(BIN)/lazaretto play $(ARGS)

test: $(STAMP)
	@$(MAKE) --no-print-directory -j 2 suite lint

suite: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

soak: $(STAMP)
	SOAK_TIMES=10 $(BIN)/python -m pytest -n auto --dist worksteal -m 'soak or longer' $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tui fmt --check scenarios

bench: $(STAMP)
	$(BIN)/python benchmarks/playouts.py $(ARGS)

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python -m tui fmt scenarios

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(STAMP)
