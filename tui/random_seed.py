"""Where the seed of a game comes from when nobody names one."""

import secrets

USUAL = 1_000_000
"""Below this a seed is drawn by lot: short enough to be told to somebody."""


def drawn() -> int:
    """A seed that nobody chose."""
    return secrets.randbelow(USUAL)
