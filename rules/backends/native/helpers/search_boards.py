"""Recognises boards that a search has seen: values, piles, suspended rules and the question, as `Play.mark`.

A board is known by two hashes of 64 bits.
"""

from rules.backends.native.helpers.chance import mix
from rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from rules.backends.native.helpers.frames import NONE
from rules.backends.native.helpers.memory import at, inline, load_i64, store_i64, unsigned_shift
from rules.backends.native.helpers.piles import piece_above, pile_bottom
from rules.backends.native.helpers.search_room import (
    BOARD,
    SEEN_COUNT,
    SEEN_ROOM,
    STAMP,
    cell,
    set_cell,
)

ONE = 0x9E3779B97F4A7C15
OTHER = 0xC2B2AE3D27D4EB4F
TEXT = 1


def is_known_board() -> bool:
    """Whether the board in play was seen before; from now on it is."""
    store_i64(at.board_hash, ONE)
    store_i64(at.board_hash, OTHER, 8)
    add_numbers()
    add_piles()
    add_frames()
    add_word(load_i64(at.ask))
    one = mix(load_i64(at.board_hash))
    other = mix(load_i64(at.board_hash, 8))
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
def next_one(one: int, word: int) -> int:
    """Return the first hash with one more word."""
    one = (one ^ word) * ONE
    return one ^ unsigned_shift(one, 29)


@inline
def next_other(other: int, word: int) -> int:
    """Return the second hash with one more word."""
    other = (other + word) * OTHER
    return other ^ unsigned_shift(other, 32)


def add_word(word: int) -> None:
    """Add one word to both hashes."""
    store_i64(at.board_hash, next_one(load_i64(at.board_hash), word))
    store_i64(at.board_hash, next_other(load_i64(at.board_hash, 8), word), 8)


def add_numbers() -> None:
    """Add all values; those that are lists or texts by what they hold."""
    one = load_i64(at.board_hash)
    other = load_i64(at.board_hash, 8)
    shapes = at.cell_shapes
    count = load_i64(shapes)
    shaped = load_i64(shapes + 8) if count != 0 else at.cells
    index = 0
    number = 0
    while True:
        while index < shaped:
            word = load_i64(at.v + 8 * index)
            one = next_one(one, word)
            other = next_other(other, word)
            index += 1
        if index == at.cells:
            break
        store_i64(at.board_hash, one)
        store_i64(at.board_hash, other, 8)
        add_value_of_shape(load_i64(at.v + 8 * index), load_i64(shapes + 16 + 16 * number))
        one = load_i64(at.board_hash)
        other = load_i64(at.board_hash, 8)
        index += 1
        number += 1
        shaped = load_i64(shapes + 8 + 16 * number) if number < count else at.cells
    store_i64(at.board_hash, one)
    store_i64(at.board_hash, other, 8)


def add_piles() -> None:
    """Add all piles that hold something, with the order of their pieces."""
    one = load_i64(at.board_hash)
    other = load_i64(at.board_hash, 8)
    for pile in range(at.piles):
        link = pile_bottom(pile)
        if link != 0:
            one = next_one(one, -1 - pile)
            other = next_other(other, -1 - pile)
            while link != 0:
                one = next_one(one, link)
                other = next_other(other, link)
                link = piece_above(link - 1)
    store_i64(at.board_hash, one)
    store_i64(at.board_hash, other, 8)


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
