"""A table and its seats: what a seat sees, what it may do, and what it looks up before it decides.

Start with `seat_protocol.py`, all that a screen knows of a game. `local_table.py` runs the game at a
keyboard, `local_seat.py` is one seat there.
"""
