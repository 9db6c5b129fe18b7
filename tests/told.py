"""Encodes what a seat learns about a game, as the bytes that would cross the seam."""

from functools import lru_cache

from host.codec import encode
from rules import Game
from rules.run.diff_views import BaseIndex, difference
from rules.run.machine import Machine
from rules.run.view_base import base_of
from rules.run.view_change import ViewChange


@lru_cache(maxsize=32)
def index_of(machine: Machine, players: tuple[str, ...], seat: int | None) -> BaseIndex:
    """Return the base of a seat's views."""
    return BaseIndex(base_of(machine, players, seat))


def told(game: Game, seat: int | None) -> bytes:
    """Encode everything a seat sees, as a change of the blank view."""
    index = index_of(game._machine, game.players, seat)
    return encode(difference(index, index.blank, game.view(seat)), ViewChange)
