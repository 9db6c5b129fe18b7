"""Sorts pieces into groups: those that get their colour from the same thing, like cards of one suit."""

from collections.abc import Iterator, Sequence

from lazaretto.rules import PieceView, PileView, Ref, ThingView, View
from lazaretto.tui.table.view_lookup import counted, piece_looks, thing_of, told

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
