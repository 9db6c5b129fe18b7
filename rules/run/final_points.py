"""Counts the points and finds the rank of each seat when a game is over."""

from collections.abc import Sequence

from lazaretto.rules.run.backend import Backend
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.state import State

_ORDER = {"won": 0, "drawn": 1, "lost": 2}
"""The order of results, best first."""


def count_points(s: State, tables: CompiledGame, backend: Backend) -> None:
    """Store the points and ranks of a finished game; call it only if the game has one of the two."""
    seats = range(s.players)
    if tables.points is not None:
        counted = backend.value(tables.points.number)
        shared = tables.points.shared
        s.points = (
            (int(counted(s)),) * s.players if shared else tuple(int(counted(s, seat)) for seat in seats)
        )
    if tables.rank is not None:
        ranked = backend.value(tables.rank)
        s.ranks = places([int(ranked(s, seat)) for seat in seats])
    else:
        results = [each[0] if each is not None else "drawn" for each in s.results]
        s.ranks = ranked_by_points(results, s.points)


def ranked_by_points(results: Sequence[str], points: Sequence[int]) -> tuple[int, ...]:
    """Rank seats by result and then by points; equal seats share a rank, and the next ones are skipped."""
    keys = [(_ORDER[result], -each) for result, each in zip(results, points, strict=True)]
    return places(keys)


def places(keys: Sequence[int] | Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the place of each key, 1 for the lowest; equal keys share one, and the next ones are skipped."""
    order = sorted(keys)
    return tuple(1 + order.index(key) for key in keys)
