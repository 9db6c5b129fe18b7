"""Screens to read: the rulebook of a game, and how a game went."""
