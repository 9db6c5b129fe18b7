"""The answers that are open to a seat, as `Play.answers` lists them.

An answer is a record, and equal answers are the same record: a link to the next record of its bucket, two
stamps and a score for those who search, how many values it has (-1 if it is one value; an action is two, its
seat and its number), and three numbers for each value: 0, the value and 0; or, of a piece that the asked seat
does not know, 1 (2 if all such candidates lie in one pile), its pile and how many pieces lie above it. So it
means the same in other determinisations.
"""

from lazaretto.rules.backends.native.helpers.arena import new_list
from lazaretto.rules.backends.native.helpers.chance import mix
from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.journal import only_unseen_pile
from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.piles import base_of, piece_below, pile_of, pile_top
from lazaretto.rules.backends.native.helpers.questions import (
    BASE,
    FORM,
    LEAST,
    LIST,
    MOST,
    ORDER,
    SEAT,
    SOME,
    UNSEEN,
    WINDOW,
    is_unseen,
    pieces_above,
    row_of_question,
    takes_several,
)
from lazaretto.rules.backends.native.helpers.random_play import JUDGED, is_allowed, next_spots
from lazaretto.rules.backends.native.helpers.search_room import (
    ANSWERS_KEPT,
    ANSWERS_NEXT,
    BUCKETS,
    SPENT,
    STEP,
    cell,
    is_spent,
    node,
    set_cell,
    take,
)

PLAIN = 8
"""The number of the search in which it was the beginning of an action without chance."""
CHOSEN = 16
TASTED = 24
COUNT = 32
VALUES = 40
VALUE = 24
ACTION = 0xFFFF


@inline
def asked_seat(row: int) -> int:
    """Return the seat that a question asks."""
    return load_i64(load_i64(at.frame) + 8 * load_i64(row, SEAT))


def answers_of(seat: int, most: int) -> int:
    """Return the answers open to a seat, not more than `most` or all actions; SPENT if the work must end."""
    if is_spent():
        return SPENT
    before = load_i64(at.looked)
    found = listed(seat, most)
    take(load_i64(at.looked) - before + STEP)
    return found


def listed(seat: int, most: int) -> int:
    """Return a list of the answers open to a seat."""
    ask = load_i64(at.ask)
    row = row_of_question(ask)
    form = load_i64(row, FORM)
    answers = load_i64(at.pending, LIST)
    if form <= WINDOW:
        return actions_of(seat, answers)
    asked = asked_seat(row)
    base = load_i64(row, BASE) if load_i64(at.pending, UNSEEN) != 0 else -1
    only = only_unseen_pile(base, asked) if base >= 0 else -1
    if form == SOME:
        return selections(ask, row, answers, base, only, asked, most)
    if form == ORDER:
        return orders(answers, base, only, asked, most)
    count = load_i64(answers)
    low = 0
    if count < 0:
        low = load_i64(answers, 8)
        count = load_i64(answers, 16) - low + 1
    size = count if count < most else most
    found = node(8 + 8 * size)
    store_i64(found, size)
    for index in range(size):
        value = low + index if load_i64(answers) < 0 else item(answers, index)
        start_record(-1)
        add_value(base, asked, only, value)
        store_i64(found + 8 + 8 * index, finished_record())
    return found


def actions_of(seat: int, answers: int) -> int:
    """Return the actions of a seat, and that it may go on."""
    count = load_i64(answers)
    found = node(8 + 8 * count)
    size = 0
    for index in range(count):
        entry = item(answers, index)
        if entry == NONE or entry >> 16 == seat:
            size += 1
            if entry == NONE:
                start_record(-1)
                add_value(-1, 0, -1, NONE)
            else:
                start_record(2)
                add_value(-1, 0, -1, entry >> 16)
                add_value(-1, 0, -1, entry & ACTION)
            store_i64(found + 8 * size, finished_record())
    store_i64(found, size)
    return found


def selections(ask: int, row: int, answers: int, base: int, only: int, asked: int, most: int) -> int:
    """Return the first allowed selections, smaller ones first."""
    least = load_i64(at.pending, LEAST)
    largest = load_i64(at.pending, MOST)
    count = load_i64(answers)
    found = node(8 + 8 * most)
    spots = new_list(largest)
    chosen = new_list(largest)
    left = JUDGED
    size = 0
    for length in range(least, largest + 1):
        for index in range(length):
            store_i64(spots + 8 + 8 * index, index)
        more = 1
        while more != 0:
            if left == 0 or size == most:
                store_i64(found, size)
                return found
            left -= 1
            store_i64(chosen, length)
            for index in range(length):
                store_i64(chosen + 8 + 8 * index, item(answers, item(spots, index)))
            if is_allowed(ask, row, chosen):
                size += 1
                store_i64(found + 8 * size, record_of_list(chosen, base, only, asked))
            more = next_spots(spots, length, count)
    store_i64(found, size)
    return found


def orders(answers: int, base: int, only: int, asked: int, most: int) -> int:
    """Return the first orders of all candidates."""
    count = load_i64(answers)
    found = node(8 + 8 * most)
    spots = new_list(count)
    chosen = new_list(count)
    for index in range(count):
        store_i64(spots + 8 + 8 * index, index)
    store_i64(chosen, count)
    size = 0
    more = 1
    while more != 0 and size < most:
        for index in range(count):
            store_i64(chosen + 8 + 8 * index, item(answers, item(spots, index)))
        size += 1
        store_i64(found + 8 * size, record_of_list(chosen, base, only, asked))
        more = next_order(spots, count)
    store_i64(found, size)
    return found


def next_order(spots: int, count: int) -> int:
    """Go on to the next order; return 0 after the last."""
    index = count - 2
    while index >= 0 and item(spots, index) > item(spots, index + 1):
        index -= 1
    if index < 0:
        return 0
    other = count - 1
    while item(spots, other) < item(spots, index):
        other -= 1
    exchange(spots, index, other)
    low = index + 1
    high = count - 1
    while low < high:
        exchange(spots, low, high)
        low += 1
        high -= 1
    return 1


def exchange(many: int, one: int, other: int) -> None:
    """Exchange two members of a list."""
    kept = item(many, one)
    store_i64(many + 8 + 8 * one, item(many, other))
    store_i64(many + 8 + 8 * other, kept)


# --- records -------------------------------------------------------------------------------------------


def record_of_list(chosen: int, base: int, only: int, asked: int) -> int:
    """Return the record of an answer that is a list."""
    count = load_i64(chosen)
    start_record(count)
    for index in range(count):
        add_value(base, asked, only, item(chosen, index))
    return finished_record()


def start_record(count: int) -> None:
    """Begin a record behind all others."""
    found = cell(ANSWERS_NEXT)
    size = VALUES + VALUE * (count if count > 0 else 1)
    if found + size > at.search_answers_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    store_i64(found, 0)
    store_i64(found, 0, PLAIN)
    store_i64(found, 0, CHOSEN)
    store_i64(found, count, COUNT)
    store_i64(at.given, found + VALUES)


def add_value(base: int, seat: int, only: int, value: int) -> None:
    """Write the next value of the record that has begun, as its seat may know it."""
    spot = load_i64(at.given)
    store_i64(at.given, spot + VALUE)
    if base >= 0 and value != NONE and is_unseen(seat, base + value):
        store_i64(spot, 2 if pile_of(base + value) == only else 1)
        store_i64(spot, pile_of(base + value), 8)
        store_i64(spot, pieces_above(base + value), 16)
    else:
        store_i64(spot, 0)
        store_i64(spot, value, 8)
        store_i64(spot, 0, 16)


def finished_record() -> int:
    """Return the record that was written, or the one that is equal and older."""
    new = cell(ANSWERS_NEXT)
    end = load_i64(at.given)
    word = 0
    for spot in range(new + COUNT, end, 8):
        word = mix(word + load_i64(spot))
    bucket = at.search_buckets + 8 * (word & (BUCKETS - 1))
    old = load_i64(bucket)
    while old != 0:
        if is_equal(old, new, end):
            return old
        old = load_i64(old)
    store_i64(new, load_i64(bucket))
    store_i64(bucket, new)
    set_cell(ANSWERS_NEXT, end)
    return new


def keep_answers() -> None:
    """Let all records so far live as long as the plan."""
    set_cell(ANSWERS_KEPT, cell(ANSWERS_NEXT))


def forget_answers() -> None:
    """Forget the records that are not kept, if they take half of the room."""
    kept = cell(ANSWERS_KEPT)
    if cell(ANSWERS_NEXT) - kept < (at.search_answers_end - kept) >> 1:
        return
    set_cell(ANSWERS_NEXT, kept)
    for bucket in range(at.search_buckets, at.search_buckets + 8 * BUCKETS, 8):
        record = load_i64(bucket)
        while record >= kept:
            record = load_i64(record)
        store_i64(bucket, record)


def is_equal(old: int, new: int, end: int) -> bool:
    """Whether two records have the same values; `end` is that of the new one."""
    shift = old - new
    spot = new + COUNT
    while spot < end and load_i64(spot) == load_i64(spot + shift):
        spot += 8
    return spot == end


def value_of(record: int) -> int:
    """Return an answer to the present question, with the pieces that lie at its positions in this state."""
    row = row_of_question(load_i64(at.ask))
    count = load_i64(record, COUNT)
    if takes_several(row):
        many = new_list(count)
        store_i64(many, count)
        for index in range(count):
            store_i64(many + 8 + 8 * index, revealed(record + VALUES + VALUE * index))
        return many
    if count == 2:
        return load_i64(record, VALUES + 8) << 16 | load_i64(record, VALUES + VALUE + 8)
    return revealed(record + VALUES)


def revealed(spot: int) -> int:
    """Return one value of an answer in this state."""
    if load_i64(spot) == 0:
        return load_i64(spot, 8)
    pile = load_i64(spot, 8)
    link = pile_top(pile)
    for _ in range(load_i64(spot, 16)):
        if link != 0:
            link = piece_below(link - 1)
    if link == 0:
        fault(OUT_OF_ROOM, 0, 0, 0)
    return link - 1 - base_of(pile)
