"""Reads `benchmarks/history.csv` and appends lines to it: one for each commit and machine that was measured.

Figures may be added and dropped: a line has empty cells for what was not measured, and keeps cells of
figures that nobody measures any more.
"""

import csv
import io
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor, log10
from pathlib import Path

HISTORY = Path(__file__).resolve().with_name("history.csv")
COLUMNS = ("date", "commit", "python", "machine", "yardstick ms")
"""The columns before those of the figures."""
DIGITS = 6
"""How many digits of a figure are kept."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it is in the file, without its empty cells."""

    cells: Mapping[str, str]

    @property
    def date(self) -> str:
        """When the commit was made, in a form that sorts; for a changed tree, when it was measured."""
        return self.cells["date"]

    @property
    def commit(self) -> str:
        """The commit, with a `+` if the tree had changes."""
        return self.cells["commit"]

    @property
    def place(self) -> tuple[str, str]:
        """Machine and version of Python: figures of others cannot be compared."""
        return self.cells["machine"], self.cells["python"]

    def figure(self, name: str) -> float | None:
        """Return a figure; None if it was not measured."""
        return float(self.cells[name]) if name in self.cells else None


def made(about: Mapping[str, str], figures: Mapping[str, float]) -> Line:
    """Return a line from the cells of `COLUMNS` and some figures."""
    return Line({**about, **{name: written(value) for name, value in figures.items()}})


def written(value: float) -> str:
    """Return a number with its first digits, without an exponent."""
    after = DIGITS - 1 - floor(log10(abs(value))) if value else 0
    text = f"{value:.{max(0, after)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def read(path: Path) -> list[Line]:
    """Return all lines in the order of the file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        return [Line({name: cell for name, cell in row.items() if name and cell}) for row in rows]


def by_date(lines: Iterable[Line]) -> list[Line]:
    """Return lines in the order of their commits: an old commit may be measured late."""
    return sorted(lines, key=lambda line: line.date)


def append(path: Path, line: Line, figures: Sequence[str]) -> None:
    """Append a line; the header gets the columns that it lacks."""
    lines = [*read(path), line]
    header = list(dict.fromkeys([*COLUMNS, *figures, *(name for each in lines for name in each.cells)]))
    text = io.StringIO()
    rows = csv.DictWriter(text, header, lineterminator="\n")
    rows.writeheader()
    rows.writerows(each.cells for each in lines)
    other = path.with_suffix(".new")
    other.write_text(text.getvalue(), encoding="utf-8")
    os.replace(other, path)
