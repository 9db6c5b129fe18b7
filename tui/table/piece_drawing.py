"""Draws a piece, such as a card or a die, the same everywhere: sign, colour and name."""

from collections.abc import Iterator, Mapping, Sequence

from lazaretto.rules import PieceView, PileView, Ref, ThingView, View
from lazaretto.tui.board.marks import with_state
from lazaretto.tui.board.short_names import narrow, sign
from lazaretto.tui.look.ascii_fallback import has_likeness
from lazaretto.tui.look.styled_text import Pen, Span
from lazaretto.tui.table.view_lookup import (
    PerView,
    counted,
    looks_of,
    piece_looks,
    piece_of,
    shown,
    thing_of,
    told,
)

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


DEEP = 2
"""How many constant attributes lead from a piece's thing to the thing with the colour."""


def group_of(view: View, piece: PieceView) -> ThingView | None:
    """The thing whose colour a piece has, if that is neither the piece nor what the piece was made for."""
    colour = piece_looks(view, piece).get("colour")
    return _lender(view, piece.of, colour, DEEP) if piece.of is not None and colour else None


def _lender(view: View, ref: Ref, colour: str, depth: int) -> ThingView | None:
    """The thing with a colour that a constant attribute names, directly or through another one."""
    thing = thing_of(view, ref)
    for fact in thing.facts if thing is not None and depth else ():
        for named in thing.refs.get(fact, ()) if thing is not None else ():
            found = thing_of(view, named) if named.kind != ref.kind else None
            if found is not None and found.looks.get("colour") == colour:
                return found
            if found is not None and (lent := _lender(view, named, colour, depth - 1)) is not None:
                return lent
    return None


def in_groups(
    view: View, pieces: Sequence[tuple[PieceView, int]]
) -> Iterator[tuple[ThingView | None, list[tuple[PieceView, int]]]]:
    """Counted pieces by group, in the order of the things, sorted by name; those without a group last."""
    groups: dict[str, tuple[ThingView | None, list[tuple[PieceView, int]]]] = {}
    for piece, count in pieces:
        group = group_of(view, piece)
        groups.setdefault("" if group is None else group.label, (group, []))[1].append((piece, count))
    order = [thing.label for things in view.things.values() for thing in things if thing.label in groups]
    for label in (*dict.fromkeys(order), *([""] if "" in groups else [])):
        group, found = groups[label]
        yield group, sorted(found, key=lambda each: told(each[0])) if group is not None else found


def sorted_pieces(view: View, pile: PileView) -> list[tuple[PieceView, int]]:
    """The visible pieces of a pile, counted, group by group; in their order where the places matter."""
    pieces = list(counted(pile))
    if pile.looks.get("shows") == "places":
        return pieces
    return [each for _, found in in_groups(view, pieces) for each in found]
