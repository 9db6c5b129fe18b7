"""Goes through selections, smaller ones first, as `choices` of `rules/run/runtime_functions.py` does."""

from lazaretto.rules.backends.native.helpers.arena import new_list, reserve
from lazaretto.rules.backends.native.helpers.faults import charge
from lazaretto.rules.backends.native.helpers.memory_types import List, Record, size_of
from lazaretto.rules.backends.native.helpers.random_play import JUDGED, next_spots


class Choices(Record):
    """An iterator over selections."""

    present: List[int]
    candidates: List[int]
    spots: List[int]
    """The positions of the present ones."""
    most: int
    left: int
    """How many selections may follow."""


def first_choice(candidates: List[int], least: int, most: int) -> Choices:
    """Return an iterator at the first selection, 0 if there is none."""
    count = len(candidates)
    most = most if most < count else count
    least = least if least > 0 else 0
    if least > most:
        return Choices(0)
    choices = Choices(reserve(size_of(Choices)))
    spots = new_list(most)
    spots.count = least
    for index in range(least):
        spots[index] = index
    choices.candidates = candidates
    choices.spots = spots
    choices.most = most
    choices.left = JUDGED
    take_present(choices)
    return choices


def take_present(iterator: Choices) -> None:
    """Make a list of the present selection, and pay for it."""
    spots = iterator.spots
    candidates = iterator.candidates
    size = len(spots)
    charge(10 * (size + 1))
    chosen = new_list(size)
    chosen.count = size
    for index in range(size):
        chosen[index] = candidates[spots[index]]
    iterator.present = chosen
    iterator.left -= 1


def next_choice(iterator: Choices) -> Choices:
    """Go on to the next selection; return the iterator, 0 after the last one."""
    if iterator.left == 0:
        return Choices(0)
    spots = iterator.spots
    size = len(spots)
    if next_spots(spots, size, len(iterator.candidates)) == 0:
        size += 1
        if size > iterator.most:
            return Choices(0)
        spots.count = size
        for index in range(size):
            spots[index] = index
    take_present(iterator)
    return iterator
