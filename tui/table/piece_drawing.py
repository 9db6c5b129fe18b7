"""Draws a piece, such as a card or a die, the same everywhere: sign, colour and name."""

from collections.abc import Mapping

from lazaretto.rules import PieceView, Ref, View
from lazaretto.tui.board.short_names import narrow, sign
from lazaretto.tui.board.state_as_marks import with_state
from lazaretto.tui.look.ascii_fallback import has_likeness
from lazaretto.tui.look.styled_text import Pen, Span
from lazaretto.tui.table.per_view import PerView
from lazaretto.tui.table.view_lookup import looks_of, piece_looks, piece_of, shown, thing_of

WORN = "*"
"""Stands after the name of a piece with attributes that there is no room for."""


def piece_span(view: View, piece: PieceView, count: int = 1, *, brief: bool = False) -> Span:
    """A piece in a list: sign, name and count; in brief, with the code instead of the name."""
    key = piece.key, piece.face, count, brief, tuple(piece.attributes.items())
    return _DRAWN.get(view, key, lambda: _piece_span(view, piece, count, brief))


_DRAWN: PerView[Span] = PerView()


def _piece_span(view: View, piece: PieceView, count: int, brief: bool) -> Span:
    looks = piece_looks(view, piece)
    name = (looks.get("code", "") if brief else "") or shown(piece)
    many = f" ×{count}" if count > 1 else ""
    name = f"{name}{WORN}" if brief and piece.attributes else name
    name = narrow(name if brief else with_state(name, piece.attributes))
    return Span(f"{_mark(looks)}{name}{many}", _pen(looks))


def named_span(view: View, of: Ref | None, label: str) -> Span:
    """An option that is the name of a piece or a thing: drawn as that piece or thing is everywhere."""
    if of is None:
        return Span(label)
    return _DRAWN.get(view, (of, label), lambda: _named_span(view, of, label))


def _named_span(view: View, of: Ref, label: str) -> Span:
    piece = piece_of(view, of) if of.kind not in view.kinds else None
    if piece is not None and label == piece.label:
        return Span(f"{_mark(piece_looks(view, piece))}{narrow(label)}", _pen(piece_looks(view, piece)))
    thing = thing_of(view, of)
    looks = looks_of(view, of) if thing is not None and label == thing.label else {}
    return Span(f"{_mark(looks)}{narrow(label)}", _pen(looks))


def _mark(looks: Mapping[str, str]) -> str:
    """The sign in front of a name."""
    mark = sign(looks.get("glyph", ""), "")
    return mark if not mark or has_likeness(mark) else f"{mark} "  # in ASCII it is a letter


def _pen(looks: Mapping[str, str]) -> Pen:
    return Pen(looks.get("colour", "text"))
