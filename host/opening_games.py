"""What opening a saved game takes: its record, its lock, and the table that is ready."""

from dataclasses import dataclass

from lazaretto.host.autosaved_game import Table
from lazaretto.host.lobby_protocol import Access, HeldError, KeptGame, LobbyError
from lazaretto.host.record_lock import HeldRecordError, RecordLock, lock_record, take_over_record
from lazaretto.host.record_store import held, load_record
from lazaretto.rules import Record
from lazaretto.rules.run.record_file import RecordError


@dataclass(frozen=True, slots=True)
class Prepared:
    """A table that is ready, and the messages to show at the start."""

    table: Table
    notices: tuple[str, ...] = ()
    resumed: bool = False


def lock_kept(kept: KeptGame, access: Access) -> RecordLock | None:
    """Lock a saved game, if this kind of access needs it.

    Raises:
        HeldError: another process has it open.
    """
    if access is Access.TAKE_OVER:
        return take_over_record(kept.path)
    if access is not Access.PLAY:
        return None
    try:
        return lock_record(kept.path)
    except HeldRecordError as error:
        raise HeldError(held(kept.name, error.holder)) from None


def record_of(kept: KeptGame) -> Record:
    """The record of a listed game.

    Raises:
        LobbyError: the file is damaged.
    """
    if kept.summary is None:
        raise LobbyError(kept.problem)
    try:
        return load_record(kept.path)
    except RecordError as error:
        raise LobbyError(str(error)) from None
