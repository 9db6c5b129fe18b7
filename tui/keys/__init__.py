"""The key registry: every action of the full screen, its keys, its texts, and where it applies.

Screens look up the action of a key here. Hint bars, help pages, the command palette and the tables in
`docs/playing.md` are generated from the same entries, so a key that a player changes changes everywhere.
"""
