"""The exceptions that a running game raises, and the three that stay inside it."""


class MessageError(Exception):
    """An error with a message; `text` can be translated where the engine says it (see `grammar.message`)."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class RuleError(MessageError):
    """A rule went wrong while running; the message says where it stands. The state before still holds."""


class ChoiceError(MessageError):
    """A player's choice is not open; the message is the reason, from the rule where there is one."""

    place = ""
    """Where the rule stands that asked; empty where no rule did."""


class StartError(MessageError):
    """A game cannot be started like this; `nearest` are the names that would fit."""

    def __init__(self, message: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.nearest = nearest


class EndedError(Exception):
    """Inside the machine: the game is over, leave every rule."""


class VeilError(Exception):
    """Inside a still fork: what comes next is not known, so it goes no further."""


class FaultError(MessageError):
    """Inside the machine: a rule asks for something impossible; becomes a `RuleError` with its place.

    The place is that of the innermost rule that runs; `place` is set where none does.
    """

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.place = place
