"""Which engine plays a game: Python, or native code where it pays.

Start with `choose_engine.py`; `engine_names.py` has the names and errors of engines, `messages.py`
what is said about them. `native_program.py` makes native code of a program, `many_games.py` plays many games
in it, and `native_plans.py` lets bots search in it.
"""
