"""Counts features of the position in play, row by row, as `rules/run/planning/judge_position.py` does."""

from lazaretto.rules.backends.native.helpers.count_for_judgement import (
    count_hand,
    features,
    number_at,
    sees_all,
    table,
)
from lazaretto.rules.backends.native.helpers.functions_from_outside import score_of
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.judgement_hands import HandsRow, count_grouped, spare
from lazaretto.rules.backends.native.helpers.known_piece_labels import labels_of
from lazaretto.rules.backends.native.helpers.memory_types import Record, Rows, at, fill
from lazaretto.rules.backends.native.helpers.questions import asks
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


class Row(Record):
    """A row of the recipe: what it counts, the number of its first feature, and operands."""

    what: int
    first: int
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    h: int
    i: int
    j: int
    k: int


recipe = Rows[Row](at.judgement_rows)


def count_features(seat: int, rows: int) -> None:
    """Count all features of the position for a seat."""
    for number in range(rows):
        row = recipe[number]
        what = row.what
        first = row.first
        a = row.a
        if what <= SEAT_KINDS:
            count_cells(seat, row, what, first, a)
        elif what == SIZES:
            for index in range(row.b):
                features[first + index] = game.pile_size[a + index]
        elif what == SEAT_SIZES:
            compare_sizes(seat, first, a)
        elif what == PILE:
            count_pile(seat, first, a, row.c, row.d)
        elif what == HANDS:
            count_hands(seat, row, first, a)
        elif what == JOINED:
            count_joined(seat, row, first, a)
        elif what == SOON:
            features[first] = tops_of(seat, a)
        elif what == REACH:
            count_reach(row, first, a)
        elif what == ASKED:
            features[first] = 1 if asked_now() == seat else 0
            features[first + 1] = game.players
            features[first + 2] = game.turns
        elif what == LOW:
            count_low(first, a, row.b)
        elif what >= HELD:
            count_grouped(seat, HandsRow(row), what, first, a)
        elif what == SCORE:
            before = game.scratch_next
            features[first] = score_of(seat) >> a
            game.scratch_next = before


def asked_now() -> int:
    """Return the seat that is asked, or -1."""
    ask = game.ask
    if ask == NONE:
        return -1
    return game.frame[asks[ask].seat]


def count_cells(seat: int, row: Row, what: int, first: int, a: int) -> None:
    """Count features of cells."""
    count = row.b
    if what == CELLS:
        for index in range(count):
            features[first + index] = number_at(a + index)
    elif what == TOTAL:
        for index in range(count):
            value = number_at(a + index)
            if value != 0:
                features[first] += value
                features[first + 1] += 1
    elif what == LEVELS:
        top = row.c
        for index in range(count):
            value = game.v[a + index]
            if value > 0:
                features[first + (value if value < top else top) - 1] += 1
    elif what == KINDS:
        members = row.c
        for index in range(count):
            value = game.v[a + index]
            if value != NONE:
                value -= row.d
                if 0 <= value < members:
                    features[first + value] += 1
    elif what == SEATS:
        for index in range(game.players):
            compare(seat, first, index, number_at(a + index))
    elif what == SEAT_KINDS:
        members = row.c
        for index in range(game.players):
            value = game.v[a + index]
            if value != NONE:
                value -= row.d
                if 0 <= value < members:
                    features[first + value + (0 if index == seat else members)] += 1


def compare(seat: int, first: int, index: int, value: int) -> None:
    """Note a value as the own one, or add it to the others."""
    if index == seat:
        features[first] = value
    else:
        features[first + 1] += value
        if value > features[first + 2]:
            features[first + 2] = value


def compare_sizes(seat: int, first: int, pile: int) -> None:
    """Compare the piles of seats."""
    for index in range(game.players):
        compare(seat, first, index, game.pile_size[pile + index])


def count_pile(seat: int, first: int, pile: int, values: int, start: int) -> None:
    """Count the pieces of a pile by their values."""
    whole = sees_all(seat, pile)
    labels = labels_of(game.mind_of[seat])
    start -= game.pile_base[pile]
    link = game.bottom[pile]
    while link != 0:
        number = link - 1
        if whole or labels[number] == number:
            value = table[start + number]
            if 0 <= value < values:
                features[first + value] += 1
        link = game.above[number]


def count_hands(seat: int, row: Row, first: int, pile: int) -> None:
    """Count the pieces of several piles by their values: the most, the second most, all and the own ones."""
    count = row.b
    values = row.c
    own = row.e
    if count == 0:
        count = game.players
    for index in range(count):
        if game.pile_size[pile + index] == 0:
            continue
        fill(spare, 0, 8 * values)
        count_hand(seat, pile + index, values, row.d, spare)
        for value in range(values):
            number = spare[value]
            if number != 0:
                best = first + value
                second = best + values
                features[second + values] += number
                if number > features[best]:
                    features[second] = features[best]
                    features[best] = number
                elif number > features[second]:
                    features[second] = number
                if own != 0 and index == seat:
                    features[second + 2 * values] = number


def level_of(place: int, cells: int, places: int, owners: int) -> int:
    """Return the greatest number of things of one owner at a place, not more than the highest level."""
    found = 0
    cell = cells + place
    for _ in range(owners):
        level = game.v[cell]
        if level > found:
            found = level
        cell += places
    return found if found < MOST_LEVEL else MOST_LEVEL


def tops_of(seat: int, pile: int) -> int:
    """Return how many pieces may lie on top of a pile."""
    link = game.top_piece[pile]
    if link == 0:
        return 0
    labels = labels_of(game.mind_of[seat])
    top = link - 1
    label = labels[top]
    if label == top:
        return 1
    found = 0
    link = game.bottom[pile]
    while link != 0:
        number = link - 1
        if labels[number] == label:
            found += 1
        link = game.above[number]
    return found


def count_low(first: int, cell: int, count: int) -> None:
    """Note the least of some cells, and how many are below each mark."""
    least = LIMIT
    for index in range(count):
        value = number_at(cell + index)
        if value < least:
            least = value
        if value < 12:
            features[first + 4] += 1
            if value < 9:
                features[first + 3] += 1
                if value < 6:
                    features[first + 2] += 1
                    if value < 3:
                        features[first + 1] += 1
    features[first] = least


def count_joined(seat: int, row: Row, first: int, pile: int) -> None:
    """Count the pieces of a pile by the levels of the places that they belong to."""
    link = game.top_piece[pile]
    if link == 0:
        return
    labels = labels_of(game.mind_of[seat])
    top = link - 1
    label = labels[top]
    tops = row.b
    whole = sees_all(seat, pile)
    places = row.e
    start = row.c - game.pile_base[pile]
    link = game.bottom[pile]
    while link != 0:
        number = link - 1
        link = game.above[number]
        known = labels[number]
        may_be = known == label and label != top if tops != 0 else whole or known == number
        if may_be or (tops != 0 and number == top):
            place = table[start + number]
            if 0 <= place < places:
                level = level_of(place, row.d, places, row.f)
                if level != 0:
                    features[first + level - 1] += 1
    if tops != 0:
        count = tops_of(seat, pile)
        for level in range(MOST_LEVEL):
            features[first + MOST_LEVEL + level] = 100 * features[first + level] // count


def count_reach(row: Row, first: int, seats: int) -> None:
    """Count the places with a level by their distance from the nearest seat."""
    places = row.e
    start = row.c
    players = game.players
    for place in range(places):
        level = level_of(place, row.d, places, row.f)
        if level != 0:
            nearest = NEAR - 1
            for seat in range(players):
                standing = game.v[seats + seat]
                if standing != NONE:
                    steps = table[start + standing * places + place]
                    if steps < nearest:
                        nearest = steps
            features[first + (level - 1) * NEAR + nearest] += 1
