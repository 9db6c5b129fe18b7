"""Builds the constant part of a seat's views from the program and the names of the players.

It reads no state, so it cannot leak anything about a game in progress.
"""

from collections.abc import Iterator, Sequence

from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.run.compiled_game import PileInfo, VariableInfo
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.state import State
from lazaretto.rules.run.views.text_rendering import Ref
from lazaretto.rules.run.views.view_builder import Viewer
from lazaretto.rules.run.views.view_static import Attribute
from lazaretto.rules.run.views.view_types import PieceView, PileView, View


@frozen_value
class ViewBase:
    """The constant part of a game, equal for all its states."""

    blank: View
    """The blank view: everything in its place, with nothing on it."""
    pieces: tuple[PieceView, ...]
    """All pieces; changes refer to them by index."""
    helps: tuple[str, ...]
    """The help texts of options; changes refer to them by index."""


def base_of(machine: Machine, players: Sequence[str], seat: int | None) -> ViewBase:
    """Return the constant part of all views of a seat; None: of the public view."""
    viewer = _Blank(machine, players, seat)
    present = viewer.album.present_pieces(len(players))
    pieces = tuple(present)
    return ViewBase(viewer.view(None), pieces, tuple(dict.fromkeys(_helps(machine))))


def _helps(machine: Machine) -> Iterator[str]:
    """Yield the help texts of options: of actions, and of members of kinds."""
    tables = machine.tables
    yield from (action.documentation for action in tables.actions if action.documentation)
    for kind in tables.kinds:
        yield from (member.documentation for member in kind.members if member.documentation)


class _Blank(Viewer):
    """Views the board as the program describes it, with nothing on it."""

    def __init__(self, machine: Machine, players: Sequence[str], seat: int | None) -> None:
        state = State(len(players))
        state.v = list(machine.tables.values)
        super().__init__(machine, state, players, seat)

    def _sees(self, variable: VariableInfo, index: int) -> bool:
        return variable.option

    def _told(
        self, attributes: Sequence[Attribute], id: int
    ) -> tuple[dict[str, str], dict[str, tuple[Ref, ...]]]:
        return {}, {}

    def _looks(self, number: int, id: int) -> tuple[str | None, tuple[float, float] | None, str]:
        return None, None, ""

    def _needs(self, player: int) -> Iterator[tuple[Ref, int]]:
        return iter(())

    def _holds(self, kind: int, id: int) -> tuple[tuple[str, int], ...]:
        return ()

    def _pile(self, pile: PileInfo, index: int, owner: str | None) -> PileView:
        return PileView(pile.name, owner, 0, False, (), (), pile.looks, pile.documentation)
