"""What plays many games: bots and simulation."""

from lab.bots import BOTS, Bot, RandomBot
from lab.simulate import Report, names_for, seed_of, simulate

__all__ = ["BOTS", "Bot", "RandomBot", "Report", "names_for", "seed_of", "simulate"]
