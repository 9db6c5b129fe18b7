"""Holds the data of one active call of a lowered function."""

from typing import Any

from lazaretto.rules.run.state import Frame, State


class Activation:
    """The state, the frame if the function reads one, and the local variables."""

    __slots__ = ("frame", "names", "result", "state")

    def __init__(self, state: State, frame: Frame, names: dict[str, Any]) -> None:
        self.state = state
        self.frame = frame
        self.names = names
        self.result: Any = None
        """The result, once the function has returned."""
