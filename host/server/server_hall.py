"""The hall of a server: all people and tables, who is told when, campaigns, and what the operator changes.

`PersonHall` is what one person sees of it. The hall looks every second for what other processes have stored,
and every half minute for turns whose time is over.
"""

import asyncio
import random
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import ceil, inf
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

from lazaretto.host.lobby.lobby_protocol import LobbyError, ScenarioInfo
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.call_budgets import Lateness, Payer, Purses
from lazaretto.host.server.hall_limits import HallLimits, Underway
from lazaretto.host.server.hall_services import TableFailures, refused
from lazaretto.host.server.hall_views import ChatLine, HallError, State, TableOrder
from lazaretto.host.server.person_hall import PersonHall
from lazaretto.host.server.scenarios_without_paths import folder_of
from lazaretto.host.server.store.store_protocol import ServerStore, ServerStoreError
from lazaretto.host.server.store.store_rows import (
    ChatLine as StoredLine,
    ClockRow,
    Entry,
    Person,
    SeatRow,
    TableRow,
    TableState,
)
from lazaretto.host.server.tables.hall_table import HallTable
from lazaretto.host.server.tables.table_clock import ClockJumps
from lazaretto.host.server.tables.table_codes import new_table_code
from lazaretto.host.server.tables.table_lists import TableLists
from lazaretto.host.server.tables.table_record_files import add_table
from lazaretto.host.server.tables.table_settings import GameOrder, order_of, read_order
from lazaretto.host.server.tables.turn_limits import NO_JUMP, Remind, look_at
from lazaretto.host.server.watched_tasks import WatchedTasks
from lazaretto.host.server.workers.pack_texts import unpack
from lazaretto.host.server.workers.scenario_reader import Prepared, ScenarioReader
from lazaretto.host.server.workers.shared_cache import SharedCache
from lazaretto.host.server.workers.table_setup_queue import TableSetup
from lazaretto.host.server.workers.worker_pool import RemoteWorkroom, WorkroomPool
from lazaretto.host.server.workers.workroom_protocol import Append, TableJob
from lazaretto.rules.engine.engine_names import Engine

SHOWN = timedelta(days=1)
"""How long an announcement is shown."""
LIVE = (TableState.OPEN, TableState.RUNNING)

OFTEN = 1.0
"""Seconds between two looks at what other processes have changed."""
CLOCK_OFTEN = 30.0
"""Seconds between two looks at the clock."""

Tables = dict[str, tuple[TableRow, tuple[SeatRow, ...], ClockRow]]
Read = tuple[Tables, tuple[StoredLine, ...], dict[int, str]]


AT_ONCE = 4
"""How many people are told of changes at once."""
TELL_EVERY = 0.075
"""Seconds until the next ones are told."""


class Telling:
    """Brings everybody who is connected up to date."""

    def __init__(self, people: Callable[[], list["PersonHall"]]) -> None:
        self._people = people
        self._news = asyncio.Event()
        self.version = 0
        """Counts the changes of what people see of the hall."""

    def changed(self) -> None:
        """Tell everybody soon; many changes at once are told once."""
        self.version += 1
        self._news.set()

    async def run(self) -> None:
        """Tell a few people at a time, because each of them repaints a screen, until cancelled.

        When somebody is told depends on the clock and on their number alone: a time that depended on
        other changes would tell that others did something, even if it is secret what.
        """
        loop = asyncio.get_running_loop()
        while True:
            await self._news.wait()
            self._news.clear()
            while any(hall.told_of != self.version for hall in self._people()):
                moment = int(loop.time() / TELL_EVERY) + 1
                await asyncio.sleep(moment * TELL_EVERY - loop.time())
                people = self._people()
                groups = max(1, ceil(len(people) / AT_ONCE))
                first = moment % groups * AT_ONCE
                for person in people[first : first + AT_ONCE]:
                    person.tell()


async def following(
    settings: GameOrder, order: TableOrder, table: HallTable, person: Person, scenario: str
) -> GameOrder:
    """The settings of a table that begins with what a finished table hands on.

    Raises:
        HallError: that table is not over or is of another game, other people played there, or it cannot be
            set up any more.
    """
    if not table.holds(person.id):
        raise HallError(say.NO_SEAT_OF_YOURS())
    if table.state is not State.OVER:
        raise HallError(say.NOT_OVER_YET(code=table.code))
    if table.row.scenario != scenario or len(table.seats) != len(order.seats):
        raise HallError(say.ANOTHER_CAMPAIGN(code=table.code))
    kept = await table.ask(lambda room: room.handed_on(table.code), person)
    return replace(settings, kept=kept, game=max(1, table.order.game) + 1, follows=table.code)


FORGET_AFTER = 24 * 3600.0
"""Seconds after which a table that has ended is only in the store, if nobody goes to it."""
CHAT = 100
"""How many lines of the hall's chat people see."""

Found = TypeVar("Found")


class ServerHall:
    """Everything that the people of a server share."""

    address = ("", 22)
    """The host and the port for an `ssh` command, as far as they are known."""

    def __init__(
        self,
        store: ServerStore,
        folder: Path,
        *,
        paths: Sequence[Path] = (),
        bots: str = "",
        workers: int = 1,
        remind: Remind | None = None,
        thread: Executor | None = None,
        engine: Engine = "python",
        limits: HallLimits | None = None,
        tasks: WatchedTasks | None = None,
    ) -> None:
        """Make a hall.

        `folder` is where texts are unpacked, `paths` are the operator's scenarios, `bots` says where the bots
        are defined (`module:name`), `workers` is the number of processes that run rules, and `remind` is
        called when somebody's time at a table over days is over. `thread` is the one thread that uses the
        store, if others use it too; then they close the store. `engine` plans for bots and gives hints.
        `tasks` runs what goes on as long as the server.
        """
        self.limits = limits or HallLimits()
        self.lateness = Lateness()
        self.purses = Purses(self.limits.purses_kept, lateness=self.lateness)
        self._store, self._folder, self._own = store, folder, thread is None
        self._thread = thread or ThreadPoolExecutor(1, "store")
        self.tasks = tasks or WatchedTasks()
        self._cache = SharedCache(folder)
        environ = self._cache.environ
        self.reader = ScenarioReader(paths, environ, self.tasks)
        self.pool = WorkroomPool(
            max(workers, 1), bots, engine, environ, self._append, self._lost, self.tasks.note
        )
        self.setup = TableSetup(self.pool, self.reader, self.limits.tables_per_person)
        self._remind = remind
        self._telling = Telling(lambda: self.people)
        self.failures = TableFailures(self.tasks)
        self.tables: dict[str, HallTable] = {}
        self._making, self.taking = Underway(), Underway()  # of tables, of seats
        self.people: list[PersonHall] = []
        """Everybody who is connected; a person with two terminals is here twice."""
        self.chat: deque[ChatLine] = deque(maxlen=CHAT)
        self.announcement = ""
        self.announced_at: datetime | None = None
        self.read_to = 0
        """The number of the last line of the operator or the hall that was read from the store."""
        self.names: dict[int, str] = {}
        """The names of those who made tables."""
        self.lists = TableLists(self.tables, self.names, self.limits)

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""
        return self.pool.bots

    async def open(self) -> None:
        """Read the tables that are open or running, and start the workrooms."""
        rows, seats, clocks, people, lines = await self.do(
            lambda store: (
                tables := store.tables.all(TableState.OPEN, TableState.RUNNING),
                {row.code: store.seats.at(row.code) for row in tables},
                {row.code: store.clocks.get(row.code) for row in tables},
                store.people.all(),
                store.chat.lines(None, limit=CHAT),
            )
        )
        self.names.update((person.id, person.name) for person in people)
        for row in rows:
            order = read_order(row.order)
            self.tables[row.code] = HallTable(self, row, order, seats[row.code], clocks[row.code])
        for line in lines:
            self._take_line(line)
        self.drop_old_announcement()
        waiting = [table for table in self.tables.values() if table.state is State.OPEN]
        await self._with_each(waiting, HallTable.look)  # their people read at once what was said
        await self._with_each(waiting, HallTable.begin_full)  # the server ended after the last seat was taken
        await self.pool.fill()
        for name, work in self._watches().items():
            self.tasks.keep(name, work)
        self.tasks.keep("look_at_tables", self._look_at_tables, ends=True)

    def _watches(self) -> dict[str, Callable[[], Coroutine[Any, Any, None]]]:
        """What goes on as long as the hall, by names."""
        return {
            "tell_people": self._telling.run,
            "operator_changes": self._follow,
            "turn_limits": self._watch_limits,
        }

    def stop_starting(self) -> None:
        """Start no more processes, because the server ends."""
        self.pool.stop_starting()

    def compile_ahead(self) -> None:
        """Compile all scenarios in the background, so that the first visitor does not wait for one."""
        self.spawn(self.reader.compile_all(), "compile_scenarios")

    async def close(self) -> None:
        """Stop the workrooms and close the store."""
        for name in ("look_at_tables", *self._watches()):
            self.tasks.end(name)
        for person in list(self.people):
            person.leave()
        await self.setup.close()
        await self.reader.close()
        await self.pool.close()
        self._cache.clear()
        await self.tasks.finish()
        if self._own:
            await self.do(lambda store: store.close())
            self._thread.shutdown()

    def enter(self, person: Person, settings: str = "", address: str = "") -> PersonHall:
        """Let a person in; `settings` are theirs as the store has them.

        `address` is where they come from, as far as it says who they are: guests of one address share one
        budget of calls.
        """
        self.names[person.id] = person.name
        hall = PersonHall(self, person, settings, self.payer(person, address))
        self.people.append(hall)
        self.changed()
        return hall

    def payer(self, person: Person, address: str) -> Payer:
        """Who pays for what a person does."""
        return self.purses.payer(f"guests:{address}" if person.guest else f"person:{person.id}", address)

    def left(self, person: PersonHall) -> None:
        """Somebody has gone."""
        if person in self.people:
            self.people.remove(person)
            if not any(hall.person.id == person.person.id for hall in self.people):
                self.reader.forget(person.person.id)
                if person.person.guest:
                    self.spawn(self._forget_guest(person.person), "forget_guest")
            self.changed()

    async def _forget_guest(self, guest: Person) -> None:
        """Empty the seats of a guest who has left, and keep nothing of them: they cannot come back."""
        for table in [each for each in self.tables.values() if each.row.state in _LIVE]:
            with suppress(HallError):
                await table.leave_for_good(guest)
        with suppress(ServerStoreError):  # who sat nowhere is forgotten already
            await self.do(lambda store: store.people.delete(guest.id))

    # --- for tables and people -----------------------------------------------------------------------

    async def do(self, work: Callable[[ServerStore], Found]) -> Found:
        """Do something with the store, in its thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, self._store)

    def changed(self) -> None:
        """Tell everybody soon that the hall has changed; many changes at once are told once."""
        self.lists.forget()
        self._telling.changed()

    @property
    def version(self) -> int:
        """Counts the changes of what people see of the hall."""
        return self._telling.version

    def here(self) -> tuple[str, ...]:
        """The names of everybody who is connected."""
        return tuple(sorted(Counter(person.person.name for person in self.people)))

    async def load(self, person: Person, folder: Path, switches: frozenset[str]) -> ScenarioInfo | Faults:
        """The facts about a scenario that a client names, or its mistakes.

        Raises:
            HallError: there is none, this person opens too many, or reading it takes too long.
        """
        return await self.reader.load(person.id, await self.folder_of(folder), switches)

    async def folder_of(self, folder: Path) -> Path:
        """The folder of the scenario of this server that a client names.

        Raises:
            HallError: there is none.
        """
        path = folder_of(folder, await self.reader.scenarios())
        if path is None:
            raise HallError(say.SCENARIO_BROKEN(mistake=folder.name))
        return path

    async def find(self, code: str) -> HallTable:
        """The table with a code.

        Raises:
            HallError: there is none.
        """
        code = code.upper()
        if code not in self.tables:  # somebody else may find it meanwhile
            row, seats, clock = await refused(
                self.do(lambda store: (store.tables.get(code), store.seats.at(code), store.clocks.get(code)))
            )
            self.tables.setdefault(code, HallTable(self, row, read_order(row.order), seats, clock))
        self.tables[code].used_at = monotonic()
        return self.tables[code]

    def forget_idle(self) -> None:
        """Keep no tables in memory that have ended, and that nobody has used for a long time."""
        long_ago = monotonic() - FORGET_AFTER
        for code, table in list(self.tables.items()):
            if table.has_ended and table.used_at < long_ago:
                del self.tables[code]
                self.changed()

    async def make(self, person: Person, order: TableOrder) -> HallTable:
        """Make a table with a seat for its maker.

        Raises:
            HallError: it cannot be played so, or the person has too many tables.
        """
        mine = sum(each.row.made_by == person.id for each in self.tables.values() if each.row.state in _LIVE)
        most = self.limits.tables_per_person
        with self._making.one_more(person.id, mine, most, say.TOO_MANY_TABLES(most=most)):
            table = await self._make(person, order)
        async with table.seating:
            await table.begin_if_full()
        self.changed()
        return table

    async def _make(self, person: Person, order: TableOrder) -> HallTable:
        prepared = await self._prepared(person, order)
        info = prepared.info
        seed = random.SystemRandom().randrange(10**9) if order.seed is None else order.seed
        settings = order_of(order, seed)
        if order.follows:
            before = await self.find(order.follows)
            settings = await following(settings, order, before, person, info.name)
        row = TableRow(
            new_table_code(),
            info.name,
            info.title,
            settings.text(),
            prepared.digest,
            datetime.now(UTC),
            person.id,
            pace=order.pace.value,
            entry=Entry.OPEN if order.public else Entry.INVITATION,
        )
        seats = tuple(
            SeatRow(number, person.id if number == order.mine else None, bot)
            for number, bot in enumerate(order.seats)
        )
        row, taken = await refused(self.do(lambda store: _made(store, row, seats, prepared.pack)))
        table = HallTable(self, row, settings, taken)
        self.tables[row.code] = table
        return table

    async def _prepared(self, person: Person, order: TableOrder) -> Prepared:
        """What the table that is ordered needs.

        Raises:
            HallError: it cannot be played so.
        """
        folder = await self.folder_of(order.folder)
        seats = len(order.seats)
        found = await self.reader.prepare(person.id, folder, order.switches, seats, order.options)
        if isinstance(found, Faults):
            raise HallError(say.SCENARIO_BROKEN(mistake=found.messages[0]))
        low, high = found.info.players
        if not low <= seats <= high:
            raise HallError(say.SEAT_COUNT(low=low, high=high, given=seats))
        unknown = [seat for seat in order.seats if seat and seat not in self.bots]
        if unknown:
            raise HallError(say.NO_BOT(bot=unknown[0]))
        if not 0 <= order.mine < seats or order.seats[order.mine]:
            raise HallError(say.NO_PERSON())
        if found.refusal:
            raise HallError(found.refusal)
        return found

    # --- what other processes change in the store -----------------------------------------------------

    def _take_line(self, line: StoredLine) -> None:
        """Take a stored line: of the operator, it is the announcement, empty for its end; others are chat."""
        if line.person is None:
            self.announcement, self.announced_at = line.text, line.when if line.text else None
        else:
            self.chat.append(ChatLine(line.number, line.when, line.name, line.text, line.side))
        self.read_to = max(self.read_to, line.number)

    def drop_old_announcement(self) -> None:
        """Stop showing an announcement after a day."""
        if self.announced_at is not None and abs(datetime.now(UTC) - self.announced_at) >= SHOWN:
            self.announcement, self.announced_at = "", None
            self.changed()

    async def _follow(self) -> None:
        """Look for changes of other processes until cancelled."""
        last: int | None = None  # what changed before is not known, so the first look is a whole one
        while True:
            await asyncio.sleep(OFTEN)
            self.drop_old_announcement()
            with suppress(ServerStoreError):
                now = await self.do(lambda store: store.changes())
                if now != last:
                    await self.catch_up()
                    last = now

    def _forget_lines(self, gone: Collection[str]) -> None:
        """Show nothing more of what people said who are deleted: somebody else may get their names."""
        if not gone:
            return
        kept = [line for line in self.chat if line.person not in gone]
        self.chat.clear()
        self.chat.extend(kept)
        for table in self.tables.values():
            if table.talk.forget(gone):
                table.tell()

    async def catch_up(self) -> None:
        """Read again what the operator can change."""
        codes, seen = {*self.tables}, max((chat_line.number for chat_line in self.chat), default=0)
        seen = max(seen, self.read_to)

        def read(store: ServerStore) -> Read:
            rows = [store.tables.get(code) for code in codes]
            rows += [row for row in store.tables.all(*LIVE) if row.code not in codes]
            tables = {row.code: (row, store.seats.at(row.code), store.clocks.get(row.code)) for row in rows}
            return (
                tables,
                store.chat.lines(None, seen),
                {person.id: person.name for person in store.people.all()},
            )

        tables, lines, names = await self.do(read)
        self._forget_lines({name for who, name in self.names.items() if who not in names})
        self.names.clear()
        self.names.update(names)
        for someone in self.people:
            someone.renamed(self.names.get(someone.person.id, someone.person.name))
        known = {chat_line.number for chat_line in self.chat}  # with what was said while the store was read
        for line in lines:
            if line.number not in known:
                self._take_line(line)
        closed: list[HallTable] = []
        for code, (row, seats, clock) in tables.items():  # without waiting: what was read gets old meanwhile
            table = self.tables.get(code)
            if table is None:  # the operator has imported it
                self.tables[code] = HallTable(self, row, read_order(row.order), seats, clock)
                self.spawn(self.tables[code].look())
                continue
            if table.renewed(row, seats):
                closed.append(table)
        self.changed()
        for table in closed:
            with suppress(HallError):
                await table.end()

    # --- workrooms -----------------------------------------------------------------------------------

    async def job(self, row: TableRow, order: GameOrder, seats: tuple[SeatRow, ...]) -> TableJob:
        """The job of running a table: its texts are unpacked.

        Raises:
            HallError: its game has not begun, or its texts are missing, damaged, or cannot be unpacked.
        """
        if not order.players:
            raise HallError(say.NOT_BEGUN(code=row.code))
        content = await refused(self.do(lambda store: store.packs.get(row.pack)))
        try:
            folder = await asyncio.to_thread(unpack, content, row.pack, self._folder)
        except (OSError, ValueError) as error:
            self.failures.tell(row.code, error)
            raise HallError(say.NOT_UNPACKED()) from None
        bots = tuple(seat.bot for seat in seats)
        begins = order.players, order.seed, order.options, order.switches
        return TableJob(row.code, folder, *begins, bots, kept=order.kept)

    async def _append(self, append: Append) -> str:
        table = self.tables.get(append.code)
        if table is None:
            return say.NOT_STORED(reason=append.code)
        error = await table.append(append)
        if not error:
            self.pool.blame.goes_on(append.code)
        return error

    def _lost(self, room: RemoteWorkroom) -> None:
        """Replace a workroom that is lost, and bring those who are at its tables back to their seats."""
        lost = [table for table in self.tables.values() if table.lost(room)]
        self.spawn(self._replace(room, lost), "replace_workroom")

    def spawn(self, work: Coroutine[Any, Any, object], name: str = "table") -> None:
        """Do something that nobody waits for."""
        self.tasks.spawn(name, work)

    async def _with_each(
        self, tables: Iterable[HallTable], work: Callable[[HallTable], Awaitable[None]]
    ) -> None:
        """Do something with each table; one that fails keeps none of the others from it."""
        for table in tuple(tables):
            try:
                await work(table)
            except (HallError, LobbyError):
                continue  # its people read why, and the next look tries again
            except Exception as error:
                self.failures.tell(table.code, error)

    async def _look_at_tables(self) -> None:
        """Find out where the tables stand that were running when the server ended."""
        await self._with_each(self.tables.values(), HallTable.look)

    async def _watch_limits(self) -> None:
        """Look at the clock until cancelled."""
        jumps = ClockJumps()
        while True:
            await asyncio.sleep(CLOCK_OFTEN)
            self.forget_idle()
            jump = jumps.since_last()
            await self.look_at_limits(jump, jumps.since)

    async def look_at_limits(self, jump: timedelta = NO_JUMP, since: float = inf) -> None:
        """Do what is due at each table.

        `jump` is how far the machine's clock was set since the last look, and `since` the steady seconds of
        then.
        """
        if jump:
            self.tasks.note("clock_set", seconds=round(jump.total_seconds()))
        await self._with_each(
            self.tables.values(), lambda table: look_at(table, self.here(), self._remind, jump, since)
        )

    async def _replace(self, room: RemoteWorkroom, lost: list[HallTable]) -> None:
        await room.stop()
        await self.pool.refill()
        for table in lost:
            self.spawn(table.run.restore(), "restore_table")


_LIVE = (TableState.OPEN, TableState.RUNNING)


def _made(
    store: ServerStore, row: TableRow, seats: tuple[SeatRow, ...], pack: str
) -> tuple[TableRow, tuple[SeatRow, ...]]:
    """Store a table, under another code if somebody has this one."""
    store.packs.put(row.pack, pack.encode())
    code = add_table(store, row, seats).code
    return store.tables.get(code), store.seats.at(code)
