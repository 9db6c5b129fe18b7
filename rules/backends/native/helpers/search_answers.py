"""The answers that are open to a seat, as `Play.answers` of `rules/run/fast_play.py` lists them.

An answer is a record, and equal answers are the same record. Of a piece that the asked seat does not know, it
has the position, so it means the same in other determinisations.
"""

from lazaretto.rules.backends.native.helpers.answer_journal import only_unseen_pile
from lazaretto.rules.backends.native.helpers.arena import new_list
from lazaretto.rules.backends.native.helpers.chance import mix
from lazaretto.rules.backends.native.helpers.faults import OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.memory_types import List, Words, at, inline, size_of
from lazaretto.rules.backends.native.helpers.questions import (
    SOME,
    WINDOW,
    Question,
    asks,
    is_unseen,
    pending,
    pieces_above,
    takes_several,
)
from lazaretto.rules.backends.native.helpers.random_play import JUDGED, is_allowed, next_spots
from lazaretto.rules.backends.native.helpers.search_room import (
    BUCKETS,
    SPENT,
    STEP,
    Answer,
    AnswerValue,
    buckets,
    is_spent,
    node,
    search,
    take,
)

ACTION = 0xFFFF


@inline
def asked_seat(question: Question) -> int:
    """Return the seat that a question asks."""
    return game.frame[question.seat]


def answers_of(seat: int, most: int) -> List[Answer]:
    """Return the answers open to a seat, not more than `most` or all actions; SPENT if the work must end."""
    if is_spent():
        return List[Answer](SPENT)
    before = game.looked
    found = listed(seat, most)
    take(game.looked - before + STEP)
    return found


def listed(seat: int, most: int) -> List[Answer]:
    """Return a list of the answers open to a seat."""
    ask = game.ask
    question = asks[ask]
    form = question.form
    answers = pending.answers
    if form <= WINDOW:
        return actions_of(seat, answers)
    asked = asked_seat(question)
    base = question.base if pending.unseen != 0 else -1
    only = only_unseen_pile(base, asked) if base >= 0 else -1
    if form == SOME:
        return selections(ask, question, answers, base, only, asked, most)
    count = len(answers)
    low = 0
    if count < 0:
        low = answers[0]
        count = answers[1] - low + 1
    size = count if count < most else most
    found = List[Answer](node(8 + 8 * size))
    found.count = size
    for index in range(size):
        value = low + index if len(answers) < 0 else answers[index]
        start_record(-1)
        add_value(base, asked, only, value)
        found[index] = finished_record()
    return found


def actions_of(seat: int, answers: List[int]) -> List[Answer]:
    """Return the actions of a seat, and that it may go on."""
    count = len(answers)
    found = List[Answer](node(8 + 8 * count))
    size = 0
    for entry in answers:
        if entry == NONE or entry >> 16 == seat:
            if entry == NONE:
                start_record(-1)
                add_value(-1, 0, -1, NONE)
            else:
                start_record(2)
                add_value(-1, 0, -1, entry >> 16)
                add_value(-1, 0, -1, entry & ACTION)
            found[size] = finished_record()
            size += 1
    found.count = size
    return found


def selections(
    ask: int, question: Question, answers: List[int], base: int, only: int, asked: int, most: int
) -> List[Answer]:
    """Return the first allowed selections, smaller ones first."""
    least = pending.least
    largest = pending.most
    count = len(answers)
    found = List[Answer](node(8 + 8 * most))
    spots = new_list(count)
    chosen = new_list(largest)
    left = JUDGED
    size = 0
    for length in range(least, largest + 1):
        for index in range(count):
            spots[index] = index
        more = 1
        while more != 0:
            if left == 0 or size == most:
                found.count = size
                return found
            left -= 1
            chosen.count = length
            for index in range(length):
                chosen[index] = answers[spots[index]]
            if is_allowed(ask, question, chosen):
                found[size] = record_of_list(chosen, base, only, asked)
                size += 1
            more = next_listed(question, spots, length, count)
    found.count = size
    return found


def next_listed(question: Question, spots: List[int], length: int, count: int) -> int:
    """Go on to the next selection of a length, or to its next order; return 0 after the last."""
    if question.ordered == 0:
        return next_spots(spots, length, count)
    reverse(spots, length, count - 1)
    return next_order(spots, count)


def next_order(spots: List[int], count: int) -> int:
    """Go on to the next order; return 0 after the last."""
    index = count - 2
    while index >= 0 and spots[index] > spots[index + 1]:
        index -= 1
    if index < 0:
        return 0
    other = count - 1
    while spots[other] < spots[index]:
        other -= 1
    exchange(spots, index, other)
    reverse(spots, index + 1, count - 1)
    return 1


def reverse(many: List[int], low: int, high: int) -> None:
    """Turn a part of a list around."""
    while low < high:
        exchange(many, low, high)
        low += 1
        high -= 1


def exchange(many: List[int], one: int, other: int) -> None:
    """Exchange two members of a list."""
    kept = many[one]
    many[one] = many[other]
    many[other] = kept


# --- records -------------------------------------------------------------------------------------------


def record_of_list(chosen: List[int], base: int, only: int, asked: int) -> Answer:
    """Return the record of an answer that is a list."""
    count = len(chosen)
    start_record(count)
    for each in chosen:
        add_value(base, asked, only, each)
    return finished_record()


def start_record(count: int) -> None:
    """Begin a record behind all others."""
    record = Answer(search.answers_next)
    size = size_of(Answer) + size_of(AnswerValue) * (count if count > 0 else 1)
    if record + size > at.search_answers_end:
        fault(OUT_OF_ROOM, 0, 0, 0)
    record.next = Answer(0)
    record.plain = 0
    record.chosen = 0
    record.count = count
    game.given = record.values


def add_value(base: int, seat: int, only: int, value: int) -> None:
    """Write the next value of the record that has begun, as its seat may know it."""
    written = AnswerValue(game.given)
    game.given = written + size_of(AnswerValue)
    if base >= 0 and value != NONE and is_unseen(seat, base + value):
        written.unseen = 2 if game.where[base + value] == only else 1
        written.value = game.where[base + value]
        written.above = pieces_above(base + value)
    else:
        written.unseen = 0
        written.value = value
        written.above = 0


@inline
def what_is_said(record: Answer) -> int:
    """Return the address from which on equal records are the same: of the count, which the values follow."""
    return record.values - 8


def finished_record() -> Answer:
    """Return the record that was written, or the one that is equal and older."""
    new = Answer(search.answers_next)
    end = game.given
    word = 0
    for spot in range(what_is_said(new), end, 8):
        word = mix(word + Words(spot)[0])
    bucket = word & (BUCKETS - 1)
    old = buckets[bucket]
    while old != 0:
        if is_equal(old, new, end):
            return old
        old = old.next
    new.next = buckets[bucket]
    buckets[bucket] = new
    search.answers_next = end
    return new


def keep_answers() -> None:
    """Let all records so far live as long as the plan."""
    search.answers_kept = search.answers_next


def forget_answers() -> None:
    """Forget the records that are not kept, if they take half of the room."""
    kept = search.answers_kept
    if search.answers_next - kept < (at.search_answers_end - kept) >> 1:
        return
    search.answers_next = kept
    for bucket in range(BUCKETS):
        record = buckets[bucket]
        while record >= kept:
            record = record.next
        buckets[bucket] = record


def is_equal(old: Answer, new: Answer, end: int) -> bool:
    """Whether two records have the same values; `end` is that of the new one."""
    shift = old - new
    spot = what_is_said(new)
    while spot < end and Words(spot)[0] == Words(spot + shift)[0]:
        spot += 8
    return spot == end


def value_of(record: Answer) -> int:
    """Return an answer to the present question, with the pieces that lie at its positions in this state."""
    question = asks[game.ask]
    count = record.count
    if takes_several(question):
        many = new_list(count)
        many.count = count
        for index in range(count):
            many[index] = revealed(record.values[index])
        return many
    if count == 2:
        return record.values[0].value << 16 | record.values[1].value
    return revealed(record.values[0])


def revealed(value: AnswerValue) -> int:
    """Return one value of an answer in this state."""
    if value.unseen == 0:
        return value.value
    pile = value.value
    link = game.top_piece[pile]
    for _ in range(value.above):
        if link != 0:
            link = game.below_piece[link - 1]
    if link == 0:
        fault(OUT_OF_ROOM, 0, 0, 0)
    return link - 1 - game.pile_base[pile]
