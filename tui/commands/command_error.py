"""The exception with which a command stops: it holds one sentence for the user."""

INTERRUPTED = 130
"""The status of a command that Ctrl-C has ended."""


class RefusalError(Exception):
    """A mistake of the player or author: printed on standard error, with status 1."""
