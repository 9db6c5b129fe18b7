"""What people sit at: a table with its seats, and the store of records."""

from host.replay import Difference, Replay, replay
from host.store import Store, Stored, StoreError, load_record
from host.table import Table, open_table, resume_table

__all__ = [
    "Difference",
    "Replay",
    "Store",
    "StoreError",
    "Stored",
    "Table",
    "load_record",
    "open_table",
    "replay",
    "resume_table",
]
