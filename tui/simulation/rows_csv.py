"""Writes a line of CSV for each game of a simulation."""

import csv
import io
from collections.abc import Sequence

from lazaretto.lab.game_rows import GameRow, result_of
from lazaretto.lab.report import Trait
from lazaretto.rules import Outcome

HEAD = ("game", "place", "seed", "result", "reason", "turns", "decisions", "first")
OF_SEATS = ("result", "points", "rank")


def rows_csv(rows: Sequence[GameRow], names: Sequence[str], traits: Sequence[Trait]) -> str:
    """Return a line for each game, with the result, points, rank and roles of each seat."""
    file, cells = io.StringIO(), _Cells(names, traits)
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(
        [
            *HEAD,
            *(f"{part} {name}" for name in names for part in OF_SEATS),
            *(f"{trait.name} {name}" for trait in traits for name in names),
        ]
    )
    writer.writerows(map(cells.of, rows))
    return file.getvalue()


class _Cells:
    """The cells of lines; games that ended alike share those of their end."""

    def __init__(self, names: Sequence[str], traits: Sequence[Trait]) -> None:
        self._names = [harmless(name) for name in names]
        self._labels = [
            {None: "", **{value: harmless(label) for value, label in enumerate(trait.labels)}}
            for trait in traits
        ]
        self._unopened: tuple[object, ...] = ("",) * (1 + len(traits) * len(names))
        self._ends: dict[int, tuple[object, ...]] = {}
        """The cells of ends, by their identity: rows keep them as long."""

    def of(self, row: GameRow) -> list[object]:
        """Return the cells of a game."""
        end, opening = row.outcome, row.opening
        if id(end) not in self._ends:
            self._ends[id(end)] = self._of_end(end)
        result, reason, *seats = self._ends[id(end)]
        if end is None:
            reason = harmless(row.problem)
        first, *roles = self._unopened
        if opening is not None:
            first = self._names[opening.first]
            pairs = zip(self._labels, opening.traits, strict=True)
            roles = [labels[value] for labels, values in pairs for value in values]
        before = row.number, row.place, row.seed, result, reason, row.turns, row.decisions, first
        return [*before, *seats, *roles]

    def _of_end(self, end: Outcome | None) -> tuple[object, ...]:
        """Return the result, the reason, and the cells of seats."""
        parts = (end.results, end.points, end.ranks) if end is not None else ((), (), ())
        seats = range(len(self._names))
        cells = (part[seat] if seat < len(part) else "" for seat in seats for part in parts)
        return (*map(harmless, (result_of(end), "" if end is None else end.reason, *cells)),)


def harmless(value: object) -> object:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value
