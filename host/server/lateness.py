"""How late the event loop is with its work, and how much dearer that makes what people do.

While it is in time, everything costs what the limits say. When it is late, all that has to wait for its turn
costs more: what a person at a board does is still paid at once, and whoever does much more waits longer. So
a flood gets what is left over, and takes next to nothing of what others need.
"""

LATELY = 1.0
"""Seconds that the average looks back; no single wait counts as longer than that."""
DOUBLE = 0.02
"""A server that is so many seconds late asks for twice the usual price; twice as late, for three times."""
HIGHEST = 10.0
"""It never asks for more than so many times the usual price."""


class Lateness:
    """What the beats of a loop tell."""

    def __init__(self) -> None:
        self.seconds = 0.0
        """How late the loop is, on average."""

    def beat(self, passed: float, late: float) -> None:
        """The loop has gone on after some seconds, and so many of them later than it should."""
        passed = min(passed, LATELY)
        self.seconds += (min(late, LATELY) - self.seconds) * passed / LATELY

    def price(self, amount: float = 1.0) -> float:
        """What is to be paid now for what usually costs an amount."""
        return amount * min(HIGHEST, 1 + self.seconds / DOUBLE)
