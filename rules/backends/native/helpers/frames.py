"""The stack of suspended rules, `State.stack` of Python: frames that lie one behind the other.

A frame is the address of the frame below it, then its slots; the address of a frame is that of its slot 0,
which holds the number of its next segment.
"""

from lazaretto.rules.backends.native.helpers.faults import ENDLESS_CALLS, OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.game import NONE, game
from lazaretto.rules.backends.native.helpers.memory_types import Words, at, inline
from lazaretto.rules.run.limits import DEEPEST


@inline
def frame_below(frame: Words) -> Words:
    """Return the frame below another one, 0 if there is none."""
    return Words(Words(frame - 8)[0])


@inline
def set_frame_below(frame: Words, below: Words) -> None:
    """Set the frame below another one."""
    Words(frame - 8)[0] = below


def push_frame(segment: int, size: int) -> Words:
    """Push a frame without values, and return its address; `size` counts slot 0 too."""
    frame = Words(game.stack_next + 8)
    set_frame_below(frame, game.frame)
    frame[0] = segment
    for slot in range(1, size):
        frame[slot] = NONE
    game.frame = frame
    game.stack_next = frame + 8 * size
    game.stack_depth += 1
    return frame


def check_depth() -> int:
    """Stop a rule that calls itself without end. Returns 0."""
    if game.stack_depth > DEEPEST:
        fault(ENDLESS_CALLS, 0, 0, 0)
    if game.stack_next > at.stack_limit:
        fault(OUT_OF_ROOM, 0, 0, 0)
    return 0


@inline
def pop_frame() -> None:
    """Pop the topmost frame."""
    frame = game.frame
    game.frame = frame_below(frame)
    game.stack_next = frame - 8
    game.stack_depth -= 1


def clear_stack() -> None:
    """Pop all frames."""
    game.frame = Words(0)
    game.stack_next = at.stack
    game.stack_depth = 0
