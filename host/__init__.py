"""What people sit at: a table with its seats, the store of records, and a look back at them."""

from host.game_stats import Chosen, Course, Series, course
from host.game_table import Bot, Bots, Table, open_table, resume_table
from host.local_table import LocalSeat, LocalTable
from host.record_player import Playback, Showing
from host.record_store import Store, Stored, StoreError, load_record
from host.replay_record import Difference, Replay, replay
from host.seat import Heard, Moment, Seat, Sight, Sitting

__all__ = [
    "Bot",
    "Bots",
    "Chosen",
    "Course",
    "Difference",
    "Heard",
    "LocalSeat",
    "LocalTable",
    "Moment",
    "Playback",
    "Replay",
    "Seat",
    "Series",
    "Showing",
    "Sight",
    "Sitting",
    "Store",
    "StoreError",
    "Stored",
    "Table",
    "course",
    "load_record",
    "open_table",
    "replay",
    "resume_table",
]
