"""Remembers what was done already, and settles values, as `marked` and `settled` of Python do."""

from typing import Annotated

from lazaretto.rules.backends.native.helpers.faults import LIST_TOO_LONG, SET_TWICE, charge, fault, pay
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.lists import append, grown, same
from lazaretto.rules.backends.native.helpers.memory_types import Addresses, List, Record, at

MARKS = 32
LONGEST = 20_000


class Setting(Record):
    """A rule that sets a value: its owner, its place, and the owners whose rules it overrides."""

    owner: int
    place: int
    over: Annotated[List[int], ...]


setting_table = Addresses[Setting](at.settings)


def marked(cell: int, mark: int, shape: int) -> int:
    """Return 1 if this was marked as done before; otherwise mark it and return 0.

    A cell with many marks is paid for once, as long as only these marks are added to it.
    """
    done = List[int](game.v[cell])
    count = len(done)
    known = game.epoch << 32 | count
    if count < MARKS or game.mark_counts[cell] != known:
        charge(count)
    for index in range(count):
        if same(done[index], mark, shape + 2) != 0:
            return 1
    if count >= LONGEST:
        fault(LIST_TOO_LONG, 0, 0, 0)
    if count >= MARKS:
        pay(count >> 5)
        game.mark_counts[cell] = known + 1
    marks = done if done >= at.scratch else grown(done)
    game.v[cell] = append(marks, mark)
    game.lists_changed = 1
    return 0


def is_over(setting: Setting, owner: int) -> int:
    """Return 1 if a rule that sets a value overrides those of an owner."""
    for other in setting.over:
        if other == owner:
            return 1
    return 0


def is_beaten(settings: List[int], owner: int) -> int:
    """Return 1 if one of the rules that set a value overrides those of an owner."""
    for index in range(len(settings) >> 1):
        if is_over(setting_at(settings, index), owner) != 0:
            return 1
    return 0


def setting_at(settings: List[int], index: int) -> Setting:
    """Return the description of a rule that sets a value: owner, place, and whom it overrides."""
    return setting_table[settings[2 * index]]


def settled(name: int, start: int, settings: List[int], shape: int) -> int:
    """Return the value set by those rules that no other one overrides; `settings` has rules and values."""
    first = -1
    for index in range(len(settings) >> 1):
        if is_beaten(settings, setting_at(settings, index).owner) == 0:
            if first < 0:
                first = index
            elif same(settings[2 * index + 1], settings[2 * first + 1], shape) == 0:
                fault(SET_TWICE, name, settings[2 * first], settings[2 * index])
    return start if first < 0 else settings[2 * first + 1]
