"""Draws a random seed for a game if the player names none."""

USUAL = 1_000_000
"""The upper limit of random seeds, so that they are short enough to share."""


def drawn() -> int:
    """A random seed."""
    import secrets  # noqa: PLC0415 - every command loads this module, and few draw

    return secrets.randbelow(USUAL)
