"""Copies of the state, as forks of a machine are in Python; only what is alive in a state is copied."""

from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.memory_types import Words, at, copy, inline


@inline
def slot_at(slot: int) -> int:
    """Return the address of a slot."""
    return at.slots + slot * (at.state_end - at.state)


@inline
def far_stack_at(slot: int) -> int:
    """Return the address of the far part of the stack of a slot."""
    return at.far_stacks + slot * (at.stack_end - at.state_end)


def copy_state(target: int, source: int) -> None:
    """Copy a state from one address to another, except automatic answers and the far part of its stack."""
    copy(target, source, at.saved_forced - at.state)
    shift = source - at.state
    copy_part(target, source, at.minds, at.minds + 4 * at.pieces * Words(at.minds_count + shift)[0])
    copy_part(target, source, at.kept, Words(at.kept_next + shift)[0])
    end = Words(at.stack_next + shift)[0]
    copy_part(target, source, at.stack, end if end < at.state_end else at.state_end)


@inline
def copy_part(target: int, source: int, start: int, end: int) -> None:
    """Copy a part of a state; its ends are those in the state in play."""
    copy(target + start - at.state, source + start - at.state, end - start)


def save(slot: int) -> int:
    """Save the state in play. Returns 0."""
    copy_state(slot_at(slot), at.state)
    far = game.stack_next - at.state_end
    if far > 0:
        copy(far_stack_at(slot), at.state_end, far)
    forced = game.forced_next - at.forced
    if 0 < forced <= at.minds - at.saved_forced:
        copy(slot_at(slot) + at.saved_forced - at.state, at.forced, forced)
    return 0


def restore(slot: int) -> int:
    """Make a saved state the one in play; very many automatic answers before it are forgotten. Returns 0."""
    copy_state(at.state, slot_at(slot))
    far = game.stack_next - at.state_end
    if far > 0:
        copy(at.state_end, far_stack_at(slot), far)
    forced = game.forced_next - at.forced
    if forced > at.minds - at.saved_forced:
        game.forced_next = at.forced
    elif forced > 0:
        copy(at.forced, slot_at(slot) + at.saved_forced - at.state, forced)
    game.epoch += 1
    return 0


def fork_often(times: int) -> int:
    """Save the state in play many times, to measure how long that takes. Returns 0."""
    for index in range(times):
        copy_state(slot_at(1 + (index & 15)), at.state)
    return 0
