"""Reads scenarios for people, in turns, in a process where no table runs, and refuses slow ones for a while.

A scenario that takes too long is refused for a while, which grows if it happens again; one that comes with
the program never is. `ReadingRoom` is what the process is asked; `reading_worker` is the process.
"""

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, Protocol

from lazaretto.host.lobby.lobby_protocol import LobbyError, ScenarioInfo
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.fair_queue import NOBODY, FairQueue
from lazaretto.host.server.hall_views import HallError
from lazaretto.host.server.watched_tasks import WatchedTasks
from lazaretto.host.server.workers import worker_handle
from lazaretto.host.server.workers.worker_handle import (
    Command,
    Loss,
    TooSlowError,
    WorkerLine,
    WorkerLostError,
)
from lazaretto.host.wire.allowed_calls import Cost, costs_all
from lazaretto.host.wire.bounds import Number, Options, ScenarioPath, Switches
from lazaretto.host.wire.wire_proxies import forwarded
from lazaretto.host.wire.wire_server import SIDES, Call
from lazaretto.rules.link.find_scenarios import FoundScenario, built_in, scenarios

SeatCount = Annotated[int, Number(1, 64)]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a new table of a scenario needs."""

    info: ScenarioInfo
    refusal: str = ""
    """Why a game cannot start like this; empty if it can."""
    digest: str = ""
    """The digest of the texts."""
    pack: str = ""
    """All texts, see `pack_texts.py`; empty if the table is refused."""


@costs_all(Cost.ELSEWHERE)
class ReadingRoom(Protocol):
    """Reads scenarios."""

    @property
    def bots(self) -> tuple[str, ...]:
        """None: nobody plays here."""

    async def load(self, folder: ScenarioPath, switches: Switches = frozenset()) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes."""

    async def prepare(
        self, folder: ScenarioPath, switches: Switches, players: SeatCount, options: Options
    ) -> Prepared | Faults:
        """What a table for so many players needs, or the mistakes; its program is cached."""

    async def compile(self, folder: ScenarioPath, switches: Switches = frozenset()) -> str:
        """Cache the program of a scenario; return its first mistake, or an empty text."""


SIDES["reading"] = ReadingRoom


MODULE = "lazaretto.host.server.workers.reading_worker"
PATIENCE = 10.0
"""How much longer than others may take what is known to end: our own scenarios, and those of tables."""


class RemoteReadingRoom(WorkerLine):
    """A `ReadingRoom` in a process of its own."""

    side = "reading"

    def longest(self, call: Call | None) -> float:
        """How many seconds of processor time a call may take."""
        if call is None:
            return worker_handle.LONGEST
        known = call.method == "compile" or is_ours(Path(str(call.arguments.get("folder", ""))))
        return worker_handle.LONGEST * (PATIENCE if known else 1.0)

    load = forwarded(ReadingRoom.load)
    prepare = forwarded(ReadingRoom.prepare)
    compile = forwarded(ReadingRoom.compile)


def is_ours(folder: Path) -> bool:
    """Whether a scenario comes with the program."""
    return folder.is_relative_to(built_in())


MOST_WAITING = 8
"""How many scenarios one person may wait for; the form of a new table asks for one at a time."""
TRIES = 2
"""How often a scenario is read if the process ends meanwhile."""
FIRST_REFUSAL, LONGEST_REFUSAL = 10.0, 600.0
"""Seconds for which a scenario is refused that took too long, at first and at most."""
MOST_REFUSED = 1_000
"""How many refusals are remembered."""
FRESH = 1.0
"""Seconds for which a list of the scenarios is new enough."""


@dataclass(frozen=True, slots=True)
class _Order:
    """A combination of parts of a scenario, and what it is read for."""

    folder: Path
    switches: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Load(_Order):
    """Its facts."""


@dataclass(frozen=True, slots=True)
class _Prepare(_Order):
    """What a new table needs."""

    players: int
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Compile(_Order):
    """Its program, which is cached."""


@dataclass(frozen=True, slots=True)
class _Refusal:
    """A scenario that took too long."""

    until: float
    seconds: float


class ScenarioReader:
    """Reads scenarios, one at a time."""

    def __init__(self, paths: Sequence[Path], environ: Mapping[str, str], tasks: WatchedTasks) -> None:
        """Read also the scenarios in `paths`; the process is started when it is needed."""
        self._paths = tuple(paths)
        self._command = Command(MODULE, tuple(map(str, self._paths)), environ)
        self._tasks = tasks
        self._queue: FairQueue[_Order, Any] = FairQueue(
            self._read, lambda: 1, MOST_WAITING, lambda: say.TOO_MANY_LOADS(most=MOST_WAITING)
        )
        self._room: RemoteReadingRoom | None = None
        self._refused: dict[tuple[Path, frozenset[str]], _Refusal] = {}
        self._threads = ThreadPoolExecutor(1, "list")
        self._listing: Future[tuple[FoundScenario, ...]] | None = None
        self._listed = -FRESH

    async def scenarios(self) -> tuple[FoundScenario, ...]:
        """The scenarios of this server; who asks at the same time shares the work."""
        now = monotonic()
        if self._listing is None or (self._listing.done() and now - self._listed > FRESH):
            self._listed = now
            self._listing = self._threads.submit(scenarios, self._paths)
        return await asyncio.shield(asyncio.wrap_future(self._listing))

    async def load(self, who: int, folder: Path, switches: frozenset[str]) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes; `who` is the id of the person who asks.

        Raises:
            HallError: this person waits for too many, or it takes too long.
        """
        found: ScenarioInfo | Faults = await self._ask(who, _Load(folder, switches))
        return found

    async def prepare(
        self, who: int, folder: Path, switches: frozenset[str], players: int, options: Mapping[str, str]
    ) -> Prepared | Faults:
        """What a new table needs, or the mistakes; raises as `load` does."""
        order = _Prepare(folder, switches, players, tuple(sorted(options.items())))
        found: Prepared | Faults = await self._ask(who, order)
        return found

    async def compile(self, who: int, folder: Path, switches: frozenset[str], patient: bool = False) -> None:
        """Cache the program of a table; raises as `load` does, and who is `patient` may wait for any number.

        Raises:
            HallError: it has mistakes.
        """
        mistake: str = await self._ask(who, _Compile(folder, switches), patient)
        if mistake:
            raise HallError(say.SCENARIO_BROKEN(mistake=mistake))

    async def compile_all(self) -> None:
        """Cache the programs of all scenarios as they usually are, whenever nobody else waits."""
        for scenario in await self.scenarios():
            if not scenario.problem:
                with suppress(HallError):  # whoever wants to play it reads why
                    await self.compile(NOBODY, scenario.folder, frozenset())

    def forget(self, who: int) -> None:
        """Somebody has gone: what they still wait for is not read."""
        self._queue.drop(who, say.SILENT())

    async def close(self) -> None:
        """End the process."""
        await self._queue.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        if self._room is not None:
            await self._room.stop()

    # --- one after the other -------------------------------------------------------------------------

    async def _ask(self, who: int, order: _Order, patient: bool = False) -> Any:
        self._must_not_be_refused(order)
        try:
            return await self._queue.ask(who, order, patient)
        except HallError:
            raise
        except LobbyError as error:
            raise HallError(str(error)) from None

    async def _read(self, order: _Order) -> Any:
        self._must_not_be_refused(order)
        for _ in range(TRIES):
            room = await self._running()
            begun = monotonic()
            try:
                found = await _done(room, order)
            except TooSlowError:
                self._refuse(order, begun)
                raise HallError(say.SCENARIO_BROKEN(mistake=say.TAKES_TOO_LONG())) from None
            except WorkerLostError:
                continue
            self._refused.pop((order.folder, order.switches), None)
            return found
        self._refuse(order, begun)
        raise HallError(say.SILENT())

    async def _running(self) -> RemoteReadingRoom:
        """The process, started again if it has ended.

        Raises:
            WorkerLostError: it does not start.
        """
        if self._room is None or self._room.ended:
            room = RemoteReadingRoom(self._command, self._lost)
            self._room = room
            await room.start()
        return self._room

    def _lost(self, room: RemoteReadingRoom, loss: Loss) -> None:
        if self._room is room:
            self._room = None
        self._tasks.note("worker_lost", process=room.process_id, why=loss.fault.value, reads=True)
        self._tasks.spawn("end_reader", room.stop())

    # --- what took too long --------------------------------------------------------------------------

    def _must_not_be_refused(self, order: _Order) -> None:
        refusal = self._refused.get((order.folder, order.switches))
        if refusal is not None and monotonic() < refusal.until:
            raise HallError(say.SCENARIO_BROKEN(mistake=say.TAKES_TOO_LONG()))

    def _refuse(self, order: _Order, begun: float) -> None:
        """Refuse a scenario for a while, twice as long as last time; never one that is ours."""
        seconds = round(monotonic() - begun, 1)
        self._tasks.note(
            "scenario_too_slow", folder=str(order.folder), parts=sorted(order.switches), took=seconds
        )
        if is_ours(order.folder):
            return
        key = order.folder, order.switches
        old = self._refused.pop(key, None)
        seconds = FIRST_REFUSAL if old is None else min(2 * old.seconds, LONGEST_REFUSAL)
        self._refused[key] = _Refusal(monotonic() + seconds, seconds)
        while len(self._refused) > MOST_REFUSED:
            del self._refused[next(iter(self._refused))]


async def _done(room: RemoteReadingRoom, order: _Order) -> Any:
    match order:
        case _Prepare(folder, switches, players, options):
            return await room.prepare(folder, switches, players, dict(options))
        case _Compile(folder, switches):
            return await room.compile(folder, switches)
        case _:
            return await room.load(order.folder, order.switches)
