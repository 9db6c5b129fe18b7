"""Plays many random games of one board, each from a seed of its own.

Each game has a row of numbers at `at.journal`, which begins with its seed. What came of the game replaces it:
how it stopped, turns, decisions, the result of the game and that of each seat, the seat that acted first and
the cells that were watched when it did. A result is the template of
its text, shifted, and 1 for won, 2 for lost, 3 for drawn; 0 if there is none.
"""

from rules.backends.native.helpers.chance import mix
from rules.backends.native.helpers.frames import NONE
from rules.backends.native.helpers.game_notes import note_automatic, note_moved
from rules.backends.native.helpers.memory import at, copy, load_i64, store_i64
from rules.backends.native.helpers.provided import begin_game
from rules.backends.native.helpers.random_play import wander
from rules.backends.native.helpers.running import ENDED, OPEN, begin_decision, ended, run
from rules.backends.native.helpers.saved_states import restore

HEAD = 32
"""The bytes of a row before the results of seats."""
GAPS = 16
"""Where a text has the number of its gaps."""


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

    It stops early behind a game whose result has more to tell than a row.
    """
    seats = load_i64(at.players)
    noted = 1 + load_i64(at.watched)
    size = HEAD + 8 * (seats + noted)
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
        more = gaps_of(over)
        store_i64(row, short(over), 24)
        for seat in range(seats):
            result = load_i64(at.results + 8 * seat)
            more |= gaps_of(result)
            store_i64(row + HEAD + 8 * seat, short(result))
        copy(row + HEAD + 8 * seats, at.opened, 8 * noted)
        note_moved()
        store_i64(row, load_i64(at.turns), 8)
        store_i64(row, made, 16)
        store_i64(row, stopped)
        if more != 0:
            return number + 1
    return count


def short(result: int) -> int:
    """Return a result with the template of its text instead of the text."""
    return load_i64(result >> 8) << 8 | result & 255 if result != 0 else 0


def gaps_of(result: int) -> int:
    """Return how many gaps the text of a result has."""
    return load_i64(result >> 8, GAPS) if result != 0 else 0
