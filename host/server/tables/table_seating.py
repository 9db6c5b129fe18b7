"""Taking and leaving seats, one person after the other; the game begins when all seats are taken."""

from dataclasses import replace
from typing import TYPE_CHECKING

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_views import HallError, State
from lazaretto.host.server.store.store_protocol import ServerStore
from lazaretto.host.server.store.store_rows import Person
from lazaretto.host.server.tables.table_settings import player_names

if TYPE_CHECKING:
    from lazaretto.host.server.tables.hall_table import HallTable


async def take_seat(table: "HallTable", person: Person, number: int | None) -> None:
    """Give a free seat to a person; the game begins when all seats are taken.

    Raises:
        HallError: none is free.
    """
    async with table.seating:
        await _take_free_seat(table, person, number)
    table.tell()


async def _take_free_seat(table: "HallTable", person: Person, number: int | None) -> None:
    free = [seat.number for seat in table.seats if seat.empty and number in (None, seat.number)]
    if not free:
        raise HallError(say.NO_FREE_SEAT(code=table.code))
    await table.do(lambda store: store.seats.take(table.code, free[0], person.id))
    await table.read_seats()
    if table.state is State.RUNNING:
        player = table.order.players[free[0]]
        await table.announce(say.PERSON_PLAYS(person=person.name, player=player))
    else:
        await table.announce(say.HAS_TAKEN_SEAT(person=person.name))
        await begin_if_full(table)


async def give_up_seats(table: "HallTable", person: Person) -> None:
    """Empty the seats of a person at a table that waits; when nobody is left, it is closed.

    Raises:
        HallError: the person has none, or the game has begun.
    """
    async with table.seating:
        await _give_up_seats(table, person)


async def _give_up_seats(table: "HallTable", person: Person) -> None:
    mine = table.holds(person.id)
    if not mine:
        raise HallError(say.NO_SEAT_OF_YOURS())
    if table.state is not State.OPEN:
        raise HallError(say.GIVE_UP_THERE(code=table.code))

    def leave(store: ServerStore) -> None:
        with store.transaction():
            for number in mine:
                store.seats.leave(table.code, number, person.id)

    await table.do(leave)
    await table.read_seats()
    await table.announce(say.GIVES_UP_SEAT(person=person.name))
    if not table.players():
        await table.close(say.WAS_LEFT())


async def resign_seats(table: "HallTable", person: Person) -> None:
    """Give the seats of a person up for good, with nobody else at it; they become empty."""
    for number in table.holds(person.id):
        names = table.order.players
        await table.give(number)
        player = names[number] if names else person.name
        await table.announce(say.HAS_RESIGNED(person=person.name, player=player))


async def leave_for_good(table: "HallTable", person: Person) -> None:
    """Empty the seats of a person who cannot come back.

    Raises:
        HallError: the store refuses.
    """
    async with table.seating:
        if not table.holds(person.id):
            return
        if table.state is State.OPEN:
            await _give_up_seats(table, person)
        else:
            await resign_seats(table, person)


async def begin_full(table: "HallTable") -> None:
    """Begin the game of a table that has waited although no seat was free, because something failed.

    Raises:
        HallError: the store refuses.
    """
    async with table.seating:
        await begin_if_full(table)
    if table.state is not State.OPEN:
        table.tell()


async def begin_if_full(table: "HallTable") -> None:
    """Begin the game if no seat is free; nobody else may take or leave a seat meanwhile."""
    if table.state is State.OPEN and not any(seat.empty for seat in table.seats):
        await table.begin(replace(table.order, players=player_names(table.seats)))
