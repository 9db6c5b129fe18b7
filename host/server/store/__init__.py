"""The server's store: people, tables, choices and what was said, in SQLite.

Start with `store_protocol.py`, all calls, and `store_rows.py`, what they pass. `sqlite_store.py` implements
them, with `sqlite_people.py` and `sqlite_tables.py` on `sqlite_database.py`; `schema.py` has the tables and
their migrations, `ban_values.py` what a ban hits, `store_messages.py` the sentences.
"""
