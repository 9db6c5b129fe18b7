"""The lobby of this machine: scenarios in folders, saved games in files, tables in this process.

Slow work (compiling, replaying a record, the disk) runs in threads, so nothing here blocks the event loop.
The lobby caches a few of the programs it has loaded.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Event, Lock

from lazaretto.grammar.message import with_commas
from lazaretto.host import campaign_messages as campaign_say
from lazaretto.host import messages as say
from lazaretto.host.autosaved_game import Bots, open_table, resume_table
from lazaretto.host.campaign_protocol import CampaignInfo
from lazaretto.host.campaign_store import CampaignStore
from lazaretto.host.guided_games import begin_guided
from lazaretto.host.known_folders import KnownFolders
from lazaretto.host.lobby_descriptions import info_of, kept_game, standing_of
from lazaretto.host.lobby_protocol import (
    NO_OPTIONS,
    Access,
    KeptGame,
    LobbyError,
    Order,
    ScenarioInfo,
    Standing,
)
from lazaretto.host.lobby_refusals import refusals, written
from lazaretto.host.local_campaigns import LocalCampaigns
from lazaretto.host.local_replay import LocalReplay
from lazaretto.host.local_table import LocalTable
from lazaretto.host.lru_cache import Recent
from lazaretto.host.native_engine import NativeEngine
from lazaretto.host.opening_games import Prepared, lock_kept, record_of
from lazaretto.host.played_games import PlayedGames
from lazaretto.host.player_names import wrong_with
from lazaretto.host.program_loader import Faults, Programs
from lazaretto.host.record_lock import Holder, RecordLock, holder_of
from lazaretto.host.record_store import ENDING, Store, Stored, changed_at, load_record
from lazaretto.host.remove_leftovers import remove_leftovers
from lazaretto.host.replay_protocol import Showing, ShowingInfo
from lazaretto.host.rerun_record import replay
from lazaretto.host.seat_protocol import OpenTable, TableInfo
from lazaretto.host.statistics import Statistics, statistics
from lazaretto.host.user_settings import Settings, settings_file, write_settings
from lazaretto.host.what_if import branch
from lazaretto.host.win_chances import Estimator, forget_chances
from lazaretto.rules import Chapter, Record
from lazaretto.rules.engine_names import Engine
from lazaretto.rules.find_scenarios import Found
from lazaretto.rules.run.record_file import RecordError
from lazaretto.rules.run.record_what_if import WhatIf

STANDINGS = 8
"""How many states of saved games are cached."""


class LocalLobby:
    """The `Lobby` of this machine."""

    def __init__(
        self,
        paths: Sequence[Path] = (),
        store: Store | None = None,
        bots: Bots | None = None,
        settings: Path | None = None,
        programs: Programs | None = None,
        estimator: Estimator | None = None,
        engine: Engine = "python",
    ) -> None:
        """Make the lobby; `estimator` estimates the chance to win over finished games.

        `engine` plans for bots and gives hints.
        """
        self._estimator = estimator
        self._native = NativeEngine(engine, any_text_as_c=True)
        self.store = store or Store()
        self.bots = tuple(bots or {})
        self._bots: Bots = bots or {}
        self._settings = settings or settings_file()
        self._programs = programs or Programs(paths, KnownFolders(self._settings.parent))
        kept = CampaignStore(self.store.folder.with_name("campaigns"))
        self._campaigns = LocalCampaigns(kept, self.store, self._bots, self._programs)
        self._standings: Recent[tuple[Path, datetime], Standing] = Recent(STANDINGS)
        self._replaying = Lock()
        self._saving = Lock()
        self._newest = Settings()
        self._played = PlayedGames(self.store, self._programs)
        for folder in {self.store.folder, kept.folder, self._settings.parent}:
            remove_leftovers(folder)

    async def scenarios(self) -> tuple[Found, ...]:
        """Every scenario that is found, without reading its rules."""
        return await asyncio.to_thread(self._programs.scenarios)

    async def kept(self) -> tuple[KeptGame, ...]:
        """Every saved game, latest first; a damaged file is listed with its problem."""
        return tuple(map(kept_game, await asyncio.to_thread(self.store.all)))

    async def load(
        self, folder: Path, switches: frozenset[str] = frozenset(), *, again: bool = False
    ) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes; `again` reads it even if it is cached."""
        try:
            with refusals():
                found = await asyncio.to_thread(self._programs.load, folder, switches, again)
        except LobbyError as error:
            return Faults((str(error),), str(error))
        return found if isinstance(found, Faults) else info_of(found)

    async def standing(self, kept: KeptGame) -> Standing:
        """The current state of a saved game. Cancelling the call stops the work.

        Raises:
            LobbyError: the file is damaged, or the scenario is missing or no longer fits the record.
        """
        stop = Event()
        try:
            return await asyncio.to_thread(self._standing, kept, stop)
        except asyncio.CancelledError:
            stop.set()
            raise

    async def rulebook(self, folder: Path) -> tuple[Chapter, ...]:
        """The rulebook of a scenario, with its usual parts.

        Raises:
            LobbyError: it has mistakes.
        """
        with refusals():
            return await asyncio.to_thread(lambda: self._programs.playable(folder, frozenset()).rulebook())

    async def preview(self, folder: Path) -> Standing:
        """The board of a scenario at the start of a game.

        Raises:
            LobbyError: it cannot be started.
        """
        return await asyncio.to_thread(self._preview, folder)

    async def open(self, order: Order) -> OpenTable:
        """Start a new game.

        Raises:
            LobbyError: it cannot be played with these settings.
        """
        return await self._sit(lambda: self._open(order))

    async def campaigns(self) -> tuple[CampaignInfo, ...]:
        """Every campaign by name; a damaged file is listed with its problem."""
        return await self._campaigns.all()

    async def go_on(
        self,
        campaign: str,
        seed: int,
        options: Mapping[str, str] = NO_OPTIONS,
        folder: Path | None = None,
        access: Access = Access.PLAY,
    ) -> OpenTable:
        """Go on with a campaign: with the game that is not over, or with the next one.

        Raises:
            HeldError: another process has that game open.
            LobbyError: there is no such campaign, its file cannot be used, or the game cannot be started.
        """
        return await self._sit(lambda: self._go_on(campaign, seed, options, folder, access))

    async def holder(self, kept: KeptGame) -> Holder | None:
        """The process that has a saved game open; None if nobody has, or where files cannot be locked."""
        return await asyncio.to_thread(holder_of, kept.path)

    async def resume(self, kept: KeptGame, access: Access = Access.PLAY) -> OpenTable:
        """Resume a saved game.

        Raises:
            HeldError: another process has it open.
            LobbyError: the file is damaged, or the scenario is missing or no longer fits the record.
        """
        return await self._sit(lambda: self._resume(kept, access))

    async def replay(self, kept: KeptGame) -> Showing:
        """Open a saved game as a replay.

        Raises:
            LobbyError: the file is damaged, or the scenario is missing or cannot start the game.
        """
        return await asyncio.to_thread(self._replay, kept)

    async def what_if(self, kept: KeptGame, at: int, seed: int | None = None) -> OpenTable:
        """Play on from a point of a saved game, as a game of its own.

        Raises:
            LobbyError: the rules do not follow the record so far, or it would tell what is secret.
        """
        return await self._sit(lambda: self._what_if(kept, at, seed))

    async def statistics(self) -> Statistics:
        """Statistics over the finished games of the store; cancelling the call stops the work."""
        stop = Event()
        try:
            facts, unknown = await asyncio.to_thread(self._played.all, stop.is_set)
        except asyncio.CancelledError:
            stop.set()
            raise
        return statistics(facts, unknown)

    async def find(self, path: Path) -> KeptGame:
        """The game in a file, or the saved game of that name.

        Raises:
            LobbyError: there is none.
        """
        return await asyncio.to_thread(self._find, path)

    async def delete(self, kept: KeptGame) -> None:
        """Delete a saved game.

        Raises:
            LobbyError: the system refuses.
        """
        await written(lambda: self.store.delete(kept.name))
        await asyncio.to_thread(forget_chances, kept.path)

    async def rename(self, kept: KeptGame, name: str) -> None:
        """Rename a saved game.

        Raises:
            LobbyError: it is invalid or taken, or the system refuses.
        """
        await written(lambda: self.store.rename(kept.name, name))
        await asyncio.to_thread(forget_chances, kept.path)

    async def keep(self, settings: Settings) -> None:
        """Save the settings.

        Raises:
            LobbyError: the system refuses.
        """
        self._newest = settings
        await written(self._save_newest)

    async def _sit(self, prepare: Callable[[], Prepared]) -> OpenTable:
        with refusals():
            ready = await asyncio.to_thread(prepare)
            ready.table.estimator, ready.table.native = self._estimator, self._native
            local = await asyncio.to_thread(LocalTable, ready.table)
            if not local.seats:
                raise LobbyError(say.NO_PERSON())
            await local.begin()
            local.attend()
            program = ready.table.program
            rulebook = await asyncio.to_thread(program.rulebook)
        named = ready.table.campaign.name if ready.table.campaign is not None else ""
        about = program.title, local.name, local.place, program.coast, rulebook
        info = TableInfo(*about, ready.notices, ready.resumed, named, ready.table.guide)
        return OpenTable(info, local.seats)

    # --- in threads --------------------------------------------------------------------------------

    def _save_newest(self) -> None:
        """Save the newest settings: a thread that starts late must not bring older ones back."""
        with self._saving:
            write_settings(self._newest, self._settings)

    def _open(self, order: Order) -> Prepared:
        if order.guide:
            return Prepared(begin_guided(order.folder, order.guide, self._programs, self.store))
        wrong = wrong_with(order.players)
        if wrong:
            raise LobbyError(wrong)
        if order.bots and all(order.bots):
            raise LobbyError(say.NO_PERSON())
        unknown = [each for each in order.bots if each and each not in self.bots]
        if unknown:
            raise LobbyError(self._no_bot(unknown[0]))
        program = self._programs.playable(order.folder, order.switches)
        self._programs.note(program.name, order.folder)
        bots = order.bots if any(order.bots) else ()
        if order.campaign:
            begun = self._campaigns.begin(
                order.campaign, program, order.players, bots, order.options, order.seed
            )
            return Prepared(begun.table, begun.notices)
        game = program.start(seed=order.seed, players=order.players, options=order.options)
        return Prepared(open_table(program, game, self.store, bots, self._bots))

    def _go_on(
        self, name: str, seed: int, options: Mapping[str, str], folder: Path | None, access: Access
    ) -> Prepared:
        campaign, record, problem = self._campaigns.under_way(name)
        if record:
            ready = self._resume(self._find(self.store.path(record)), access)
            notice = campaign_say.GOES_ON(name=name, number=len(campaign.games))
            return replace(ready, notices=(*ready.notices, notice))
        begun = self._campaigns.go_on(name, campaign, seed, options, folder, problem)
        return Prepared(begun.table, begun.notices)

    def _no_bot(self, bot: str) -> str:
        return say.NO_BOT(bot=bot, known=with_commas(self.bots)) if self.bots else say.NO_BOTS_AT_ALL(bot=bot)

    def _resume(self, kept: KeptGame, access: Access) -> Prepared:
        record_of(kept)  # a damaged file is reported even if it is open
        lock = lock_kept(kept, access)
        try:
            return self._resumed(kept, access, lock)
        except BaseException:
            if lock is not None:
                lock.release()
            raise

    def _resumed(self, kept: KeptGame, access: Access, lock: RecordLock | None) -> Prepared:
        record = record_of(kept)
        if record.bots and all(each in self.bots for each in record.bots):
            raise LobbyError(say.NO_PERSON())
        program = self._programs.to_go_on(record)
        store = self.store if kept.path.parent == self.store.folder else Store(kept.path.parent)
        name = "" if access is Access.COPY else kept.name
        look = say.ONLY_LOOKS(name=name) if access is Access.LOOK else ""
        link = self._campaigns.link(record)
        table, again = resume_table(program, record, store, name, self._bots, lock, look, link)
        table.hand_on()  # if the process ended between the last choice and that
        notices: list[str] = []
        if access is Access.COPY:
            table.save()
            notices.append(say.COPIED(name=kept.name, copy=table.name))
        elif table.name != kept.name:
            why = say.SCENARIO_CHANGED if again.changed else say.RULES_DO_NOT_FOLLOW
            notices.append(why(name=table.name))
        elif look:
            notices.append(look)
        if again.difference is not None:
            notices.append(say.DIFFERS_FROM(difference=again.difference.told()))
        gone = [each for each in record.bots if each and each not in self.bots]
        notices += [say.BOT_GONE(bot=each) for each in gone[:1]]
        return Prepared(table, tuple(notices), again.done > 0)

    def _what_if(self, kept: KeptGame, at: int, seed: int | None) -> Prepared:
        record = record_of(kept)
        program = self._programs.to_go_on(record)
        game = branch(program, record, at, seed)
        bots = tuple(each if each in self.bots else "" for each in record.bots)
        what_if = WhatIf(kept.name, at)
        table = open_table(program, game, self.store, bots, self._bots, what_if=what_if)
        notice = say.PLAYS_ON if seed is None else say.PLAYS_ON_DEALT
        return Prepared(table, (notice(name=kept.name, number=at, copy=table.name),), at > 0)

    def _replay(self, kept: KeptGame) -> Showing:
        record = record_of(kept)
        with refusals():
            program = self._programs.of(record, again=True)
            replay = LocalReplay(program, record, self._estimator, str(kept.path), self._native)
            info = ShowingInfo(program.title, kept.name, program.coast, program.rulebook(), str(kept.path))
        return Showing(info, replay)

    def _standing(self, kept: KeptGame, stop: Event) -> Standing:
        record = record_of(kept)
        key = (kept.path, kept.changed)

        def go_on(*_told: object) -> None:
            if stop.is_set():
                raise LobbyError(say.NOBODY_WAITS())

        with self._replaying:
            found = self._standings.get(key)
            if found is None:
                go_on()
                with refusals():
                    found = self._replayed(record, go_on)
                self._standings.put(key, found)
        return found

    def _replayed(self, record: Record, told: Callable[[int, str, tuple[str, ...]], None]) -> Standing:
        program = self._programs.of(record)
        again = replay(program, record, told=told)
        found = again.difference
        notice = "" if found is None else say.RULES_DIFFER_FROM(difference=found.told())
        return standing_of(program, again.game, notice)

    def _preview(self, folder: Path) -> Standing:
        with refusals():
            program = self._programs.playable(folder, frozenset())
            players = [f"player{number + 1}" for number in range(program.players[0])]
            return standing_of(program, program.start(seed=0, players=players))

    def _find(self, path: Path) -> KeptGame:
        kept = self.store.path(str(path).removesuffix(ENDING))
        path = path if path.exists() or not kept.exists() else kept
        try:
            return kept_game(Stored(path.stem, path, changed_at(path), load_record(path)))
        except RecordError as error:
            raise LobbyError(str(error)) from None
        except OSError as error:
            raise LobbyError(say.FILE_PROBLEM(path=path, reason=error.strerror or str(error))) from None
        except ValueError as error:
            raise LobbyError(say.FILE_PROBLEM(path=path, reason=error)) from None
