"""A table and its seats: what a seat sees, what it may do, and what it looks up before it decides.

Start with `seat_protocol.py`, all that a screen knows of a game.

- The seat: `stop_settings.py` is what its player sets about windows, `seat_client.py` puts its view
  together on the side of the screen.
- The table in this process: `local_table.py` runs the game, `local_seat.py` is one seat, `seat_updates.py`
  what it is sent. `window_stops.py` decides where the table waits, `shared_keyboard_secrets.py` who tells
  each other everything, `view_shows_secrets.py` which views have secrets.
- Looking before choosing: `actions_on.py`, `journeys.py`, `hint_search.py` and, of a finished game,
  `win_chance_over_game.py`; `lookup_budget.py` bounds all of that.
"""
