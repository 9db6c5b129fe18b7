"""The record of a table in a workroom: the hall stores every change before anybody is told."""

from collections.abc import Callable
from threading import Event

from lazaretto.host.record_lock import RecordLock
from lazaretto.host.record_store import StoreError, UnkeptError
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.workroom_protocol import Taken
from lazaretto.rules import Record
from lazaretto.rules.run.record_file import RecordError

PATIENCE = 60.0
"""Seconds after which a table gives up waiting for the hall."""

Choices = tuple[tuple[int, str], ...]


def changes_between(before: Choices, after: Choices) -> tuple[Taken, ...]:
    """The changes that turn one list of choices into another."""
    kept = 0
    for one, other in zip(before, after, strict=False):
        if one != other:
            break
        kept += 1
    added = [Taken(number, *choice) for number, choice in enumerate(after[kept:], kept)]
    return (Taken(kept), *added) if kept < len(before) and not added else tuple(added)


def choices_after(changes: list[Taken]) -> Choices:
    """The choices that are left after all changes."""
    found: list[tuple[int, str]] = []
    for each in changes:
        del found[each.kept :]
        if each.key:
            found.append((each.seat, each.key))
    return tuple(found)


class HallRecords:
    """Keeps the record of one table by sending its changes to the hall."""

    def __init__(self, append: Callable[[int, tuple[Taken, ...]], None], choices: Choices) -> None:
        """Begin with stored choices; `append` sends numbered changes, from any thread."""
        self._append = append
        self._stored = choices
        self._number = 0
        self._answered = Event()
        self._error = ""
        self._closed = ""
        """Why nothing is stored any more."""

    def answer(self, number: int, error: str) -> None:
        """Take the hall's answer to a change."""
        if number == self._number:
            self._error = error
            self._answered.set()

    def close(self, why: str) -> None:
        """Store nothing more; whoever waits for an answer gets this one."""
        self._closed = why
        self._answered.set()

    def save(self, name: str, record: Record, lock: RecordLock | None = None) -> str:
        """Send what has changed, and wait until the hall has stored it.

        Raises:
            UnkeptError: the hall could not store it, or did not answer.
            StoreError: the table is closed.
        """
        changes = changes_between(self._stored, record.choices)
        if not changes:
            return ""
        self._number += 1
        self._answered.clear()
        if not self._closed:  # it may be closed at any moment, and then ends the wait
            self._append(self._number, changes)
            if not self._answered.wait(PATIENCE):
                raise UnkeptError(say.SILENT())
        if self._closed:
            raise StoreError(self._closed)
        if self._error:
            raise UnkeptError(self._error)
        self._stored = record.choices
        return ""

    # --- what only files need --------------------------------------------------------------------

    def place(self, name: str) -> str:
        """Nothing: players need not know where a server keeps its games."""
        return ""

    def lock(self, name: str) -> RecordLock | None:
        """No lock: nobody else writes to a table of the hall."""
        return None

    def claim(self, scenario: str) -> tuple[str, RecordLock | None]:
        """Refuse: the hall names its tables itself."""
        raise StoreError(say.SILENT())

    def expect(self, name: str, record: Record) -> None:
        """Nothing: the changes say what they follow."""

    def load(self, name: str) -> Record:
        """Refuse: a table never reads its record again."""
        raise RecordError(say.SILENT())

    def stamp(self, name: str) -> tuple[int, ...]:
        """Nothing changes behind the table's back."""
        return ()
