"""Deals the unknown pieces of an earlier state anew for a seat that has learned more since."""

from collections.abc import Sequence

from lazaretto.rules.run.determinize import Part, redistribute
from lazaretto.rules.run.knowledge import exchange
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.random_streams import below
from lazaretto.rules.run.state import State

_HELD = 4
"""A piece that came to light lay in a pile of whoever acted, except for one time in so many."""


def deal_as_seen(machine: Machine, before: State, after: State, seat: int, streams: list[int]) -> None:
    """Let the pieces of an earlier state change places that the seat could not tell apart, then and later.

    Pieces that it has seen since stay where they were, so the same answers have the same visible results.
    """
    then, later = before.known(seat), after.known(seat)
    groups: dict[tuple[int, int], list[int]] = {}
    for piece, (old, new) in enumerate(zip(then, later, strict=True)):
        hidden = seat not in before.seen[before.w[piece]] and seat not in after.seen[after.w[piece]]
        if hidden and piece not in (old, new) and old not in before.mixtures:
            groups.setdefault((old, new), []).append(piece)
    redistribute(machine, before, [Part(each) for each in groups.values() if len(each) > 1], streams)


def hand_out(
    machine: Machine, before: State, after: State, seat: int, actor: int, streams: list[int]
) -> None:
    """Let a seat that acted in secret hold pieces that came to light while it did so, in most cases.

    `before` is dealt anew already; without this, hardly any such deal would lead to what was seen.
    """
    then, later = before.known(seat), after.known(seat)
    shown = [
        piece
        for piece, label in enumerate(then)
        if label != piece
        and (later[piece] == piece or seat in after.seen[after.w[piece]])
        and not _held(before, piece, seat, actor)
    ]
    for piece in shown:
        own = [
            other
            for other, label in enumerate(then)
            if label == then[piece] and other not in shown and _held(before, other, seat, actor)
        ]
        if own and below(streams, 0, _HELD):
            _swap(machine, before, piece, own[below(streams, 0, len(own))])


def _held(state: State, piece: int, seat: int, actor: int) -> bool:
    """Whether a piece lies where one seat sees it and the other does not."""
    seen: Sequence[int] = state.seen[state.w[piece]]
    return actor in seen and seat not in seen


def _swap(machine: Machine, state: State, one: int, other: int) -> None:
    """Let two pieces change places, and let all observers know as much as before."""
    bases = machine.tables.pile_bases
    heaps = [state.heaps(known) for known in state.minds]
    first, second = state.w[one], state.w[other]
    at, to = state.p[first].index(one - bases[first]), state.p[second].index(other - bases[second])
    state.p[first][at], state.p[second][to] = other - bases[first], one - bases[second]
    state.w[one], state.w[other] = second, first
    for known in state.minds:
        mine, yours = known[one], known[other]
        known[other] = other if mine == one else mine
        known[one] = one if yours == other else yours
    if state.mixtures:
        exchange(state, heaps, {one: other, other: one})
