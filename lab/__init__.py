"""Plays many games: bots and simulation."""

from lab.bots import BOTS, Bot, KeenBot, RandomBot
from lab.simulate import Report, names_for, seed_of, simulate

__all__ = ["BOTS", "Bot", "KeenBot", "RandomBot", "Report", "names_for", "seed_of", "simulate"]
