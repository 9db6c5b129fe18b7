"""Logs lines and ends games, as `lazaretto.rules.run.runtime_functions` does.

A link of the log lies in the arena: the link before it, the list of its readers (0: everybody), 1 if it says
something or 2 if it tells why something did not happen, and the text.
"""

from lazaretto.rules.backends.native.helpers.arena import reserve_for_ever
from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.memory import at, load_i64, seldom, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.texts import ARENA, copied, copied_text, copy_text_to, room_in

BULK = 2
"""What `at.quiet` is if nobody reads automatic answers either, except actions."""
SAYS = 1
PREVENTS = 2
LIST_OF_PLAIN = 2


def say(words: int, readers: int) -> int:
    """Log a line for some seats, or for everybody (none); one that every seat may read is public."""
    if load_i64(at.quiet) != 0:
        return 0
    some = 0
    if readers != NONE:
        players = load_i64(at.players)
        count = load_i64(readers)
        listed = 0
        for index in range(count):
            listed |= 1 << item(readers, index)
        if count < players or listed != (1 << players) - 1:
            some = copied(readers, LIST_OF_PLAIN, ARENA)
    link(some, SAYS, words)
    return 0


@seldom
def new_line(word: int, template: int, gaps: int) -> int:
    """Add a line for everybody to the log; return its link, into which the caller writes its gaps."""
    found = reserve_for_ever(48 + 8 * gaps)
    store_i64(found, load_i64(at.log))
    store_i64(found, 0, 8)
    store_i64(found, word, 16)
    store_i64(found, template, 24)
    store_i64(found, 0, 32)
    store_i64(found, gaps, 40)
    store_i64(at.log, found)
    return found


def prevented(words: int) -> int:
    """Log why something did not happen."""
    if load_i64(at.quiet) == 0:
        link(0, PREVENTS, words)
    return 0


def link(readers: int, word: int, words: int) -> None:
    """Add a link to the log."""
    found = room_in(ARENA, 48 + 8 * load_i64(words, 16))
    store_i64(found, load_i64(at.log))
    store_i64(found, readers, 8)
    store_i64(found, word, 16)
    copy_text_to(found + 24, words, ARENA)
    store_i64(at.log, found)


def finish(result: int, words: int, players: int) -> int:
    """End the game for some players or for all (none); return 1 if that ends the game now, otherwise 0."""
    outcome = (copied_text(words, ARENA) << 8) | result
    seats = load_i64(at.players)
    if players != NONE:
        for index in range(load_i64(players)):
            store_i64(at.results + 8 * item(players, index), outcome)
    if load_i64(at.ending) != 0:
        return 0
    for seat in range(seats):
        if load_i64(at.results + 8 * seat) == 0:
            if players != NONE:
                return 0
            store_i64(at.results + 8 * seat, outcome)
    store_i64(at.over, outcome)
    store_i64(at.ending, 1)
    return 1
