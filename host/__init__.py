"""What people sit at: a table with its seats, the store of records, and a look back at them."""

from host.course import Chosen, Course, Series, course
from host.local import LocalSeat, LocalTable
from host.playback import Playback, Showing
from host.replay import Difference, Replay, replay
from host.seat import Heard, Moment, Seat, Sight, Sitting
from host.store import Store, Stored, StoreError, load_record
from host.table import Bot, Bots, Table, open_table, resume_table

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
