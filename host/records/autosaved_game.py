"""One game that is saved while it is played: its record on disk, its bots and their remarks, its guide.

The record is written before the next question, so a crash loses nothing. While the game is open, its record
is locked. If another process takes it over, the game can only be looked at. Where the record is kept is given
from outside: a folder of files, or the store of a server. Bots that follow a plan are kept as long as nobody
else does anything; the seed of a bot follows from what its seat knows, so what it does tells nothing else.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from time import thread_time
from typing import Protocol
from zlib import crc32

from lazaretto.host import messages as say
from lazaretto.host.campaigns import campaign_messages as campaign_say
from lazaretto.host.campaigns.campaign_file import CampaignLink
from lazaretto.host.crash_report import report
from lazaretto.host.lobby.native_engine import NativeEngine
from lazaretto.host.records.record_lock import HeldRecordError, RecordLock
from lazaretto.host.records.record_store import ForeignRecordError, StoreError, TakenOverError, UnkeptError
from lazaretto.host.records.rerun_record import Replayed, replay
from lazaretto.host.table.hint_search import PLANNING, Adviser, Helper
from lazaretto.host.table.seat_protocol import BotRemark
from lazaretto.host.table.view_shows_secrets import sees_secrets
from lazaretto.host.table.win_chance_over_game import Estimator
from lazaretto.rules import ChoiceError, Game, Program, Ration, Record, RuleError, StartError, StoppedError
from lazaretto.rules.guides.check_guides import play_guide
from lazaretto.rules.guides.guide import Guide, GuideProgress, progress
from lazaretto.rules.guides.read_guide import read_guide
from lazaretto.rules.link.find_scenarios import guide_names
from lazaretto.rules.run.errors import UnfinishedError
from lazaretto.rules.run.messages import NOTHING_TO_UNDO
from lazaretto.rules.run.planning.hint_types import Hint
from lazaretto.rules.run.records.record_file import RecordError, WhatIf
from lazaretto.rules.run.views.decision_wording import GO_ON


def guide_of(program: Program, record: Record) -> Guide | None:
    """The guide of a record; None if it is gone, has mistakes, or belongs to another game by now."""
    if record.guide not in guide_names(program.folder):
        return None
    written = read_guide(program.folder, program.name, record.guide).guide
    if written is None or (written.seed, written.players) != (record.seed, record.players):
        return None
    guide = play_guide(program, written)
    return guide if isinstance(guide, Guide) else None


class BotRemarks:
    """What bots of a table are after, as far as it has not been told yet."""

    def __init__(self) -> None:
        self.last: dict[int, BotRemark] = {}
        """What the bot of each seat said last."""
        self._new: list[BotRemark] = []
        self._now = (-1, -1)
        """The turn and the seat of the last remark."""
        self._awaited: tuple[str, ...] = ()
        """The choices that the last remark has told of, and that the bot has not made yet."""
        self._request: tuple[int, BotRemark] | None = None
        """What a bot last asked others to agree to, and the number of choices then."""

    def note(self, before: Game, after: Game, seat: int, name: str, bot: object) -> None:
        """Note what a bot is after that has just planned in a position, and then answered.

        It is told once in a turn, and if it changes; what others must agree to, each time.
        """
        if not isinstance(bot, Adviser):
            return
        if after.asks_consent and after.seat != seat:
            asked = _remark(before, seat, name, bot.request)
            self._request = None if asked is None else (after.choices_made, asked)
        if not before.inside and before.offers:
            self._note_plan(before, seat, name, bot)

    def _note_plan(self, before: Game, seat: int, name: str, bot: Adviser) -> None:
        now = before.turns, seat
        remark = remark_of(before, seat, name, bot)
        if remark is None:
            return
        first, *rest = (move.key for move in remark.moves)
        kept = now == self._now and first in self._awaited
        self._awaited = self._awaited[self._awaited.index(first) + 1 :] if kept else tuple(rest)
        self._now = now
        if not kept:
            self._new.append(remark)
            self.last[seat] = remark

    def taken(self) -> tuple[BotRemark, ...]:
        """Return what is new; each remark once."""
        remarks, self._new = tuple(self._new), []
        return remarks

    def request(self, game: Game) -> BotRemark | None:
        """Return why a bot asks somebody to agree to what it does; None if no bot asks that now."""
        if self._request is None or not game.asks_consent:
            return None
        choices, remark = self._request
        return remark if choices == game.choices_made and game.answered == remark.seat else None


def remark_of(game: Game, seat: int, name: str, bot: Adviser) -> BotRemark | None:
    """Return what a bot that has just planned in this position is after; None if that may be a secret."""
    remark = _remark(game, seat, name, bot.remark)
    return None if remark is None or remark.moves[0].key == GO_ON else remark


def _remark(game: Game, seat: int, name: str, tell: Callable[[Game, int], Hint]) -> BotRemark | None:
    try:
        public, views = game.views()
        if game.together or game.secretive is not None or sees_secrets(public, views[seat]):
            return None
        hint = tell(game, seat)
    except (RuleError, UnfinishedError):
        return None
    if hint.only or not hint.moves:
        return None
    return BotRemark(
        seat, name, hint.moves, hint.reasons, hint.costs, hint.helps, len(public.log), game.turns
    )


class RecordKeeper(Protocol):
    """Keeps the records of tables by their names."""

    def place(self, name: str) -> str:
        """Where the record of a game is kept, for display; may be empty."""

    def lock(self, name: str) -> RecordLock | None:
        """Lock a record for one table; None where nobody else can write to it.

        Raises:
            HeldRecordError: another process has it open.
        """

    def claim(self, scenario: str) -> tuple[str, RecordLock | None]:
        """An unused name with its lock."""

    def expect(self, name: str, record: Record) -> None:
        """Note what is kept under a name: a record that takes something back may replace it."""

    def save(self, name: str, record: Record, lock: RecordLock | None = None) -> str:
        """Write the record; return a message for the player, usually empty.

        Raises:
            TakenOverError: another process has the lock by now.
            ForeignRecordError: something else is kept under this name.
            UnkeptError: it could not be written, so the game must go back.
            StoreError: it could not be written, and the game may go on.
        """

    def load(self, name: str) -> Record:
        """Read a record.

        Raises:
            RecordError: it cannot be read.
        """

    def stamp(self, name: str) -> tuple[int, ...]:
        """What changes whenever a record is written; empty if there is none."""


LINES = 9
"""How many of the last lines of the log count."""


def seat_seed(game: Game, seat: int) -> int:
    """Return a seed for the present decision of a seat; it changes with each of its choices."""
    own = sum(each == seat for each, _ in game.choices(seat))
    log = game.log(seat)
    return crc32(f"{seat} {game.turns} {own} {len(log)} {log[-LINES:]}".encode())


class Bot(Protocol):
    """Answers the open decision of a game."""

    def play(self, game: Game) -> None:
        """Give one answer."""


class KeptBots:
    """The bot of each seat that has told its plan, and the record of the game after its last answer.

    A bot that plans is asked again where it left the game: so it does what it has said. Anywhere else, a new
    bot takes its place.
    """

    def __init__(self) -> None:
        self._kept: dict[int, tuple[Bot, Record]] = {}

    def take(self, game: Game, seat: int, made: Callable[[int], Bot]) -> Bot:
        """Return the bot that answers for a seat now; whoever takes it gives it back with `keep`."""
        kept = self._kept.pop(seat, None)
        if kept is not None and kept[1] == game.record():
            return kept[0]
        return made(seat_seed(game, seat))

    def keep(self, game: Game, seat: int, bot: Bot) -> None:
        """Keep a bot that has just answered, if it has a plan."""
        if isinstance(bot, Adviser):
            self._kept[seat] = bot, game.record()


Watch = Callable[[Game], None]
"""Called during a choice, after each line of the log; it may only call `Game.glimpse`."""


REMARK = 2.0
"""Seconds of processor time after which a bot says nothing of what it is after."""

Bots = Mapping[str, Callable[[int], Bot]]
"""Bots by their names, each made from a seed."""


@dataclass(slots=True)
class Table:
    """A game in progress and the name of its file."""

    program: Program
    game: Game
    store: RecordKeeper
    name: str
    bots: tuple[str, ...] = ()
    """The bot of each seat, an empty name for a person; empty if all seats are persons."""
    made: Bots = field(default_factory=dict)
    """The bots that can play here."""
    notices: list[str] = field(default_factory=list)
    """Messages to the players about the file; the code that shows them empties the list."""
    remarks: BotRemarks = field(default_factory=BotRemarks)
    """What bots are after; the code that shows it empties the list."""
    kept: KeptBots = field(default_factory=KeptBots)
    """The bots that are following a plan."""
    lock: RecordLock | None = None
    """The lock on the record; None if nobody asked for one."""
    campaign: CampaignLink | None = None
    """The campaign that the game belongs to."""
    what_if: WhatIf | None = None
    """The game that this one branched off, and where."""
    estimator: Estimator | None = None
    """Estimates the chance to win when the game is over; None where nobody does."""
    native: NativeEngine | None = None
    """What makes bots and hints faster; None where nothing does."""
    closed: str = ""
    """Why the game can only be looked at; empty if it can be played."""
    _passed: set[int] = field(default_factory=set)
    """The numbers of the choices with which the table went on by itself; undo steps over them."""
    guide_name: str = ""
    """The name of the guide that the game began with."""
    guide: Guide | None = None
    """That guide, unless it can no longer be played."""
    journey: range = range(0)
    """The numbers of the choices of the last journey: undo takes them back together."""
    _seen: tuple[int, ...] = ()
    """The stamp of the file that was read last, for a table that only looks."""

    def is_bot(self, seat: int | None) -> bool:
        """Whether a bot plays for a seat."""
        return seat is not None and bool(self.bots) and bool(self.bots[seat])

    @property
    def guided(self) -> GuideProgress | None:
        """How far the game has followed its guide; None if it has none."""
        return None if self.guide is None else progress(self.guide, self.game.record().choices)

    def choose(self, key: str, seat: int | None = None, watch: Watch | None = None) -> tuple[str, ...]:
        """Make a choice, save it, and return the log lines that followed.

        Raises:
            ChoiceError: the choice is not open; nothing has changed.
            RuleError: a rule fails; nothing has changed.
            UnkeptError: its record could not be written; nothing has changed.
            StoreError: its record could not be written, but the game has gone on.
        """
        self._must_be_open()
        game, before = self.game, self.game.fork()
        with self._restored_after_a_crash(before):
            lines = game.choose(key, seat, None if watch is None else lambda: watch(game))
        self._save_or_restore(before)
        return lines

    def choose_by_itself(self, key: str, seat: int, watch: Watch | None = None) -> None:
        """Choose for a seat that nobody waits for; an undo takes it back with the choice before.

        Raises:
            ChoiceError, RuleError, StoreError: as in `choose`.
        """
        number = self.game.choices_made
        self.choose(key, seat, watch)
        if self.game.choices_made > number:  # otherwise it was a step of a choice
            self._passed.add(number)

    def play_bot(self, watch: Watch | None = None, stopped: Callable[[], bool] = lambda: False) -> bool:
        """Let a bot answer if the open decision is its own; return whether it did.

        A bot follows its plan. Where it plans anew, it gives the same answer in the same position, unless
        that takes too long. If `stopped` becomes true while it thinks, nothing changes.

        Raises:
            RuleError: a rule fails.
            StoreError: the record could not be written.
        """
        game = self.game
        seat = next((each for each in game.waiting if self.is_bot(each)), None)
        if seat is None or self.closed or stopped():
            return False
        bot = self.kept.take(game, seat, self.made[self.bots[seat]])
        if isinstance(bot, Helper):
            bot.help([each for each in range(len(game.players)) if not self.is_bot(each)])
        before = game.fork()
        game.turn_to(seat)
        end = thread_time() + PLANNING
        try:
            with (
                game.rationed(Ration(stopped=stopped, plans_end=lambda: thread_time() > end)),
                game.watching(None if watch is None else lambda: watch(game)),
            ):
                bot.play(game)
        except StoppedError:
            self.game = before
            return False
        except Exception as error:
            self.game = before
            if isinstance(error, RuleError):
                raise
            player, told = game.players[seat], report(error)
            raise RuleError(say.BOT_FAILED(player=player, bot=self.bots[seat], error=told)) from error
        with suppress(ChoiceError):  # taken over: a notice says so
            self._save_or_restore(before)
        self.kept.keep(self.game, seat, bot)
        end = thread_time() + REMARK
        with before.rationed(Ration(stopped=stopped, late=lambda: thread_time() > end)):
            self.remarks.note(before, self.game, seat, self.bots[seat], bot)
        return not self.closed

    def adviser(self, seat: int) -> Adviser | None:
        """A bot that can advise a seat in its present position; None if no bot here can."""
        seed = seat_seed(self.game, seat)
        bots = (each(seed) for each in self.made.values())
        return next((bot for bot in bots if isinstance(bot, Adviser) and bot.advises), None)

    def back(self, by: Collection[int] | None = None) -> None:
        """Undo one step of an unfinished choice, on disk too; `by` are the seats of whoever asks for it.

        Raises:
            ChoiceError: there is none, it is of somebody else, or it cannot be undone.
            StoreError: the record could not be written.
        """
        self._must_be_open()
        secretive = self.game.secretive
        hidden = by is not None and secretive is not None and secretive not in by
        if hidden or not self.game.inside:  # whether somebody else has begun something may be a secret
            raise ChoiceError(say.NOTHING_BEGUN())
        self._must_be_of(self.game.answered, by)
        before = self.game.fork()
        with self._restored_after_a_crash(before):
            self.game.undo()
        self._save_or_restore(before)

    def undo(self, by: Collection[int] | None = None) -> None:
        """Undo the last choice of a person with all its steps, on disk too; `by` as in `back`.

        Raises:
            ChoiceError: it is of somebody else, or cannot be undone; nothing has changed.
            StoreError: the record could not be written.
        """
        self._must_be_open()
        if self.campaign is not None and self.campaign.handed_on:
            raise ChoiceError(campaign_say.CANNOT_UNDO())
        before, game = self.game, self.game.fork()
        chosen = {seat for seat in game.together if seat not in game.waiting and not self.is_bot(seat)}
        if chosen.difference(by or ()):
            raise ChoiceError(say.OTHERS_CHOSE())  # whether one of them chose again is a secret
        seats = [seat for seat, _ in game.record().choices]
        own = (number for number, seat in enumerate(seats) if not self.is_bot(seat))
        first = max((number for number in own if number not in self._passed), default=None)
        if first is None:
            raise ChoiceError(NOTHING_TO_UNDO())
        self._must_be_of(seats[first], by)
        first = self.journey[0] if first in self.journey else first
        while game.choices_made > first:
            game.undo()
        self.game = game
        self._save_or_restore(before)
        self.journey = range(0)
        self._passed = {number for number in self._passed if number < first}

    def save(self) -> None:
        """Write the current record; a table that only looks has nothing to write.

        If somebody else wrote to the file, the game goes on under a new name, and both are kept.

        Raises:
            StoreError: it could not be written.
        """
        try:
            self._write()
        except TakenOverError:  # a notice says so
            self.catch_up()

    def _write(self) -> None:
        if self.closed:
            return
        record = replace(self.game.record(), bots=self.bots, guide=self.guide_name)
        if self.campaign is not None:
            record = replace(record, campaign=self.campaign.name, number=self.campaign.number)
        if self.what_if is not None:
            record = replace(record, what_if=replace(self.what_if, deals=self.game.deals))
        try:
            notice = self.store.save(self.name, record, self.lock)
        except TakenOverError as error:
            self._close(str(error))
            raise
        except ForeignRecordError as error:
            self.release()
            self.name, self.lock = self.store.claim(self.program.name)
            notice = self.store.save(self.name, record, self.lock)
            self.notices.append(say.GOES_ON_AS(error=error, name=self.name))
        if notice:
            self.notices.append(notice)
        self.hand_on()

    def hand_on(self) -> None:
        """Hand on what the game leaves to its campaign, if it is over and its record is written."""
        if self.campaign is not None and not self.closed:
            notice = self.campaign.finish(self.name, self.game)
            if notice:
                self.notices.append(notice)

    # --- the lock --------------------------------------------------------------------------------

    def acquire(self) -> None:
        """Lock the record again if it was released; if another process has it open, only look at it."""
        if self.lock is None and not self.closed:
            try:
                self.lock = self.store.lock(self.name)
            except HeldRecordError:
                self._close(say.TAKEN_OVER(name=self.name))
                self.catch_up()

    def release(self) -> None:
        """Let other processes open the record."""
        if self.lock is not None:
            self.lock.release()
            self.lock = None

    def is_behind(self) -> bool:
        """Whether another process has taken the record over or, if this table only looks, gone on with it."""
        if self.closed:
            return bool(self._seen) and self.store.stamp(self.name) not in (self._seen, ())
        return self.lock is not None and not self.lock.held()

    def catch_up(self) -> None:
        """Stop playing if the record was taken over; a table that only looks reads the record again."""
        if not self.closed:
            if self.lock is None or self.lock.held():
                return
            self._close(say.TAKEN_OVER(name=self.name))
        stamp = self.store.stamp(self.name)
        try:
            again = replay(self.program, self.store.load(self.name))
        except (RecordError, RuleError, StartError):
            return
        self._seen, self.game = stamp, again.game

    def only_look(self, why: str) -> None:
        """Make this a table that can only be looked at, and that follows what another process writes."""
        self._seen = self.store.stamp(self.name)
        self.closed = why

    def _close(self, why: str) -> None:
        self.closed = why
        self._seen = self.store.stamp(self.name)
        self.notices.append(why)
        self.release()

    def _must_be_open(self) -> None:
        if not self.closed:
            self.catch_up()
        if self.closed:
            raise ChoiceError(self.closed)

    def _must_be_of(self, seat: int | None, by: Collection[int] | None) -> None:
        if by is not None and seat is not None and seat not in by:
            raise ChoiceError(say.NOT_YOUR_CHOICE(player=self.game.players[seat]))

    @contextmanager
    def _restored_after_a_crash(self, before: Game) -> Iterator[None]:
        """Go back if something unexpected happens: a game restores itself only after the errors it names."""
        try:
            yield
        except (ChoiceError, RuleError):
            raise
        except Exception:
            self.game = before
            raise

    def _save_or_restore(self, before: Game) -> None:
        """Save; if the record is not kept or was taken over meanwhile, go back: nothing else is shown."""
        try:
            self._write()
        except UnkeptError:
            self.game = before
            raise
        except TakenOverError as error:
            self.game = before
            self.catch_up()
            raise ChoiceError(str(error)) from None


def open_table(
    program: Program,
    game: Game,
    store: RecordKeeper,
    bots: tuple[str, ...] = (),
    made: Bots | None = None,
    campaign: CampaignLink | None = None,
    guide: Guide | None = None,
    what_if: WhatIf | None = None,
) -> Table:
    """Open a table for a new game, or for one that branches off another, under a new name.

    Raises:
        StoreError: its record could not be written.
    """
    name, lock = store.claim(program.name)
    table = Table(program, game, store, name, bots, made or {}, lock=lock, campaign=campaign, what_if=what_if)
    table.guide, table.guide_name = guide, "" if guide is None else guide.name
    try:
        table.save()
    except StoreError:
        table.release()
        raise
    return table


def resume_table(
    program: Program,
    record: Record,
    store: RecordKeeper,
    name: str,
    made: Bots | None = None,
    lock: RecordLock | None = None,
    only_look: str = "",
    campaign: CampaignLink | None = None,
) -> tuple[Table, Replayed]:
    """Resume a recorded game as far as the rules still accept its choices.

    If they do not accept all, the game continues under a new name and the old file stays unchanged. A bot
    that no longer exists leaves its seat to a person. An empty name makes a copy under a new name. With
    `only_look`, the reason why, the table only follows the file.

    Raises:
        StartError: the game cannot be set up as the record says.
        RuleError: a rule fails in the set-up.
    """
    again = replay(program, record)
    keep = again.difference is None and not again.changed and name
    known = made or {}
    bots = tuple(bot if bot in known else "" for bot in record.bots)
    if not only_look and keep:
        store.expect(name, record)
    elif not only_look:
        if lock is not None:
            lock.release()
        name, lock = store.claim(program.name)
    table = Table(
        program, again.game, store, name, bots, known, lock=lock, campaign=campaign, what_if=record.what_if
    )
    if only_look:
        table.only_look(only_look)
    return with_guide(table, record), again


def with_guide(table: Table, record: Record) -> Table:
    """Give a resumed table the guide of its record; if it can no longer be played, say so."""
    table.guide_name = record.guide
    if record.guide:
        table.guide = guide_of(table.program, record)
        if table.guide is None:
            table.notices.append(say.GUIDE_GONE())
    return table
