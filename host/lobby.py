"""Where people find each other before they sit down: scenarios, kept games, and the way to a table.

Whatever takes time (compiling, playing a record again, the disk) happens in threads; nothing here holds up
the event loop. What the lobby has loaded it keeps for itself, and not much of it.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Event, Lock

from host.game_table import Bots, Table, open_table, resume_table
from host.local_table import LocalTable
from host.lru_cache import Recent
from host.player_names import wrong_with
from host.program_loader import Faults, MissingError, Programs
from host.record_player import Playback, Showing
from host.record_store import ENDING, Store, Stored, StoreError, load_record
from host.replay_record import replay
from host.seat import Sitting
from host.user_settings import Settings, settings_file, write_settings
from rules import Game, Program, Record, RuleError, StartError, View
from rules.errors.did_you_mean import either
from rules.find_scenarios import Found
from rules.link.map_outline import Coast
from rules.run.record_file import RecordError

STANDINGS = 8
"""Kept games of which it is remembered where they stand."""


class LobbyError(Exception):
    """What was asked for cannot be done; the message is a sentence for the player."""


@dataclass(frozen=True, slots=True)
class Order:
    """A new game as it was agreed on."""

    folder: Path
    players: tuple[str, ...]
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    switches: frozenset[str] = frozenset()
    """Optional parts to switch on, and with a `-` in front those to switch off."""
    bots: tuple[str, ...] = ()
    """The bot of each seat, an empty name where a person sits; empty where all are persons."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a kept game stands, as far as everybody may know it."""

    view: View
    coast: Coast
    turn: int
    player: str
    """Who is asked; empty when it is over."""
    outcome: str
    """Why it ended; empty when it did not."""
    notice: str = ""
    """Where the rules no longer follow the record."""


class Lobby:
    """Everything that somebody needs who looks for a game."""

    def __init__(
        self,
        paths: Sequence[Path] = (),
        store: Store | None = None,
        bots: Bots | None = None,
        settings: Path | None = None,
    ) -> None:
        self.store = store or Store()
        self.bots: Bots = bots or {}
        self._settings = settings or settings_file()
        self._programs = Programs(paths)
        self._standings: Recent[tuple[Path, datetime], Standing] = Recent(STANDINGS)
        self._replaying = Lock()

    async def scenarios(self) -> tuple[Found, ...]:
        """Every scenario that is found; their rules are not read."""
        return await asyncio.to_thread(self._programs.scenarios)

    async def kept(self) -> tuple[Stored, ...]:
        """Every kept game, the latest first; damaged files are among them, with what is wrong."""
        return await asyncio.to_thread(self.store.all)

    async def load(
        self, folder: Path, switches: frozenset[str] = frozenset(), *, again: bool = False
    ) -> Program | Faults:
        """The program of a scenario or its mistakes; `again` reads it even if it is at hand."""
        return await asyncio.to_thread(self._programs.load, folder, switches, again)

    async def standing(self, stored: Stored) -> Standing:
        """Where a kept game stands. Who stops waiting stops the work.

        Raises:
            LobbyError: the file is damaged, or the scenario is missing or does not follow any more.
        """
        stop = Event()
        try:
            return await asyncio.to_thread(self._standing, stored, stop)
        except asyncio.CancelledError:
            stop.set()
            raise

    async def preview(self, folder: Path) -> Standing:
        """How the board of a scenario looks when a game of it begins.

        Raises:
            LobbyError: it cannot be started.
        """
        return await asyncio.to_thread(self._preview, folder)

    async def open(self, order: Order) -> Sitting:
        """Sit down to a new game.

        Raises:
            LobbyError: it cannot be played like this.
        """
        return await self._sit(lambda: self._open(order))

    async def resume(self, stored: Stored) -> Sitting:
        """Take a kept game up again.

        Raises:
            LobbyError: the file is damaged, or the scenario is missing or does not follow any more.
        """
        return await self._sit(lambda: self._resume(stored))

    async def playback(self, stored: Stored) -> Showing:
        """Look at a kept game again.

        Raises:
            LobbyError: the file is damaged, or the scenario is missing or does not even begin any more.
        """
        return await asyncio.to_thread(self._playback, stored)

    async def find(self, path: Path) -> Stored:
        """The game in a file, or the one of that name among the kept ones.

        Raises:
            LobbyError: there is none.
        """
        return await asyncio.to_thread(self._find, path)

    async def delete(self, stored: Stored) -> None:
        """Throw a kept game away.

        Raises:
            LobbyError: the system refuses.
        """
        await _written(lambda: self.store.delete(stored.name))

    async def rename(self, stored: Stored, name: str) -> None:
        """Give a kept game another name.

        Raises:
            LobbyError: it is no name, it is taken, or the system refuses.
        """
        await _written(lambda: self.store.rename(stored.name, name))

    async def keep(self, settings: Settings) -> None:
        """Write the settings down.

        Raises:
            LobbyError: the system refuses.
        """
        await _written(lambda: write_settings(settings, self._settings))

    async def _sit(self, prepare: Callable[[], tuple[Program, Table, list[str]]]) -> Sitting:
        with _refusals():
            program, table, notices = await asyncio.to_thread(prepare)
            local = await asyncio.to_thread(LocalTable, table)
            await local.begin()
        rulebook = await asyncio.to_thread(program.rulebook)
        said = (*notices, *local.notices())
        return Sitting(program.title, local.name, local.seats, program.coast, rulebook, said)

    # --- in threads --------------------------------------------------------------------------------

    def _open(self, order: Order) -> tuple[Program, Table, list[str]]:
        wrong = wrong_with(order.players)
        if wrong:
            raise LobbyError(wrong)
        if order.bots and all(order.bots):
            raise LobbyError("at least one seat needs a person")
        unknown = [each for each in order.bots if each and each not in self.bots]
        if unknown:
            raise LobbyError(f"there is no bot `{unknown[0]}`, only {', '.join(self.bots) or 'none'}")
        program = self._programs.playable(order.folder, order.switches)
        game = program.start(seed=order.seed, players=order.players, options=order.options)
        bots = order.bots if any(order.bots) else ()
        return program, open_table(program, game, self.store, bots, self.bots), []

    def _resume(self, stored: Stored) -> tuple[Program, Table, list[str]]:
        record = _whole(stored)
        program = self._programs.of(record, again=True)
        store = self.store if stored.path.parent == self.store.folder else Store(stored.path.parent)
        table, again = resume_table(program, record, store, stored.name, self.bots)
        notices = []
        if table.name != stored.name:
            why = "The scenario has changed since" if again.changed else "The rules do not follow to the end"
            notices.append(f"{why}; the game goes on as {table.name}, the old file stays.")
        if again.difference is not None:
            notices.append(f"It differs from {again.difference}")
        gone = [each for each in record.bots if each and each not in self.bots]
        notices += [f"There is no bot `{each}` any more: a person sits there now." for each in gone[:1]]
        return program, table, notices

    def _playback(self, stored: Stored) -> Showing:
        record = _whole(stored)
        with _refusals():
            program = self._programs.of(record, again=True)
            playback = Playback(program, record)
        return Showing(program.title, stored.name, playback, program.coast, program.rulebook())

    def _standing(self, stored: Stored, stop: Event) -> Standing:
        record = _whole(stored)
        key = (stored.path, stored.changed)

        def go_on(*_told: object) -> None:
            if stop.is_set():
                raise LobbyError("nobody waits for this any more")

        with self._replaying:
            found = self._standings.get(key)
            if found is None:
                go_on()
                with _refusals():
                    found = self._replayed(record, go_on)
                self._standings.put(key, found)
        return found

    def _replayed(self, record: Record, told: Callable[[int, str, tuple[str, ...]], None]) -> Standing:
        program = self._programs.of(record)
        again = replay(program, record, told=told)
        notice = "" if again.difference is None else f"The rules differ from {again.difference}"
        return _standing(program, again.game, notice)

    def _preview(self, folder: Path) -> Standing:
        with _refusals():
            program = self._programs.playable(folder, frozenset())
            players = [f"player{number + 1}" for number in range(program.players[0])]
            return _standing(program, program.start(seed=0, players=players))

    def _find(self, path: Path) -> Stored:
        kept = self.store.path(str(path).removesuffix(ENDING))
        path = path if path.exists() or not kept.exists() else kept
        try:
            return Stored(path.stem, path, datetime.fromtimestamp(path.stat().st_mtime), load_record(path))
        except RecordError as error:
            raise LobbyError(str(error)) from None
        except OSError as error:
            raise LobbyError(f"{path}: {error.strerror or error}") from None


def _whole(stored: Stored) -> Record:
    if stored.record is None:
        raise LobbyError(stored.problem)
    return stored.record


def _standing(program: Program, game: Game, notice: str = "") -> Standing:
    asked = "" if game.seat is None else game.players[game.seat]
    outcome = "" if game.outcome is None else game.outcome.reason
    return Standing(game.view(None), program.coast, game.turns, asked, outcome, notice)


@contextmanager
def _refusals() -> Iterator[None]:
    """Whatever keeps a game from being played is told to the player."""
    try:
        yield
    except (MissingError, StartError, RuleError, StoreError) as error:
        raise LobbyError(_told(error)) from None


def _told(error: Exception) -> str:
    """The sentence of an error, with the nearest names where a name was wrong."""
    near = getattr(error, "nearest", ())
    return f"{error}; did you mean {either(near)}?" if near else str(error)


async def _written(write: Callable[[], None]) -> None:
    with _refusals():
        await asyncio.to_thread(write)
