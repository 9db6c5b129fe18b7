"""Bots for a process that runs rules in which the hidden hands are dealt in another way.

A server names its bots by a module and a name, and its processes import them. `BOTS_0` leaves everything as
it is; with `BOTS_1` the players besides the first have exchanged their hands before the game begins. Nobody
else can know that.
"""

from typing import Any

from lazaretto.host.server.workers import local_workroom
from lazaretto.lab.playing.bots import BOTS
from lazaretto.rules import Game, Program
from lazaretto.rules.run.secrets.knowledge import exchange

WATCHER = 0
"""The seat that keeps its hand."""


def exchanged(game: Game) -> Game:
    """The same game, in which the hands of the other seats go one seat further."""
    new = game.fork()
    state, tables = new._state, new._machine.tables
    hands = next(each for each in tables.piles if each.name == "hand")
    piles = [hands.first + seat for seat in range(len(game.players)) if seat != WATCHER]
    base = tables.pile_bases[hands.first]
    before = [list(state.p[each]) for each in piles]
    assert len({len(each) for each in before}) == 1
    pieces = [base + piece for pile in before for piece in pile]
    further = [base + piece for pile in (*before[1:], before[0]) for piece in pile]
    minds = [[known[piece] for piece in pieces] for known in state.minds]
    heaps = [state.heaps(known) for known in state.minds]
    for number, pile in zip(piles, (*before[1:], before[0]), strict=True):
        for index, piece in enumerate(pile):
            state.p[number][index] = piece
            state.w[base + piece] = number
    for known, labels in zip(state.minds, minds, strict=True):
        for old, moved, label in zip(pieces, further, labels, strict=True):
            known[moved] = moved if label == old else label
    if state.mixtures:
        exchange(state, heaps, dict(zip(pieces, further, strict=True)))
    new._pending = new._machine.pending(state)
    new.begin_here()
    return new


def _exchanging(program: Program, game: Game, job: Any) -> Game:
    again = exchanged(game)
    for seat, key in job.choices:
        again.choose(key, seat, by_name=True)
    return again


def __getattr__(name: str) -> Any:
    if name == "BOTS_1":
        local_workroom._gone_on = _exchanging
    elif name != "BOTS_0":
        raise AttributeError(name)
    return BOTS
