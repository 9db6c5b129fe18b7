"""What a process that works for the hall answers when it is asked whether it still does."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CallTime:
    """How long a thread has worked on a call."""

    call: int
    seconds: float
    """Of processor time, since the piece of work began that it does now."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The calls that are worked on now."""

    calls: tuple[CallTime, ...]
