"""Orders candidates like the pile they lie in, the top one first, where the places in the pile matter."""

from collections.abc import Sequence

from lazaretto.rules.run.compiled_game import CompiledGame, PileInfo
from lazaretto.rules.run.legal_answers import Answer
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.state import State

SHOWS, PLACES = "shows", "places"
"""The look of a pile whose pieces are shown one by one."""


def places_matter(tables: CompiledGame, s: State, pile: PileInfo, index: int) -> bool:
    """Whether the places in a pile matter: its look says so, or its owner can name pieces by them only."""
    if SHOWS in pile.looks:
        return pile.looks[SHOWS] == PLACES
    return pile.owner == tables.player_kind and index not in s.seen[pile.first + index]


def top_first(
    machine: Machine, s: State, kind: int, seat: int, answers: Sequence[Answer]
) -> Sequence[Answer]:
    """Return candidates with the top one first, if they lie in one pile that the seat sees and places matter.

    The order of a pile that the seat does not see would tell something.
    """
    base = machine.likeness.first_piece(kind)
    if base is None:
        return answers
    piles = {s.w[base + each] for each in answers if each is not None}
    number = piles.pop() if len(piles) == 1 else None
    if number is None or seat not in s.seen[number]:
        return answers
    for pile in machine.tables.piles:
        index = number - pile.first
        if 0 <= index < pile.count and places_matter(machine.tables, s, pile, index):
            places = {piece: -height for height, piece in enumerate(s.p[number])}
            return sorted(answers, key=lambda each: 1 if each is None else places[each])
    return answers
