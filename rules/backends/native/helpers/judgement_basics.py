"""What counting features relies on, as in `lazaretto.rules.run.planning.judge_position`."""

from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.knowledge import mind_of, watchers_of
from lazaretto.rules.backends.native.helpers.label_sets import labels_of
from lazaretto.rules.backends.native.helpers.memory import (
    Int32s,
    Words,
    inline,
)
from lazaretto.rules.backends.native.helpers.piles import base_of, piece_above, pile_bottom
from lazaretto.rules.run.planning.judgement_form import LIMIT


@inline
def set_feature(number: int, value: int) -> None:
    """Set a feature."""
    game.judgement_features[number] = value


@inline
def feature(number: int) -> int:
    """Return a feature."""
    return game.judgement_features[number]


@inline
def add_one(number: int) -> None:
    """Count one more."""
    game.judgement_features[number] += 1


@inline
def told(index: int) -> int:
    """Return a number of the tables."""
    return game.judgement_table[index]


@inline
def value_at(cell: int) -> int:
    """Return a value of the state."""
    return game.v[cell]


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
def label_of(labels: Int32s, number: int) -> int:
    """Return what somebody knows of a piece."""
    return labels[number]


def count_hand(seat: int, pile: int, values: int, start: int, counts: Words) -> None:
    """Count the pieces of a pile by their values, in an array."""
    whole = sees_all(seat, pile)
    labels = labels_of(mind_of(seat))
    start -= base_of(pile)
    link = pile_bottom(pile)
    while link != 0:
        number = link - 1
        if whole or label_of(labels, number) == number:
            value = told(start + number)
            if 0 <= value < values:
                counts[value] += 1
        link = piece_above(number)
