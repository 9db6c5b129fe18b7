"""One call of a lowered function that is under way."""

from typing import Any

from rules.run.state import Frame, State


class Activation:
    """The state it runs on, the frame where it reads one, and its local names."""

    __slots__ = ("depth", "frame", "names", "result", "state")

    def __init__(self, state: State, frame: Frame, names: dict[str, Any], depth: int) -> None:
        self.state = state
        self.frame = frame
        self.names = names
        self.depth = depth
        """How many calls it is nested in."""
        self.result: Any = None
        """What it returns, once it has returned."""
