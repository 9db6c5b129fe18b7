"""Logs lines and ends games, as `lazaretto.rules.run.runtime_functions` does."""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.arena import reserve_for_ever
from lazaretto.rules.backends.native.helpers.copy_values import ARENA, Text, copied, copied_text, copy_text_to
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.memory_types import List, Record, seldom, size_of


class LogLine(Record):
    """A line of the log, which lies in the arena."""

    before: int
    """The line before it, 0 if there is none."""
    readers: int
    """The list of the seats that may read it, 0: everybody."""
    word: int
    """Whether it says something, or tells why something did not happen: `SAYS`, `PREVENTS`."""
    text: Annotated[Text, ...]


BULK = 2
"""What `at.quiet` is if nobody reads automatic answers either, except actions."""
SAYS = 1
PREVENTS = 2
LIST_OF_PLAIN = 2


def say(words: Text, readers: List[int]) -> int:
    """Log a line for some seats, or for everybody (none); one that every seat may read is public."""
    if game.quiet != 0:
        return 0
    some = 0
    if readers != NONE:
        players = game.players
        count = len(readers)
        seats = 0
        for seat in readers:
            seats |= 1 << seat
        if count < players or seats != (1 << players) - 1:
            some = copied(readers, LIST_OF_PLAIN, ARENA)
    add_line(some, SAYS, words)
    return 0


@seldom
def new_line(word: int, template: int, gaps: int) -> LogLine:
    """Add a line for everybody to the log; return it; the caller writes its gaps."""
    line = LogLine(reserve_for_ever(size_of(LogLine) + 8 * gaps))
    line.before = game.log
    line.readers = 0
    line.word = word
    line.text.template = template
    line.text.size = 0
    line.text.gaps.count = gaps
    game.log = line
    return line


def prevented(words: Text) -> int:
    """Log why something did not happen."""
    if game.quiet == 0:
        add_line(0, PREVENTS, words)
    return 0


def add_line(readers: int, word: int, words: Text) -> None:
    """Add a line to the log."""
    line = LogLine(reserve_for_ever(size_of(LogLine) + 8 * len(words.gaps)))
    line.before = game.log
    line.readers = readers
    line.word = word
    copy_text_to(line.text, words, ARENA)
    game.log = line


def finish(result: int, words: Text, players: List[int]) -> int:
    """End the game for some players or for all (none); return 1 if that ends the game now, otherwise 0."""
    outcome = (copied_text(words, ARENA) << 8) | result
    seats = game.players
    if players != NONE:
        for player in players:
            game.results[player] = outcome
    if game.ending != 0:
        return 0
    for seat in range(seats):
        if game.results[seat] == 0:
            if players != NONE:
                return 0
            game.results[seat] = outcome
    game.over = outcome
    game.ending = 1
    return 1
