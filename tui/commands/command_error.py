"""The exception with which a command stops: it holds one sentence for the user."""


class RefusalError(Exception):
    """A mistake of the player or author: printed on standard error, with status 1."""
