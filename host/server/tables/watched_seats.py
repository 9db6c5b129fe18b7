"""Seats that others may look at with their owner's leave: only to look, and late where there are secrets."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace

from lazaretto.host import messages as host_say
from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.call_budgets import rest
from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.store.store_rows import Person, SeatRow
from lazaretto.host.server.tables.hall_seat import HallSeat, Source
from lazaretto.host.table.actions_on import Ahead, Way
from lazaretto.host.table.journeys import Journey
from lazaretto.host.table.seat_protocol import ASKED, SPECTATOR, SeatStart, SeatUpdate
from lazaretto.host.table.stop_settings import Stops
from lazaretto.rules import ChoiceError, Ref, RuleError
from lazaretto.rules.run.planning.hint_types import Hint
from lazaretto.rules.run.planning.outlook import Outlook

DELAY = 60.0
"""Seconds by which somebody who looks at a seat with secrets is behind."""


class SharedSeat(HallSeat):
    """A seat as its owner sees it, for somebody who only looks."""

    def __init__(self, source: Source, number: int, name: str, owner: int) -> None:
        """Look at a seat; it ends when the seat gets another owner."""
        super().__init__(source, number, name, frozenset(), owner)
        self.number = SPECTATOR
        self._late = False
        """Whether the seat has seen a secret: from then on everything comes late."""
        self._ended = False

    @property
    def is_lost(self) -> bool:
        """Nobody waits for who comes late."""
        return False

    async def again(self) -> None:
        """Go on at a table that was set up again; the players do not wait for who comes late."""
        self._source.spawn(self._go_on())

    async def _go_on(self) -> None:
        with suppress(LobbyError, RuleError):  # the people at the table read why it cannot be set up
            await super().again()

    def leave(self) -> None:
        """Stop receiving updates, also those that are on their way."""
        self._ended = True
        super().leave()

    async def _start(self) -> SeatStart:
        start = await super()._start()
        self._late = self._late or start.now.secret
        await (rest(DELAY) if self._late else asyncio.sleep(0))
        if self._ended:
            raise RuleError(say.NO_LEAVE())
        return replace(start, now=_only_seen(start.now))

    def _hear(self, update: SeatUpdate) -> None:
        self._late = self._late or update.secret
        if self._late:
            asyncio.get_running_loop().call_later(DELAY, super()._hear, _only_seen(update))
        else:
            super()._hear(_only_seen(update))

    async def choose(self, key: str, seen: int | None = None) -> None:
        """Refuse: only its owner chooses."""
        raise ChoiceError(host_say.ONLY_WATCHES())

    async def back(self) -> None:
        """Refuse: only its owner chooses."""
        raise ChoiceError(host_say.ONLY_WATCHES())

    async def talk(self, how: str, consent: str = ASKED) -> None:
        """Refuse: only its owner decides that."""
        raise ChoiceError(host_say.ONLY_WATCHES())

    async def stops(self, stops: Stops, seen: int | None = None) -> None:
        """Refuse: only its owner chooses."""
        raise ChoiceError(host_say.ONLY_WATCHES())

    async def ways(self, ref: Ref) -> tuple[Way, ...]:
        """Nothing: only its owner may do anything; and it would tell what is asked now."""
        return ()

    async def hint(self, after: int = 0) -> Hint:
        """Refuse: only its owner chooses; and it would tell what is asked now."""
        raise ChoiceError(host_say.ONLY_WATCHES())

    async def journeys(self, ref: Ref | None) -> tuple[Journey, ...]:
        """Nothing: as in `ways`."""
        return ()

    async def travel(self, keys: tuple[str, ...], seen: int | None = None) -> int:
        """Refuse: only its owner chooses."""
        raise ChoiceError(host_say.ONLY_WATCHES())

    async def outlooks(self, ref: Ref | None = None) -> tuple[Outlook, ...]:
        """Nothing: as in `ways`; it would tell what is known now."""
        return ()

    async def ahead(self, keys: tuple[str, ...]) -> Ahead:
        """Refuse: only its owner chooses."""
        raise ChoiceError(host_say.ONLY_WATCHES())


def _only_seen(update: SeatUpdate) -> SeatUpdate:
    closed = update.closed or host_say.ONLY_WATCHES()
    return replace(update, closed=closed, inside=False, moment="", awaited=False)


def watched_seat(
    source: Source, number: int | None, players: Sequence[str], seats: Sequence[SeatRow]
) -> HallSeat:
    """What somebody sees who watches: a seat, or with None what everybody may see."""
    if number is None:
        return HallSeat(source, None, "", frozenset())
    return SharedSeat(source, number, players[number], seats[number].person or 0)


class SharedSeats:
    """Who may look at which seat of a table."""

    def __init__(self, limits: HallLimits) -> None:
        self._limits = limits
        self._leaves: dict[int, tuple[int, str]] = {}
        """The seat that each person may look at, and their name; by their ids: names get other owners."""

    def allow(self, person: Person, seat: int) -> None:
        """Let somebody look at a seat.

        Raises:
            HallError: too many may look at seats of this table.
        """
        if person.id not in self._leaves and len(self._leaves) >= self._limits.shared_per_table:
            raise HallError(say.TOO_MANY_SHARED())
        self._leaves[person.id] = seat, person.name

    def forget(self, people: Collection[int]) -> None:
        """Let some people look at no seat any more, because they play themselves."""
        for person in people:
            self._leaves.pop(person, None)

    def sees(self, person: Person) -> int | None:
        """The seat that somebody may look at; None if there is none."""
        return self._leaves.get(person.id, (None, ""))[0]

    def shown_to(self, seats: tuple[int, ...]) -> tuple[str, ...]:
        """Who may look at some seats."""
        return tuple(name for seat, name in self._leaves.values() if seat in seats)

    def end(self, seats: tuple[int, ...], name: str = "") -> frozenset[int]:
        """Let nobody, or nobody of a name, look at some seats any more; return the ids of those who could."""
        ended = {who for who, (seat, own) in self._leaves.items() if seat in seats and name in ("", own)}
        for each in ended:
            del self._leaves[each]
        return frozenset(ended)
