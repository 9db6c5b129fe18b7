"""Defines the exceptions that a running game raises, and those that never leave the engine."""


class MessageError(Exception):
    """An error with a message; `text` can be translated if the engine wrote it, see `grammar/message.py`."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class RuleError(MessageError):
    """A rule failed while running; the message gives its source position. The previous state stays valid."""


class ChoiceError(MessageError):
    """The choice is not open to the player; the message is the reason, from the rule if it gives one."""

    place = ""
    """The source position of the rule that asked; empty if no rule did."""


class StartError(MessageError):
    """A game cannot be started with these arguments; `nearest` holds similar names that would be valid."""

    def __init__(self, message: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.nearest = nearest


class UnfinishedError(Exception):
    """Work on copies of a game ended early; `rules/run/limits.py` says why it may. No rule has failed."""


class EndedError(Exception):
    """Internal: the game is over, unwind every rule."""


class VeilError(Exception):
    """Internal, in a still fork: the next step is unknown to the players, so the fork stops here."""


class FaultError(MessageError):
    """Internal: a rule asks for something impossible; becomes a `RuleError` with its source position.

    The position is that of the innermost running rule; `place` is set if no rule is running.
    """

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.place = place
