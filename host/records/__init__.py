"""Games as files: saved while they are played, locked, listed, replayed and counted.

Start with `autosaved_game.py`, a game and its record.

- On disk: `record_store.py` is the folder of all records, `record_lock.py` lets one process play each.
- Again: `rerun_record.py` replays a record, `replay_protocol.py` is what a viewer asks for, `local_replay.py`
  answers it, and `share_line.py` says what others need for the same game.
- Counted: `game_stats.py` for one game, `statistics.py` for all games of a player.
"""
