"""The settings of a table's game, as the store keeps them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from lazaretto.host.server.hall_views import Hours, LateRule, TableOrder
from lazaretto.host.server.store.store_rows import SeatRow
from lazaretto.host.wire.bounds import Code, Many, Options, Place, Players, Seed, Switches, Text, check
from lazaretto.host.wire.codec import decode, encode

Kept = Annotated[Mapping[Annotated[str, Text(1_000)], Annotated[str, Text(100_000, lines=True)]], Many(1_000)]


@dataclass(frozen=True, slots=True)
class GameOrder:
    """What stays the same throughout a game, and how its people agreed to play."""

    seed: Seed
    options: Options = field(default_factory=dict)
    switches: Switches = frozenset()
    players: Players = ()
    """The names in the game; empty until it begins."""
    hours: Hours = 0
    late: LateRule = LateRule.WAIT
    free_undo: bool = False
    kept: Kept = field(default_factory=dict)
    """What the game before it in its campaign handed on; some of it may be secret."""
    game: Place = 0
    """The number of the game in its campaign; 0 for one that goes on from no other."""
    follows: Code = ""
    """The code of the table with the game before it."""
    hints: bool = True

    def text(self) -> str:
        """The settings as JSON."""
        return encode(self, GameOrder).decode()


def read_order(text: str) -> GameOrder:
    """Read the settings of a table.

    Raises:
        ValueError: the text is damaged, or a value is out of its bounds.
    """
    order: GameOrder = decode(text.encode(), GameOrder)
    check(order, GameOrder)
    return order


def order_of(order: TableOrder, seed: int) -> GameOrder:
    """The settings of a new table."""
    agreed = order.hours, order.late, order.free_undo
    return GameOrder(seed, order.options, order.switches, (), *agreed, hints=order.hints)


def player_names(seats: Sequence[SeatRow]) -> tuple[str, ...]:
    """The names in a game: those of the people, and of the bots with the number of their seat."""
    names: list[str] = []
    for seat in seats:
        wanted = seat.name or f"{seat.bot} {seat.number + 1}"
        name, number = wanted, 2
        while name.casefold() in (each.casefold() for each in names):
            name, number = f"{wanted[:26]} {number}", number + 1
        names.append(name)
    return tuple(names)
