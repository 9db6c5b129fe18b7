"""How a command gives up: one exception with a sentence for the person in front of it."""


class RefusalError(Exception):
    """A player's or author's mistake: printed on standard error, status 1."""
