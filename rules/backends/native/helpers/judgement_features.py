"""Counts features of the position in play, row by row, as `rules/run/planning/judge_position.py` does."""

from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.judgement_basics import (
    add_one,
    count_hand,
    feature,
    label_of,
    number_at,
    sees_all,
    set_feature,
    told,
    value_at,
)
from lazaretto.rules.backends.native.helpers.judgement_hands import count_grouped
from lazaretto.rules.backends.native.helpers.knowledge import mind_of, row_of
from lazaretto.rules.backends.native.helpers.memory import at, fill, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.piles import (
    base_of,
    piece_above,
    pile_bottom,
    pile_size,
    pile_top,
)
from lazaretto.rules.backends.native.helpers.provided import score_of
from lazaretto.rules.backends.native.helpers.questions import SEAT, row_of_question
from lazaretto.rules.run.planning.judgement_form import (
    ASKED,
    CELLS,
    HANDS,
    HELD,
    JOINED,
    KINDS,
    LEVELS,
    LIMIT,
    LOW,
    MOST_LEVEL,
    NEAR,
    PILE,
    REACH,
    SCORE,
    SEAT_KINDS,
    SEAT_SIZES,
    SEATS,
    SIZES,
    SOON,
    TOTAL,
)

FIRST = 8
A = 16
B = 24
C = 32
D = 40
E = 48
F = 56
ROW = 104


def count_features(seat: int, rows: int) -> None:
    """Count all features of the position for a seat."""
    row = at.judgement_rows
    for _ in range(rows):
        what = load_i64(row)
        first = load_i64(row, FIRST)
        a = load_i64(row, A)
        if what <= SEAT_KINDS:
            count_cells(seat, row, what, first, a)
        elif what == SIZES:
            for index in range(load_i64(row, B)):
                set_feature(first + index, pile_size(a + index))
        elif what == SEAT_SIZES:
            compare_sizes(seat, first, a)
        elif what == PILE:
            count_pile(seat, first, a, load_i64(row, C), load_i64(row, D))
        elif what == HANDS:
            count_hands(seat, row, first, a)
        elif what == JOINED:
            count_joined(seat, row, first, a)
        elif what == SOON:
            set_feature(first, tops_of(seat, a))
        elif what == REACH:
            count_reach(row, first, a)
        elif what == ASKED:
            set_feature(first, 1 if asked_now() == seat else 0)
            set_feature(first + 1, load_i64(at.players))
            set_feature(first + 2, load_i64(at.turns))
        elif what == LOW:
            count_low(first, a, load_i64(row, B))
        elif what >= HELD:
            count_grouped(seat, row, what, first, a)
        elif what == SCORE:
            before = load_i64(at.scratch_next)
            set_feature(first, score_of(seat) >> a)
            store_i64(at.scratch_next, before)
        row += ROW


def asked_now() -> int:
    """Return the seat that is asked, or -1."""
    ask = load_i64(at.ask)
    if ask == NONE:
        return -1
    return load_i64(load_i64(at.frame) + 8 * load_i64(row_of_question(ask), SEAT))


def count_cells(seat: int, row: int, what: int, first: int, a: int) -> None:
    """Count features of cells."""
    count = load_i64(row, B)
    if what == CELLS:
        for index in range(count):
            set_feature(first + index, number_at(a + index))
    elif what == TOTAL:
        for index in range(count):
            value = number_at(a + index)
            if value != 0:
                set_feature(first, feature(first) + value)
                add_one(first + 1)
    elif what == LEVELS:
        top = load_i64(row, C)
        spot = at.v + 8 * a
        end = spot + 8 * count
        while spot < end:
            value = load_i64(spot)
            if value > 0:
                add_one(first + (value if value < top else top) - 1)
            spot += 8
    elif what == KINDS:
        members = load_i64(row, C)
        for index in range(count):
            value = value_at(a + index)
            if value != NONE:
                value -= load_i64(row, D)
                if 0 <= value < members:
                    add_one(first + value)
    elif what == SEATS:
        for index in range(load_i64(at.players)):
            compare(seat, first, index, number_at(a + index))
    elif what == SEAT_KINDS:
        members = load_i64(row, C)
        for index in range(load_i64(at.players)):
            value = value_at(a + index)
            if value != NONE:
                value -= load_i64(row, D)
                if 0 <= value < members:
                    add_one(first + value + (0 if index == seat else members))


def compare(seat: int, first: int, index: int, value: int) -> None:
    """Note a value as the own one, or add it to the others."""
    if index == seat:
        set_feature(first, value)
    else:
        set_feature(first + 1, feature(first + 1) + value)
        if value > feature(first + 2):
            set_feature(first + 2, value)


def compare_sizes(seat: int, first: int, pile: int) -> None:
    """Compare the piles of seats."""
    for index in range(load_i64(at.players)):
        compare(seat, first, index, pile_size(pile + index))


def count_pile(seat: int, first: int, pile: int, values: int, start: int) -> None:
    """Count the pieces of a pile by their values."""
    whole = sees_all(seat, pile)
    labels = row_of(mind_of(seat))
    start -= base_of(pile)
    link = pile_bottom(pile)
    while link != 0:
        number = link - 1
        if whole or label_of(labels, number) == number:
            value = told(start + number)
            if 0 <= value < values:
                add_one(first + value)
        link = piece_above(number)


def count_hands(seat: int, row: int, first: int, pile: int) -> None:
    """Count the pieces of several piles by their values: the most, the second most, all and the own ones."""
    count = load_i64(row, B)
    values = load_i64(row, C)
    own = load_i64(row, E)
    if count == 0:
        count = load_i64(at.players)
    spare = at.judgement_spare
    for index in range(count):
        if pile_size(pile + index) == 0:
            continue
        fill(spare, 0, 8 * values)
        count_hand(seat, pile + index, values, load_i64(row, D), spare)
        for value in range(values):
            number = load_i64(spare + 8 * value)
            if number != 0:
                best = first + value
                second = best + values
                set_feature(second + values, feature(second + values) + number)
                if number > feature(best):
                    set_feature(second, feature(best))
                    set_feature(best, number)
                elif number > feature(second):
                    set_feature(second, number)
                if own != 0 and index == seat:
                    set_feature(second + 2 * values, number)


def level_of(place: int, cells: int, places: int, owners: int) -> int:
    """Return the greatest number of things of one owner at a place, not more than the highest level."""
    found = 0
    spot = at.v + 8 * (cells + place)
    for _ in range(owners):
        level = load_i64(spot)
        if level > found:
            found = level
        spot += 8 * places
    return found if found < MOST_LEVEL else MOST_LEVEL


def tops_of(seat: int, pile: int) -> int:
    """Return how many pieces may lie on top of a pile."""
    link = pile_top(pile)
    if link == 0:
        return 0
    labels = row_of(mind_of(seat))
    top = link - 1
    label = label_of(labels, top)
    if label == top:
        return 1
    found = 0
    link = pile_bottom(pile)
    while link != 0:
        number = link - 1
        if label_of(labels, number) == label:
            found += 1
        link = piece_above(number)
    return found


def count_low(first: int, cell: int, count: int) -> None:
    """Note the least of some cells, and how many are below each mark."""
    least = LIMIT
    for index in range(count):
        value = number_at(cell + index)
        if value < least:
            least = value
        if value < 12:
            add_one(first + 4)
            if value < 9:
                add_one(first + 3)
                if value < 6:
                    add_one(first + 2)
                    if value < 3:
                        add_one(first + 1)
    set_feature(first, least)


def count_joined(seat: int, row: int, first: int, pile: int) -> None:
    """Count the pieces of a pile by the levels of the places that they belong to."""
    link = pile_top(pile)
    if link == 0:
        return
    labels = row_of(mind_of(seat))
    top = link - 1
    label = label_of(labels, top)
    tops = load_i64(row, B)
    whole = sees_all(seat, pile)
    places = load_i64(row, E)
    start = load_i64(row, C) - base_of(pile)
    link = pile_bottom(pile)
    while link != 0:
        number = link - 1
        link = piece_above(number)
        known = label_of(labels, number)
        may_be = known == label and label != top if tops != 0 else whole or known == number
        if may_be or (tops != 0 and number == top):
            place = told(start + number)
            if 0 <= place < places:
                level = level_of(place, load_i64(row, D), places, load_i64(row, F))
                if level != 0:
                    add_one(first + level - 1)
    if tops != 0:
        count = tops_of(seat, pile)
        for level in range(MOST_LEVEL):
            set_feature(first + MOST_LEVEL + level, 100 * feature(first + level) // count)


def count_reach(row: int, first: int, seats: int) -> None:
    """Count the places with a level by their distance from the nearest seat."""
    places = load_i64(row, E)
    start = load_i64(row, C)
    players = load_i64(at.players)
    for place in range(places):
        level = level_of(place, load_i64(row, D), places, load_i64(row, F))
        if level != 0:
            nearest = NEAR - 1
            for seat in range(players):
                standing = value_at(seats + seat)
                if standing != NONE:
                    steps = told(start + standing * places + place)
                    if steps < nearest:
                        nearest = steps
            add_one(first + (level - 1) * NEAR + nearest)
