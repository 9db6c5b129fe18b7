"""The stack of suspended rules: frames that lie one behind the other.

A frame is the address of the frame below it, then its slots; the address of a frame is that of its slot 0,
which holds the number of its next segment.
"""

from lazaretto.rules.backends.native.helpers.faults import ENDLESS_CALLS, OUT_OF_ROOM, fault
from lazaretto.rules.backends.native.helpers.memory import at, inline, load_i64, store_i64

NONE = -(1 << 63)
"""No value."""
DEEPEST = 500
"""The maximum depth of the stack."""


def push_frame(segment: int, size: int) -> int:
    """Push a frame without values, and return its address; `size` counts slot 0 too."""
    frame = load_i64(at.stack_next) + 8
    store_i64(frame - 8, load_i64(at.frame))
    store_i64(frame, segment)
    for slot in range(1, size):
        store_i64(frame + 8 * slot, NONE)
    store_i64(at.frame, frame)
    store_i64(at.stack_next, frame + 8 * size)
    store_i64(at.stack_depth, load_i64(at.stack_depth) + 1)
    return frame


def check_depth() -> int:
    """Stop a rule that calls itself without end. Returns 0."""
    if load_i64(at.stack_depth) > DEEPEST:
        fault(ENDLESS_CALLS, 0, 0, 0)
    if load_i64(at.stack_next) > at.stack_limit:
        fault(OUT_OF_ROOM, 0, 0, 0)
    return 0


@inline
def pop_frame() -> None:
    """Pop the topmost frame."""
    frame = load_i64(at.frame)
    store_i64(at.frame, load_i64(frame - 8))
    store_i64(at.stack_next, frame - 8)
    store_i64(at.stack_depth, load_i64(at.stack_depth) - 1)


def clear_stack() -> None:
    """Pop all frames."""
    store_i64(at.frame, 0)
    store_i64(at.stack_next, at.stack)
    store_i64(at.stack_depth, 0)
