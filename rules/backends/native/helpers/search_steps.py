"""Steps of a search as in `lab/playing/turn_search.py`: to answer, to let others consent, to rate a position.

All of them pay from the ration of the plan, as `lazaretto.rules.run.fast_play` does.
"""

from lazaretto.rules.backends.native.helpers.functions_from_outside import (
    campaign_is_over,
    points_of,
    rank_of,
    score_of,
)
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.judgement import judged, judged_for_plans
from lazaretto.rules.backends.native.helpers.memory_types import at
from lazaretto.rules.backends.native.helpers.pay_for_looking import end_looking, start_looking, start_rating
from lazaretto.rules.backends.native.helpers.questions import SOME, WINDOW, asks, is_unseen, pending
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
    BY_PLANS,
    FAULTY,
    SPENT,
    STEP,
    Answer,
    is_spent,
    search,
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
    game.looked = looked


def asked() -> int:
    """Return the seat that is asked, or NOBODY."""
    ask = game.ask
    return NOBODY if ask == NONE else asked_seat(asks[ask])


def is_inside() -> bool:
    """Whether the question is a further step of an action that has begun."""
    ask = game.ask
    return ask != NONE and asks[ask].inside != 0


def give(record: Answer) -> int:
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
    take(at.fuel_of_decision - game.fuel + STEP)
    return FAULTY if stopped == NOTHING_LEFT else stopped


def count_points() -> None:
    """Pay for the points and ranks of a game that is over; the results alone count in a search."""
    game.fuel = at.fuel_of_decision
    seats = game.players
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
    question = asks[game.ask]
    other = asked_seat(question)
    if other == seat:
        return 0
    if question.form == SOME and question.has_judge != 0:
        return SPENT if answers_of(other, 2) == SPENT else 0
    if is_spent():
        return SPENT
    take(STEP)
    if question.form <= WINDOW or question.form == SOME:
        return 0
    answers = pending.answers
    if len(answers) < 2 or answers[0] != 1 or answers[1] != 0:
        return 0
    if pending.unseen != 0:
        base = question.base
        if is_unseen(other, base) or is_unseen(other, base + 1):
            return 0
    return 1


def turn_is_over(seat: int) -> bool:
    """Whether the turn in which the search began is over for a seat."""
    return asked() != seat or game.turns != search.start_turns


def rated(seat: int) -> int:
    """Rate the position for a seat; the score stands at WORTH. Returns SPENT if the work must end, or 0."""
    if game.over != 0:
        search.worth = END if game.results[seat] & 255 == WON else -END
        if at.has_campaign == 0:
            return 0
        if is_spent():
            return SPENT
        tank = start_looking()
        campaign_is_over(seat)
        end_looking(tank)
        return 0
    if search.by_judgement != 0:
        if is_spent():
            return SPENT
        search.worth = judged_for_plans(seat) if search.by_judgement == BY_PLANS else judged(seat)
        return 0
    if at.has_score == 0:
        search.worth = 0
        return 0
    if is_spent():
        return SPENT
    before = game.scratch_next
    tank = start_rating()
    search.worth = score_of(seat)
    end_looking(tank)
    game.scratch_next = before
    return 0
