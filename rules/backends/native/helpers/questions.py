"""Computes the open answers of questions, as `lazaretto.rules.run.questions.legal_answers` does.

The description of a question is a row of `at.asks`. What is found stands at `at.pending`: the list of
answers, how few and how many are chosen, whether there is only one answer, that answer, and whether the asked
seat does not know some of the candidates.
"""

from lazaretto.rules.backends.native.helpers.arena import add, new_list
from lazaretto.rules.backends.native.helpers.faults import (
    EMPTY_NUMBERS,
    LEAST_ABOVE_MOST,
    NO_NUMBER,
    NOTHING_TO_CHOOSE,
    TOO_FEW_TO_CHOOSE,
    TOO_MANY_NUMBERS,
    fault,
    pay,
)
from lazaretto.rules.backends.native.helpers.knowledge import everybody, mind_of, row_of, watchers_of
from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i32, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.piles import piece_above, pile_of, pile_size
from lazaretto.rules.backends.native.helpers.provided import (
    call_through_bounds,
    call_through_candidates,
    call_through_declined,
    call_through_likeness,
    call_through_offered,
    call_through_playable,
)

NONE = -(1 << 63)
"""No value."""

OFFER = 1
WINDOW = 2
ONE = 3
SOME = 4
NUMBER = 5
ORDER = 6
CONFIRM = 7

FORM = 0
SLOT = 8
SEAT = 16
BASE = 24
"""The number of the first piece of the chosen kind, -1 if the asked seat may see all candidates."""
TOGETHER = 32
"""The slot of the seats that answer at the same time, 0 if only one answers."""
GIVEN = 40
OPTIONAL = 48
ALIKE = 56
"""Whether pieces that the seat cannot tell apart are offered once."""
MENUS = 64
INTERRUPTS = 72
SECRET = 80
HAS_CANDIDATES = 88
HAS_DECLINED = 96
HAS_JUDGE = 104
PLACE = 112
INSIDE = 120
"""Whether it is a further step of an action that has begun."""
ROW = 128

LIST = 0
LEAST = 8
MOST = 16
FORCED = 24
ANSWER = 32
UNSEEN = 40

WIDEST = (1 << 62) - 1
"""The largest difference between the ends of a range of numbers."""


@inline
def row_of_question(ask: int) -> int:
    """Return the address of the description of a question."""
    return at.asks + ROW * ask


@inline
def found(answers: int, forced: int, answer: int, least: int, most: int) -> None:
    """Store what was found."""
    store_i64(at.pending, answers, LIST)
    store_i64(at.pending, least, LEAST)
    store_i64(at.pending, most, MOST)
    store_i64(at.pending, forced, FORCED)
    store_i64(at.pending, answer, ANSWER)
    store_i64(at.pending, 0, UNSEEN)


def find_answers(ask: int, frame: int) -> None:
    """Compute the open answers of a question."""
    row = row_of_question(ask)
    if load_i64(row, TOGETHER) == 0:
        find_in_safe_order(ask, row, frame)
        return
    slot = frame + 8 * load_i64(row, SEAT)
    pending = load_i64(slot)
    given = load_i64(frame + 8 * load_i64(row, GIVEN))
    nobody = 1
    for index in range(load_i64(given)):
        if item(given, index) != NONE:
            nobody = 0
    if nobody != 0:
        seats = load_i64(frame + 8 * load_i64(row, TOGETHER))
        for index in range(load_i64(seats)):
            store_i64(slot, item(seats, index))
            find_in_safe_order(ask, row, frame)
        store_i64(slot, pending)
    find_in_safe_order(ask, row, frame)
    store_i64(at.pending, 0, FORCED)


def find_in_safe_order(ask: int, row: int, frame: int) -> None:
    """Compute the open answers; their order tells nothing about pieces that the asked seat cannot see."""
    find_plain(ask, row, frame)
    base = load_i64(row, BASE)
    if base < 0:
        return
    seat = load_i64(frame + 8 * load_i64(row, SEAT))
    answers = load_i64(at.pending, LIST)
    last = -1
    for index in range(load_i64(answers)):
        each = item(answers, index)
        if each != NONE and pile_of(base + each) != last:
            last = pile_of(base + each)
            if (watchers_of(last) >> seat) & 1 == 0:
                order_unseen(row, seat, base, answers)
                return


@inline
def is_unseen(seat: int, number: int) -> bool:
    """Whether a seat neither sees a piece nor knows it from before."""
    hidden = (watchers_of(pile_of(number)) >> seat) & 1 == 0
    return hidden and load_i32(row_of(mind_of(seat)) + 4 * number) != number


def order_unseen(row: int, seat: int, base: int, answers: int) -> None:
    """Put candidates that the seat does not know behind the others, in the order of their positions."""
    count = load_i64(answers)
    pay(count >> 2)
    ordered = new_list(count)
    unseen = new_list(count)
    for index in range(count):
        each = item(answers, index)
        if each != NONE:
            if is_unseen(seat, base + each):
                add(unseen, each)
            else:
                add(ordered, each)
    if load_i64(unseen) > 0:
        sort_by_position(base, unseen)
        for index in range(load_i64(unseen)):
            add(ordered, item(unseen, index))
        for index in range(count):
            if item(answers, index) == NONE:
                add(ordered, NONE)
        store_i64(at.pending, ordered, LIST)
        store_i64(at.pending, 1, UNSEEN)
        answers = ordered
    if load_i64(at.pending, FORCED) != 0 and takes_several(row):
        store_i64(at.pending, first_of(answers, load_i64(at.pending, MOST)), ANSWER)


@inline
def takes_several(row: int) -> bool:
    """Whether an answer is a list."""
    form = load_i64(row, FORM)
    return SOME <= form <= ORDER and form != NUMBER


def first_of(many: int, count: int) -> int:
    """Return the first members of a list as a new list."""
    size = load_i64(many)
    size = count if count < size else size
    some = new_list(size)
    for index in range(size):
        add(some, item(many, index))
    return some


def pieces_above(number: int) -> int:
    """Return how many pieces lie above a piece."""
    count = 0
    link = piece_above(number)
    while link != 0:
        count += 1
        link = piece_above(link - 1)
    return count


def sort_by_position(base: int, pieces: int) -> None:
    """Sort pieces by pile, and in a pile from the top."""
    count = load_i64(pieces)
    keys = new_list(count)
    for index in range(count):
        number = base + item(pieces, index)
        add(keys, (pile_of(number) << 32) | pieces_above(number))
    for index in range(1, count):
        key = item(keys, index)
        piece = item(pieces, index)
        spot = index
        while spot > 0 and item(keys, spot - 1) > key:
            store_i64(keys + 8 + 8 * spot, item(keys, spot - 1))
            store_i64(pieces + 8 + 8 * spot, item(pieces, spot - 1))
            spot -= 1
        store_i64(keys + 8 + 8 * spot, key)
        store_i64(pieces + 8 + 8 * spot, piece)


def find_plain(ask: int, row: int, frame: int) -> None:
    """Compute the open answers in the order of the rules."""
    form = load_i64(row, FORM)
    if form == OFFER:
        find_offer(row, frame)
    elif form == WINDOW:
        find_window(row)
    elif form == ONE:
        find_one(ask, row, frame)
    elif form == SOME:
        find_some(ask, row, frame)
    elif form == NUMBER:
        find_number(ask, row, frame)
    elif form == ORDER:
        candidates = call_through_candidates(ask, frame)
        size = load_i64(candidates)
        found(candidates, 1 if size < 2 else 0, candidates, size, size)
    else:
        both = new_list(2)
        add(both, 1)
        add(both, 0)
        found(both, 0, 0, 1, 1)


def find_offer(row: int, frame: int) -> None:
    """Find the open actions of menus for the asked seat, and those of interrupts for everybody."""
    seat = load_i64(frame + 8 * load_i64(row, SEAT))
    menus = load_i64(row, MENUS)
    interrupts = load_i64(row, INTERRUPTS)
    answers = 0
    for index in range(load_i64(menus)):
        answers = joined(answers, call_through_offered(item(menus, index), seat))
    for index in range(load_i64(interrupts)):
        answers = joined(answers, call_through_playable(item(interrupts, index)))
    if answers == 0:
        answers = new_list(0)
    empty = 1 if load_i64(answers) == 0 else 0
    found(answers, empty, NONE, 1, 1)


@inline
def joined(many: int, others: int) -> int:
    """Return the members of two lists; of the first there may be none yet."""
    if many == 0 or load_i64(many) == 0:
        return others
    return many if load_i64(others) == 0 else joined_in_order(many, others)


def joined_in_order(many: int, others: int) -> int:
    """Return a new list of the members of two lists."""
    both = new_list(load_i64(many) + load_i64(others))
    add_all(both, many)
    add_all(both, others)
    return both


def add_all(many: int, others: int) -> None:
    """Add the members of a list to another one that has room for them."""
    count = load_i64(others)
    size = load_i64(many)
    store_i64(many, size + count)
    spot = many + 8 * size
    for _ in range(count):
        spot += 8
        others += 8
        store_i64(spot, load_i64(others))


def take_open() -> int:
    """Return candidates that were computed before their question is asked, and forget them; 0 if none."""
    candidates = load_i64(at.open)
    store_i64(at.open, 0)
    return candidates


def find_window(row: int) -> None:
    """Find what anybody can do in a window."""
    answers = new_list(at.entries + 1)
    add(answers, NONE)
    candidates = take_open()
    if candidates != 0:
        add_all(answers, candidates)
    else:
        interrupts = load_i64(row, INTERRUPTS)
        for index in range(load_i64(interrupts)):
            add_all(answers, call_through_playable(item(interrupts, index)))
    empty = load_i64(answers) == 1
    if empty and load_i64(at.veiled) != 0:
        empty = may_hold_hidden(load_i64(row, SECRET)) == 0
    found(answers, 1 if empty else 0, NONE, 1, 1)


def may_hold_hidden(piles: int) -> int:
    """Return 1 if a hidden pile of a list could hold something to play, otherwise 0."""
    for index in range(load_i64(piles)):
        pile = item(piles, index)
        if pile_size(pile) != 0 and watchers_of(pile) != everybody():
            return 1
    return 0


def find_one(ask: int, row: int, frame: int) -> None:
    """Find the candidates of a question for one of them."""
    if load_i64(row, OPTIONAL) != 0 and (
        load_i64(row, HAS_DECLINED) == 0 or call_through_declined(ask, frame) != 0
    ):
        candidates = call_through_candidates(ask, frame)
        size = load_i64(candidates)
        answers = new_list(size + 1)
        add_all(answers, candidates)
        add(answers, NONE)
        found(answers, 1 if size == 0 else 0, NONE, 1, 1)
        return
    candidates = take_open()
    if candidates == 0:
        candidates = call_through_candidates(ask, frame)
    if load_i64(row, ALIKE) != 0 and load_i64(candidates) > 1:
        candidates = call_through_likeness(ask, candidates, load_i64(frame + 8 * load_i64(row, SEAT)))
    size = load_i64(candidates)
    if size == 0:
        fail_at(row, NOTHING_TO_CHOOSE, 0, 0)
    found(candidates, 1 if size == 1 else 0, item(candidates, 0), 1, 1)


def fail_at(row: int, number: int, first: int, second: int) -> None:
    """Stop with a fault at the place of a question."""
    store_i64(at.place, load_i64(row, PLACE))
    fault(number, first, second, 0)


def find_some(ask: int, row: int, frame: int) -> None:
    """Find the candidates of a question for several of them."""
    candidates = call_through_candidates(ask, frame)
    bounds = call_through_bounds(ask, frame)
    size = load_i64(candidates)
    least = item(bounds, 0)
    most = item(bounds, 1)
    least = least if least > 0 else 0
    most = most if most < size else size
    most = most if most > 0 else 0
    if least > size:
        fail_at(row, TOO_FEW_TO_CHOOSE, 0, 0)
    if least > most and most > 0:
        fail_at(row, LEAST_ABOVE_MOST, least, most)
    if most == 0 or (least == most and most == size):
        found(candidates, 1, first_of(candidates, most), least, most)
    else:
        found(candidates, 0, 0, least, most)


def find_number(ask: int, row: int, frame: int) -> None:
    """Find the open numbers; if there are many, only their ends: a list of the count -1, low and high."""
    bounds = call_through_bounds(ask, frame)
    low = item(bounds, 0)
    high = item(bounds, 1)
    if low > high:
        fail_at(row, EMPTY_NUMBERS, low, high)
    if high - low < 0 or high - low > WIDEST:
        fail_at(row, TOO_MANY_NUMBERS, 0, 0)
    if load_i64(row, HAS_CANDIDATES) == 0:
        span = new_list(2)
        store_i64(span, -1)
        store_i64(span, low, 8)
        store_i64(span, high, 16)
        found(span, 1 if low == high else 0, low, 1, 1)
        return
    candidates = call_through_candidates(ask, frame)
    size = load_i64(candidates)
    if size == 0:
        fail_at(row, NO_NUMBER, 0, 0)
    found(candidates, 1 if size == 1 else 0, item(candidates, 0), 1, 1)
