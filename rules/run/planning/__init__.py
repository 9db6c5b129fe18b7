"""What bots search with: positions without texts, their scores, and paths through a turn.

Start with `searched_game.py`; `judge_position.py` says how good a position is.
"""
