"""What a player has set, on this machine and for all games.

`user_settings.py` has the settings and their file, `player_names.py` which names players may have, and
`folders_played_from.py` the folders of scenarios from which somebody has played.
"""
