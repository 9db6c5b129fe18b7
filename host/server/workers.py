"""The hall's end of a process that runs the rules of tables."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from lazaretto.host.codec import decode
from lazaretto.host.lobby_protocol import LobbyError
from lazaretto.host.replay_protocol import Showing
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.frames import Frame, Kind
from lazaretto.host.server.worker_line import Command, Loss, WorkerLine
from lazaretto.host.server.workroom_protocol import Append, TableFacts, TableJob
from lazaretto.host.wire_proxies import Client, WireReplay, WireSeat
from lazaretto.host.wire_server import LOBBY, Call, SeatNumber

MODULE = "lazaretto.host.server.table_worker"

Store = Callable[[Append], Awaitable[str]]
"""Stores a change of a record; returns why not, or an empty text."""


class RoomSeat(WireSeat):
    """A seat in the process."""

    def __init__(self, client: Client, seat: SeatNumber, given_back: Callable[[], object]) -> None:
        super().__init__(client, seat)
        self._given_back = given_back

    def leave(self) -> None:
        """Stop receiving updates; the seat is given back."""
        super().leave()
        self._given_back()


class RemoteWorkroom(WorkerLine):
    """A `Workroom` in a process of its own."""

    def __init__(
        self, command: Command, store: Store, lost: Callable[["RemoteWorkroom", Loss], None]
    ) -> None:
        """Make a workroom; `lost` is called when its process is of no use any more."""
        super().__init__(command, lost)
        self.codes: set[str] = set()
        """The tables that run here, or are being set up."""
        self._store = store
        self._seats: dict[int, str] = {}
        """The tables of the seats that were handed out."""

    def about(self, call: Call) -> str:
        """The code of the table that a call is about; empty if it is about none."""
        given = call.arguments
        return str(given.get("code") or given.get("job", {}).get("code") or self._seats.get(call.to, ""))

    def take(self, frame: Frame) -> None:
        """Take a change of a record."""
        if frame.kind is not Kind.APPEND:
            raise ValueError(frame.kind)
        self.do(self._append(decode(frame.content, Append)))

    async def _append(self, append: Append) -> None:
        """Store a change, unless the table does not run here, or not any more."""
        runs_here = append.code in self.codes
        error = await self._store(append) if runs_here else say.NOT_STORED(reason=append.code)
        with suppress(LobbyError):
            await self._ask("stored", code=append.code, number=append.number, error=error)

    async def _ask(self, method: str, **arguments: Any) -> Any:
        return await self._client.ask("workroom", LOBBY, method, **arguments)

    async def open(self, job: TableJob) -> TableFacts:
        """Set a table up and go to where its choices lead."""
        self.codes.add(job.code)
        try:
            found: TableFacts = await self._ask("open", job=job)
        except BaseException:
            self.codes.discard(job.code)
            raise
        return found

    async def begin(self, code: str) -> None:
        """Let the bots of a table play until a person has to decide."""
        await self._ask("begin", code=code)

    async def sit(self, code: str, seat: int | None, keyboard: frozenset[int]) -> WireSeat:
        """A client of a seat, or with None one that looks on."""
        found = await self._ask("sit", code=code, seat=seat, keyboard=keyboard)
        self._seats[found.to] = code
        return RoomSeat(self._client, found, lambda: self._seats.pop(found.to, None))

    async def appoint(self, code: str, seat: int, bot: str) -> None:
        """Let a bot play a seat from now on, or with an empty name a person."""
        await self._ask("appoint", code=code, seat=seat, bot=bot)

    async def undo(self, code: str) -> None:
        """Undo the last choice of a person, whoever made it."""
        await self._ask("undo", code=code)

    async def close(self, code: str) -> None:
        """Forget a table."""
        self.codes.discard(code)
        self._seats = {seat: each for seat, each in self._seats.items() if each != code}
        await self._ask("close", code=code)

    async def replay(self, code: str) -> Showing:
        """The game of a table as a replay."""
        showing = await self._ask("replay", code=code)
        return Showing(showing.info, WireReplay(self._client, showing.replay))

    async def record(self, code: str, seats: frozenset[int]) -> str:
        """The game of a table as the text of a record, for the owner of some seats."""
        found: str = await self._ask("record", code=code, seats=seats)
        return found

    async def handed_on(self, code: str) -> Mapping[str, str]:
        """What the finished game of a table hands on."""
        found: Mapping[str, str] = await self._ask("handed_on", code=code)
        return found

    async def stored(self, code: str, number: int, error: str) -> None:
        """Tell that a change is stored, or why not."""
        await self._ask("stored", code=code, number=number, error=error)
