"""What counting features relies on: features, tables, cells, and what a seat may count of a pile."""

from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.knowledge import mind_of, row_of, watchers_of
from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i16, load_i32, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.piles import base_of, piece_above, pile_bottom
from lazaretto.rules.run.planning.judgement_form import LIMIT


@inline
def set_feature(number: int, value: int) -> None:
    """Set a feature."""
    store_i64(at.judgement_features + 8 * number, value)


@inline
def feature(number: int) -> int:
    """Return a feature."""
    return load_i64(at.judgement_features + 8 * number)


@inline
def add_one(number: int) -> None:
    """Count one more."""
    spot = at.judgement_features + 8 * number
    store_i64(spot, load_i64(spot) + 1)


@inline
def told(index: int) -> int:
    """Return a number of the tables."""
    return load_i16(at.judgement_table + 2 * index)


@inline
def value_at(cell: int) -> int:
    """Return a value of the state."""
    return load_i64(at.v + 8 * cell)


def number_at(cell: int) -> int:
    """Return a value of the state, cut off at the limits; -1 if there is none."""
    value = value_at(cell)
    if value == NONE:
        return -1
    if value > LIMIT:
        return LIMIT
    return value if value > -LIMIT else -LIMIT


@inline
def sees_all(seat: int, pile: int) -> bool:
    """Whether all pieces of a pile count for a seat."""
    watchers = watchers_of(pile)
    return watchers == 0 or (watchers >> seat) & 1 != 0


@inline
def label_of(labels: int, number: int) -> int:
    """Return what somebody knows of a piece."""
    return load_i32(labels + 4 * number)


def count_hand(seat: int, pile: int, values: int, start: int, spare: int) -> None:
    """Count the pieces of a pile by their values, in numbers from an address on."""
    whole = sees_all(seat, pile)
    labels = row_of(mind_of(seat))
    start -= base_of(pile)
    link = pile_bottom(pile)
    while link != 0:
        number = link - 1
        if whole or label_of(labels, number) == number:
            value = told(start + number)
            if 0 <= value < values:
                spot = spare + 8 * value
                store_i64(spot, load_i64(spot) + 1)
        link = piece_above(number)
