"""Guided games: texts that lead a player through the first choices of a game.

`read_guide.py` reads the file of a guide, `guide.py` has it as plain data, `check_guides.py` plays it to find
its mistakes, `messages.py` has the messages about them.
"""
