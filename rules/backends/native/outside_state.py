"""Lays out what is not part of a state: what a decision needs besides, and notes about games."""

from lazaretto.rules.run.compiled_game import CompiledGame

_PENDING = 48
_FAULT = 64
_CALLS = 16 * 1_001
_FORCED = 1 << 20
"""The room for the automatic answers of one decision."""
WATCHED = 256
"""How many cells can be watched."""


class Room:
    """Gives out addresses, one after the other."""

    def __init__(self, start: int) -> None:
        self.next = start

    def bytes(self, size: int) -> int:
        """Return the address of some bytes, a multiple of 8."""
        found = self.next
        self.next = found + (size + 7 & -8)
        return found

    def word(self) -> int:
        """Return the address of a number."""
        return self.bytes(8)


def before_state(room: Room) -> dict[str, int]:
    """Lay out what is not part of a state and used often: machine code reaches low addresses at once."""
    return {
        "place": room.word(),
        "fault": room.bytes(_FAULT),
        "pending": room.bytes(_PENDING),
        "given": room.word(),
        "depth": room.word(),
        "looking": room.word(),
        "ratings": room.word(),
        "looked": room.word(),
        "stopped": room.word(),
        "source": room.word(),
        "weighed": room.word(),
        "arena_kept": room.word(),
        "epoch": room.word(),
        "lists_changed": room.word(),
        "journal_next": room.word(),
        "told_next": room.word(),
        "quiet": room.word(),
        "scratch_next": room.word(),
        "arena_next": room.word(),
    }


def behind_state(room: Room, tables: CompiledGame, streams: int, cells: int) -> dict[str, int]:
    """Lay out everything else that is not part of a state."""
    return {
        "calls": room.bytes(_CALLS),
        "opened": room.bytes(8 * (1 + WATCHED)),
        "watched": room.bytes(8 * (1 + WATCHED)),
        "done": room.bytes(8 * len(tables.actions)),
        "moved": room.bytes(8 * tables.pieces),
        "began": room.bytes(8 * tables.pieces),
        "unmoved": room.bytes(8 + 8 * tables.pieces),
        "stream_words": room.bytes(8 * streams),
        "mark_counts": room.bytes(8 * cells),
        "board_hash": room.bytes(32),
        "forced": room.bytes(_FORCED),
        "forced_end": room.next,
    }
