"""Plays many games: simulations and their reports, bots and hints, training.

Start with `simulate.py`. `series.py` plays the games by their numbers, `batches.py` in batches,
`playing_processes.py` has the processes; `game_rows.py`, `intervals.py` and `report.py` are what came of
them, `balance.py` compares numbers of players and difficulties, `messages.py` has the sentences. `playing/`
are the bots, `training/` is what teaches them.
"""

from lazaretto.lab.game_rows import names_for, seed_of
from lazaretto.lab.playing.bots import BOTS, Bot, KeenBot, RandomBot
from lazaretto.lab.report import Report
from lazaretto.lab.simulate import simulate

__all__ = ["BOTS", "Bot", "KeenBot", "RandomBot", "Report", "names_for", "seed_of", "simulate"]
