"""Plays many random games of one board, each from a seed of its own.

Each game has a row of numbers at `at.journal`, which begins with its seed. What came of the game replaces it:
how it stopped, turns, decisions, the result of the game and that of each seat, then the points of each seat
if the game has points, and what its rank follows from if it has a rule for that; at last the seat that acted
first, and the cells that were watched when it did. A result is 1 for won, 2 for lost, 3 for drawn, and
shifted the template of its text; if that has gaps, `WHOLE` is added to a copy of the text at `at.told`, and
its address is shifted. 0 if there is no result.
"""

from lazaretto.rules.backends.native.helpers.chance import mix
from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.game_notes import note_automatic, note_moved
from lazaretto.rules.backends.native.helpers.memory import at, copy, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.provided import begin_game, points_of, rank_of
from lazaretto.rules.backends.native.helpers.random_play import wander
from lazaretto.rules.backends.native.helpers.running import ENDED, OPEN, begin_decision, ended, run
from lazaretto.rules.backends.native.helpers.saved_states import restore
from lazaretto.rules.backends.native.helpers.texts import TOLD, copied_text

HEAD = 32
"""The bytes of a row before the results of seats."""
GAPS = 16
"""Where a text has the number of its gaps."""
WHOLE = 128
"""Says that a row has the address of a text instead of its template."""
ROOM = 1 << 16
"""The bytes that the texts of one game may take."""


def start_seeded(slot: int, seed: int) -> int:
    """Start a game from a board in a slot with random streams from a seed; return how it stopped."""
    restore(slot)
    store_i64(at.arena_next, load_i64(at.arena_kept))
    for stream in range(at.stream_count):
        store_i64(at.streams + 8 * stream, mix(seed ^ load_i64(at.stream_words + 8 * stream)))
    begin_decision()
    stopped = begin_game()
    if stopped == ENDED:
        return ended()
    return run() if stopped == 0 else stopped


def play_games(slot: int, first: int, count: int, most: int) -> int:
    """Play games from a row on, each to its end or for `most` decisions; return the next row.

    It stops early if there is little room left for the texts of results.
    """
    seats = load_i64(at.players)
    noted = 1 + load_i64(at.watched)
    size = HEAD + 8 * seats * figures() + 8 * noted
    for number in range(first, count):
        row = at.journal + number * size
        seed = load_i64(row)
        store_i64(at.opened, NONE)
        stopped = start_seeded(slot, seed)
        made = 0
        note_automatic()
        if stopped == OPEN:
            store_i64(at.source, seed)
            made = wander(most, at.source)
            stopped = load_i64(at.stopped)
        over = load_i64(at.over)
        told = result_in_row(over)
        store_i64(row, told, 24)
        for seat in range(seats):
            result = load_i64(at.results + 8 * seat)
            store_i64(row + HEAD + 8 * seat, told if result == over else result_in_row(result))
        copy(row + size - 8 * noted, at.opened, 8 * noted)
        note_moved()
        if stopped == ENDED:
            note_points(row + HEAD + 8 * seats, seats)
        store_i64(row, load_i64(at.turns), 8)
        store_i64(row, made, 16)
        store_i64(row, stopped)
        if load_i64(at.told_next) > at.told_end - ROOM:
            return number + 1
    return count


def result_in_row(result: int) -> int:
    """Return a result as a row has it."""
    if result == 0:
        return 0
    text = result >> 8
    if load_i64(text, GAPS) == 0:
        return load_i64(text) << 8 | result & 255
    return copied_text(text, TOLD) << 8 | WHOLE | result & 255


def figures() -> int:
    """Return how many numbers a row has for each seat."""
    return 1 + (1 if at.has_points != 0 else 0) + at.has_rank


def note_points(spot: int, seats: int) -> None:
    """Note the points of all seats, and what their ranks follow from."""
    store_i64(at.fuel, at.fuel_of_decision)
    if at.has_points != 0:
        for seat in range(seats):
            if seat == 0 or at.has_points == 1:
                store_i64(spot + 8 * seat, points_of(seat))
            else:
                store_i64(spot + 8 * seat, load_i64(spot))
        spot += 8 * seats
    if at.has_rank != 0:
        for seat in range(seats):
            store_i64(spot + 8 * seat, rank_of(seat))
