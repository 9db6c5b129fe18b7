"""Runs tables in this process: `table_worker` makes a process of its own of it.

The hall stores every change of a record before anybody is told of it.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from weakref import WeakValueDictionary

from lazaretto.host import messages as say
from lazaretto.host.crash_report import only
from lazaretto.host.lobby.lobby_protocol import LobbyError
from lazaretto.host.lobby.native_engine import NativeEngine
from lazaretto.host.lobby.program_loader import MissingError, Programs
from lazaretto.host.records.autosaved_game import Bots, Table
from lazaretto.host.records.local_replay import LocalReplay
from lazaretto.host.records.record_lock import RecordLock
from lazaretto.host.records.record_store import StoreError, UnkeptError
from lazaretto.host.records.replay_protocol import Showing, ShowingInfo
from lazaretto.host.records.rerun_record import replay
from lazaretto.host.server import hall_messages as hall_say
from lazaretto.host.server.workers.workroom_protocol import (
    Append,
    NotCompiledError,
    Progress,
    TableFacts,
    TableJob,
    Taken,
)
from lazaretto.host.table.local_seat import LocalSeat
from lazaretto.host.table.local_table import LocalTable
from lazaretto.host.table.lookup_budget import turn_to_replay
from lazaretto.host.table.seat_protocol import TableInfo
from lazaretto.host.table.view_shows_secrets import sees_secrets
from lazaretto.host.table.window_stops import could_use
from lazaretto.rules import Game, Program, Record, RuleError, StartError
from lazaretto.rules.engine.engine_names import Engine
from lazaretto.rules.run.records.record_file import RecordError, write

PATIENCE = 60.0
"""Seconds after which a table gives up waiting for the hall."""

Choices = tuple[tuple[int, str], ...]


def changes_between(before: Choices, after: Choices) -> tuple[Taken, ...]:
    """The changes that turn one list of choices into another."""
    kept = 0
    for one, other in zip(before, after, strict=False):
        if one != other:
            break
        kept += 1
    added = [Taken(number, *choice) for number, choice in enumerate(after[kept:], kept)]
    return (Taken(kept), *added) if kept < len(before) and not added else tuple(added)


def choices_after(changes: list[Taken]) -> Choices:
    """The choices that are left after all changes."""
    found: list[tuple[int, str]] = []
    for change in changes:
        del found[change.kept :]
        if change.key:
            found.append((change.seat, change.key))
    return tuple(found)


class HallRecords:
    """Keeps the record of one table by sending its changes to the hall."""

    def __init__(self, append: Callable[[int, tuple[Taken, ...]], None], choices: Choices) -> None:
        """Begin with stored choices; `append` sends numbered changes, from any thread."""
        self._append = append
        self._stored = choices
        self._number = 0
        self._answered = Event()
        self._error = ""
        self._closed = ""
        """Why nothing is stored any more."""

    def answer(self, number: int, error: str) -> None:
        """Take the hall's answer to a change."""
        if number == self._number:
            self._error = error
            self._answered.set()

    def close(self, why: str) -> None:
        """Store nothing more; whoever waits for an answer gets this one."""
        self._closed = why
        self._answered.set()

    def save(self, name: str, record: Record, lock: RecordLock | None = None) -> str:
        """Send what has changed, and wait until the hall has stored it.

        Raises:
            UnkeptError: the hall could not store it, or did not answer.
            StoreError: the table is closed.
        """
        changes = changes_between(self._stored, record.choices)
        if not changes:
            return ""
        self._number += 1
        self._answered.clear()
        if not self._closed:  # it may be closed at any moment, and then ends the wait
            self._append(self._number, changes)
            if not self._answered.wait(PATIENCE):
                raise UnkeptError(hall_say.SILENT())
        if self._closed:
            raise StoreError(self._closed)
        if self._error:
            raise UnkeptError(self._error)
        self._stored = record.choices
        return ""

    # --- what only files need --------------------------------------------------------------------

    def place(self, name: str) -> str:
        """Nothing: players need not know where a server keeps its games."""
        return ""

    def lock(self, name: str) -> RecordLock | None:
        """No lock: nobody else writes to a table of the hall."""
        return None

    def claim(self, scenario: str) -> tuple[str, RecordLock | None]:
        """Refuse: the hall names its tables itself."""
        raise StoreError(hall_say.SILENT())

    def expect(self, name: str, record: Record) -> None:
        """Nothing: the changes say what they follow."""

    def load(self, name: str) -> Record:
        """Refuse: a table never reads its record again."""
        raise RecordError(hall_say.SILENT())

    def stamp(self, name: str) -> tuple[int, ...]:
        """Nothing changes behind the table's back."""
        return ()


Report = Callable[[Append], None]
"""Sends a change to the hall; called from any thread."""


@dataclass(slots=True)
class _Running:
    """A table that runs here."""

    job: TableJob
    table: Table
    local: LocalTable
    records: HallRecords


class LocalWorkroom:
    """The `Workroom` of this process."""

    def __init__(self, bots: Bots, report: Report, engine: Engine = "python") -> None:
        self.bots = tuple(bots)
        self._bots = bots
        self._report = report
        self._programs = Programs()
        self._in_use: WeakValueDictionary[tuple[Path, frozenset[str]], Program] = WeakValueDictionary()
        """The programs of the tables that run: other tables never push them out."""
        self._native = NativeEngine(engine)
        self._tables: dict[str, _Running] = {}

    async def open(self, job: TableJob) -> TableFacts:
        """Set a table up and go to where its choices lead."""
        with only(LobbyError, otherwise=LobbyError):
            if job.code in self._tables:
                raise LobbyError(hall_say.TABLE_RUNS(code=job.code))
            running, facts = await asyncio.to_thread(self._set_up, job)
            self._tables[job.code] = running
            running.local.left()  # nobody is there yet: the bots go on when the first one comes
            return facts

    async def begin(self, code: str) -> None:
        """Let the bots of a table play until a person has to decide."""
        await self._running(code).local.begin()

    async def sit(self, code: str, seat: int | None, keyboard: frozenset[int]) -> LocalSeat:
        """A client of a seat, or with None one that looks on."""
        running = self._running(code)
        if seat is not None and not 0 <= seat < len(running.job.players):
            raise LobbyError(hall_say.NO_SEAT(code=code))
        return await running.local.client(seat, keyboard)

    async def appoint(self, code: str, seat: int, bot: str) -> None:
        """Let a bot play a seat from now on, or with an empty name a person."""
        table = self._running(code).table
        if not 0 <= seat < len(table.game.players) or (bot and bot not in self._bots):
            raise LobbyError(hall_say.NO_SEAT(code=code))
        names = list(table.bots or ("",) * len(table.game.players))
        names[seat] = bot
        table.bots = tuple(names) if any(names) else ()
        await self.begin(code)

    async def undo(self, code: str) -> None:
        """Undo the last choice of a person, whoever made it."""
        running = self._running(code)
        await running.local.change(running.table.undo)

    async def close(self, code: str) -> None:
        """Forget a table; a choice that is not stored yet is refused."""
        running = self._tables.pop(code, None)
        if running is not None:
            running.records.close(hall_say.NOT_STORED(reason=hall_say.NO_TABLE(code=code)))

    async def replay(self, code: str) -> Showing:
        """The game of a table as a replay."""
        table = self._running(code).table
        if table.game.outcome is None:
            raise LobbyError(say.NOT_OVER())
        with only(LobbyError, RuleError, otherwise=LobbyError):
            async with turn_to_replay():
                local_replay = await asyncio.to_thread(LocalReplay, table.program, table.game.record())
            rulebook = await asyncio.to_thread(table.program.rulebook)
        return Showing(ShowingInfo(table.program.title, code, table.program.coast, rulebook), local_replay)

    async def record(self, code: str, seats: frozenset[int]) -> str:
        """The game of a table as the text of a record, unless it holds secrets of other seats."""
        table = self._running(code).table
        with only(LobbyError, RuleError, otherwise=LobbyError):
            return await asyncio.to_thread(record_text, table, seats)

    async def handed_on(self, code: str) -> Mapping[str, str]:
        """What the finished game of a table hands on."""
        game = self._running(code).table.game
        if game.outcome is None:
            raise LobbyError(say.NOT_OVER())
        if game.campaign_over:
            raise LobbyError(say.CAMPAIGN_OVER())
        with only(LobbyError, RuleError, otherwise=LobbyError):
            return await asyncio.to_thread(game.handed_on)

    async def stored(self, code: str, number: int, error: str) -> None:
        """Take the answer of the hall to a change."""
        running = self._tables.get(code)
        if running is not None:
            running.records.answer(number, error)

    # --- in threads --------------------------------------------------------------------------------

    def _set_up(self, job: TableJob) -> tuple[_Running, TableFacts]:
        """Set a table up.

        Raises:
            NotCompiledError: its program must be compiled first.
            LobbyError: it cannot be played so; a rule that fails says where.
        """
        try:
            program = self._program(job)
            game = _begun(program, job)
            running = self._running_of(program, game, job)
            info = TableInfo(program.title, job.code, "", program.coast, program.rulebook())
            return running, TableFacts(info, progress_of(running.table))
        except (MissingError, StartError, RuleError) as error:
            raise LobbyError(str(error)) from None

    def _program(self, job: TableJob) -> Program:
        """The program of a table, the same for all tables with the same texts and parts.

        Raises:
            MissingError: it has mistakes.
            NotCompiledError: it is not cached.
        """
        key = job.folder, job.switches
        program = self._in_use.get(key)
        if program is None:
            program = self._programs.cached(*key)
        if program is None and job.compiles:
            program = self._programs.playable(*key)
        if program is None:
            raise NotCompiledError(hall_say.NOT_COMPILED(code=job.code))
        self._in_use[key] = program
        return program

    def _running_of(self, program: Program, game: Game, job: TableJob) -> _Running:
        bots = tuple(bot if bot in self._bots else "" for bot in job.bots)
        made: list[Table] = []

        def append(number: int, changes: tuple[Taken, ...]) -> None:
            self._report(Append(job.code, number, changes, progress_of(made[0])))

        records = HallRecords(append, job.choices)
        table = Table(program, game, records, job.code, bots if any(bots) else (), self._bots)
        table.native = self._native
        made.append(table)
        return _Running(job, table, LocalTable(table, ()), records)

    def _running(self, code: str) -> _Running:
        found = self._tables.get(code)
        if found is None:
            raise LobbyError(hall_say.NO_TABLE(code=code))
        return found


def record_text(table: Table, seats: frozenset[int]) -> str:
    """The record of a game that is over, or whose secrets these seats know.

    Raises:
        LobbyError: another seat knows something that is secret as long as the game goes on.
    """
    if table.game.outcome is None:
        public, views = table.game.views()
        if not seats.issuperset(table.game.together):
            raise LobbyError(hall_say.STILL_SECRET())
        if any(sees_secrets(public, view) for seat, view in enumerate(views) if seat not in seats):
            raise LobbyError(hall_say.STILL_SECRET())
    return write(replace(table.game.record(), bots=table.bots))


def progress_of(table: Table) -> Progress:
    """Where the game of a table stands, as far as everybody may know."""
    game = table.game
    outcome = game.outcome
    if outcome is not None:
        return Progress(
            game.turns, (), outcome.reason, outcome.results, points=outcome.points, ranks=outcome.ranks
        )
    return Progress(game.turns, _asked(table), secretive=game.secretive, team=_team_of(game))


def _asked(table: Table) -> tuple[int, ...]:
    """The seats that a table waits for: at a window of a bot, the people who may use it."""
    game = table.game
    if table.is_bot(game.seat):
        with suppress(RuleError):
            moment = game.window
            if moment is not None and (people := could_use(table, moment)):
                return tuple(sorted(people))
    return game.waiting


def _team_of(game: Game) -> tuple[int, ...]:
    """The seats that play together, if others play against them; a fault in their rules makes no side."""
    try:
        team = game.team
    except RuleError:
        return ()
    return team if 1 < len(team) < len(game.players) else ()


def _begun(program: Program, job: TableJob) -> Game:
    """The game after the choices of a job.

    Raises:
        StartError, RuleError: it cannot be set up.
        LobbyError: the rules do not accept the choices.
    """
    kept, _ = program.fitting(job.players, job.kept)
    game = program.start(seed=job.seed, players=job.players, options=job.options, kept=kept)
    return _gone_on(program, game, job)


def _gone_on(program: Program, game: Game, job: TableJob) -> Game:
    """The game after the choices of a job.

    Raises:
        LobbyError: the rules do not accept them.
    """
    if not job.choices:
        return game
    again = replay(program, replace(game.record(), choices=job.choices))
    if again.difference is not None:
        raise LobbyError(say.RULES_DIFFER_FROM(difference=again.difference.told()))
    return again.game
