"""Encodes what a seat learns about a game, as the bytes that would cross the seam."""

from functools import lru_cache

from lazaretto.host.wire.codec import encode
from lazaretto.rules import Game, View
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.views.constant_view import base_of
from lazaretto.rules.run.views.diff_views import BaseIndex, ViewChange, difference


@lru_cache(maxsize=32)
def index_of(machine: Machine, players: tuple[str, ...], seat: int | None) -> BaseIndex:
    """Return the base of a seat's views."""
    return BaseIndex(base_of(machine, players, seat))


def told(game: Game, seat: int | None, view: View | None = None) -> bytes:
    """Encode everything a seat sees, as a change of the blank view; pass its view if it is known already."""
    index = index_of(game._machine, game.players, seat)
    return encode(difference(index, index.blank, view or game.view(seat)), ViewChange)


def tells_apart(one: Game, two: Game, seat: int | None) -> bool:
    """Whether a seat can distinguish two games: by what it sees, or by the bytes that cross the seam."""
    first, second = one.view(seat), two.view(seat)
    return first != second or told(one, seat, first) != told(two, seat, second)
