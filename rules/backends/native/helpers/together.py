"""The answers of seats that answer a question at once, as `rules/run/questions/legal_answers.py` keeps them.

An answer is a list of one value; none before the seat has answered.
"""

from lazaretto.rules.backends.native.helpers.arena import add, new_list
from lazaretto.rules.backends.native.helpers.frames import NONE
from lazaretto.rules.backends.native.helpers.memory import load_i64
from lazaretto.rules.backends.native.helpers.moving import item


def unanswered(seats: int) -> int:
    """Return the answers before anybody has answered."""
    found = new_list(load_i64(seats))
    for _ in range(load_i64(seats)):
        add(found, NONE)
    return found


def answered(seats: int, given: int, seat: int, value: int) -> int:
    """Return the answers with that of one seat, which may replace an earlier one."""
    own = new_list(1)
    add(own, value)
    found = new_list(load_i64(seats))
    for index in range(load_i64(seats)):
        add(found, own if item(seats, index) == seat else item(given, index))
    return found


def waiting(seats: int, given: int) -> int:
    """Return the first seat that has not answered, or none."""
    for index in range(load_i64(seats)):
        if item(given, index) == NONE:
            return item(seats, index)
    return NONE
