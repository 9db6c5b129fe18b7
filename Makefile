# Everything runs in .venv, which is made on first use and renewed when the two files below change.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: play test lint bench format clean

play: $(STAMP)
	@$(BIN)/lazaretto play $(ARGS)

test: lint
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)
	$(BIN)/python -m tui fmt --check scenarios

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

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
