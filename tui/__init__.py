"""The user interface: the command line, the full-screen app and the line mode.

It uses a game only through the game's public interface. `__main__` runs one command of `commands`;
`command_line` reads its words. `lazaretto play` starts `app` (full-screen) or `line.mode` (plain lines); a
server shows each person `hall.hall_app` or `hall.line_hall`.

- Apps: `app_for_screens` is what screens know of the app that shows them, `base_app` opens the screens and
  recovers from failures (`repeated_failures`), `app` is the one of this machine.
- Screens: `launcher` and `hall` at the bottom; above them `table`, `guide`, `replay` and `reading`.
- What screens are made of: `widgets`, `look`, `board`, `keys`, `terminal`.
- Plain lines: `line`; the output of commands: `export`, `simulation`, `statistics_text`.
- Words: `messages` holds every sentence; `shared_texts`, `bot_advice` and `bot_names` say the same on screen
  and in lines; `safe_output` prints. `random_seed` draws a seed. `per_view`
  keeps what is worked out from a view.
"""
