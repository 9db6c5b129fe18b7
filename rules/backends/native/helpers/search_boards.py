"""Recognises boards that a search has seen: values, piles, suspended rules and the question, as `Play.mark`.

A board is known by 128 bits that are made of four hashes. Every piece lies in a pile or never moves, so piles
are the same if all links upwards are the same.
"""

from lazaretto.rules.backends.native.helpers.chance import mix
from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i64, store_i64, unsigned_shift
from lazaretto.rules.backends.native.helpers.search_room import (
    BOARD,
    SEEN_COUNT,
    SEEN_ROOM,
    STAMP,
    cell,
    set_cell,
)

ONE = 0x9E3779B97F4A7C15
OTHER = 0xC2B2AE3D27D4EB4F
THIRD = 0x165667B19E3779F9
FOURTH = 0x27D4EB2F165667C5
TEXT = 1


def is_known_board() -> bool:
    """Whether the board in play was seen before; from now on it is."""
    store_i64(at.board_hash, ONE)
    store_i64(at.board_hash, OTHER, 8)
    store_i64(at.board_hash, THIRD, 16)
    store_i64(at.board_hash, FOURTH, 24)
    add_numbers()
    add_words(at.bottom, at.top_piece)
    add_words(at.above, at.below_piece)
    add_frames()
    add_word(load_i64(at.ask))
    first = load_i64(at.board_hash)
    second = load_i64(at.board_hash, 8)
    third = load_i64(at.board_hash, 16)
    fourth = load_i64(at.board_hash, 24)
    one = mix(mix(mix(first + second) + third) + fourth)
    other = mix(mix(mix(fourth ^ first) + second) ^ third)
    stamp = cell(STAMP)
    index = one & (SEEN_ROOM - 1)
    spot = at.search_seen + BOARD * index
    while load_i64(spot) == stamp:
        if load_i64(spot, 8) == one and load_i64(spot, 16) == other:
            return True
        index = (index + 1) & (SEEN_ROOM - 1)
        spot = at.search_seen + BOARD * index
    count = cell(SEEN_COUNT) + 1
    if count > SEEN_ROOM // 4 * 3:
        fault(OUT_OF_ROOM, 0, 0, 0)
    set_cell(SEEN_COUNT, count)
    store_i64(spot, stamp)
    store_i64(spot, one, 8)
    store_i64(spot, other, 16)
    return False


@inline
def next_hash(hashed: int, word: int) -> int:
    """Return a hash with one more word."""
    hashed = (hashed ^ word) * ONE
    return hashed ^ unsigned_shift(hashed, 29)


def add_word(word: int) -> None:
    """Add one word."""
    store_i64(at.board_hash, next_hash(load_i64(at.board_hash), word))


def add_words(spot: int, end: int) -> None:
    """Add all words of a part of the memory; four hashes at once take hardly longer than one."""
    first = load_i64(at.board_hash)
    second = load_i64(at.board_hash, 8)
    third = load_i64(at.board_hash, 16)
    fourth = load_i64(at.board_hash, 24)
    while spot + 24 < end:
        first = next_hash(first, load_i64(spot))
        second = next_hash(second, load_i64(spot, 8))
        third = next_hash(third, load_i64(spot, 16))
        fourth = next_hash(fourth, load_i64(spot, 24))
        spot += 32
    while spot < end:
        first = next_hash(first, load_i64(spot))
        spot += 8
    store_i64(at.board_hash, first)
    store_i64(at.board_hash, second, 8)
    store_i64(at.board_hash, third, 16)
    store_i64(at.board_hash, fourth, 24)


def add_numbers() -> None:
    """Add all values; those that are lists or texts by what they hold."""
    shapes = at.cell_shapes
    start = at.v
    for number in range(load_i64(shapes)):
        shaped = at.v + 8 * load_i64(shapes + 8 + 16 * number)
        add_words(start, shaped)
        add_value_of_shape(load_i64(shaped), load_i64(shapes + 16 + 16 * number))
        start = shaped + 8
    add_words(start, at.v + 8 * at.cells)


def add_frames() -> None:
    """Add the suspended rules."""
    frame = load_i64(at.frame)
    end = load_i64(at.stack_next)
    while frame != 0:
        segment = load_i64(frame)
        add_word(segment)
        shapes = load_i64(at.slot_shapes + 8 * segment)
        count = load_i64(shapes)
        size = (end - frame) >> 3
        number = 0
        shaped = load_i64(shapes + 8) if count != 0 else size
        for slot in range(1, size):
            value = load_i64(frame + 8 * slot)
            if slot == shaped:
                add_value_of_shape(value, load_i64(shapes + 16 + 16 * number))
                number += 1
                shaped = load_i64(shapes + 8 + 16 * number) if number < count else size
            else:
                add_word(value)
        end = frame - 8
        frame = load_i64(frame - 8)


def add_value_of_shape(value: int, shape: int) -> None:
    """Add what a list or a text holds."""
    if shape == 0 or value == NONE:
        add_word(value)
    elif shape == TEXT:
        template = load_i64(value)
        count = load_i64(value, 16)
        add_word(template)
        add_word(load_i64(value, 8))
        if template >= 0:
            shapes = load_i64(at.gap_shapes + 8 * template)
            for index in range(count):
                add_value_of_shape(load_i64(value + 24 + 8 * index), load_i64(shapes + 8 + 8 * index))
    else:
        count = load_i64(value)
        add_word(count)
        for index in range(1, count + 1):
            add_value_of_shape(load_i64(value + 8 * index), shape - 2)
