"""Makes a seed for a bot from what its seat knows, so that what it does tells nothing else."""

from zlib import crc32

from lazaretto.rules import Game

LINES = 9
"""How many of the last lines of the log count."""


def seat_seed(game: Game, seat: int) -> int:
    """Return a seed for the present decision of a seat; it changes with each of its choices."""
    own = sum(each == seat for each, _ in game.choices(seat))
    log = game.log(seat)
    return crc32(f"{seat} {game.turns} {own} {len(log)} {log[-LINES:]}".encode())
