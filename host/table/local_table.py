"""A table in this process: its game, its seats and their clients, journeys, and what it plays by itself.

It serves people at one keyboard or each at their own, and bots. Rules, bots and the disk run in a thread, one
change at a time; seats get updates on the event loop. A seat may have several clients, and clients without a
seat look on. What a table plays by itself is bounded: a rule that asks bots for ever does not keep it busy.
"""

import asyncio
import weakref
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager, suppress
from threading import Event
from time import thread_time
from typing import TypeVar

from lazaretto.host import messages as say
from lazaretto.host.crash_report import only
from lazaretto.host.lobby.native_engine import AFTER_THE_SCREEN
from lazaretto.host.records.autosaved_game import Table, Watch
from lazaretto.host.records.game_stats import Course, as_everybody_knows, course
from lazaretto.host.records.local_replay import LocalReplay
from lazaretto.host.records.record_store import StoreError, UnkeptError
from lazaretto.host.table.hint_search import HintSearch
from lazaretto.host.table.local_seat import Begun, LocalSeat, only_action
from lazaretto.host.table.lookup_budget import Looks, turn_to_look, turn_to_replay
from lazaretto.host.table.seat_protocol import SeatStart, Told
from lazaretto.host.table.seat_updates import Standing
from lazaretto.host.table.shared_keyboard_secrets import Talking
from lazaretto.host.table.stop_settings import Stops
from lazaretto.host.table.view_shows_secrets import sees_secrets
from lazaretto.host.table.window_stops import Stopping
from lazaretto.rules import ChoiceError, Game, RuleError
from lazaretto.rules.run.views.decision_wording import GO_ON
from lazaretto.rules.run.views.diff_views import BaseIndex


def make_journey(table: Table, keys: Sequence[str], seat: int, watch: Watch | None = None) -> int:
    """Make the choices of a journey, actions and answers to what they ask, and return how many were made.

    It ends early if something is revealed or decided by chance, if somebody else is asked, or if a choice is
    not open any more.

    Raises:
        ChoiceError, RuleError, StoreError: as in `Table.choose`, for the first choice.
    """
    first, made = table.game.choices_made, 0
    for key in keys:
        before = table.game.fork()
        try:
            table.choose(key, seat, watch)
        except (ChoiceError, RuleError):
            if not made:
                raise
            break
        made += 1
        game = table.game
        if game.learned(before) or game.seat != seat:
            break
    table.journey = range(first, table.game.choices_made)
    return made


ANSWERS = 500
"""How many answers bots give in a row."""
SECONDS = 120.0
"""How many seconds of processor time they may take for them."""


class UnattendedPlay:
    """What a table has played by itself since somebody did something, in this thread."""

    def __init__(self, clock: Callable[[], float] = thread_time) -> None:
        self._clock = clock
        self._began = clock()
        self._answers = 0

    def count(self) -> None:
        """Count an answer."""
        self._answers += 1

    @property
    def is_enough(self) -> bool:
        """Whether it must not go on by itself."""
        return self._answers >= ANSWERS or self._clock() - self._began > SECONDS


GLANCE = 1.0
"""Seconds between two looks at whether another process has taken the record over or written to it."""

PASSES = 100
"""How many windows in a row the table passes by itself; no game has as many before somebody has to choose."""

KEEP_AGAIN = 1.0
"""Seconds until bots try again what could not be kept."""

Found = TypeVar("Found")


class LocalTable:
    """A table and the seats of its people."""

    def __init__(self, table: Table, keyboards: Collection[Collection[int]] | None = None) -> None:
        """Make the seats; `keyboards` are the seats of each person or group, by default all at one."""
        self._table = table
        self._opened_as = table.name
        self._lock = asyncio.Lock()
        self._abandoned = Event()
        """Set while nobody has a seat any more: bots stop then."""
        self._looks = Looks()
        self._counting = asyncio.Lock()
        self._course: tuple[object, int, Course] | None = None
        """The statistics that were asked for last, with the position that they are about."""
        self._waits_for_store = False
        """Whether bots wait until what they do can be kept."""
        self._stopping = Stopping(table, shown_first=keyboards is None)
        self._talking = Talking(table)
        players = table.game.players
        people = [number for number in range(len(players)) if not table.is_bot(number)]
        groups = [frozenset(people)] if keyboards is None else [frozenset(keyboard) for keyboard in keyboards]
        self._clients: list[LocalSeat] = []
        self._bases: dict[int | None, BaseIndex] = {}
        self.seats: tuple[LocalSeat, ...] = tuple(
            self._client(number, next((group for group in groups if number in group), frozenset({number})))
            for number in people
        )
        """The seats of the people, one client each."""
        self._see()

    async def client(self, number: int | None, keyboard: Collection[int] = ()) -> LocalSeat:
        """A further client of a seat, or one that looks on; `keyboard` are all seats of that person."""
        async with self._lock:
            with _documented():
                return await asyncio.to_thread(self._further, number, frozenset(keyboard))

    def _further(self, number: int | None, keyboard: frozenset[int]) -> LocalSeat:
        seat = self._client(number, keyboard)
        self._see()
        return seat

    def _client(self, number: int | None, keyboard: frozenset[int]) -> LocalSeat:
        players = self._table.game.players
        if number not in self._bases:
            self._bases[number] = BaseIndex(self._table.program.view_base(players, number))
        name = "" if number is None else players[number]
        seat = LocalSeat(self, number, name, self._bases[number], keyboard)
        self._clients.append(seat)
        return seat

    @property
    def name(self) -> str:
        """The name of the record in the store."""
        return self._table.name

    @property
    def place(self) -> str:
        """Where the record is saved."""
        return self._table.store.place(self._table.name)

    async def begin(self) -> None:
        """Let bots play until a person has to decide.

        Raises:
            RuleError, StoreError: as in `Seat.choose`.
        """
        await self.change(lambda: None)

    async def change(self, change: Callable[[], object]) -> None:
        """Change the game, let the bots answer, and send every seat its update."""
        async with self._lock:
            await self._change(change)

    async def _change(self, change: Callable[[], object]) -> None:
        with _documented():
            await asyncio.to_thread(self._work, change, asyncio.get_running_loop().call_soon_threadsafe)

    async def ask(self, question: Callable[[Game], Found]) -> Found:
        """Compute something from the game, in a thread."""
        async with self._lock:
            with _documented():
                return await asyncio.to_thread(question, self._table.game)

    async def look(self, seat: int, question: Callable[[Game], Found]) -> Found:
        """Compute something for a seat beside its decision, in a thread; the tank of the table pays."""

        def looked(game: Game) -> Found:
            with self._looks.look(game, seat):
                return question(game)

        while True:
            async with self._lock:
                pass  # a table that is busy for long must not keep the turns of others
            async with turn_to_look():
                if not self._lock.locked():
                    return await self.ask(looked)

    async def search(self, seat: int) -> HintSearch:
        """Look for hints for a seat, on a copy of the game."""

        def begun(game: Game) -> HintSearch:
            adviser = self._table.adviser(seat)
            if adviser is None:
                raise ChoiceError(say.NO_HINTS())
            if seat not in game.waiting:
                moment = self._stopping.moment()
                awaited = moment is not None and seat in self._stopping.asks(moment)
                raise ChoiceError(say.NO_HINT_IN_BETWEEN() if awaited else say.NO_HINT_NOW())
            return HintSearch(game.fork(), seat, adviser)

        hint_search = await self.ask(begun)
        hint_search.begin()
        return hint_search

    async def start(self, seat: LocalSeat, told: Told) -> SeatStart:
        """Give a seat to a client; if everybody had left, the bots go on first."""
        async with self._lock:
            while self._abandoned.is_set():  # again, if the last other seat leaves meanwhile
                self._abandoned.clear()
                await self._change(lambda: None)
            if seat not in self._clients:  # somebody has left since it was made, when nobody had joined it
                self._clients.append(seat)
                with _documented():
                    await asyncio.to_thread(self._see)
            self._prepare(AFTER_THE_SCREEN)
            seat.say_again(self._table.remarks.last.values())
            return seat.start(told)

    def _prepare(self, later: float = 0.0) -> None:
        """Let bots and hints become faster, in the background."""
        if self._table.native is not None and self._table.made:
            self._table.native.prepare(self._table.program, later)

    def left(self) -> None:
        """If nobody is left at the table, stop the bots and let other processes open the record."""
        self._clients = [
            client for client in self._clients if client.told is not None or client in self.seats
        ]
        if all(seat.told is None for seat in self._clients):
            self._abandoned.set()
            self._table.release()

    def attend(self) -> None:
        """Look from now on whether another process takes the record over; the seats are told."""
        self._attending = asyncio.get_running_loop().create_task(_attend(weakref.ref(self)))

    async def glance(self) -> None:
        """Tell the seats if another process has taken the record over or written to it."""
        if await asyncio.to_thread(self._table.is_behind):
            await self.change(self._table.catch_up)

    def _work(self, change: Callable[[], object], soon: Callable[..., object]) -> None:
        for seat in self._clients:
            seat.begin()
        open_before = not self._table.closed
        try:
            self._table.acquire()
            change()
            self._follow_up(soon)
        except UnkeptError:  # nothing has changed
            raise
        except StoreError:
            self._tell(soon)
            raise
        except ChoiceError:
            if open_before and self._table.closed:  # taken over: everybody is told
                self._tell(soon)
            raise

    def _follow_up(self, soon: Callable[..., object]) -> None:
        """Do what follows a change without a person, and tell everybody.

        If that is not kept, it did not happen, but the change did: the table tries again later.
        """
        unattended = UnattendedPlay()
        try:
            self._pass_windows(unattended)
            self._tell(soon)
            while self._play_bot():
                unattended.count()
                self._pass_windows(unattended)
                if unattended.is_enough and self._stopping.pause():
                    self._table.notices.append(say.BOTS_PAUSE())
                self._tell(soon)
        except UnkeptError as error:
            if not self._waits_for_store:
                self._table.notices.append(str(error))
            self._waits_for_store = True
            for seat in self._clients:
                seat.begin()  # what they have watched did not happen
            self._tell(soon)
            soon(self._begin_later)
        else:
            self._waits_for_store = False

    def _begin_later(self) -> None:
        self._later = asyncio.get_running_loop().create_task(_begin(weakref.ref(self)))

    def _play_bot(self) -> bool:
        """Let a bot answer, unless the table waits for people; return whether it did."""
        if any(map(self._table.is_bot, self._table.game.waiting)):
            self._prepare()
        return not self._stopping.keeps_bots() and self._table.play_bot(self.watch, self._abandoned.is_set)

    def _pass_windows(self, unattended: UnattendedPlay) -> None:
        """Go on at windows that wait for nobody; who listens hears of them all at once."""
        for _ in range(PASSES):
            if unattended.is_enough or not self._stopping.pass_on(self.watch, self._abandoned.is_set):
                return

    def _tell(self, soon: Callable[..., object]) -> None:
        self._see()
        for seat in self._clients:
            if seat.told is not None and seat.has_news():
                soon(seat.tell, seat.told, seat.update())

    def watch(self, game: Game) -> None:
        """Record the last event for each seat that follows events."""
        for seat in self._clients:
            if seat.told is not None and seat.each:
                seat.watch(game)

    def choose(self, key: str, seat: int) -> None:
        """Choose for a seat, in the thread of a change."""
        self._stopping.chooses(seat)
        self._table.choose(key, seat, self.watch)
        if self._table.guide is None:  # a guide says what each player answers
            self._talking.give_consent(self._clients, seat, self.watch)

    def talk(self, hands: Collection[int], how: str, consent: str) -> None:
        """Set whether the players of a keyboard tell each other everything, in the thread of a change."""
        self._talking.set(hands, how, consent)

    def travel(self, keys: Sequence[str], seat: int) -> int:
        """Make the choices of a journey, in the thread of a change."""
        self._stopping.chooses(seat)
        return make_journey(self._table, keys, seat, self.watch)

    def stop(self, hands: Collection[int], stops: Stops) -> None:
        """Note what a player sets, in the thread of a change; who passes goes on at an own window."""
        self._stopping.set(hands, stops)
        moment = self._stopping.moment() if stops.until else None
        if moment is not None and moment.seat in hands:
            self._table.choose(GO_ON, moment.seat, self.watch)

    def back(self, by: Collection[int]) -> None:
        """Undo a step, in the thread of a change; `by` are the seats of the keyboard."""
        self._table.back(by)

    def undo(self, by: Collection[int]) -> None:
        """Undo a choice, in the thread of a change; `by` are the seats of the keyboard."""
        self._table.undo(by)
        self._stopping.hold()

    def save(self) -> None:
        """Write the record, in the thread of a change; a table that only looks reads it again."""
        if self._table.closed and self._table.is_behind():
            self._table.catch_up()
        self._table.save()

    async def course(self) -> Course:
        """Statistics of the game so far, worked out once until it goes on."""
        async with self._counting:
            position, record, over, turn = await self.ask(
                lambda game: (game.position, game.record(), game.outcome is not None, game.turns)
            )
            if (
                self._course is None
                or self._course[0] is not position
                or self._course[1] != len(record.choices)
            ):
                async with turn_to_replay():
                    with _documented():
                        found = await asyncio.to_thread(course, self._table.program, record)
                shown = found if over else as_everybody_knows(found, turn)
                self._course = position, len(record.choices), shown
            return self._course[2]

    async def replay(self) -> LocalReplay:
        """The whole game as a replay."""
        record, over = await self.ask(lambda game: (game.record(), game.outcome is not None))
        if not over:
            raise ChoiceError(say.NOT_OVER())
        with _documented():
            table = self._table
            given = table.program, record, table.estimator, self.place, table.native
            async with turn_to_replay():
                return await asyncio.to_thread(LocalReplay, *given)

    def _see(self) -> None:
        game = self._table.game
        self._talking.group(self._clients)
        groups = {seat.sharing for seat in self._clients} or {frozenset()}
        shown = {group: game.views(group) for group in groups}
        public, _ = next(iter(shown.values()))
        outcome = game.outcome
        choices = 0 if outcome is None else game.choices_made
        name, place = ("", "") if self.name == self._opened_as else (self.name, self.place)
        notices, self._table.notices[:] = tuple(self._table.notices), ()
        moment = self._stopping.moment()
        asked = self._stopping.asks(moment)
        guided = self._table.guided
        remarks, request = self._table.remarks.taken(), self._table.remarks.request(game)
        asked_at_once: dict[int, Begun | None] = {}
        for seat in self._clients:
            view = public if seat.viewer is None else shown[seat.sharing][1][seat.viewer]
            hides = seat.viewer is not None and not seat.sharing
            secret = seat.viewer in game.together or (hides and sees_secrets(public, view))
            closed = self._table.closed or ("" if seat.viewer is not None else say.ONLY_WATCHES())
            inside = game.inside and seat.viewer == game.seat
            awaited = seat.viewer in asked
            named = moment is not None and (awaited or moment.told_to(seat.viewer))
            at = moment.name if moment is not None and named else ""
            told = secret, inside, outcome, game.turns, choices, name, place, closed
            asked_by_bot = request if seat.viewer == game.seat else None
            others = inside and game.answered is not None and game.answered not in seat.keyboard
            standing = Standing(*told, at, awaited, guided, asked_by_bot, self._table.bots, others)
            if seat.viewer is not None and seat.viewer not in asked_at_once:
                asked_at_once[seat.viewer] = only_action(game, seat.viewer, view)
            begun = None if seat.viewer is None else asked_at_once[seat.viewer]
            seat.see(seat.asked_at_once(begun, view), standing, notices, remarks)


def _documented() -> AbstractContextManager[None]:
    """Let only the errors out that the protocol of a seat names."""
    return only(ChoiceError, RuleError, StoreError, otherwise=RuleError)


async def _begin(reference: "weakref.ref[LocalTable]") -> None:
    """Try again what could not be kept, unless the table is gone."""
    await asyncio.sleep(KEEP_AGAIN)
    table = reference()
    if table is not None:
        with suppress(ChoiceError, RuleError, StoreError):  # whoever chooses next reads it
            await table.begin()


async def _attend(reference: "weakref.ref[LocalTable]") -> None:
    """Glance at the record until the table is gone."""
    while True:
        await asyncio.sleep(GLANCE)
        table = reference()
        if table is None:
            return
        with suppress(ChoiceError, RuleError, StoreError):  # the next choice meets it again
            await table.glance()
        del table
