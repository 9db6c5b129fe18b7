"""Looks up things in a view: their names and looks, and pieces drawn and grouped the same everywhere."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lazaretto.rules import (
    LinkView,
    PieceView,
    PileView,
    Ref,
    SeatView,
    SupplyView,
    ThingView,
    TrackView,
    View,
)
from lazaretto.rules.run.secrets.choose_unseen_pieces import ordinal
from lazaretto.tui.board.badges_and_signs import state_of, with_state
from lazaretto.tui.board.short_names import narrow, sign
from lazaretto.tui.look.ascii_fallback import has_likeness
from lazaretto.tui.look.fit_and_wrap_text import Pen, Span
from lazaretto.tui.messages import common as say
from lazaretto.tui.per_view import PerView
from lazaretto.tui.shared_texts import words


def called(each: PileView | TrackView | SupplyView) -> str:
    """The name of a pile, a track or a supply for players."""
    return each.looks.get("label") or words(each.name)


def next_mark(track: TrackView) -> str:
    """How far the marker is from the next marked space, and what that space brings; empty if none follows."""
    found = next(((space, text) for space, text in track.marks if space > track.position), None)
    return "" if found is None else say.NEXT_MARK(mark=found[1], number=found[0] - track.position)


_THINGS: PerView[dict[tuple[str, str], ThingView]] = PerView()
"""The things of a view, by kind and key."""


def thing_of(view: View, ref: Ref) -> ThingView | None:
    """The thing that a reference names."""
    return _THINGS.get(view, None, lambda: _things(view)).get((ref.kind, ref.key))


def _things(view: View) -> dict[tuple[str, str], ThingView]:
    return {(kind, thing.key): thing for kind, things in view.things.items() for thing in things}


def link_of(view: View, ref: Ref) -> LinkView | None:
    """The link that a reference names."""
    return next((link for link in view.links if link.key == ref.key and link.kind == ref.kind), None)


def leads_one_way(link: LinkView) -> bool:
    """Whether a link leads only from its first end to its second."""
    return link.looks.get("way") == "one"


def seat_of(view: View, ref: Ref) -> SeatView | None:
    """The seat that a reference names."""
    return next((seat for seat in view.seats if seat.name == ref.key), None)


def piece_of(view: View, ref: Ref) -> PieceView | None:
    """The piece that a reference names, if its seat knows where the piece is."""
    for pile in all_piles(view):
        for piece in pile.pieces:
            if piece is not None and piece.key == ref.key:
                return piece
    return None


def all_piles(view: View) -> tuple[PileView, ...]:
    """Every pile on the table, including those of things and seats."""
    return (
        *view.piles,
        *(pile for seat in view.seats for pile in seat.piles),
        *(pile for things in view.things.values() for thing in things for pile in thing.piles),
    )


def label_of(view: View, ref: Ref) -> str:
    """The name of a thing."""
    found = thing_of(view, ref) or piece_of(view, ref) or link_of(view, ref)
    return found.label if found is not None else ref.key


def looks_of(view: View, ref: Ref, depth: int = 2) -> Mapping[str, str]:
    """The appearance of a thing: its own, otherwise that of a thing that a constant attribute names."""
    thing = thing_of(view, ref)
    if thing is None:
        return {}
    if depth and not ({"glyph", "colour"} & thing.looks.keys()):
        for fact in thing.facts:
            for named in thing.refs.get(fact, ()):
                if named.kind != ref.kind and (borrowed := looks_of(view, named, depth - 1)):
                    return {**borrowed, **thing.looks}
    return thing.looks


def shown(piece: PieceView) -> str:
    """The face of a piece, if its looks declare that the face matters; otherwise its sort."""
    return piece.face if piece.face and piece.looks.get("shows") == "face" else piece.sort


def told(piece: PieceView) -> str:
    """A piece by its name and its attributes."""
    return with_state(shown(piece), piece.attributes)


def backs(pile: PileView) -> Iterator[str]:
    """What the backs of face-down pieces show, by position, the top one first."""
    for above, attributes in pile.backs:
        yield say.ON_BACK(nth=ordinal(above + 1), state=state_of(attributes))


def counted(pile: PileView) -> Iterator[tuple[PieceView, int]]:
    """The visible pieces, one for each group of equal ones, with the size of the group.

    Where the places matter, each piece stands alone, the top one first.
    """
    seen = [piece for piece in pile.pieces if piece is not None]
    if pile.looks.get("shows") == "places":
        yield from ((piece, 1) for piece in seen)
        return
    if pile.looks.get("shows") == "sort":
        seen = [replace(piece, face=None) for piece in seen]
    counts = Counter(told(piece) for piece in seen)
    for piece in reversed({told(piece): piece for piece in reversed(seen)}.values()):
        yield piece, counts[told(piece)]


def piece_looks(view: View, piece: PieceView) -> Mapping[str, str]:
    """The appearance of a piece: that of its face, its own, or that of the thing it was made for."""
    if shown(piece) == piece.face:
        for things in view.things.values():
            for thing in things:
                if thing.label == piece.face and thing.looks.get("glyph"):
                    return {**piece.looks, **thing.looks}
    if {"glyph", "colour"} & piece.looks.keys() or piece.of is None:
        return piece.looks
    return {**looks_of(view, piece.of), **piece.looks}


def hidden(looks: Mapping[str, str]) -> bool:
    """Whether the scenario hides it from the screen."""
    return looks.get("hidden") == "yes"


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
