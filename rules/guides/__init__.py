"""Guided games: texts that lead a player through the first choices of a game."""
