"""Tells in lines what has changed between two views of the same seat."""

from collections import Counter
from collections.abc import Iterable, Iterator

from lazaretto.rules import PileView, View
from lazaretto.tui.line_view import piece_words, told_line, way_name
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.shared_texts import EMPTY, counts_up, words
from lazaretto.tui.table.view_lookup import called, hidden, label_of
from lazaretto.tui.table.where_it_is import named_piles

Facts = dict[tuple[str, str], str]
"""What has a value, by its thing and what is said of it."""


def change_lines(before: View | None, now: View) -> list[str]:
    """What has happened since the seat's last choice, and what is different now."""
    if before is None:
        return [say.NO_CHOICE_YET()]
    happened = [told_line(line) for line in now.log[len(before.log) :]]
    lines = [*happened, *differences(before, now)]
    return [say.SINCE_LAST(), *(f"  {each}" for each in lines)] if lines else [say.NOTHING_CHANGED()]


def differences(before: View, now: View) -> Iterator[str]:
    """What is different: tracks, numbers, what lies on places and links, players, and the pieces in piles."""
    old, new = _facts(before), _facts(now)
    for key in dict.fromkeys((*new, *old)):
        was, is_now = old.get(key, ""), new.get(key, "")
        if was != is_now:
            what = say.ABOUT(thing=key[0], what=key[1]) if key[1] else key[0]
            tell = say.CHANGES if was and is_now else say.COMES if is_now else say.GOES
            yield tell(what=what, old=was, new=is_now)
    yield from _moved_pieces(before, now)


def _facts(view: View) -> Facts:
    found: Facts = {}
    for track in view.tracks:
        if not hidden(track.looks):
            value = track.spaces[track.position]
            step = say.STEP(value=value, step=track.position + 1)
            found[called(track), ""] = f"{value}" if counts_up(track.spaces) else step
    for supply in view.supplies:
        if not hidden(supply.looks):
            placed, left = f"{supply.count}", say.LEFT(number=supply.left)
            found[called(supply), ""] = placed if supply.counts_up else left
    found |= _values(("", ""), view.variables.items())
    for thing in (each for things in view.things.values() for each in things):
        found |= _values((thing.label, ""), thing.attributes.items())
        found |= _values((thing.label, ""), ((name, str(number)) for name, number in thing.holds))
    for link in view.links:
        name = way_name(view, link)
        found |= _values((name, ""), link.attributes.items())
        found |= _values((name, ""), ((held, str(number)) for held, number in link.holds))
    for seat in view.seats:
        found |= _values((seat.name, ""), seat.attributes.items())
        found |= _values((seat.name, ""), ((held, str(number)) for held, number in seat.holds))
    for marker in view.markers:
        found[words(marker.name), ""] = label_of(view, marker.at)
    return found


def _values(of: tuple[str, str], values: Iterable[tuple[str, str]]) -> Facts:
    """The values worth telling of a thing; those of the game itself stand alone."""
    told = ((words(name), value) for name, value in values if value not in EMPTY)
    return {(of[0], name) if of[0] else (name, ""): value for name, value in told}


def _moved_pieces(before: View, now: View) -> Iterator[str]:
    """The pieces that came into piles or left them; of hidden ones only how many are there."""
    old = dict(named_piles(before))
    for name, pile in named_piles(now):
        was = old.get(name)
        if was is None:
            continue
        if was.count != pile.count:
            yield say.CHANGES(what=name, old=was.count, new=pile.count)
        here, there = _pieces(now, pile), _pieces(before, was)
        if came := list((here - there).elements()):
            yield say.CAME(pile=name, pieces=", ".join(came))
        if (gone := list((there - here).elements())) and (pile.open or was.count != pile.count):
            yield say.GONE(pile=name, pieces=", ".join(gone))


def _pieces(view: View, pile: PileView) -> Counter[str]:
    """The pieces that are seen in a pile, in words."""
    return Counter(piece_words(view, piece) for piece in pile.pieces if piece is not None)
