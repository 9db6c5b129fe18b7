"""Finds the phases that a game is in."""

from collections.abc import Sequence

from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.state import State
from lazaretto.rules.run.view_static import Album


def current_phases(
    album: Album, tables: CompiledGame, state: State, players: Sequence[str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the current phases, outermost first, each with the players it is about."""
    found: list[tuple[str, tuple[str, ...]]] = []
    seats = ("kind", tables.player_kind)
    for frame in state.stack:
        if frame[0] >= tables.segments:
            continue
        number = max(start for start in album.phases if start[0] <= frame[0])[1]
        info = tables.procedures[number]
        if info.phase:
            shown = tuple(
                players[frame[1 + place]] for place, (_, tag) in enumerate(info.parameters) if tag == seats
            )
            found.append((info.name, shown))
    return tuple(found)
