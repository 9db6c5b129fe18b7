"""The pane of the own pieces, for small screens."""

from collections.abc import Iterator
from functools import partial

from rules import PileView, SeatView, View
from tui.look.styled_text import (
    FAINT,
    Line,
    Span,
)
from tui.shared_texts import words
from tui.table.desk_pane import DeskPane, shorter
from tui.table.side_panel import (
    piece_span,
)
from tui.table.table_state import Desk
from tui.table.view_lookup import backs, called, counted, hidden


class HandPane(DeskPane[Desk]):
    """The seat's own pieces, counted ones first, in one line."""

    def drawn(self, desk: Desk, width: int, height: int) -> Iterator[Line]:
        """The pieces with their signs; with their codes if the names do not fit."""
        view = desk.view
        seat = view.seats[view.seat] if view.seat is not None else None
        if seat is not None and (seat.holds or any(map(is_shown, seat.piles))):
            yield shorter(partial(_hand, view, seat), width)


def _hand(view: View, seat: SeatView, *, brief: bool) -> Iterator[Span]:
    yield Span(f" {seat.name}:", FAINT)
    for place, (name, held) in enumerate(seat.holds):
        yield Span(f"{'  ' if place else ' '}{held} {words(name)}")
    piles = [each for each in seat.piles if is_shown(each)]
    for place, pile in enumerate(piles, start=len(seat.holds)):
        if len(piles) > 1 or seat.holds:
            yield Span(f"{'  ' if place else ' '}{called(pile)}", FAINT)
        for number, (piece, count) in enumerate(counted(pile)):
            yield Span(" " if not number else "  ")
            yield piece_span(view, piece, count, brief=brief)
        yield from (Span(f"  {back}") for back in backs(pile))


def is_shown(pile: PileView) -> bool:
    """Whether a pile has a piece to name, or one with something on its back."""
    return (any(pile.pieces) or bool(pile.backs)) and not hidden(pile.looks)
