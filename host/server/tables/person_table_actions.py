"""The place of a person at a table of the hall: what they may do there besides choosing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from datetime import UTC, datetime

from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_views import HallError, Pointer, TableView, VoteKind
from lazaretto.host.server.store.store_rows import Person
from lazaretto.host.server.tables.hall_table import HallTable
from lazaretto.host.server.tables.person_at_table import PersonAtTable
from lazaretto.rules import ChoiceError, Ref, RuleError

LONGEST = 400
"""The maximum length of a line of chat."""


class Place(PersonAtTable):
    """The `TableSeat` of a person."""

    def __init__(
        self,
        table: HallTable,
        person: Person,
        made_by: str,
        watching: bool,
        blocked: Callable[[], frozenset[str]],
        left: Callable[[Place], None],
        shows: int | None = None,
    ) -> None:
        super().__init__(table.code, person, made_by, watching, shows, blocked, table.services.tasks)
        self._table, self._left = table, left

    async def sit(self) -> None:
        """Come to the table.

        Raises:
            HallError: it cannot be set up.
        """
        self.table = await self._table.sit(self)

    def look(self) -> TableView:
        """What the person sees now, made anew."""
        return self._table.view(self)

    def leave(self) -> None:
        """Go away from the table; the seat stays the person's own."""
        self._heard = None
        self._table.stand_up(self)
        self._left(self)

    @staticmethod
    def leave_all(places: Collection[Place]) -> None:
        """Go away from some tables; who is at one of them is told once."""
        for place in places:
            place._heard = None
        for table in dict.fromkeys(place._table for place in places):
            table.stand_up(*(place for place in places if place._table is table))

    async def say(self, text: str, side: str = "") -> None:
        """Write a line of chat."""
        if side and side != self.view.side:
            raise HallError(say.NO_SIDE())
        await self._table.say(self.person, spoken(text), side=side)

    async def signal(self, name: str) -> None:
        """Give one of the ready-made signals."""
        message = say.SIGNALS.get(name)
        if message is None:
            raise HallError(say.NO_SIGNAL(name=name))
        await self._table.say(self.person, message(), signal=True)

    def point(self, ref: Ref) -> None:
        """Show something to the others for a moment."""
        mine = self._table.holds(self.person.id)
        pointer = Pointer(self.person.name, mine[0] if mine else -1, ref)
        for place in self._table.places:
            if place is not self and self.person.name not in place.blocked():
                place.show(pointer)

    async def undo(self) -> None:
        """Undo the last choice, or ask those who must agree."""
        self._must_play()
        if self._table.refusal:
            raise HallError(self._table.refusal)
        secretive = self._table.progress.secretive
        if secretive is not None and secretive not in self._table.holds(self.person.id):
            raise HallError(say.CHOOSES_IN_SECRET(player=self._table.order.players[secretive]))
        chooser, asked = self._table.last_chooser(), self._asked()
        if not chooser:
            raise HallError(say.NOTHING_TO_UNDO())
        name = self.person.name
        if self._table.order.free_undo or (chooser == name and asked <= {name}):
            await self._undo()
            return
        others = (asked if chooser == name else frozenset({chooser})) - {name}
        await self._propose(VoteKind.UNDO, chooser, others, len(others), self._undo)

    async def vote(self, number: int, agree: bool) -> None:
        """Answer a vote."""
        self._must_play()
        try:
            await self._table.votes.answer(number, self.person, agree)
            if not agree:
                await self._table.announce(say.REFUSED_BY(person=self.person.name))
        finally:
            self._table.tell()  # also if nothing came of it: the vote is over

    async def propose(self, kind: VoteKind, about: str = "") -> None:
        """Ask the others to agree on something."""
        if kind is VoteKind.WATCH:
            await self._ask_to_see(about)
            return
        self._must_play()
        others = self._table.players() - {self.person.name}
        match kind:
            case VoteKind.KICK if about in others:
                asked = others - {about}
                if not asked and about in self._table.here():
                    raise HallError(say.NOBODY_TO_ASK(person=about))
                if not asked and self._table.has_time(about, datetime.now(UTC)):
                    raise HallError(say.NOBODY_TO_ASK_FOR_DAYS(person=about))
                kicked = {*self._ids(about)}
                await self._propose(kind, about, asked, (len(asked) + 1) // 2, lambda: self._kick(kicked))
            case VoteKind.TAKE_OVER:
                seat, bot = self._seat_and_bot(about)
                owner, about = self._table.owner(seat), f"{seat} {bot}".rstrip()
                asked = others - ({owner} - self._table.here())
                unasked = owner if owner not in (*asked, self.person.name) else ""
                await self._propose(
                    kind, about, asked, len(asked), lambda: self._hand_over(seat, bot, unasked)
                )
            case VoteKind.CLOSE:
                await self._propose(
                    kind, "", others, len(others), lambda: self._table.close(say.WAS_CLOSED())
                )
            case _:
                raise HallError(say.MAKES_NO_SENSE())

    async def show_to(self, person: str, shown: bool) -> None:
        """Let somebody who watches see what this person sees, or end that."""
        self._must_play()
        number, name = self._table.holds(self.person.id)[0], self.person.name
        if not shown:
            ended = self._table.shared.end((number,), person)
            if not ended:
                raise HallError(say.IS_NOT_SHOWN(person=person))
            for place in self._table.places:
                if place.shows == number and place.person.id in ended:
                    place.look_away()
            await self._table.announce(say.SHOWS_NO_MORE(person=name, other=person))
            return
        watching = [each.person for each in self._table.places if each.watching]
        other = next((each for each in watching if each.name == person), None)
        if other is None:
            raise HallError(say.DOES_NOT_WATCH(person=person))
        self._table.show(other, number)
        await self._table.announce(say.SHOWS_TO(person=name, other=person))

    async def _ask_to_see(self, about: str) -> None:
        seat = seat_number(about)
        owner = "" if seat is None else self._table.owner(seat)
        if seat is None or not self.watching or not owner or owner not in self._table.here():
            raise HallError(say.CANNOT_SEE_SEAT())

        async def agreed() -> None:
            if self._table.owner(seat) != owner:
                raise HallError(say.CANNOT_SEE_SEAT())
            self._table.show(self.person, seat)
            await self._table.announce(say.SHOWS_TO(person=owner, other=self.person.name))

        self._table.votes.propose(VoteKind.WATCH, self.person, str(seat), self._ids(owner), 1, agreed)
        self._table.tell()

    async def pause(self, paused: bool) -> None:
        """Pause the table, or go on."""
        self._must_play()
        if paused == self._table.clock.paused:
            return
        await self._table.pause(self.person if paused else None)
        message = say.HAS_PAUSED if paused else say.HAS_RESUMED
        await self._table.announce(message(person=self.person.name))

    async def resign(self) -> None:
        """Give the seats up for good; they become empty."""
        async with self._table.seating:
            self._must_play()
            await self._table.resign_seats(self.person)

    # --- what is done when all agree ---------------------------------------------------------------

    async def _propose(
        self,
        kind: VoteKind,
        about: str,
        others: frozenset[str],
        needed: int,
        then: Callable[[], Awaitable[None]],
    ) -> None:
        if not others:
            await then()
            return
        self._table.votes.propose(kind, self.person, about, self._ids(*others), needed, then)
        self._table.tell()

    def _ids(self, *names: str) -> dict[int, str]:
        """The ids and names of some people who hold seats."""
        return {seat.person: seat.name for seat in self._table.seats if seat.person and seat.name in names}

    async def _undo(self) -> None:
        secret = self._table.progress.secretive is not None
        try:
            await self._table.undo()
        except (ChoiceError, RuleError) as error:
            raise HallError(str(error)) from None
        if secret and self._table.progress.secretive is not None:
            return  # the others do not know that there was anything to undo
        await self._table.announce(say.HAS_UNDONE(person=self.person.name))

    async def _kick(self, kicked: Collection[int]) -> None:
        async with self._table.seating:
            for seat in self._table.seats:
                if seat.person in kicked:
                    await self._table.give(seat.number)

    def _seat_and_bot(self, about: str) -> tuple[int, str]:
        """The seat with a number, and the bot that is named behind it; an empty name for none.

        Raises:
            HallError: there is no such seat or bot.
        """
        number, _, bot = about.partition(" ")
        seat = seat_number(number)
        if seat is None or seat >= len(self._table.seats):
            raise HallError(say.MAKES_NO_SENSE())
        if bot and bot not in self._table.bots:
            raise HallError(say.NO_BOT(bot=bot))
        return seat, bot

    async def _hand_over(self, seat: int, bot: str, unasked: str) -> None:
        """Let a bot play a seat: for its owner, until they come back.

        Raises:
            HallError: the owner was away, so that nobody asked them, and is back.
        """
        async with self._table.seating:
            if self._table.owner(seat):
                await self._table.stand_in(seat, bot, unasked)
            else:
                await self._table.give(seat, bot=bot)

    def _asked(self) -> frozenset[str]:
        """The people whom the game waits for: they have looked at what followed the last choice."""
        asked = self._table.progress.asked
        return frozenset(seat.name for seat in self._table.seats if seat.number in asked and seat.name)

    def _must_play(self) -> None:
        if not self._table.holds(self.person.id):
            raise HallError(say.NO_SEAT_OF_YOURS())


def seat_number(text: str) -> int | None:
    """The number of a seat; None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else None


def spoken(text: str) -> str:
    """A line of chat as it is stored.

    Raises:
        HallError: it is empty.
    """
    line = " ".join("".join(each if each.isprintable() else " " for each in text).split())[:LONGEST]
    if not line:
        raise HallError(say.EMPTY_LINE())
    return line
