"""The server's store: people, tables, choices and what was said, in SQLite.

Start with `store_protocol.py`; `sqlite_store.py` implements it.
"""
