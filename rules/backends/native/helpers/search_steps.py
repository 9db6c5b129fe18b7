"""Steps of a search as in `lab/playing/turn_search.py`: to answer, to let others consent, to rate a position.

All of them pay from the ration of the plan, as `lazaretto.rules.run.fast_play` does.
"""

from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.judgement import judged, judged_for_plans
from lazaretto.rules.backends.native.helpers.looking import end_looking, start_looking, start_rating
from lazaretto.rules.backends.native.helpers.memory import at, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item
from lazaretto.rules.backends.native.helpers.provided import campaign_is_over, points_of, rank_of, score_of
from lazaretto.rules.backends.native.helpers.questions import (
    BASE,
    FORM,
    HAS_JUDGE,
    INSIDE,
    LIST,
    ORDER,
    SOME,
    UNSEEN,
    WINDOW,
    is_unseen,
    row_of_question,
)
from lazaretto.rules.backends.native.helpers.running import (
    ENDED,
    NOTHING_LEFT,
    OPEN,
    answer,
    ask_again,
    begin_decision,
)
from lazaretto.rules.backends.native.helpers.saved_states import restore
from lazaretto.rules.backends.native.helpers.search_answers import answers_of, asked_seat, value_of
from lazaretto.rules.backends.native.helpers.search_room import (
    BY_JUDGEMENT,
    BY_PLANS,
    FAULTY,
    SPENT,
    START_TURNS,
    STEP,
    WORTH,
    cell,
    is_spent,
    set_cell,
    take,
)

END = 1_000_000_000
"""The score of a won game; a lost game scores its negative."""
NOBODY = -1
WON = 1


def enter(slot: int, looked: int) -> None:
    """Go to a saved position, with the open answers of its question."""
    restore(slot)
    ask_again()
    store_i64(at.looked, looked)


def asked() -> int:
    """Return the seat that is asked, or NOBODY."""
    ask = load_i64(at.ask)
    return NOBODY if ask == NONE else asked_seat(row_of_question(ask))


def is_inside() -> bool:
    """Whether the question is a further step of an action that has begun."""
    ask = load_i64(at.ask)
    return ask != NONE and load_i64(row_of_question(ask), INSIDE) != 0


def give(record: int) -> int:
    """Give an answer; return how the game stops after that, SPENT or FAULTY."""
    if is_spent():
        return SPENT
    begin_decision()
    return ran(value_of(record))


def say_yes() -> int:
    """Consent; return how the game stops after that, SPENT or FAULTY."""
    if is_spent():
        return SPENT
    begin_decision()
    return ran(1)


def ran(value: int) -> int:
    """Continue with an answer."""
    stopped = answer(value)
    if stopped == ENDED and (at.has_points | at.has_rank) != 0:
        count_points()
    take(at.fuel_of_decision - load_i64(at.fuel) + STEP)
    return FAULTY if stopped == NOTHING_LEFT else stopped


def count_points() -> None:
    """Pay for the points and ranks of a game that is over; the results alone count in a search."""
    store_i64(at.fuel, at.fuel_of_decision)
    seats = load_i64(at.players)
    if at.has_points != 0:
        for seat in range(seats if at.has_points == 1 else 1):
            points_of(seat)
    if at.has_rank != 0:
        for seat in range(seats):
            rank_of(seat)


def agree(seat: int) -> int:
    """Let other players consent to what a seat does; return how the game stops after that."""
    while True:
        consenting = consents(seat)
        if consenting == 0:
            return OPEN
        if consenting == SPENT:
            return SPENT
        stopped = say_yes()
        if stopped == ENDED:
            return OPEN
        if stopped != OPEN:
            return stopped


def consents(seat: int) -> int:
    """Return 1 if another player is asked to consent to what a seat does, otherwise 0, or SPENT."""
    if not is_inside():
        return 0
    row = row_of_question(load_i64(at.ask))
    other = asked_seat(row)
    if other == seat:
        return 0
    if load_i64(row, FORM) == SOME and load_i64(row, HAS_JUDGE) != 0:
        return SPENT if answers_of(other, 2) == SPENT else 0
    if is_spent():
        return SPENT
    take(STEP)
    if load_i64(row, FORM) <= WINDOW or load_i64(row, FORM) == SOME or load_i64(row, FORM) == ORDER:
        return 0
    answers = load_i64(at.pending, LIST)
    if load_i64(answers) < 2 or item(answers, 0) != 1 or item(answers, 1) != 0:
        return 0
    if load_i64(at.pending, UNSEEN) != 0:
        base = load_i64(row, BASE)
        if is_unseen(other, base) or is_unseen(other, base + 1):
            return 0
    return 1


def turn_is_over(seat: int) -> bool:
    """Whether the turn in which the search began is over for a seat."""
    return asked() != seat or load_i64(at.turns) != cell(START_TURNS)


def rated(seat: int) -> int:
    """Rate the position for a seat; the score stands at WORTH. Returns SPENT if the work must end, or 0."""
    if load_i64(at.over) != 0:
        set_cell(WORTH, END if load_i64(at.results + 8 * seat) & 255 == WON else -END)
        if at.has_campaign == 0:
            return 0
        if is_spent():
            return SPENT
        tank = start_looking()
        campaign_is_over(seat)
        end_looking(tank)
        return 0
    if cell(BY_JUDGEMENT) != 0:
        if is_spent():
            return SPENT
        set_cell(WORTH, judged_for_plans(seat) if cell(BY_JUDGEMENT) == BY_PLANS else judged(seat))
        return 0
    if at.has_score == 0:
        set_cell(WORTH, 0)
        return 0
    if is_spent():
        return SPENT
    before = load_i64(at.scratch_next)
    tank = start_rating()
    set_cell(WORTH, score_of(seat))
    end_looking(tank)
    store_i64(at.scratch_next, before)
    return 0
