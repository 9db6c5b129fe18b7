"""Counts features of hands, as `lazaretto.rules.run.planning.judge_position` does.

`spare` has for each seat how many pieces of each value it holds.
"""

from lazaretto.rules.backends.native.helpers.count_for_judgement import count_hand, features, sees_all, table
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.known_piece_labels import labels_of
from lazaretto.rules.backends.native.helpers.memory_types import Record, Words, at, fill, inline
from lazaretto.rules.run.planning.judgement_form import (
    FARTHEST,
    FARTHEST_MEETING,
    HELD,
    HELD_FIGURES,
    MOST_HELD,
    WAYS,
)


class HandsRow(Record):
    """A row of the recipe that counts features of hands."""

    what: int
    first: int
    hands: int
    value_table: int
    values: int
    group_cells: int
    groups: int
    lowest: int
    standing: int
    steps: int
    """Where the distances are; for whoever has a role, how many members there are."""
    places: int
    """How many places there are; for whoever has a role, the first member."""
    pointed: int
    """Where the places of pieces are; for ways, the first cell of what lies on places."""
    stride: int


spare = Words(at.judgement_spare)


@inline
def held(seat: int, values: int, value: int) -> int:
    """Return how many pieces of a value a seat holds."""
    return spare[seat * values + value]


def count_grouped(seat: int, row: HandsRow, what: int, first: int, pile: int) -> None:
    """Count features of all values that are in a group."""
    values = row.values
    groups = row.groups
    players = game.players
    fill(spare, 0, 8 * values * players)
    for index in range(players):
        count_hand(seat, pile + index, values, row.value_table, spare[values * index :])
    for value in range(values):
        group = group_of(row, value)
        if group < 0 or group >= groups:
            continue
        if what == HELD:
            count_held(seat, row, first, value, group)
        elif what == WAYS:
            count_way(row, first + group * MOST_HELD - 1, value)
        else:
            count_seated(row, first + group * row.steps, value)


def group_of(row: HandsRow, value: int) -> int:
    """Return the group of a value; negative if it has none."""
    cell = row.group_cells
    if cell < 0:
        return 0
    member = game.v[cell + value]
    return -1 if member == NONE else member - row.lowest


def most_held(values: int, value: int) -> int:
    """Return the most pieces of a value in one hand."""
    most = 0
    for index in range(game.players):
        count = held(index, values, value)
        if count > most:
            most = count
    return most


def count_held(seat: int, row: HandsRow, first: int, value: int, group: int) -> None:
    """Count the most pieces of a value in one hand, and how far others are who hold some, too."""
    values = row.values
    standing = row.standing
    first += group * (HELD_FIGURES + MOST_HELD * (1 if standing < 0 else 3))
    most = 0
    second = 0
    for index in range(game.players):
        count = held(index, values, value)
        features[first + 1] += count
        if count > most:
            second = most
            most = count
        elif count > second:
            second = count
    features[first] += 1
    features[first + 2] += second
    if most == 0:
        return
    spot = first + HELD_FIGURES + (most if most < MOST_HELD else MOST_HELD) - 1
    features[spot] += 1
    if standing >= 0:
        count_meeting(seat, row, spot + MOST_HELD, value, most)


def count_meeting(seat: int, row: HandsRow, spot: int, value: int, most: int) -> None:
    """Add how far whoever holds the most is from others: at the place of a piece, and directly."""
    values = row.values
    standing = row.standing
    places = row.places
    meeting = FARTHEST_MEETING
    near = FARTHEST
    for taker in range(game.players):
        here = game.v[standing + taker]
        if held(taker, values, value) != most or here == NONE:
            continue
        here = row.steps + here * places
        for giver in range(game.players):
            there = game.v[standing + giver]
            if giver == taker or held(giver, values, value) == 0 or there == NONE:
                continue
            steps = table[here + there]
            if steps < near:
                near = steps
            if row.pointed >= 0:
                steps = met_after(seat, row, giver, value, here, row.steps + there * places)
                if steps < meeting:
                    meeting = steps
    features[spot] += meeting
    features[spot + MOST_HELD] += near


def met_after(seat: int, row: HandsRow, giver: int, value: int, here: int, there: int) -> int:
    """Return how far two rows of distances are from the nearest place of a piece of a seat, together."""
    pile = row.hands + giver
    whole = sees_all(seat, pile)
    labels = labels_of(game.mind_of[seat])
    start = row.value_table - game.pile_base[pile]
    pointed = row.pointed - game.pile_base[pile]
    found = FARTHEST_MEETING
    link = game.bottom[pile]
    while link != 0:
        number = link - 1
        if (whole or labels[number] == number) and table[start + number] == value:
            place = table[pointed + number]
            if 0 <= place < row.places:
                steps = table[here + place] + table[there + place]
                if steps < found:
                    found = steps
        link = game.above[number]
    return found


def count_way(row: HandsRow, before: int, value: int) -> None:
    """Add how far those who hold the most pieces are from the nearest place with something."""
    values = row.values
    most = most_held(values, value)
    if most == 0:
        return
    places = row.places
    cells = row.pointed + value * row.stride
    way = FARTHEST
    for taker in range(game.players):
        here = game.v[row.standing + taker]
        if held(taker, values, value) == most and here != NONE:
            here = row.steps + here * places
            for place in range(places):
                if game.v[cells + place] > 0:
                    steps = table[here + place]
                    if steps < way:
                        way = steps
    features[before + (most if most < MOST_HELD else MOST_HELD)] += way


def count_seated(row: HandsRow, first: int, value: int) -> None:
    """Find the most pieces of a value in the hand of whoever has each member."""
    for index in range(game.players):
        member = game.v[row.standing + index]
        if member != NONE:
            member -= row.places
            if 0 <= member < row.steps:
                count = held(index, row.values, value)
                if count > features[first + member]:
                    features[first + member] = count
