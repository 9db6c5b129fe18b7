"""Runs games for people: tables with seats, the store of records, and replays."""

from host.game_stats import Chosen, Course, Series, course
from host.game_table import Bot, Bots, Table, open_table, resume_table
from host.local_replay import LocalReplay
from host.local_table import LocalSeat, LocalTable
from host.record_player import Playback
from host.record_store import Store, Stored, StoreError, load_record
from host.replay import Replay, Showing
from host.replay_record import Difference, Replayed, replay
from host.seat import OpenTable, Seat, TableInfo
from host.seat_client import Heard, Moment, SeatClient, Sight, Sitting, sit_down

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
