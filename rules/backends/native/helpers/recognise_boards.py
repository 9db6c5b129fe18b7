"""Recognises boards that a search has seen, as `Play.mark` of `lazaretto.rules.run.fast_play` does.

A board is known by 128 bits that are made of four hashes. Every piece lies in a pile or never moves, so piles
are the same if all links upwards are the same.
"""

from lazaretto.rules.backends.native.helpers.chance import mix
from lazaretto.rules.backends.native.helpers.copy_values import Text
from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.frames import frame_below
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.keep_for_suspended_rules import shaped_cells, shaped_slots
from lazaretto.rules.backends.native.helpers.memory_types import (
    List,
    Record,
    Words,
    at,
    inline,
    unsigned_shift,
)
from lazaretto.rules.backends.native.helpers.search_room import SEEN_ROOM, search, seen_boards


class BoardHash(Record):
    """Four hashes of a board."""

    first: int
    second: int
    third: int
    fourth: int


board_hash = BoardHash(at.board_hash)

ONE = 0x9E3779B97F4A7C15
OTHER = 0xC2B2AE3D27D4EB4F
THIRD = 0x165667B19E3779F9
FOURTH = 0x27D4EB2F165667C5
TEXT = 1


def is_known_board() -> bool:
    """Whether the board in play was seen before; from now on it is."""
    board_hash.first = ONE
    board_hash.second = OTHER
    board_hash.third = THIRD
    board_hash.fourth = FOURTH
    add_numbers()
    add_words(Words(at.bottom), at.top_piece)
    add_words(Words(at.above), at.below_piece)
    add_frames()
    add_word(game.ask)
    first = board_hash.first
    second = board_hash.second
    third = board_hash.third
    fourth = board_hash.fourth
    one = mix(mix(mix(first + second) + third) + fourth)
    other = mix(mix(mix(fourth ^ first) + second) ^ third)
    stamp = search.stamp
    index = one & (SEEN_ROOM - 1)
    while seen_boards[index].stamp == stamp:
        if seen_boards[index].one == one and seen_boards[index].other == other:
            return True
        index = (index + 1) & (SEEN_ROOM - 1)
    if search.seen_count >= SEEN_ROOM // 4 * 3:
        fault(OUT_OF_ROOM, 0, 0, 0)
    search.seen_count += 1
    seen_boards[index].stamp = stamp
    seen_boards[index].one = one
    seen_boards[index].other = other
    return False


@inline
def next_hash(hashed: int, word: int) -> int:
    """Return a hash with one more word."""
    hashed = (hashed ^ word) * ONE
    return hashed ^ unsigned_shift(hashed, 29)


def add_word(word: int) -> None:
    """Add one word."""
    board_hash.first = next_hash(board_hash.first, word)


def add_words(spot: Words, end: int) -> None:
    """Add all words of a part of the memory; four hashes at once take hardly longer than one."""
    first = board_hash.first
    second = board_hash.second
    third = board_hash.third
    fourth = board_hash.fourth
    while spot[3:] < end:
        first = next_hash(first, spot[0])
        second = next_hash(second, spot[1])
        third = next_hash(third, spot[2])
        fourth = next_hash(fourth, spot[3])
        spot = spot[4:]
    while spot < end:
        first = next_hash(first, spot[0])
        spot = spot[1:]
    board_hash.first = first
    board_hash.second = second
    board_hash.third = third
    board_hash.fourth = fourth


def add_numbers() -> None:
    """Add all values; those that are lists or texts by what they hold."""
    start = game.v
    for index in range(shaped_cells.count):
        cell = shaped_cells.places[index]
        add_words(start, game.v[cell.number :])
        add_value_of_shape(game.v[cell.number], cell.shape)
        start = game.v[cell.number + 1 :]
    add_words(start, game.v[at.cells :])


def add_frames() -> None:
    """Add the suspended rules."""
    frame = game.frame
    end = game.stack_next
    while frame != 0:
        segment = frame[0]
        add_word(segment)
        shapes = shaped_slots[segment]
        size = (end - frame) >> 3
        number = 0
        shaped = shapes.places[0].number if shapes.count != 0 else size
        for slot in range(1, size):
            value = frame[slot]
            if slot == shaped:
                add_value_of_shape(value, shapes.places[number].shape)
                number += 1
                shaped = shapes.places[number].number if number < shapes.count else size
            else:
                add_word(value)
        end = frame - 8
        frame = frame_below(frame)


def add_value_of_shape(value: int, shape: int) -> None:
    """Add what a list or a text holds."""
    if shape == 0 or value == NONE:
        add_word(value)
    elif shape == TEXT:
        text = Text(value)
        add_word(text.template)
        add_word(text.size)
        if text.template >= 0:
            shapes = game.gap_shapes[text.template]
            for index in range(len(text.gaps)):
                add_value_of_shape(text.gaps[index], shapes[index])
    else:
        many = List[int](value)
        add_word(len(many))
        for member in many:
            add_value_of_shape(member, shape - 2)
