"""Remembers what was done already, and settles values that several rules set."""

from lazaretto.rules.backends.native.helpers.faults import LIST_TOO_LONG, SET_TWICE, charge, fault, pay
from lazaretto.rules.backends.native.helpers.lists import append, grown, same
from lazaretto.rules.backends.native.helpers.memory import at, load_i64, store_i64
from lazaretto.rules.backends.native.helpers.moving import item

MARKS = 32
LONGEST = 20_000


def marked(cell: int, mark: int, shape: int) -> int:
    """Return 1 if this was marked as done before; otherwise mark it and return 0.

    A cell with many marks is paid for once, as long as only these marks are added to it.
    """
    done = load_i64(at.v + 8 * cell)
    count = load_i64(done)
    known = load_i64(at.epoch) << 32 | count
    if count < MARKS or load_i64(at.mark_counts + 8 * cell) != known:
        charge(count)
    for index in range(count):
        if same(item(done, index), mark, shape + 2) != 0:
            return 1
    if count >= LONGEST:
        fault(LIST_TOO_LONG, 0, 0, 0)
    if count >= MARKS:
        pay(count >> 5)
        store_i64(at.mark_counts + 8 * cell, known + 1)
    marks = done if done >= at.scratch else grown(done)
    store_i64(at.v + 8 * cell, append(marks, mark))
    store_i64(at.lists_changed, 1)
    return 0


def is_over(setting: int, owner: int) -> int:
    """Return 1 if a rule that sets a value overrides those of an owner."""
    for index in range(load_i64(setting, 16)):
        if load_i64(setting + 24 + 8 * index) == owner:
            return 1
    return 0


def is_beaten(settings: int, owner: int) -> int:
    """Return 1 if one of the rules that set a value overrides those of an owner."""
    for index in range(load_i64(settings) >> 1):
        if is_over(setting_at(settings, index), owner) != 0:
            return 1
    return 0


def setting_at(settings: int, index: int) -> int:
    """Return the description of a rule that sets a value: owner, place, and whom it overrides."""
    return load_i64(at.settings + 8 * item(settings, 2 * index))


def settled(name: int, start: int, settings: int, shape: int) -> int:
    """Return the value set by those rules that no other one overrides; `settings` has rules and values."""
    first = -1
    for index in range(load_i64(settings) >> 1):
        if is_beaten(settings, load_i64(setting_at(settings, index))) == 0:
            if first < 0:
                first = index
            elif same(item(settings, 2 * index + 1), item(settings, 2 * first + 1), shape) == 0:
                fault(SET_TWICE, name, item(settings, 2 * first), item(settings, 2 * index))
    return start if first < 0 else item(settings, 2 * first + 1)
