"""Counts features of hands, as `lazaretto.rules.run.planning.judge_position` does.

`at.judgement_spare` has for each seat how many pieces of each value it holds.
"""

from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.judgement_basics import (
    add_one,
    count_hand,
    feature,
    label_of,
    sees_all,
    set_feature,
    told,
    value_at,
)
from lazaretto.rules.backends.native.helpers.knowledge import mind_of, row_of
from lazaretto.rules.backends.native.helpers.memory import at, fill, inline, load_i64
from lazaretto.rules.backends.native.helpers.piles import base_of, piece_above, pile_bottom
from lazaretto.rules.run.planning.judgement_form import (
    FARTHEST,
    FARTHEST_MEETING,
    HELD,
    HELD_FIGURES,
    MOST_HELD,
    WAYS,
)

HANDS = 16
VALUE_TABLE = 24
VALUES = 32
GROUP_CELLS = 40
GROUPS = 48
LOWEST = 56
STANDING = 64
STEPS = 72
PLACES = 80
POINTED = 88
STRIDE = 96
"""The operands of a row, A to K."""
MEMBERS = STEPS
FIRST_MEMBER = PLACES
"""What these are for whoever has a role."""
THERE = POINTED
"""What this is for ways: the first cell of what lies on places."""


@inline
def held(seat: int, values: int, value: int) -> int:
    """Return how many pieces of a value a seat holds."""
    return load_i64(at.judgement_spare + 8 * (seat * values + value))


@inline
def add_to(number: int, value: int) -> None:
    """Add to a feature."""
    set_feature(number, feature(number) + value)


def count_grouped(seat: int, row: int, what: int, first: int, pile: int) -> None:
    """Count features of all values that are in a group."""
    values = load_i64(row, VALUES)
    groups = load_i64(row, GROUPS)
    players = load_i64(at.players)
    fill(at.judgement_spare, 0, 8 * values * players)
    for index in range(players):
        count_hand(
            seat, pile + index, values, load_i64(row, VALUE_TABLE), at.judgement_spare + 8 * values * index
        )
    for value in range(values):
        group = group_of(row, value)
        if group < 0 or group >= groups:
            continue
        if what == HELD:
            count_held(seat, row, first, value, group)
        elif what == WAYS:
            count_way(row, first + group * MOST_HELD - 1, value)
        else:
            count_seated(row, first + group * load_i64(row, MEMBERS), value)


def group_of(row: int, value: int) -> int:
    """Return the group of a value; negative if it has none."""
    cell = load_i64(row, GROUP_CELLS)
    if cell < 0:
        return 0
    member = value_at(cell + value)
    return -1 if member == NONE else member - load_i64(row, LOWEST)


def most_held(values: int, value: int) -> int:
    """Return the most pieces of a value in one hand."""
    most = 0
    for index in range(load_i64(at.players)):
        count = held(index, values, value)
        if count > most:
            most = count
    return most


def count_held(seat: int, row: int, first: int, value: int, group: int) -> None:
    """Count the most pieces of a value in one hand, and how far others are who hold some, too."""
    values = load_i64(row, VALUES)
    standing = load_i64(row, STANDING)
    first += group * (HELD_FIGURES + MOST_HELD * (1 if standing < 0 else 3))
    most = 0
    second = 0
    for index in range(load_i64(at.players)):
        count = held(index, values, value)
        add_to(first + 1, count)
        if count > most:
            second = most
            most = count
        elif count > second:
            second = count
    add_one(first)
    add_to(first + 2, second)
    if most == 0:
        return
    spot = first + HELD_FIGURES + (most if most < MOST_HELD else MOST_HELD) - 1
    add_one(spot)
    if standing >= 0:
        count_meeting(seat, row, spot + MOST_HELD, value, most)


def count_meeting(seat: int, row: int, spot: int, value: int, most: int) -> None:
    """Add how far whoever holds the most is from others: at the place of a piece, and directly."""
    values = load_i64(row, VALUES)
    standing = load_i64(row, STANDING)
    places = load_i64(row, PLACES)
    meeting = FARTHEST_MEETING
    near = FARTHEST
    for taker in range(load_i64(at.players)):
        here = value_at(standing + taker)
        if held(taker, values, value) != most or here == NONE:
            continue
        here = load_i64(row, STEPS) + here * places
        for giver in range(load_i64(at.players)):
            there = value_at(standing + giver)
            if giver == taker or held(giver, values, value) == 0 or there == NONE:
                continue
            steps = told(here + there)
            if steps < near:
                near = steps
            if load_i64(row, POINTED) >= 0:
                steps = met_after(seat, row, giver, value, here, load_i64(row, STEPS) + there * places)
                if steps < meeting:
                    meeting = steps
    add_to(spot, meeting)
    add_to(spot + MOST_HELD, near)


def met_after(seat: int, row: int, giver: int, value: int, here: int, there: int) -> int:
    """Return how far two rows of distances are from the nearest place of a piece of a seat, together."""
    pile = load_i64(row, HANDS) + giver
    whole = sees_all(seat, pile)
    labels = row_of(mind_of(seat))
    start = load_i64(row, VALUE_TABLE) - base_of(pile)
    pointed = load_i64(row, POINTED) - base_of(pile)
    found = FARTHEST_MEETING
    link = pile_bottom(pile)
    while link != 0:
        number = link - 1
        if (whole or label_of(labels, number) == number) and told(start + number) == value:
            place = told(pointed + number)
            if 0 <= place < load_i64(row, PLACES):
                steps = told(here + place) + told(there + place)
                if steps < found:
                    found = steps
        link = piece_above(number)
    return found


def count_way(row: int, before: int, value: int) -> None:
    """Add how far those who hold the most pieces are from the nearest place with something."""
    values = load_i64(row, VALUES)
    most = most_held(values, value)
    if most == 0:
        return
    places = load_i64(row, PLACES)
    cells = load_i64(row, THERE) + value * load_i64(row, STRIDE)
    way = FARTHEST
    for taker in range(load_i64(at.players)):
        here = value_at(load_i64(row, STANDING) + taker)
        if held(taker, values, value) == most and here != NONE:
            here = load_i64(row, STEPS) + here * places
            for place in range(places):
                if value_at(cells + place) > 0:
                    steps = told(here + place)
                    if steps < way:
                        way = steps
    add_to(before + (most if most < MOST_HELD else MOST_HELD), way)


def count_seated(row: int, first: int, value: int) -> None:
    """Find the most pieces of a value in the hand of whoever has each member."""
    for index in range(load_i64(at.players)):
        member = value_at(load_i64(row, STANDING) + index)
        if member != NONE:
            member -= load_i64(row, FIRST_MEMBER)
            if 0 <= member < load_i64(row, MEMBERS):
                count = held(index, load_i64(row, VALUES), value)
                if count > feature(first + member):
                    set_feature(first + member, count)
