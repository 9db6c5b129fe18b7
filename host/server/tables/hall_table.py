"""One table of the hall: its seats, the people at it, its chat and votes, and its game in a workroom."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import replace
from time import monotonic
from typing import Any, TypeVar

from lazaretto.host.crash_report import without_file
from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.records.replay_protocol import Replay, Showing
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.fair_queue import NOBODY
from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_office import Office, refused
from lazaretto.host.server.hall_place import Place
from lazaretto.host.server.hall_views import HallError, State, TableListing, TableView
from lazaretto.host.server.store.store_protocol import ServerStore
from lazaretto.host.server.store.store_rows import ClockRow, Person, SeatRow, TableRow, TableState
from lazaretto.host.server.tables import table_views
from lazaretto.host.server.tables.hall_replay import HallReplay
from lazaretto.host.server.tables.hall_seat import HallSeat
from lazaretto.host.server.tables.shared_seats import SharedSeats, watched_seat
from lazaretto.host.server.tables.table_clock import TableClock
from lazaretto.host.server.tables.table_history import TableHistory, store_beginning, store_changes
from lazaretto.host.server.tables.table_run import TableRun
from lazaretto.host.server.tables.table_settings import GameOrder
from lazaretto.host.server.tables.table_talk import TableTalk
from lazaretto.host.server.tables.votes import Votes
from lazaretto.host.server.workers.worker_pool import RemoteWorkroom
from lazaretto.host.server.workers.workroom_protocol import Append, Progress
from lazaretto.host.table.seat_protocol import OpenTable, Seat

IDLE = 60.0
"""Seconds after which a table that everybody has left is put away."""

Found = TypeVar("Found")


class HallTable:
    """A table of the hall."""

    def __init__(
        self,
        office: Office,
        row: TableRow,
        order: GameOrder,
        seats: tuple[SeatRow, ...],
        clock: ClockRow | None = None,
    ) -> None:
        self.office = office
        self.row, self.order, self.seats = row, order, seats
        self.clock = TableClock(row.code, clock or ClockRow())
        self.reminded = self.clock.row.turn_began
        """The beginning of the last turn of which people were reminded."""
        self.progress = Progress(0, ())
        self.notice = ""
        self.places: list[Place] = []
        """The places of the people who are at the table now."""
        self.votes, self.shared = Votes(office.limits), SharedSeats(office.limits)
        self.talk = TableTalk(row.code, office.limits)
        self.clients: list[HallSeat] = []
        """The clients of the seats, and those who watch."""
        self.run = TableRun(self)
        self.history = TableHistory()
        self.standing_in: dict[int, str] = {}
        """The bots that play seats until their owners come back."""
        self.seating = asyncio.Lock()
        """Held while seats are taken, left or handed over."""
        self.used_at = monotonic()
        """When somebody went to the table last, by the clock of the process."""

    # --- what is seen --------------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The code of the table."""
        return self.row.code

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""
        return self.office.bots

    @property
    def limits(self) -> HallLimits:
        """How much of something there may be."""
        return self.office.limits

    @property
    def state(self) -> State:
        """Where the table stands."""
        return State(self.row.state.value)

    @property
    def has_ended(self) -> bool:
        """Whether the game is over or the table closed, and nobody is here."""
        return self.state in (State.OVER, State.CLOSED) and not self.places and self.run.room is None

    @property
    def refusal(self) -> str:
        """Why nobody may choose now; empty if they may."""
        return self.clock.refusal

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

    def listing(self, person: int, made_by: str, invited: bool = False) -> TableListing:
        """The table in the list of the person with an id."""
        return table_views.listing(self, person, made_by, invited)

    def view(self, place: Place) -> TableView:
        """What somebody at the table sees besides the game."""
        return table_views.view(self, place)

    def spawn(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something that nobody waits for."""
        self.office.spawn(work)

    def tell(self) -> None:
        """Tell everybody at the table, and the hall, that something has changed."""
        for place in self.places:
            place.tell_soon()
        self.office.changed()

    # --- coming and going --------------------------------------------------------------------------

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

    async def begin(self, order: GameOrder) -> None:
        """Begin the game: the names of the players and the time of the first turn are stored with it."""
        row = self.row
        self.row, self.clock.row = await self.do(lambda store: store_beginning(store, row, order))
        self.order = order
        await self.announce(say.GAME_BEGINS())

    async def sit(self, place: Place) -> OpenTable:
        """Make the seats of somebody who comes to the table.

        Raises:
            HallError: the table cannot be set up.
        """
        info = await self.run.info(place.person.id)
        for each in self.standing_in.keys() & {*self.holds(place.person.id)}:
            await self.stand_in(each, "")
        mine = self.holds(place.person.id)  # with nothing to wait for between this and the seats
        if place.watching:
            self._may_watch(place)
        elif not mine:
            raise HallError(say.NO_SEAT_OF_YOURS())
        keyboard = frozenset(mine)
        seats = tuple(
            HallSeat(self, each, self.order.players[each], keyboard, place.person.id) for each in mine
        )
        if place.watching:
            seats = (watched_seat(self, place.shows, self.order.players, self.seats),)
        if place.person.name not in self.here():
            self.votes.end_about(mine)  # nobody asked those who were away
        self.clients += seats
        self.places.append(place)
        self.tell()
        return OpenTable(info, seats)

    def _may_watch(self, place: Place) -> None:
        most = self.limits.watchers_per_table
        if place.watching and sum(each.watching for each in self.places) >= most:
            raise HallError(say.TOO_MANY_WATCHERS(most=most))
        if place.shows is not None and self.shared.sees(place.person) != place.shows:
            raise HallError(say.NO_LEAVE())

    def stand_up(self, *places: Place) -> None:
        """Somebody goes away, from some places at once."""
        leaving = [each for each in places if each in self.places]
        if not leaving:
            return
        self.places = [each for each in self.places if each not in leaving]
        for place in leaving:
            for seat in place.table.seats:
                seat.leave()
            if not any(each.watching and each.person.id == place.person.id for each in self.places):
                self.votes.withdraw(place.person.id)
        self._rest_later()
        self.tell()

    def _rest_later(self) -> None:
        if not self.places:
            asyncio.get_running_loop().call_later(IDLE, self._rest)

    def _rest(self) -> None:
        """Keep nothing but what the store has, if nobody has come back."""
        if not self.places and self.run.room is not None:
            self.office.spawn(self.run.put_away())

    async def look(self) -> None:
        """Find out where the table stands, for the list of tables; no game is kept here afterwards."""
        if self.state is State.OPEN:
            await self.load()
            self.office.changed()
        if self.state is State.RUNNING and self.run.room is None:
            try:
                await self.run.info(NOBODY)
            except HallError as error:
                self.notice = str(error)
                return
            if not self.places:
                await self.run.put_away()
            self.office.changed()

    async def read_seats(self) -> None:
        """Read again who sits where."""
        self._set_seats(await self.do(lambda store: store.seats.at(self.code)))

    def _set_seats(self, seats: tuple[SeatRow, ...]) -> None:
        """Note who sits where; who lost a seat, even while away, plays, sees and shows nothing more of it."""
        owners, before = {seat.number: seat.person for seat in seats}, {seat.person for seat in self.seats}
        changed = tuple(seat.number for seat in self.seats if seat.person != owners[seat.number])
        left = tuple(seat.number for seat in self.seats if seat.person not in (None, owners[seat.number]))
        self.seats = seats
        self.votes.end_about(changed)
        self.votes.keep_those_of({each for each in owners.values() if each is not None})
        self.shared.end(left)
        self._end_looks({each for each in owners.values() if each is not None} - before)
        for number in left:
            self.standing_in.pop(number, None)
        for client in list(self.clients):
            if client.viewer is not None and owners[client.viewer] != client.person:
                client.leave()

    def show(self, person: Person, seat: int) -> None:
        """Let somebody who watches look at a seat, and at no other one.

        Raises:
            HallError: too many may look at seats of this table.
        """
        self.shared.allow(person, seat)
        self._look_away({person.id}, seat)

    def _end_looks(self, players: Collection[int]) -> None:
        """Those who have taken seats look at no other ones: their owners let in somebody who only watched."""
        self.shared.forget(players)
        self._look_away(players)

    def _look_away(self, people: Collection[int], but: int | None = None) -> None:
        for place in self.places:
            if place.person.id in people and place.shows not in (None, but):
                place.look_away()

    # --- the game ----------------------------------------------------------------------------------

    async def seat_for(self, seat: HallSeat) -> Seat:
        """The seat in the workroom."""
        return await self.run.seat(seat)

    def players_and_bots(self) -> tuple[SeatRow, ...]:
        """The seats as they are played now: bots stand in for some."""
        return tuple(replace(each, bot=self.standing_in.get(each.number, each.bot)) for each in self.seats)

    def forget(self, seat: HallSeat) -> None:
        """Update a seat no more."""
        if seat in self.clients:
            self.clients.remove(seat)

    def lost(self, room: RemoteWorkroom) -> bool:
        """Note that a process is lost; return whether the table ran there, and somebody is here."""
        if not self.run.lost(room):
            return False
        for seat in self.clients:
            seat.lost()
        if self.clients:  # somebody who has resigned sees no game that could be restored
            self.say_notice(say.SET_UP_AGAIN())
        return bool(self.clients)

    def say_notice(self, notice: str) -> None:
        """Tell everybody at the table why they cannot play now; an empty text: they can."""
        self.notice = without_file(notice)
        self.tell()

    async def append(self, append: Append) -> str:
        """Store a change of the record; return why not, or an empty text."""
        return await store_changes(self, append)

    async def pause(self, person: Person | None) -> None:
        """Pause the table in the name of a person, or with None go on."""
        if person is None:
            await refused(self.clock.go_on(self.office))
        else:
            await refused(self.clock.pause(self.office, person))

    async def begin_turn_again(self) -> None:
        """Give those whom the table waits for their time once more."""
        await refused(self.clock.begin_again(self.office))

    async def undo(self) -> None:
        """Undo the last choice of a person, whoever made it.

        Raises:
            ChoiceError: there is nothing to undo, or something was revealed since.
        """
        await self.run.ask(lambda room: room.undo(self.code))

    async def give(self, number: int, *, person: Person | None = None, bot: str = "") -> None:
        """Give a seat to a person, to a bot or to nobody, whoever has it."""
        given = None if person is None else person.id
        await self.do(lambda store: store.seats.change(self.code, number, person=given, bot=bot))
        await self.read_seats()
        try:
            if self.run.room is not None:
                await self.run.ask(lambda room: room.appoint(self.code, number, bot))
            player = self.order.players[number] if self.order.players else ""
            if bot:
                await self.announce(say.BOT_PLAYS(bot=bot, player=player))
            elif person is not None:
                await self.announce(say.PERSON_PLAYS(person=person.name, player=player))
        finally:
            self.tell()  # the seat is stored, also if its process is lost

    async def stand_in(self, number: int, bot: str, unasked: str = "") -> None:
        """Let a bot play for the owner of a seat until they come back; an empty name ends that.

        Raises:
            HallError: the person whom nobody has asked is back.
        """
        await self.run.info(NOBODY)
        if unasked and unasked in self.here():
            raise HallError(say.IS_BACK(person=unasked))
        self.standing_in.pop(number, None)
        if bot:
            self.standing_in[number] = bot
        await self.run.ask(lambda room: room.appoint(self.code, number, bot))
        if bot:
            await self.announce(say.BOT_STANDS_IN(bot=bot, player=self.order.players[number]))
        self.tell()

    async def ask(self, ask: Callable[[RemoteWorkroom], Awaitable[Found]], person: Person) -> Found:
        """Ask the workroom something for a person who need not be at the table.

        Raises:
            HallError: the table cannot be set up, or the answer is no.
        """
        try:
            return await self.run.ask(ask, person.id)
        except HallError:
            raise
        except LobbyError as error:
            raise HallError(str(error)) from None
        finally:
            self._rest_later()

    async def replay(self, person: Person) -> Showing:
        """The finished game as a replay."""
        showing = await self.ask(lambda room: room.replay(self.code), person)

        async def again() -> Replay:
            return (await self.ask(lambda room: room.replay(self.code), person)).replay

        return Showing(showing.info, HallReplay(showing.replay, again))

    async def close(self, why: str) -> None:
        """End the table for good."""
        await self.do(lambda store: store.tables.set_state(self.code, TableState.CLOSED, why))
        self.row = await self.do(lambda store: store.tables.get(self.code))
        await self._end(why)
        self.tell()

    def renewed(self, row: TableRow, seats: tuple[SeatRow, ...]) -> bool:
        """Take over who sits where as another process stored it; return whether it has closed the table."""
        closed = row.state is TableState.CLOSED and self.state is not State.CLOSED
        if (row, seats) != (self.row, self.seats):
            self.row = row
            self._set_seats(seats)
            self.tell()
        return closed

    async def end(self) -> None:
        """Nobody plays here any more: another process has closed the table."""
        await self._end(self.row.outcome)
        self.tell()

    async def _end(self, why: str) -> None:
        await self.run.put_away()
        for seat in self.clients:
            seat.lost()
        self.notice = why

    # --- talk --------------------------------------------------------------------------------------

    async def announce(self, text: str) -> None:
        """Write a line of the server into the chat."""
        await self.say(None, text)

    async def say(self, person: Person | None, text: str, signal: bool = False, side: str = "") -> None:
        """Store a line of chat and show it to everybody at the table, or to one side."""
        await refused(self.talk.say(self.office, person, text, signal, side))
        self.tell()

    async def do(self, work: Callable[[ServerStore], Found]) -> Found:
        """Do something with the store.

        Raises:
            HallError: the store refuses.
        """
        return await refused(self.office.do(work))
