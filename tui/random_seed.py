"""Draws a random seed for a game if the player names none."""

import secrets

USUAL = 1_000_000
"""The upper limit of random seeds, so that they are short enough to share."""


def drawn() -> int:
    """A random seed."""
    return secrets.randbelow(USUAL)
