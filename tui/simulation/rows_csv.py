"""Writes what came of each game as CSV."""

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lazaretto.lab.game_rows import GameRow
    from lazaretto.lab.report import Trait

HEAD = ("game", "place", "seed", "result", "reason", "turns", "decisions", "first")


def rows_csv(rows: "Sequence[GameRow]", names: Sequence[str], traits: "Sequence[Trait]") -> str:
    """A line for each game, with the result, points, rank and roles of each seat."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    seats = range(len(names))
    writer.writerow(
        [
            *HEAD,
            *(f"{part} {name}" for name in names for part in ("result", "points", "rank")),
            *(f"{trait.name} {name}" for trait in traits for name in names),
        ]
    )
    for row in rows:
        end, opening = row.outcome, row.opening
        cells: list[object] = [row.number, row.place, row.seed, row.result]
        cells += [end.reason if end is not None else row.problem, row.turns, row.decisions]
        cells.append(names[opening.first] if opening is not None else "")
        for seat in seats:
            for values in (end.results, end.points, end.ranks) if end is not None else ((), (), ()):
                cells.append(values[seat] if seat < len(values) else "")
        for number, trait in enumerate(traits):
            for seat in seats:
                value = opening.traits[number][seat] if opening is not None else None
                cells.append("" if value is None else trait.labels[value])
        writer.writerow([harmless(each) for each in cells])
    return file.getvalue()


def harmless(value: object) -> object:
    """A text that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value
