"""Screens to read: the rulebook of a game, and how a game went.

- Rulebook: `rulebook_layout` sets the text, `rulebook_screen` shows it, `rulebook_export` writes it to a
  file.
- End: `ending_screen`, with the bars of `game_course_chart` and the `turning_points`.
"""
