"""A person at a table: who they are, what they see of it, and when they are told that it has changed."""

import asyncio
from collections.abc import Callable

from lazaretto.host.server.call_budgets import TokenBucket
from lazaretto.host.server.hall_protocol import TableHeard
from lazaretto.host.server.hall_views import Pointer, TableView
from lazaretto.host.server.store.store_rows import Person
from lazaretto.host.server.watched_tasks import WatchedTasks
from lazaretto.host.table.seat_protocol import OpenTable

TOLD = (20.0, 20.0)
"""How often somebody is told of changes at a table: in a second, and at once."""


class PersonAtTable:
    """A person at a table, to play or to watch, as the table knows them."""

    table: OpenTable
    """The seats that they have there."""

    def __init__(
        self,
        code: str,
        person: Person,
        made_by: str,
        watching: bool,
        shows: int | None,
        blocked: Callable[[], frozenset[str]],
        tasks: WatchedTasks,
    ) -> None:
        self.code, self.person, self.made_by = code, person, made_by
        self.watching, self.shows = watching, shows
        self.blocked = blocked
        """The names of those whose chat and pointing this person does not see."""
        self._tasks = tasks
        self._heard: TableHeard | None = None
        self._view: TableView | None = None
        """What the person sees now: a screen asks for it again and again."""
        self._told: TableView | None = None
        """What the person was told last."""
        self._news = TokenBucket(*TOLD, clock=asyncio.get_running_loop().time)
        self._later: asyncio.TimerHandle | None = None

    def look(self) -> TableView:
        """What the person sees now, made anew."""
        raise NotImplementedError

    @property
    def view(self) -> TableView:
        """What the person sees now besides the game."""
        if self._view is None:
            self._view = self.look()
        return self._view

    def listen(self, heard: TableHeard | None) -> None:
        """Be told of changes; None stops that."""
        self._heard, self._told = None, self.view
        if heard is not None:
            who, contained = self.person.name, self._tasks.contained
            self._heard = TableHeard(
                contained(heard.changed, person=who, table=self.code),
                contained(heard.pointed, person=who, table=self.code),
            )

    def tell(self, view: TableView) -> None:
        """Tell the person what has changed; to tell the same again would tell that others did something."""
        self._view = view
        if self._heard is not None and view != self._told:
            self._told = view
            self._news.owe()
            self._heard.changed(view)

    def tell_soon(self) -> None:
        """Tell the person what has changed: at once, or a little later if they were told much lately.

        Many people may be at a table, and change it in a flood. When somebody is told depends on nothing but
        what they were told before: that others did something may be a secret.
        """
        self._view = None
        if self._later is not None:
            return
        wait = self._news.debt
        if wait > 0:
            self._later = asyncio.get_running_loop().call_later(wait, self._tell)
        else:
            self._tell()

    def _tell(self) -> None:
        self._later = None
        if self._heard is not None:
            self.tell(self.look())

    def show(self, pointer: Pointer) -> None:
        """Show what somebody points at."""
        if self._heard is not None:
            self._heard.pointed(pointer)

    def look_away(self) -> None:
        """Get no more updates, because the owner of the seat ended that."""
        for seat in self.table.seats:
            seat.leave()
