"""The answers of seats that answer a question at once, as `rules/run/questions/legal_answers.py` keeps them.

An answer is a list of one value; none before the seat has answered.
"""

from lazaretto.rules.backends.native.helpers.arena import add, new_list
from lazaretto.rules.backends.native.helpers.game import NONE
from lazaretto.rules.backends.native.helpers.memory_types import List


def unanswered(seats: List[int]) -> List[int]:
    """Return the answers before anybody has answered."""
    found = new_list(len(seats))
    for _ in range(len(seats)):
        add(found, NONE)
    return found


def answered(seats: List[int], given: List[int], seat: int, value: int) -> List[int]:
    """Return the answers with that of one seat, which may replace an earlier one."""
    own = new_list(1)
    add(own, value)
    found = new_list(len(seats))
    for index in range(len(seats)):
        add(found, own if seats[index] == seat else given[index])
    return found


def waiting(seats: List[int], given: List[int]) -> int:
    """Return the first seat that has not answered, or none."""
    for index in range(len(seats)):
        if given[index] == NONE:
            return seats[index]
    return NONE
