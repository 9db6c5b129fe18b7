"""Plays many games: bots and simulation."""

from lab.bots import BOTS, Bot, KeenBot, RandomBot
from lab.game_rows import names_for, seed_of
from lab.report import Report
from lab.simulate import simulate

__all__ = ["BOTS", "Bot", "KeenBot", "RandomBot", "Report", "names_for", "seed_of", "simulate"]
