"""The table screen: the board, the current question, and what has changed.

Start with `table_state`: what a screen shows, without the screen. Each screen builds on the one before it:
`base_board_screen`, `event_playback_screen`, the one with hints in `advice`, and `table_screen`.
`table_stops` sets when the table waits.

- `answers`: how a question is answered. `panes`: what stands on the screen. `pages`: what opens from it.
- All of them look at a view with `view_lookup`, `view_diff`, `draw_odds` and `journey_words`.
"""
