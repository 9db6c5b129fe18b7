"""Finds out where a seat's own figure stands and which pieces it has, without building a view."""

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.run.computed_looks import is_shown
from lazaretto.rules.run.determinize import sees
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.state import State
from lazaretto.rules.run.text_rendering import Ref, refs

Pieces = frozenset[tuple[int, int]]
"""Pieces, each with its pile."""


@value
class OwnThings:
    """What belongs to a seat: the place of its figure, and the piles that it sees."""

    kind: int
    """The kind of places on which the figure stands."""
    cell: int
    """Where the state stores the place."""
    piles: tuple[int, ...]

    def place(self, state: State) -> int | None:
        """Return the place of the figure; None if it stands nowhere."""
        found: int | None = state.v[self.cell]
        return found

    def pieces(self, state: State) -> Pieces:
        """Return the pieces in the seat's piles."""
        held = state.p
        return frozenset((pile, piece) for pile in self.piles for piece in held[pile])


def own_things(machine: Machine, state: State, seat: int) -> OwnThings | None:
    """Return what belongs to a seat; None if it has no figure on a place.

    The figure is the first attribute of the player that the seat sees and whose value is a place.
    """
    tables = machine.tables
    player = tables.player_kind
    for each in tables.variables:
        tag = each.tag[1] if each.tag[0] == "optional" else each.tag
        if (
            each.owner != player
            or each.values is not None
            or tag[0] != "kind"
            or each.looks.get("hidden") == "yes"
        ):
            continue
        root = tables.kinds[tag[1]].root
        seen = sees(machine, state, each, seat, seat) and is_shown(machine, state, each, seat)
        if tables.kinds[root].shape == "place" and seen:
            piles = (pile.first + seat for pile in tables.piles if pile.owner == player)
            own = tuple(pile for pile in piles if seat in state.seen[pile])
            return OwnThings(root, each.offset + seat, own)
    return None


def place_of(machine: Machine, players: tuple[str, ...], own: OwnThings, ref: Ref) -> int | None:
    """Return the number of the place that a reference names, if the figure could stand there."""
    tag = ("kind", own.kind)
    for number, member in enumerate(machine.tables.kinds[own.kind].members):
        if member.present(len(players)) and refs(machine.tables, players, tag, number) == (ref,):
            return number
    return None
