"""The exceptions with which a command stops: each holds one sentence for the user."""

from lazaretto.tui.command_line.exit_status import REFUSED, WRONG_USAGE


class RefusalError(Exception):
    """The command cannot do what it should: the sentence is printed on standard error."""

    status = REFUSED
    program = "lazaretto"
    """What stands before the sentence."""


class UsageError(RefusalError):
    """The command line is wrong in itself, whatever files and games there are."""

    status = WRONG_USAGE

    def __init__(self, sentence: str, program: str = RefusalError.program) -> None:
        super().__init__(sentence)
        self.program = program
