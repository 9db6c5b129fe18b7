"""Says where something is now, as far as the seat of a view may know."""

from collections.abc import Callable, Iterator

from lazaretto.rules import PieceView, PileView, Ref, SupplyView, View
from lazaretto.tui.messages import table as say
from lazaretto.tui.shared_texts import from_to, title
from lazaretto.tui.table import draw_odds
from lazaretto.tui.table.draw_odds import next_words
from lazaretto.tui.table.view_lookup import called, hidden, label_of

Fits = Callable[[PieceView], bool]


def named_piles(view: View) -> Iterator[tuple[str, PileView]]:
    """Every pile that the screen shows, with a name that tells whose it is or where it lies."""
    for pile in view.piles:
        if not hidden(pile.looks):
            yield title(called(pile)), pile
    for seat in view.seats:
        for pile in seat.piles:
            if not hidden(pile.looks):
                yield say.PILE_OF_PLAYER(player=seat.name, pile=called(pile)), pile
    for things in view.things.values():
        for thing in things:
            for pile in thing.piles:
                if not hidden(pile.looks):
                    yield say.PILE_AT(place=thing.label, pile=called(pile)), pile


def where_pieces(view: View, fits: Fits) -> Iterator[str]:
    """The piles where such pieces are seen, and the chances of those where they may be."""
    for name, pile in named_piles(view):
        seen = sum(piece is not None and fits(piece) for piece in pile.pieces)
        if seen:
            yield say.SEEN_IN(pile=name, number=seen)
    for pile in draw_odds.drawn_from(view):
        if hidden(pile.looks) or any(piece is not None and fits(piece) for piece in pile.pieces):
            continue
        spots = _positions(pile, fits)
        if spots is not None:
            chance = next_words(draw_odds.chance_of(pile, fits), spots[0])
            where, number = from_to(*spots), pile.count
            yield say.ODDS(pile=title(called(pile)), chance=chance, where=where, number=number)


def _positions(pile: PileView, fits: Fits) -> tuple[int, int] | None:
    """The first and the last position where such a piece may be."""
    passed, found = 0, list[int]()
    for band in draw_odds.bands(pile):
        if any(map(fits, band.could)):
            found += (passed + 1, passed + band.count)
        passed += band.count
    return (found[0], found[-1]) if found else None


def where_thing(view: View, ref: Ref) -> Iterator[str]:
    """The players who have a thing, such as a role, and where the pieces are that were made for it."""
    shape = view.kinds[ref.kind].shape if ref.kind in view.kinds else ""
    owners = [seat.name for seat in view.seats if any(ref in refs for refs in seat.refs.values())]
    if owners and shape == "thing":
        yield say.HAVE_IT(players=", ".join(owners))
    for name, pile in named_piles(view):
        seen = [piece for piece in pile.pieces if piece is not None and piece.of == ref]
        if seen:
            yield say.ITS_PIECE_IN(pile=name, piece=seen[0].label)


def where_supply(view: View, supply: SupplyView) -> Iterator[str]:
    """The places, links, things and players that have pieces of a supply, with their numbers."""
    held = [(each.label, each.holds) for things in view.things.values() for each in things]
    held += [(link.label, link.holds) for link in view.links]
    held += [(seat.name, seat.holds) for seat in view.seats]
    found = [f"{label} {number}" for label, holds in held for name, number in holds if name == supply.name]
    if found:
        yield say.SUPPLY_AT(places=", ".join(found))


def where_marker(view: View, name: str) -> Iterator[str]:
    """The spot on the board that a variable of the game names."""
    for each in view.markers:
        if each.name == name:
            yield say.MARKER_AT(place=label_of(view, each.at))
