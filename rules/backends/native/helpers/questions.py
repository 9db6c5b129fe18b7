"""Computes the open answers of questions, as `lazaretto.rules.run.questions.legal_answers` does.

The description of a question is a question of `at.asks`. What is found stands at `at.pending`: the list of
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
from lazaretto.rules.backends.native.helpers.functions_from_outside import (
    call_through_bounds,
    call_through_candidates,
    call_through_declined,
    call_through_likeness,
    call_through_offered,
    call_through_playable,
)
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.knowledge import everybody
from lazaretto.rules.backends.native.helpers.known_piece_labels import labels_of
from lazaretto.rules.backends.native.helpers.memory_types import List, Record, Rows, Words, at, inline

OFFER = 1
WINDOW = 2
ONE = 3
SOME = 4
NUMBER = 5
CONFIRM = 6


class Question(Record):
    """The description of a question."""

    form: int
    slot: int
    seat: int
    base: int
    """The number of the first piece of the chosen kind, -1 if the asked seat may see all candidates."""
    together: int
    """The slot of the seats that answer at the same time, 0 if only one answers."""
    given: int
    optional: int
    alike: int
    """Whether pieces that the seat cannot tell apart are offered once."""
    ordered: int
    """Whether several are chosen in an order."""
    menus: List[int]
    interrupts: List[int]
    secret: List[int]
    has_candidates: int
    has_bounds: int
    has_declined: int
    has_judge: int
    place: int
    inside: int
    """Whether it is a further step of an action that has begun."""


class Pending(Record):
    """What was found: the open answers of a question."""

    answers: List[int]
    """The answers; a count of -1, low and high for many numbers."""
    least: int
    most: int
    forced: int
    answer: int
    unseen: int


asks = Rows[Question](at.asks)
pending = Pending(at.pending)

WIDEST = (1 << 62) - 1
"""The largest difference between the ends of a range of numbers."""


@inline
def found(answers: List[int], forced: int, answer: int, least: int, most: int) -> None:
    """Store what was found."""
    pending.answers = answers
    pending.least = least
    pending.most = most
    pending.forced = forced
    pending.answer = answer
    pending.unseen = 0


def find_answers(ask: int, frame: Words) -> None:
    """Compute the open answers of a question."""
    question = asks[ask]
    if question.together == 0:
        find_in_safe_order(ask, question, frame)
        return
    asked = frame[question.seat]
    given = List[int](frame[question.given])
    nobody = 1
    for answer in given:
        if answer != NONE:
            nobody = 0
    if nobody != 0:
        seats = List[int](frame[question.together])
        for seat in seats:
            frame[question.seat] = seat
            find_in_safe_order(ask, question, frame)
        frame[question.seat] = asked
    find_in_safe_order(ask, question, frame)
    pending.forced = 0


def find_in_safe_order(ask: int, question: Question, frame: Words) -> None:
    """Compute the open answers; their order tells nothing about pieces that the asked seat cannot see."""
    find_plain(ask, question, frame)
    base = question.base
    if base < 0:
        return
    seat = frame[question.seat]
    answers = pending.answers
    last = -1
    for answer in answers:
        if answer != NONE and game.where[base + answer] != last:
            last = game.where[base + answer]
            if (game.seen[last] >> seat) & 1 == 0:
                order_unseen(question, seat, base, answers)
                return


@inline
def is_unseen(seat: int, number: int) -> bool:
    """Whether a seat neither sees a piece nor knows it from before."""
    hidden = (game.seen[game.where[number]] >> seat) & 1 == 0
    return hidden and labels_of(game.mind_of[seat])[number] != number


def order_unseen(question: Question, seat: int, base: int, answers: List[int]) -> None:
    """Put candidates that the seat does not know behind the others, in the order of their positions."""
    count = len(answers)
    pay(count >> 2)
    ordered = new_list(count)
    unseen = new_list(count)
    for each in answers:
        if each != NONE:
            if is_unseen(seat, base + each):
                add(unseen, each)
            else:
                add(ordered, each)
    if len(unseen) > 0:
        sort_by_position(base, unseen)
        for piece in unseen:
            add(ordered, piece)
        for answer in answers:
            if answer == NONE:
                add(ordered, NONE)
        pending.answers = ordered
        pending.unseen = 1
        answers = ordered
    if pending.forced != 0 and takes_several(question):
        pending.answer = first_of(answers, pending.most)


@inline
def takes_several(question: Question) -> bool:
    """Whether an answer is a list."""
    return question.form == SOME


def first_of(many: List[int], count: int) -> List[int]:
    """Return the first members of a list as a new list."""
    size = len(many)
    size = count if count < size else size
    some = new_list(size)
    for index in range(size):
        add(some, many[index])
    return some


def pieces_above(number: int) -> int:
    """Return how many pieces lie above a piece."""
    count = 0
    link = game.above[number]
    while link != 0:
        count += 1
        link = game.above[link - 1]
    return count


def sort_by_position(base: int, pieces: List[int]) -> None:
    """Sort pieces by pile, and in a pile from the top."""
    count = len(pieces)
    keys = new_list(count)
    for piece in pieces:
        number = base + piece
        add(keys, (game.where[number] << 32) | pieces_above(number))
    for index in range(1, count):
        key = keys[index]
        piece = pieces[index]
        spot = index
        while spot > 0 and keys[spot - 1] > key:
            keys[spot] = keys[spot - 1]
            pieces[spot] = pieces[spot - 1]
            spot -= 1
        keys[spot] = key
        pieces[spot] = piece


def find_plain(ask: int, question: Question, frame: Words) -> None:
    """Compute the open answers in the order of the rules."""
    form = question.form
    if form == OFFER:
        find_offer(question, frame)
    elif form == WINDOW:
        find_window(question)
    elif form == ONE:
        find_one(ask, question, frame)
    elif form == SOME:
        find_some(ask, question, frame)
    elif form == NUMBER:
        find_number(ask, question, frame)
    else:
        both = new_list(2)
        add(both, 1)
        add(both, 0)
        found(both, 0, 0, 1, 1)


def find_offer(question: Question, frame: Words) -> None:
    """Find the open actions of menus for the asked seat, and those of interrupts for everybody."""
    seat = frame[question.seat]
    menus = question.menus
    interrupts = question.interrupts
    answers = List[int](0)
    for menu in menus:
        answers = joined(answers, call_through_offered(menu, seat))
    for menu in interrupts:
        answers = joined(answers, call_through_playable(menu))
    if answers == 0:
        answers = new_list(0)
    empty = 1 if len(answers) == 0 else 0
    found(answers, empty, NONE, 1, 1)


@inline
def joined(many: List[int], others: List[int]) -> List[int]:
    """Return the members of two lists; of the first there may be none yet."""
    if many == 0 or len(many) == 0:
        return others
    return many if len(others) == 0 else joined_in_order(many, others)


def joined_in_order(many: List[int], others: List[int]) -> List[int]:
    """Return a new list of the members of two lists."""
    both = new_list(len(many) + len(others))
    add_all(both, many)
    add_all(both, others)
    return both


def add_all(many: List[int], others: List[int]) -> None:
    """Add the members of a list to another one that has room for them."""
    count = len(others)
    size = len(many)
    many.count = size + count
    behind = many.members[size:]
    for index in range(count):
        behind[index] = others[index]


def take_open() -> List[int]:
    """Return candidates that were computed before their question is asked, and forget them; 0 if none."""
    candidates = game.open
    game.open = List[int](0)
    return candidates


def find_window(question: Question) -> None:
    """Find what anybody can do in a window."""
    answers = new_list(at.entries + 1)
    add(answers, NONE)
    candidates = take_open()
    if candidates != 0:
        add_all(answers, candidates)
    else:
        interrupts = question.interrupts
        for menu in interrupts:
            add_all(answers, call_through_playable(menu))
    empty = len(answers) == 1
    if empty and game.veiled != 0:
        empty = may_hold_hidden(question.secret) == 0
    found(answers, 1 if empty else 0, NONE, 1, 1)


def may_hold_hidden(piles: List[int]) -> int:
    """Return 1 if a hidden pile of a list could hold something to play, otherwise 0."""
    for pile in piles:
        if game.pile_size[pile] != 0 and game.seen[pile] != everybody():
            return 1
    return 0


def find_one(ask: int, question: Question, frame: Words) -> None:
    """Find the candidates of a question for one of them."""
    if question.optional != 0 and (question.has_declined == 0 or call_through_declined(ask, frame) != 0):
        candidates = call_through_candidates(ask, frame)
        size = len(candidates)
        answers = new_list(size + 1)
        add_all(answers, candidates)
        add(answers, NONE)
        found(answers, 1 if size == 0 else 0, NONE, 1, 1)
        return
    candidates = take_open()
    if candidates == 0:
        candidates = call_through_candidates(ask, frame)
    if question.alike != 0 and len(candidates) > 1:
        candidates = call_through_likeness(ask, candidates, frame[question.seat])
    size = len(candidates)
    if size == 0:
        fail_at(question, NOTHING_TO_CHOOSE, 0, 0)
    found(candidates, 1 if size == 1 else 0, candidates[0], 1, 1)


def fail_at(question: Question, number: int, first: int, second: int) -> None:
    """Stop with a fault at the place of a question."""
    game.place = question.place
    fault(number, first, second, 0)


def find_some(ask: int, question: Question, frame: Words) -> None:
    """Find the candidates of a question for several of them."""
    candidates = call_through_candidates(ask, frame)
    size = len(candidates)
    least = size
    most = size
    if question.has_bounds != 0:
        bounds = call_through_bounds(ask, frame)
        least = bounds[0]
        most = bounds[1]
    least = least if least > 0 else 0
    most = most if most < size else size
    most = most if most > 0 else 0
    if least > size:
        fail_at(question, TOO_FEW_TO_CHOOSE, 0, 0)
    if least > most and most > 0:
        fail_at(question, LEAST_ABOVE_MOST, least, most)
    alone = size == 1 or question.ordered == 0
    if most == 0 or (least == most and most == size and alone):
        found(candidates, 1, first_of(candidates, most), least, most)
    else:
        found(candidates, 0, 0, least, most)


def find_number(ask: int, question: Question, frame: Words) -> None:
    """Find the open numbers; if there are many, only their ends: a list of the count -1, low and high."""
    bounds = call_through_bounds(ask, frame)
    low = bounds[0]
    high = bounds[1]
    if low > high:
        fail_at(question, EMPTY_NUMBERS, low, high)
    if high - low < 0 or high - low > WIDEST:
        fail_at(question, TOO_MANY_NUMBERS, 0, 0)
    if question.has_candidates == 0:
        span = new_list(2)
        span.count = -1
        span[0] = low
        span[1] = high
        found(span, 1 if low == high else 0, low, 1, 1)
        return
    candidates = call_through_candidates(ask, frame)
    size = len(candidates)
    if size == 0:
        fail_at(question, NO_NUMBER, 0, 0)
    found(candidates, 1 if size == 1 else 0, candidates[0], 1, 1)
