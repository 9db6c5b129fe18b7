"""The lobby: which scenarios there are, and how a game begins, goes on or is shown again.

Start with `lobby_protocol.py`, what the screens ask for. `local_lobby.py` answers at a keyboard, with
programs from `program_loader.py`; `native_engine.py` gives bots native code as soon as
`fill_native_cache.py`, a process of its own, has compiled it.
"""
