"""The screens before a game: the scenarios and saved games, the setup of a new game, the settings.

`launcher_screen` has the list (`entry_list` of `entries`) on the left and `detail_pane` with
`entry_description` on the right. `setup_screen` and `settings_screen` open from it. All show hints from
`key_hints` and a `message_line`.
"""
