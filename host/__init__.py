"""Runs games for people: tables with seats, the store of records, and replays.

Start with `table/`, a table and its seats, and `lobby/`, how one comes to it. `records/` are the files of
games, `campaigns/` games that follow each other, `settings/` what a player has set. `wire/` carries tables
over a connection, `server/` runs them for many people. `messages.py` has the sentences, `crash_report.py`
what happens when something fails that nobody expected.
"""

from typing import TYPE_CHECKING

from lazaretto.grammar.load_when_used import load_when_used

if TYPE_CHECKING:
    from lazaretto.host.records.autosaved_game import Bot, Bots, Table, open_table, resume_table
    from lazaretto.host.records.game_stats import Chosen, Course, Series, course
    from lazaretto.host.records.local_replay import LocalReplay, Playback
    from lazaretto.host.records.record_store import Store, Stored, StoreError, load_record
    from lazaretto.host.records.replay_protocol import Replay, Showing
    from lazaretto.host.records.rerun_record import Difference, Replayed, replay
    from lazaretto.host.table.local_seat import LocalSeat
    from lazaretto.host.table.local_table import LocalTable
    from lazaretto.host.table.seat_client import Heard, Moment, SeatClient, Sight, Sitting, sit_down
    from lazaretto.host.table.seat_protocol import OpenTable, Seat, TableInfo

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

_NAMES = {
    "records.autosaved_game": (
        "Bot",
        "Bots",
        "Table",
        "open_table",
        "resume_table",
    ),
    "records.game_stats": (
        "Chosen",
        "Course",
        "Series",
        "course",
    ),
    "records.local_replay": (
        "LocalReplay",
        "Playback",
    ),
    "records.record_store": (
        "Store",
        "Stored",
        "StoreError",
        "load_record",
    ),
    "records.replay_protocol": (
        "Replay",
        "Showing",
    ),
    "records.rerun_record": (
        "Difference",
        "Replayed",
        "replay",
    ),
    "table.local_seat": ("LocalSeat",),
    "table.local_table": ("LocalTable",),
    "table.seat_client": (
        "Heard",
        "Moment",
        "SeatClient",
        "Sight",
        "Sitting",
        "sit_down",
    ),
    "table.seat_protocol": (
        "OpenTable",
        "Seat",
        "TableInfo",
    ),
}
"""The names in each of our modules."""

if not TYPE_CHECKING:  # or any name would do for the type checker
    __getattr__ = load_when_used(__name__, _NAMES)
