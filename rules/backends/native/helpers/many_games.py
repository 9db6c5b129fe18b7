"""Plays many random games of one board, each from a seed of its own.

Each game has a row of numbers at `at.journal`. A result is 1 for won, 2 for lost, 3 for drawn, and
shifted the template of its text; if that has gaps, `WHOLE` is added to a copy of the text at `at.told`, and
its address is shifted. 0 if there is no result. Most games that end alike have the same copy, so their rows
say the same, and Python need not read it again.
"""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.chance import mix
from lazaretto.rules.backends.native.helpers.copy_values import TOLD, Text, copied_text, room_for_told
from lazaretto.rules.backends.native.helpers.functions_from_outside import begin_game, points_of, rank_of
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.game_notes import (
    forget_opening,
    note_automatic,
    note_moved,
    opening,
)
from lazaretto.rules.backends.native.helpers.memory_types import Record, Words, at, copy, inline, size_of
from lazaretto.rules.backends.native.helpers.random_play import wander
from lazaretto.rules.backends.native.helpers.running import ENDED, OPEN, begin_decision, ended, run
from lazaretto.rules.backends.native.helpers.saved_states import restore

WHOLE = 128
"""Says that a row has the address of a text instead of its template."""
ROOM = 1 << 16
"""The bytes that the texts of one game may take."""
LATELY = 16
"""With so many texts a new one is compared."""


class GameRow(Record):
    """What came of a game."""

    stopped: int
    """How it stopped; at first, its seed."""
    turns: int
    decisions: int
    result: int
    figures: Annotated[Words, ...]
    """The result of each seat, its points if the game has points, and what its rank follows from if it has a
    rule for that; at last the seat that acted first, and the cells that were watched when it did."""


class Told(Record):
    """A text in rows, which follows."""

    before: int
    """The one that was told before; 0 if it is the first one."""
    size: int
    """How many bytes follow."""


def start_seeded(slot: int, seed: int) -> int:
    """Start a game from a board in a slot with random streams from a seed; return how it stopped."""
    restore(slot)
    game.arena_next = game.arena_kept
    for stream in range(at.stream_count):
        game.streams[stream] = mix(seed ^ game.stream_words[stream])
    begin_decision()
    stopped = begin_game()
    if stopped == ENDED:
        return ended()
    return run() if stopped == 0 else stopped


def play_games(slot: int, first: int, count: int, most: int) -> int:
    """Play games from a row on, each to its end or for `most` decisions; return the next row.

    It stops early if there is little room left for the texts of results.
    """
    seats = game.players
    noted = 1 + len(game.watched)
    results = seats * figures()
    size = size_of(GameRow) + 8 * results + 8 * noted
    game.told_next = at.told
    game.told_last = 0
    for number in range(first, count):
        row = GameRow(at.journal + number * size)
        seed = row.stopped
        forget_opening()
        stopped = start_seeded(slot, seed)
        made = 0
        note_automatic()
        if stopped == OPEN:
            game.source[0] = seed
            made = wander(most, game.source)
            stopped = game.stopped
        over = game.over
        told = result_in_row(over)
        row.result = told
        for seat in range(seats):
            result = game.results[seat]
            row.figures[seat] = told if result == over else result_in_row(result)
        copy(row.figures[results:], opening, 8 * noted)
        note_moved()
        if stopped == ENDED:
            note_points(row.figures[seats:], seats)
        row.turns = game.turns
        row.decisions = made
        row.stopped = stopped
        if game.told_next > at.told_end - ROOM:
            return number + 1
    return count


def result_in_row(result: int) -> int:
    """Return a result as a row has it."""
    if result == 0:
        return 0
    text = Text(result >> 8)
    if len(text.gaps) == 0:
        return text.template << 8 | result & 255
    return told_text(text) << 8 | WHOLE | result & 255


def told_text(text: Text) -> int:
    """Return a copy of a text, or an earlier copy if one of the last ones is the same."""
    told = Told(room_for_told(size_of(Told)))
    found = copied_text(text, TOLD)
    size = game.told_next - found
    earlier = Told(game.told_last)
    for _ in range(LATELY):
        if earlier == 0:
            break
        if earlier.size == size and is_same(Words(found), Words(earlier + size_of(Told)), size):
            game.told_next = told
            return earlier + size_of(Told)
        earlier = Told(earlier.before)
    told.before = game.told_last
    told.size = size
    game.told_last = told
    return found


@inline
def is_same(one: Words, other: Words, size: int) -> bool:
    """Whether so many bytes are the same."""
    at_word = 0
    while 8 * at_word < size and one[at_word] == other[at_word]:
        at_word += 1
    return 8 * at_word >= size


def figures() -> int:
    """Return how many numbers a row has for each seat."""
    return 1 + (1 if at.has_points != 0 else 0) + at.has_rank


def note_points(figures_of_seats: Words, seats: int) -> None:
    """Note the points of all seats, and what their ranks follow from."""
    game.fuel = at.fuel_of_decision
    if at.has_points != 0:
        for seat in range(seats):
            if seat == 0 or at.has_points == 1:
                figures_of_seats[seat] = points_of(seat)
            else:
                figures_of_seats[seat] = figures_of_seats[0]
        figures_of_seats = figures_of_seats[seats:]
    if at.has_rank != 0:
        for seat in range(seats):
            figures_of_seats[seat] = rank_of(seat)
