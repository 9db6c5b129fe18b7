"""Draws a piece, such as a card or a die, the same everywhere: sign, colour and name."""

from rules import PieceView, View
from tui.board.short_names import narrow, sign
from tui.board.state_as_marks import with_state
from tui.look.ascii_fallback import has_likeness
from tui.look.styled_text import Pen, Span
from tui.table.per_view import PerView
from tui.table.view_lookup import piece_looks, shown

WORN = "*"
"""Stands after the name of a piece with attributes that there is no room for."""


def piece_span(view: View, piece: PieceView, count: int = 1, *, brief: bool = False) -> Span:
    """A piece in a list: sign, name and count; in brief, with the code instead of the name."""
    key = piece.key, piece.face, count, brief, tuple(piece.attributes.items())
    return _DRAWN.get(view, key, lambda: _piece_span(view, piece, count, brief))


_DRAWN: PerView[Span] = PerView()


def _piece_span(view: View, piece: PieceView, count: int, brief: bool) -> Span:
    looks = piece_looks(view, piece)
    mark = sign(looks.get("glyph", ""), "")
    mark = mark if not mark or has_likeness(mark) else f"{mark} "  # in ASCII it is a letter
    name = (looks.get("code", "") if brief else "") or shown(piece)
    many = f" ×{count}" if count > 1 else ""
    name = f"{name}{WORN}" if brief and piece.attributes else name
    name = narrow(name if brief else with_state(name, piece.attributes))
    return Span(f"{mark}{name}{many}", Pen(looks.get("colour", "text")))
