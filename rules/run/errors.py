"""The exceptions that come out of a running game, and the three that stay inside it."""


class RuleError(Exception):
    """A rule went wrong while running; the message says where it stands. The state before still holds."""


class ChoiceError(Exception):
    """A player's choice that is not open; the message is the reason, from the rule where there is one."""

    place = ""
    """Where the rule stands that asked; empty where no rule did."""


class StartError(Exception):
    """A game that cannot be started like this; `nearest` are the names that would fit."""

    def __init__(self, message: str, nearest: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.nearest = nearest


class EndedError(Exception):
    """Inside the machine: the game is over, leave every rule."""


class VeilError(Exception):
    """Inside a still fork: what comes next is not known, so it goes no further."""


class FaultError(Exception):
    """Inside the machine: a rule asks for what cannot be; becomes a `RuleError` with its place.

    The place is that of the innermost rule that runs; `place` is set where none does.
    """

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(message)
        self.place = place
