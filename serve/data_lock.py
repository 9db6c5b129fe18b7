"""The lock on the data folder of a server: one server at a time uses it."""

from pathlib import Path

from lazaretto.host.record_lock import HeldRecordError, RecordLock, lock_record
from lazaretto.host.server.sqlite_store import DATABASE
from lazaretto.serve import messages as say
from lazaretto.serve.config import ConfigError


def lock_data(folder: Path) -> RecordLock:
    """Lock the folder until the lock is released or the process ends, however it ends.

    The operator's commands and backups need no lock: they write in transactions, and the server notices.

    Raises:
        ConfigError: another server uses the folder, or it cannot be made.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(say.NO_DATA(folder=folder, reason=error.strerror or str(error))) from None
    try:
        return lock_record(folder / DATABASE)
    except HeldRecordError as error:
        process = error.holder.process
        told = (
            say.DATA_IN_USE_BY(folder=folder, process=process) if process else say.DATA_IN_USE(folder=folder)
        )
        raise ConfigError(told) from None
