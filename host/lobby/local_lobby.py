"""The lobby of this machine: lists and describes games, opens and resumes them, plays on, or says why not.

Slow work (compiling, replaying a record, the disk) runs in threads, so nothing here blocks the event loop.
The lobby caches a few of the programs it has loaded.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from threading import Event, Lock

from lazaretto.grammar.message import with_commas
from lazaretto.host import messages as say
from lazaretto.host.campaigns import campaign_messages as campaign_say
from lazaretto.host.campaigns.campaign_file import CampaignError, CampaignStore
from lazaretto.host.campaigns.local_campaigns import LocalCampaigns
from lazaretto.host.crash_report import only
from lazaretto.host.lobby.lobby_protocol import (
    NO_OPTIONS,
    Access,
    CampaignInfo,
    GameSummary,
    HeldError,
    KeptGame,
    LobbyError,
    Order,
    ScenarioInfo,
    Standing,
)
from lazaretto.host.lobby.native_engine import NativeEngine
from lazaretto.host.lobby.program_loader import Faults, MissingError, Programs, Recent
from lazaretto.host.records.autosaved_game import Bots, Table, open_table, resume_table
from lazaretto.host.records.local_replay import LocalReplay
from lazaretto.host.records.record_lock import (
    HeldRecordError,
    Holder,
    RecordLock,
    holder_of,
    lock_record,
    take_over_record,
)
from lazaretto.host.records.record_store import (
    ENDING,
    Store,
    Stored,
    StoreError,
    changed_at,
    held,
    load_record,
    remove_leftovers,
)
from lazaretto.host.records.replay_protocol import Showing, ShowingInfo
from lazaretto.host.records.rerun_record import begin, follow, replay
from lazaretto.host.records.statistics import PlayedGames, Statistics, statistics
from lazaretto.host.settings.folders_played_from import KnownFolders
from lazaretto.host.settings.player_names import wrong_with
from lazaretto.host.settings.user_settings import Settings, settings_file, write_settings
from lazaretto.host.table.local_table import LocalTable
from lazaretto.host.table.seat_protocol import OpenTable, TableInfo
from lazaretto.host.table.view_shows_secrets import sees_secrets
from lazaretto.host.table.win_chance_over_game import Estimator, forget_chances
from lazaretto.rules import Chapter, ChoiceError, Game, Program, Record, RuleError, StartError
from lazaretto.rules.engine.engine_names import Engine
from lazaretto.rules.errors.did_you_mean import did_you_mean, either, listed
from lazaretto.rules.guides.check_guides import play_guide, wrong_parts
from lazaretto.rules.guides.guide import Guide
from lazaretto.rules.guides.read_guide import WrittenGuide, read_guide
from lazaretto.rules.link.find_scenarios import FoundScenario, guide_names
from lazaretto.rules.run.records.record_file import RecordError, WhatIf

_REFUSING = (MissingError, StartError, RuleError, ChoiceError, StoreError, CampaignError)


@contextmanager
def refusals() -> Iterator[None]:
    """Turn every error that prevents a game into a `LobbyError`."""
    try:
        with only(LobbyError, *_REFUSING, otherwise=LobbyError):
            yield
    except _REFUSING as error:
        raise LobbyError(_told(error)) from None


def _told(error: Exception) -> str:
    """The sentence of an error, with the nearest names if a name was wrong."""
    near = getattr(error, "nearest", ())
    return say.DID_YOU_MEAN(error=str(error), names=either(near)) if near else str(error)


async def written(write: Callable[[], None]) -> None:
    """Write in a thread.

    Raises:
        LobbyError: it could not be written.
    """
    with refusals():
        await asyncio.to_thread(write)


@dataclass(frozen=True, slots=True)
class Prepared:
    """A table that is ready, and the messages to show at the start."""

    table: Table
    notices: tuple[str, ...] = ()
    resumed: bool = False


def lock_kept(kept: KeptGame, access: Access) -> RecordLock | None:
    """Lock a saved game, if this kind of access needs it.

    Raises:
        HeldError: another process has it open.
    """
    if access is Access.TAKE_OVER:
        return take_over_record(kept.path)
    if access is not Access.PLAY:
        return None
    try:
        return lock_record(kept.path)
    except HeldRecordError as error:
        raise HeldError(held(kept.name, error.holder)) from None


def record_of(kept: KeptGame) -> Record:
    """The record of a listed game.

    Raises:
        LobbyError: the file is damaged.
    """
    if kept.summary is None:
        raise LobbyError(kept.problem)
    try:
        return load_record(kept.path)
    except RecordError as error:
        raise LobbyError(str(error)) from None


def begin_guided(folder: Path, name: str, programs: Programs, store: Store) -> Table:
    """Start the game of a guide.

    Raises:
        LobbyError: there is no such guide, or it has mistakes.
        MissingError, RuleError, StartError, StoreError: the game cannot be started.
    """
    program = programs.playable(folder, frozenset())
    known = guide_names(folder)
    if name not in known:
        help = say.ITS_GUIDES(names=listed(known)) if known else say.HAS_NO_GUIDES()
        raise LobbyError(
            say.NO_GUIDE(scenario=program.title, guide=name, help=did_you_mean(name, known, help))
        )
    program, written = _read(folder, name, programs, program)
    found = play_guide(program, written)
    if not isinstance(found, Guide):
        raise LobbyError(_mistaken(folder, name, found[0].message))
    programs.note(program.name, folder)
    game = program.start(seed=written.seed, players=written.players, options=written.options)
    return open_table(program, game, store, guide=found)


def _read(folder: Path, name: str, programs: Programs, program: Program) -> tuple[Program, WrittenGuide]:
    """The guide as it is written, and the program with the parts that it wants."""
    read = read_guide(folder, program.name, name)
    if read.guide is None:
        raise LobbyError(_mistaken(folder, name, read.diagnostics[0].message))
    wrong = wrong_parts(program, read.guide)
    if wrong:
        raise LobbyError(_mistaken(folder, name, wrong[0].message))
    parts = frozenset(read.guide.parts)
    return programs.playable(folder, parts) if parts else program, read.guide


def _mistaken(folder: Path, name: str, mistake: str) -> str:
    return say.GUIDE_HAS_MISTAKES(guide=name, folder=folder, mistake=mistake)


def branch(program: Program, record: Record, at: int, seed: int | None) -> Game:
    """The game of a record after its first `at` choices; with a seed, what nobody knows is dealt anew.

    Nothing that a player knows changes. Of a game that is not over, what is to come must stay unknown, and
    what others know secret.

    Raises:
        StartError, RuleError: the game cannot be set up as the record says.
        ChoiceError: the rules do not follow the record so far, or it would tell what is secret.
    """
    if not 0 <= at <= len(record.choices):
        raise ChoiceError(say.NO_SUCH_CHOICE(number=at, last=len(record.choices)))
    game = begin(program, record)
    found = game.fork()
    for number in range(1, len(record.choices) + 1):
        lines = follow(game, record, number)
        if not isinstance(lines, tuple):
            if number <= at:
                raise ChoiceError(say.RULES_DIFFER_FROM(difference=lines.told()))
            break
        if number == at:
            found = game.fork()
    if found.outcome is not None:
        raise ChoiceError(say.NOTHING_LEFT())
    if game.outcome is None:
        if _any_secret(found) or _any_secret(game):
            raise ChoiceError(say.NOT_OVER())
        if seed is None:
            raise ChoiceError(say.WOULD_TELL_DRAWS())
    if seed is not None:
        found.deal_anew(seed)
    return found


def _any_secret(game: Game) -> bool:
    """Whether some seat sees or chooses something that is not public."""
    public, views = game.views()
    return bool(game.together) or any(sees_secrets(public, view) for view in views)


def info_of(program: Program) -> ScenarioInfo:
    """The facts about a program that are needed to set up a game."""
    return ScenarioInfo(
        program.name,
        program.title,
        program.description,
        program.players,
        program.options,
        program.switches,
        program.digest,
        program.hands_on,
    )


def kept_game(stored: Stored) -> KeptGame:
    """Describe a file of the store."""
    summary = None if stored.record is None else _summary(stored.record)
    return KeptGame(stored.name, stored.path, stored.changed, summary, stored.problem)


def _summary(record: Record) -> GameSummary:
    return GameSummary(
        record.scenario,
        record.title,
        record.players,
        record.options,
        record.switches,
        record.seed,
        len(record.choices),
        record.outcome,
        record.bots,
        record.campaign,
        record.number,
        record.guide,
        "" if record.what_if is None else record.what_if.of,
    )


def standing_of(program: Program, game: Game, notice: str = "") -> Standing:
    """Describe the current state of a game, as far as it is public."""
    asked = "" if game.seat is None else game.players[game.seat]
    outcome = "" if game.outcome is None else game.outcome.reason
    return Standing(game.view(None), program.coast, game.turns, asked, outcome, notice)


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

    async def scenarios(self) -> tuple[FoundScenario, ...]:
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
        unknown = [bot for bot in order.bots if bot and bot not in self.bots]
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
        if record.bots and all(bot in self.bots for bot in record.bots):
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
        gone = [bot for bot in record.bots if bot and bot not in self.bots]
        notices += [say.BOT_GONE(bot=each) for each in gone[:1]]
        return Prepared(table, tuple(notices), again.done > 0)

    def _what_if(self, kept: KeptGame, at: int, seed: int | None) -> Prepared:
        record = record_of(kept)
        program = self._programs.to_go_on(record)
        game = branch(program, record, at, seed)
        bots = tuple(bot if bot in self.bots else "" for bot in record.bots)
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
        difference = again.difference
        notice = "" if difference is None else say.RULES_DIFFER_FROM(difference=difference.told())
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
