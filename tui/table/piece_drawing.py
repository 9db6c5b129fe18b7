"""Draws a piece, such as a card or a die, the same everywhere: sign, colour and name; and sorts pieces."""

from collections.abc import Sequence

from rules import PieceView, PileView, Ref, View
from tui.board.short_names import narrow, sign
from tui.board.state_as_marks import with_state
from tui.look.ascii_fallback import has_likeness
from tui.look.styled_text import Pen, Span
from tui.table.per_view import PerView
from tui.table.view_lookup import counted, piece_looks, shown, thing_of

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


def group_of(view: View, piece: PieceView) -> Ref | None:
    """The thing whose colour a piece has: one that a constant attribute of its place or thing names."""
    thing = thing_of(view, piece.of) if piece.of is not None else None
    if thing is None:
        return None
    for fact in thing.facts:
        for named in thing.refs.get(fact, ()):
            other = thing_of(view, named) if named.kind in view.kinds else None
            if other is not None and view.kinds[named.kind].shape == "thing" and "colour" in other.looks:
                return named
    return None


def in_order(view: View, pile: PileView) -> list[tuple[PieceView, int]]:
    """The visible pieces with their counts: by colour, then by name; those without a colour come last.

    Where the places in the pile matter, the pieces stay in their order.
    """
    found = list(counted(pile))
    if pile.looks.get("shows") == "places":
        return found
    ranks: dict[Ref, int] = {}

    def rank(group: Ref | None) -> int:
        if group is None:
            return len(view.kinds) * 1000
        if group not in ranks:
            members: Sequence[str] = [each.key for each in view.things[group.kind]]
            ranks[group] = list(view.things).index(group.kind) * 1000 + members.index(group.key)
        return ranks[group]

    return sorted(found, key=lambda each: (rank(group_of(view, each[0])), shown(each[0])))
