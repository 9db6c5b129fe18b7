"""Which engine plays a game: Python, or native code where it pays.

Start with `engines.py`; `many_games.py` plays many at once in native code.
"""
