"""Runs games for people: tables with seats, the store of records, and replays."""

from lazaretto.host.autosaved_game import Bots, Table, open_table, resume_table
from lazaretto.host.game_stats import Chosen, Course, Series, course
from lazaretto.host.kept_bots import Bot
from lazaretto.host.local_replay import LocalReplay
from lazaretto.host.local_seat import LocalSeat
from lazaretto.host.local_table import LocalTable
from lazaretto.host.record_checkpoints import Playback
from lazaretto.host.record_store import Store, Stored, StoreError, load_record
from lazaretto.host.replay_protocol import Replay, Showing
from lazaretto.host.rerun_record import Difference, Replayed, replay
from lazaretto.host.seat_protocol import OpenTable, Seat, TableInfo
from lazaretto.host.seat_view_assembly import Heard, Moment, SeatClient, Sight, Sitting, sit_down

__all__ = [
    "Bot",
    "Bots",
    "Chosen",
    "Course",
    "Difference",
    "Heard",
    "LocalReplay",
    "LocalSeat",
    "LocalTable",
    "Moment",
    "OpenTable",
    "Playback",
    "Replay",
    "Replayed",
    "Seat",
    "SeatClient",
    "Series",
    "Showing",
    "Sight",
    "Sitting",
    "Store",
    "StoreError",
    "Stored",
    "Table",
    "TableInfo",
    "course",
    "load_record",
    "open_table",
    "replay",
    "resume_table",
    "sit_down",
]
