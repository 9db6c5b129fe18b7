"""Finds what differs between two views of the same seat, as spots to highlight and in words."""

from collections.abc import Iterator, Mapping

from lazaretto.rules import Ref, View
from lazaretto.tui.messages import table as say
from lazaretto.tui.table.view_lookup import called, label_of

Contents = tuple[object, ...]


def changed(before: View | None, now: View) -> frozenset[Ref]:
    """The places, areas and links whose contents changed."""
    if before is None:
        return frozenset()
    old, new = contents(before), contents(now)
    return frozenset(ref for ref in old.keys() | new.keys() if old.get(ref) != new.get(ref))


def contents(view: View) -> Mapping[Ref, Contents]:
    """The contents of every spot, in a comparable form."""
    found: dict[Ref, Contents] = {}
    for kind, things in view.things.items():
        if view.kinds[kind].shape in ("place", "area"):
            for thing in things:
                piles = tuple(
                    tuple(piece.key if piece else "" for piece in pile.pieces) for pile in thing.piles
                )
                found[Ref(kind, thing.key)] = (thing.holds, piles, tuple(thing.attributes.items()))
    for link in view.links:
        found[Ref(link.kind, link.key)] = (link.holds, tuple(link.attributes.items()))
    for seat in view.seats:
        for refs in seat.refs.values():
            for ref in refs:
                if ref in found:
                    found[ref] = (*found[ref], seat.name)
    return found


def numbers(before: View | None, now: View) -> Iterator[str]:
    """Tracks, supplies and piles that have changed, in words: `danger 1 → 2`."""
    if before is None:
        return
    tracks = {each.name: each for each in before.tracks}
    for track in now.tracks:
        old = tracks.get(track.name)
        if old is not None and old.position != track.position:
            space, there = old.spaces[old.position], track.spaces[track.position]
            step = f" {say.STEP(step=track.position + 1)}" if space == there else ""
            yield f"{called(track)} {space} → {there}{step}"
    supplies = {each.name: each.count for each in before.supplies}
    for supply in now.supplies:
        number = supplies.get(supply.name, supply.count)
        if number != supply.count:
            name = called(supply) if supply.counts_up else say.LEFT_OF(supply=called(supply))
            yield f"{name} {number} → {supply.count}"
    piles = {each.name: each.count for each in before.piles}
    for pile in now.piles:
        count = piles.get(pile.name, pile.count)
        if count != pile.count:
            yield f"{called(pile)} {count} → {pile.count}"


def named(view: View, refs: frozenset[Ref]) -> str:
    """The names of things, in one line."""
    return ", ".join(sorted(label_of(view, ref) for ref in refs))
