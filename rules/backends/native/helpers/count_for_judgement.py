"""What counting features relies on, as in `lazaretto.rules.run.planning.judge_position`."""

from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.known_piece_labels import labels_of
from lazaretto.rules.backends.native.helpers.memory_types import Int16s, Words, at, inline
from lazaretto.rules.run.planning.judgement_form import LIMIT

features = Words(at.judgement_features)
table = Int16s(at.judgement_table)


def number_at(cell: int) -> int:
    """Return a value of the state, cut off at the limits; -1 if there is none."""
    value = game.v[cell]
    if value == NONE:
        return -1
    if value > LIMIT:
        return LIMIT
    return value if value > -LIMIT else -LIMIT


@inline
def sees_all(seat: int, pile: int) -> bool:
    """Whether all pieces of a pile count for a seat."""
    watchers = game.seen[pile]
    return watchers == 0 or (watchers >> seat) & 1 != 0


def count_hand(seat: int, pile: int, values: int, start: int, counts: Words) -> None:
    """Count the pieces of a pile by their values, in an array."""
    whole = sees_all(seat, pile)
    labels = labels_of(game.mind_of[seat])
    start -= game.pile_base[pile]
    link = game.bottom[pile]
    while link != 0:
        number = link - 1
        if whole or labels[number] == number:
            value = table[start + number]
            if 0 <= value < values:
                counts[value] += 1
        link = game.above[number]
