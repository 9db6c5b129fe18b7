"""Why a server's store refuses a call."""

from lazaretto.host.server import store_messages as say


class ServerStoreError(Exception):
    """The store refuses, or its database does; the message is a sentence for the operator."""

    @property
    def told(self) -> str:
        """The sentence for everybody else."""
        return str(self)


class UnusableError(ServerStoreError):
    """The database refuses; what the operator reads names its file."""

    @property
    def told(self) -> str:
        """The sentence for everybody else."""
        return say.STORE_UNUSABLE()


class BusyError(UnusableError):
    """Another process has been writing for too long."""


class MissingRowError(ServerStoreError):
    """There is no such person, key, table, seat or ban."""


class TakenError(ServerStoreError):
    """Somebody has this name, key, code or seat already."""


class InvalidError(ServerStoreError):
    """A value has a form that the store does not take."""


class KeyCodeError(ServerStoreError):
    """A one-time code is wrong, used or expired; the message does not say which."""


class LastKeyError(ServerStoreError):
    """Without this key the person could not log in any more."""


class ClosedTableError(ServerStoreError):
    """The table is closed, or its game has begun, so this cannot change any more."""


class StaleError(ServerStoreError):
    """The table's history has gone on since: `last` is the number of its last row."""

    def __init__(self, message: str, last: int) -> None:
        super().__init__(message)
        self.last = last
