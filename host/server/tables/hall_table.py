"""One table of the hall: coming and going, its seats, its game in a workroom, and what is stored of it."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.records.replay_protocol import Replay, Showing
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.fair_queue import NOBODY
from lazaretto.host.server.hall_services import HallServices, refused
from lazaretto.host.server.hall_views import HallError, State, TableListing, TableView, VoteKind
from lazaretto.host.server.store.store_protocol import ServerStore, ServerStoreError
from lazaretto.host.server.store.store_rows import ClockRow, Person, SeatRow, TableRow, TableState
from lazaretto.host.server.tables import table_summary
from lazaretto.host.server.tables.hall_seat import HallReplay, HallSeat
from lazaretto.host.server.tables.person_at_table import PersonAtTable
from lazaretto.host.server.tables.table_base import TableBase
from lazaretto.host.server.tables.table_history import result_of, store_beginning, store_rows
from lazaretto.host.server.tables.table_run import TableRun
from lazaretto.host.server.tables.table_settings import GameOrder, player_names
from lazaretto.host.server.tables.watched_seats import watched_seat
from lazaretto.host.server.workers.worker_pool import RemoteWorkroom
from lazaretto.host.server.workers.workroom_protocol import Append
from lazaretto.host.table.seat_protocol import OpenTable, Seat

IDLE = 60.0
"""Seconds after which a table that everybody has left is put away."""

Found = TypeVar("Found")


class HallTable(TableBase):
    """A table of the hall."""

    def __init__(
        self,
        services: HallServices,
        row: TableRow,
        order: GameOrder,
        seats: tuple[SeatRow, ...],
        clock: ClockRow | None = None,
    ) -> None:
        super().__init__(services, row, order, seats, clock)
        self.run = TableRun(self)

    # --- what is seen --------------------------------------------------------------------------------

    @property
    def has_ended(self) -> bool:
        """Whether the game is over or the table closed, and nobody is here."""
        return self.state in (State.OVER, State.CLOSED) and not self.places and self.run.room is None

    def listing(self, person: int, made_by: str, invited: bool = False) -> TableListing:
        """The table in the list of the person with an id."""
        return table_summary.listing(self, person, made_by, invited)

    def view(self, place: PersonAtTable) -> TableView:
        """What somebody at the table sees besides the game."""
        return table_summary.view(self, place)

    # --- coming and going --------------------------------------------------------------------------

    async def begin(self, order: GameOrder) -> None:
        """Begin the game: the names of the players and the time of the first turn are stored with it."""
        row = self.row
        self.row, self.clock.row = await self.do(lambda store: store_beginning(store, row, order))
        self.order = order
        await self.announce(say.GAME_BEGINS())

    async def sit(self, place: PersonAtTable) -> OpenTable:
        """Make the seats of somebody who comes to the table.

        Raises:
            HallError: the table cannot be set up.
        """
        info = await self.run.info(place.person.id)
        for key in self.standing_in.keys() & {*self.holds(place.person.id)}:
            await self.stand_in(key, "")
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

    def _may_watch(self, place: PersonAtTable) -> None:
        most = self.limits.watchers_per_table
        if place.watching and sum(each.watching for each in self.places) >= most:
            raise HallError(say.TOO_MANY_WATCHERS(most=most))
        if place.shows is not None and self.shared.sees(place.person) != place.shows:
            raise HallError(say.NO_LEAVE())

    def stand_up(self, *places: PersonAtTable) -> None:
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
            self.services.spawn(self.run.put_away())

    async def look(self) -> None:
        """Find out where the table stands, for the list of tables; no game is kept here afterwards."""
        if self.state is State.OPEN:
            await self.load()
            self.services.changed()
        if self.state is State.RUNNING and self.run.room is None:
            try:
                await self.run.info(NOBODY)
            except HallError as error:
                self.notice = str(error)
                return
            if not self.places:
                await self.run.put_away()
            self.services.changed()

    # --- taking and leaving seats, one person after the other-------------------------------------

    async def take_seat(self, person: Person, number: int | None) -> None:
        """Give a free seat to a person; the game begins when all seats are taken.

        Raises:
            HallError: none is free.
        """
        async with self.seating:
            await self._take_free_seat(person, number)
        self.tell()

    async def _take_free_seat(self, person: Person, number: int | None) -> None:
        free = [seat.number for seat in self.seats if seat.empty and number in (None, seat.number)]
        if not free:
            raise HallError(say.NO_FREE_SEAT(code=self.code))
        await self.do(lambda store: store.seats.take(self.code, free[0], person.id))
        await self.read_seats()
        if self.state is State.RUNNING:
            player = self.order.players[free[0]]
            await self.announce(say.PERSON_PLAYS(person=person.name, player=player))
        else:
            await self.announce(say.HAS_TAKEN_SEAT(person=person.name))
            await self.begin_if_full()

    async def give_up_seats(self, person: Person) -> None:
        """Empty the seats of a person at a table that waits; when nobody is left, it is closed.

        Raises:
            HallError: the person has none, or the game has begun.
        """
        async with self.seating:
            await self._give_up_seats(person)

    async def _give_up_seats(self, person: Person) -> None:
        mine = self.holds(person.id)
        if not mine:
            raise HallError(say.NO_SEAT_OF_YOURS())
        if self.state is not State.OPEN:
            raise HallError(say.GIVE_UP_THERE(code=self.code))

        def leave(store: ServerStore) -> None:
            with store.transaction():
                for number in mine:
                    store.seats.leave(self.code, number, person.id)

        await self.do(leave)
        await self.read_seats()
        await self.announce(say.GIVES_UP_SEAT(person=person.name))
        if not self.players():
            await self.close(say.WAS_LEFT())

    async def resign_seats(self, person: Person) -> None:
        """Give the seats of a person up for good, with nobody else at it; they become empty."""
        for number in self.holds(person.id):
            names = self.order.players
            await self.give(number)
            player = names[number] if names else person.name
            await self.announce(say.HAS_RESIGNED(person=person.name, player=player))

    async def leave_for_good(self, person: Person) -> None:
        """Empty the seats of a person who cannot come back.

        Raises:
            HallError: the store refuses.
        """
        async with self.seating:
            if not self.holds(person.id):
                return
            if self.state is State.OPEN:
                await self._give_up_seats(person)
            else:
                await self.resign_seats(person)

    async def begin_full(self) -> None:
        """Begin the game of a table that has waited although no seat was free, because something failed.

        Raises:
            HallError: the store refuses.
        """
        async with self.seating:
            await self.begin_if_full()
        if self.state is not State.OPEN:
            self.tell()

    async def begin_if_full(self) -> None:
        """Begin the game if no seat is free; nobody else may take or leave a seat meanwhile."""
        if self.state is State.OPEN and not any(seat.empty for seat in self.seats):
            await self.begin(replace(self.order, players=player_names(self.seats)))

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
        self.votes.keep_those_of({owner for owner in owners.values() if owner is not None})
        self.shared.end(left)
        self._end_looks({owner for owner in owners.values() if owner is not None} - before)
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

    async def append(self, append: Append) -> str:
        """Store a change of the record; return why not, or an empty text."""
        rows, choices = self.history.rows(append.changes)
        row, sequence, progress = self.row, self.history.sequence, append.progress
        result = result_of(row, self.order, self.seats, progress) if progress.outcome else None
        async with self.clock.changing:
            clock = self.clock.after(self.progress, progress)
            new = None if clock is self.clock.row else clock
            ends = result is not None or self.state is State.OVER

            def store_all(store: ServerStore) -> tuple[int, TableRow]:
                last = store_rows(store, row, sequence, rows, progress, result, new)
                if ends:
                    with suppress(ServerStoreError):  # it is stored, whatever is the matter now
                        return last, store.tables.get(row.code)
                return last, row

            try:
                last, row = await self.services.do(store_all)
            except ServerStoreError as error:
                return say.NOT_STORED(reason=error.told)
            self.history.stored(last, choices)
            self.clock.row = clock
        self.progress = progress
        if self.run.room is not None:
            self.notice = ""  # the game goes on
        self.votes.drop(VoteKind.UNDO)
        if ends:
            self.row = row
        self.tell()
        return ""

    async def pause(self, person: Person | None) -> None:
        """Pause the table in the name of a person, or with None go on."""
        if person is None:
            await refused(self.clock.go_on(self.services))
        else:
            await refused(self.clock.pause(self.services, person))

    async def begin_turn_again(self) -> None:
        """Give those whom the table waits for their time once more."""
        await refused(self.clock.begin_again(self.services))

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
