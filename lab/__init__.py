"""Plays many games: simulations and their reports, bots and hints, training.

Start with `simulate.py`. `series.py` plays the games by their numbers, `batches.py` in batches,
`playing_processes.py` has the processes; `game_rows.py`, `intervals.py` and `report.py` are what came of
them, `balance.py` compares numbers of players and difficulties, `messages.py` has the sentences. `playing/`
are the bots, `training/` is what teaches them.
"""

from typing import TYPE_CHECKING

from lazaretto.grammar.load_when_used import load_when_used

if TYPE_CHECKING:
    from lazaretto.lab.game_rows import names_for, seed_of
    from lazaretto.lab.playing.bots import BOTS, Bot, KeenBot, RandomBot
    from lazaretto.lab.report import Report

__all__ = ["BOTS", "Bot", "KeenBot", "RandomBot", "Report", "names_for", "seed_of"]

_NAMES = {
    "game_rows": (
        "names_for",
        "seed_of",
    ),
    "playing.bots": (
        "BOTS",
        "Bot",
        "KeenBot",
        "RandomBot",
    ),
    "report": ("Report",),
}
"""The names in each of our modules."""

if not TYPE_CHECKING:  # or any name would do for the type checker
    __getattr__ = load_when_used(__name__, _NAMES)
