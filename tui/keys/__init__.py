"""The registry of keys: every action of the full screen, its keys, its words, and where it applies.

Screens turn a key into an action here. Hint bars, help pages, the command palette and the tables in
`docs/playing.md` are made from the same entries, so a key that a player changes is shown everywhere.
"""
