"""The pane of the own pieces, for small screens."""

from collections.abc import Iterator

from lazaretto.rules import PileView, SeatView, View
from lazaretto.tui.look.fit_and_wrap_text import FAINT, Line, Span, flowed
from lazaretto.tui.per_view import PerView
from lazaretto.tui.shared_texts import words
from lazaretto.tui.table.pages.help_at_cursor import name_with_role, roles_of
from lazaretto.tui.table.panes.base_pane import DeskPane
from lazaretto.tui.table.panes.panel_contents import count_line, hand_counts
from lazaretto.tui.table.table_state import Desk
from lazaretto.tui.table.view_lookup import backs, called, hidden, piece_span, sorted_pieces

MOST = 2
"""The most lines for the own pieces with their names; more of them are shown with their codes."""


class HandPane(DeskPane[Desk]):
    """The seat's own pieces, counted ones first."""

    def drawn(self, desk: Desk, width: int, height: int) -> Iterator[Line]:
        """The pieces with their signs; with their codes if there is little room for names."""
        yield from hand_lines(desk, width)[: max(1, height)]


def hand_lines(desk: Desk, columns: int) -> list[Line]:
    """The own pieces in as many lines as they need, with the own role; none if there is neither."""
    return _MADE.get(desk.view, columns, lambda: _lines(desk.view, columns))


_MADE: PerView[list[Line]] = PerView()


def _lines(view: View, columns: int) -> list[Line]:
    seat = view.seats[view.seat] if view.seat is not None else None
    if seat is None:
        return []
    if not (seat.holds or any(map(is_shown, seat.piles))):
        return [(Span(f" {name_with_role(view, seat)}", FAINT),)] if roles_of(view, seat) else []
    alone = len(view.seats) == 1
    counts = hand_counts(view, seat)
    words = [count_line(count, alone) for count in counts]
    signs = [count_line(count, alone, brief=True) for count in counts]
    pieces, codes = list(_hand(view, seat, brief=False)), list(_hand(view, seat, brief=True))
    for parts in ((*pieces, *words), (*pieces, *signs), pieces):
        lines = flowed(parts, columns - 1, " ")
        if len(lines) <= MOST:
            return lines
    return flowed(codes, columns - 1, " ")


def _hand(view: View, seat: SeatView, *, brief: bool) -> Iterator[Line]:
    head: Line = (Span(f"{name_with_role(view, seat)}: ", FAINT),)
    for name, held in seat.holds:
        yield (*head, Span(f"{held} {words(name)}"))
        head = ()
    piles = [each for each in seat.piles if is_shown(each)]
    for pile in piles:
        if len(piles) > 1 or seat.holds:
            head = (*head, Span(f"{called(pile)} ", FAINT))
        for piece, count in sorted_pieces(view, pile):
            yield (*head, piece_span(view, piece, count, brief=brief))
            head = ()
        for back in backs(pile):
            yield (*head, Span(back))
            head = ()


def is_shown(pile: PileView) -> bool:
    """Whether a pile has a piece to name, or one with something on its back."""
    return (any(pile.pieces) or bool(pile.backs)) and not hidden(pile.looks)
