"""Tables of a server: seats that wait, games that run, votes, clocks and what is said there.

Start with `hall_table.py`, a table; `table_run.py` runs its game.
"""
