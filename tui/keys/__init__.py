"""The key registry: every action of the full screen, its keys, its texts, and where it applies.

Screens look up the action of a key here. Hint bars, help pages, the command palette and the tables in
`docs/playing.md` are generated from the same entries, so a key that a player changes changes everywhere.

`keymap` is what screens ask. `registry` joins the entries of `app_keys`, `launcher_keys`, `table_keys`,
`hall_keys`, `replay_keys`, `reading_keys` and `widget_keys`, which are written in the types of
`registry_types`; `key_names` converts names of keys.
"""
