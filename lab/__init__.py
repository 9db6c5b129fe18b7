"""Plays many games: bots and simulation."""

from lazaretto.lab.game_rows import names_for, seed_of
from lazaretto.lab.playing.bots import BOTS, Bot, KeenBot, RandomBot
from lazaretto.lab.report import Report
from lazaretto.lab.simulate import simulate

__all__ = ["BOTS", "Bot", "KeenBot", "RandomBot", "Report", "names_for", "seed_of", "simulate"]
