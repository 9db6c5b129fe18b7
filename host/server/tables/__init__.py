"""Tables of a server: seats that wait, games that run, votes, clocks and what is said there.

Start with `table_base.py`, what all parts of a table know of it, and `hall_table.py`, the table itself.

- What a table has: `table_settings.py`, `table_codes.py`, `table_clock.py`, `table_talk.py`,
  `table_history.py`, `votes.py`.
- Its people: `person_at_table.py` is who is there, `person_table_actions.py` what they may do, `hall_seat.py`
  a seat or a replay that they have, `watched_seats.py` a seat that they look at.
- What happens: `table_run.py` keeps its game in a workroom, `turn_limits.py` says what follows when a time is
  over, `table_summary.py` and `table_lists.py` show it, `table_record_files.py` turns its game into a record
  and back.
"""
