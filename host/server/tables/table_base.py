"""What all parts of a table know of it: its rows, people, clock, chat and votes, and how it is stored."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime
from time import monotonic
from typing import Any, TypeVar

from lazaretto.host.crash_report import without_file
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_services import HallServices, refused
from lazaretto.host.server.hall_views import Pace, State
from lazaretto.host.server.store.store_protocol import ServerStore
from lazaretto.host.server.store.store_rows import ClockRow, Person, SeatRow, TableRow
from lazaretto.host.server.tables.hall_seat import HallSeat
from lazaretto.host.server.tables.person_at_table import PersonAtTable
from lazaretto.host.server.tables.table_clock import TableClock
from lazaretto.host.server.tables.table_history import TableHistory
from lazaretto.host.server.tables.table_settings import GameOrder
from lazaretto.host.server.tables.table_talk import TableTalk
from lazaretto.host.server.tables.votes import Votes
from lazaretto.host.server.tables.watched_seats import SharedSeats
from lazaretto.host.server.workers.workroom_protocol import Progress

Found = TypeVar("Found")


class TableBase:
    """A table as its parts know it; `HallTable` is what people do with it."""

    def __init__(
        self,
        services: HallServices,
        row: TableRow,
        order: GameOrder,
        seats: tuple[SeatRow, ...],
        clock: ClockRow | None = None,
    ) -> None:
        self.services = services
        self.row, self.order, self.seats = row, order, seats
        self.clock = TableClock(row.code, clock or ClockRow())
        self.reminded = self.clock.row.turn_began
        """The beginning of the last turn of which people were reminded."""
        self.progress = Progress(0, ())
        self.notice = ""
        self.places: list[PersonAtTable] = []
        """The people who are at the table now."""
        self.votes, self.shared = Votes(self.limits), SharedSeats(self.limits)
        self.talk = TableTalk(row.code, self.limits)
        self.clients: list[HallSeat] = []
        """The clients of the seats, and those who watch."""
        self.history = TableHistory()
        self.standing_in: dict[int, str] = {}
        """The bots that play seats until their owners come back."""
        self.seating = asyncio.Lock()
        """Held while seats are taken, left or handed over."""
        self.used_at = monotonic()
        """When somebody went to the table last, by the clock of the process."""

    @property
    def code(self) -> str:
        """The code of the table."""
        return self.row.code

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""
        return self.services.bots

    @property
    def limits(self) -> HallLimits:
        """How much of something there may be."""
        return self.services.limits

    @property
    def state(self) -> State:
        """Where the table stands."""
        return State(self.row.state.value)

    @property
    def refusal(self) -> str:
        """Why nobody may choose now; empty if they may."""
        return self.clock.refusal

    # --- its people ----------------------------------------------------------------------------------

    def holds(self, person: int) -> tuple[int, ...]:
        """The seats of a person."""
        return tuple(seat.number for seat in self.seats if seat.person == person)

    def here(self) -> frozenset[str]:
        """The names of the people who are at the table."""
        return frozenset(place.person.name for place in self.places)

    def owner(self, number: int) -> str:
        """The person who holds a seat; empty if nobody does."""
        return next((seat.name for seat in self.seats if seat.number == number), "")

    def players(self) -> frozenset[str]:
        """The names of the people who hold seats."""
        return frozenset(seat.name for seat in self.seats if seat.person is not None)

    def players_and_bots(self) -> tuple[SeatRow, ...]:
        """The seats as they are played now: bots stand in for some."""
        return tuple(replace(seat, bot=self.standing_in.get(seat.number, seat.bot)) for seat in self.seats)

    def side_of(self, person: int) -> str:
        """The name of a person's side; empty if they have none of their own, or also sit on another one.

        Only a side that everybody knows has a channel of its own. The game says who plays together; its
        secrets are none of that, so a game in which somebody plays against the others in secret has no sides.
        """
        mine, team = {*self.holds(person)}, {*self.progress.team}
        others = {seat.person for seat in self.seats if seat.number in team} - {person, None}
        return say.TEAM() if mine and mine <= team and others else ""

    def last_chooser(self) -> str:
        """The person who made the last choice of a person; empty if there is none."""
        people = {seat.number: seat.name for seat in self.seats if seat.person is not None}
        last = self.history.last_of({*people})
        return "" if last is None else people[last]

    # --- whom it waits for ---------------------------------------------------------------------------

    def asked_people(self) -> tuple[str, ...]:
        """The names of the people whom the table waits for."""
        asked = self.progress.asked
        people = (seat.name for seat in self.seats if seat.person is not None and seat.number in asked)
        return tuple(dict.fromkeys(people))

    def turn_ends(self) -> datetime | None:
        """When the time of those whom the table waits for is over; None if there is no limit, or a pause."""
        if self.state is not State.RUNNING or self.row.pace != Pace.DAYS.value:
            return None
        return self.clock.ends(self.order.hours)

    def has_time(self, person: str, now: datetime) -> bool:
        """Whether a person need not be there now: at a table over days, unless their time is over."""
        if self.row.pace != Pace.DAYS.value:
            return False
        ends = self.turn_ends()
        return person not in self.asked_people() or ends is None or now <= ends

    # --- the store, and who is told ------------------------------------------------------------------

    async def do(self, work: Callable[[ServerStore], Found]) -> Found:
        """Do something with the store.

        Raises:
            HallError: the store refuses.
        """
        return await refused(self.services.do(work))

    async def load(self) -> None:
        """Read what the store has of the table, once.

        Raises:
            HallError: the store refuses.
        """
        if self.history.loaded:
            return
        limit = self.limits.lines_shown
        rows, lines = await self.do(
            lambda store: (store.choices.all(self.code), store.chat.lines(self.code, limit=limit))
        )
        self.history.take(rows)
        self.talk.take(lines)

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something that nobody waits for."""
        self.services.spawn(work)

    def tell(self) -> None:
        """Tell everybody at the table, and the hall, that something has changed."""
        for place in self.places:
            place.tell_soon()
        self.services.changed()

    def say_notice(self, notice: str) -> None:
        """Tell everybody at the table why they cannot play now; an empty text: they can."""
        self.notice = without_file(notice)
        self.tell()

    async def announce(self, text: str) -> None:
        """Write a line of the server into the chat."""
        await self.say(None, text)

    async def say(self, person: Person | None, text: str, signal: bool = False, side: str = "") -> None:
        """Store a line of chat and show it to everybody at the table, or to one side."""
        await refused(self.talk.say(self.services, person, text, signal, side))
        self.tell()
