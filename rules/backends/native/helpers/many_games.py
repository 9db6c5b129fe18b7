"""Plays many random games of one board, each from a seed of its own.

What came of a game is a row of numbers at `at.journal`: how it stopped, turns, decisions, the result of the
game and that of each seat (1 won, 2 lost, 3 drawn), and the template of the text that ended it.
"""

from rules.backends.native.helpers.chance import mix
from rules.backends.native.helpers.memory import at, load_i64, store_i64
from rules.backends.native.helpers.provided import begin_game
from rules.backends.native.helpers.random_play import wander
from rules.backends.native.helpers.running import ENDED, OPEN, begin_decision, ended, run
from rules.backends.native.helpers.saved_states import restore

HEAD = 40
"""The bytes of a row before the results of seats."""


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


def play_games(slot: int, first_seed: int, count: int, most: int) -> int:
    """Play games with consecutive seeds, each to its end or for `most` decisions. Returns 0."""
    row = at.journal
    seats = load_i64(at.players)
    for number in range(count):
        seed = first_seed + number
        stopped = start_seeded(slot, seed)
        made = 0
        if stopped == OPEN:
            store_i64(at.source, seed)
            made = wander(most, at.source)
            stopped = load_i64(at.stopped)
        over = load_i64(at.over)
        store_i64(row, stopped)
        store_i64(row, load_i64(at.turns), 8)
        store_i64(row, made, 16)
        store_i64(row, over & 255, 24)
        store_i64(row, load_i64(over >> 8) if over != 0 else -1, 32)
        row += HEAD
        for seat in range(seats):
            store_i64(row, load_i64(at.results + 8 * seat) & 255)
            row += 8
    return 0
