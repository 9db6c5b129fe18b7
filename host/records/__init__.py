"""Games as files: saved while they are played, locked, listed, replayed and counted.

Start with `autosaved_game.py`; `record_store.py` is the folder of all records, `local_replay.py` shows one
again.
"""
