"""Finds ASCII characters for the signs of a game that resemble no ASCII character: letters of their names."""

from collections.abc import Iterator, Mapping

from lazaretto.rules import PileView, View
from lazaretto.tui.board.badges_and_signs import initial
from lazaretto.tui.look.ascii_fallback import has_likeness
from lazaretto.tui.shared_texts import words

Named = tuple[str, str, Mapping[str, str]]
"""What a thing is called, its kind, and its looks."""


def likenesses(view: View) -> Mapping[str, str]:
    """For each such sign, a letter: that of its look, otherwise the first letter of its name.

    If things with different names share a sign, it is the first letter of their kind.
    """
    named: dict[str, dict[str, str]] = {}
    found: dict[str, str] = {}
    for name, kind, looks in _named(view):
        for char in looks.get("glyph", ""):
            if not has_likeness(char):
                named.setdefault(char, {}).setdefault(name, kind)
                if looks.get("letter"):
                    found.setdefault(char, looks["letter"][:1])
    for char, kinds in named.items():
        name, kind = next(iter(kinds.items()))
        found.setdefault(char, initial(words(kind if len(kinds) > 1 else name)))
    return found


def _named(view: View) -> Iterator[Named]:
    """Everything in a view that may have a sign."""
    for things in view.things.values():
        for thing in things:
            yield thing.label, thing.kind, thing.looks
            yield from _of_piles(thing.piles)
    yield from ((link.label, link.kind, link.looks) for link in view.links)
    yield from ((supply.name, supply.name, supply.looks) for supply in view.supplies)
    yield from ((track.name, track.name, track.looks) for track in view.tracks)
    yield from ((marker.name, marker.name, marker.looks) for marker in view.markers)
    for attributes in view.drawn.values():
        for name, attribute in attributes.items():
            yield name, name, attribute.looks
            yield from ((member, name, looks) for member, looks in attribute.members.items())
    yield from _of_piles(view.piles)
    for seat in view.seats:
        yield from _of_piles(seat.piles)


def _of_piles(piles: tuple[PileView, ...]) -> Iterator[Named]:
    for pile in piles:
        for _, pieces in pile.odds:
            yield from ((piece.sort, piece.kind, piece.looks) for piece in pieces)
