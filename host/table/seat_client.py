"""The player's side of the seat protocol: builds views from updates.

Screens and line mode use it. It reaches the table only through the `Seat` protocol.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from lazaretto.host.records.game_stats import Course
from lazaretto.host.records.replay_protocol import Replay
from lazaretto.host.table.actions_on import Ahead, Way
from lazaretto.host.table.journeys import Journey
from lazaretto.host.table.seat_protocol import ASKED, BotRemark, OpenTable, Seat, SeatUpdate, TableInfo
from lazaretto.host.table.stop_settings import Stops
from lazaretto.rules import Chapter, ChoiceError, LogLine, Outcome, Ref, RuleError, View
from lazaretto.rules.guides.guide import GuideProgress
from lazaretto.rules.link.read_coastlines import Coast
from lazaretto.rules.run.planning.hint_types import Hint
from lazaretto.rules.run.planning.outlook import Outlook
from lazaretto.rules.run.views.constant_view import ViewBase
from lazaretto.rules.run.views.diff_views import BaseIndex, applied
from lazaretto.rules.run.views.view_types import SeatView


@dataclass(frozen=True, slots=True)
class Moment:
    """One event: its line of the log, and what the seat saw right after it."""

    line: LogLine
    view: View
    turn: int = 0
    """The turn in which it happened."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat sees of its table."""

    view: View
    before: View | None
    """What it saw at its last choice; None before its first choice."""
    secret: bool
    """Whether the seat sees something that is not public."""
    inside: bool
    """Whether the question is a further step of an unfinished choice."""
    outcome: Outcome | None
    turn: int
    choices: int
    """The number of choices once the game is over; before, it would tell how often others chose in secret."""
    moment: str = ""
    """The name of the open window; empty if there is none."""
    awaited: bool = False
    """Whether the table waits for this seat at the window."""
    guided: GuideProgress | None = None
    """How far the game has followed its guide; None if it has none."""
    request: BotRemark | None = None
    """If the question is whether a bot may do something: why the bot wants it, and what it then does."""
    begun_by_others: bool = False
    """Whether the step before was somebody else's, so that nobody at this keyboard can take it back."""

    @property
    def can_go_back(self) -> bool:
        """Whether the question is a further step of a choice that somebody at this keyboard has begun."""
        return self.inside and not self.begun_by_others


REMEMBERED = 100
"""How many remarks of bots a client remembers: more than all bots make in a round."""

Heard = Callable[[Sequence[Moment]], None]
"""Called after every change at the table with the events that the seat may see."""


class SeatClient:
    """The client of a seat."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.number = seat.number
        self.name = seat.name
        self._index: BaseIndex
        self._sight: Sight
        self._before: View | None = None
        self._heard: Heard | None = None
        self._each = False
        self._number = 0
        """The number of the last update."""
        self._notices: list[str] = []
        self._replayed: tuple[View, Replay] | None = None
        """The last view that was asked a replay for, and that replay."""
        self.remarks: dict[int, BotRemark] = {}
        """What the bot of each seat said last about what it is after."""
        self.remarks_in_order: deque[BotRemark] = deque(maxlen=REMEMBERED)
        """What bots said lately, also before they changed their minds."""
        self.record_name = ""
        """The name of the record, as the last update said."""
        self.record_place = ""
        """Where the record is saved."""
        self.closed = ""
        """Why the game can only be looked at, as the last update said; empty if it can be played."""
        self.on_error: Callable[[Exception], None] | None = None
        """Called if an update cannot be shown; without it, the next `look` raises the error."""
        self._error: Exception | None = None

    async def join(self) -> None:
        """Take the seat."""
        start = await self.seat.join(self._told)
        self.begin(start.base, start.now)

    def begin(self, base: ViewBase, now: SeatUpdate) -> None:
        """Build the first view."""
        self._index = BaseIndex(base)
        self._take(applied(self._index, self._index.blank, now.change), now)

    def look(self) -> Sight:
        """What the seat sees now."""
        if self._error is not None:
            raise self._error
        return self._sight

    @property
    def over(self) -> bool:
        """Whether the game is over, as far as the seat has heard."""
        return self._sight.outcome is not None

    def notices(self) -> tuple[str, ...]:
        """New messages about the record; each is returned once."""
        found, self._notices = tuple(self._notices), []
        return found

    def listen(self, heard: Heard | None, each: bool = True) -> None:
        """Call `heard` after every change; None stops it.

        With `each` all events are reported; without it only the last one, which is faster.
        """
        self._heard, self._each = heard, each and heard is not None
        self.seat.follow(self._each)

    def leave(self) -> None:
        """Give the seat up; its last view stays available."""
        self._heard = None
        self.seat.leave()

    async def choose(self, key: str) -> None:
        """Make a choice for this seat; see `Seat.choose`."""
        with self._choosing():
            await self.seat.choose(key, self._number)

    async def travel(self, keys: tuple[str, ...]) -> int:
        """Make the choices of a journey; see `Seat.travel`."""
        with self._choosing():
            return await self.seat.travel(keys, self._number)

    @contextmanager
    def _choosing(self) -> Iterator[None]:
        """Remember what the seat saw when it chose."""
        seen = self._sight.view
        before, self._before = self._before, seen
        try:
            yield
        except (ChoiceError, RuleError):
            if self._sight.view is seen:  # otherwise a rule failed for a bot and this choice is valid
                self._before = before
            raise

    async def back(self) -> None:
        """Undo one step of an unfinished choice."""
        await self.seat.back()

    async def undo(self) -> None:
        """Undo the last choice of a person."""
        await self.seat.undo()

    async def talk(self, how: str, consent: str = ASKED) -> None:
        """Set whether the players at this keyboard tell each other everything; see `Seat.talk`."""
        await self.seat.talk(how, consent)

    async def stops(self, stops: Stops) -> None:
        """Set at which windows the table waits for the player; see `Seat.stops`."""
        await self.seat.stops(stops, self._number)

    async def save(self) -> None:
        """Write the current record, or read it again at a table that only looks."""
        await self.seat.save()

    async def ways(self, ref: Ref) -> tuple[Way, ...]:
        """What this seat may do with a thing."""
        return await self.seat.ways(ref)

    async def journeys(self, ref: Ref | None) -> tuple[Journey, ...]:
        """The ways of this seat's own figure to a place."""
        return await self.seat.journeys(ref)

    async def outlooks(self, ref: Ref | None = None) -> tuple[Outlook, ...]:
        """What would happen next, as far as this seat can know it: about a place, or the whole game."""
        return await self.seat.outlooks(ref)

    async def ahead(self, keys: tuple[str, ...]) -> Ahead:
        """The decision of this seat after some steps."""
        return await self.seat.ahead(keys)

    async def hint(self, after: int = 0) -> Hint:
        """What a bot would do; see `Seat.hint`."""
        return await self.seat.hint(after)

    def drop_hint(self) -> None:
        """Stop looking for a better hint."""
        self.seat.drop_hint()

    async def course(self) -> Course:
        """Statistics of the game so far."""
        return await self.seat.course()

    async def replay(self) -> Replay:
        """The whole game as a replay; once it is over, always the same one, with what it has found out."""
        sight = self._sight
        if self._replayed is not None and sight.outcome is not None and self._replayed[0] is sight.view:
            return self._replayed[1]
        found = await self.seat.replay()
        self._replayed = sight.view, found
        return found

    # --- updates from the table ------------------------------------------------------------------

    def _told(self, update: SeatUpdate) -> None:
        """Take an update; nobody waits for this call, so it must not raise."""
        try:
            self._show(update)
        except Exception as error:
            if self.on_error is None:
                self._error = error
            else:
                self.on_error(error)

    def _show(self, update: SeatUpdate) -> None:
        before = self._sight.view
        view = self._index.blank if update.whole else before
        moments: list[Moment] = []
        for happening in update.happenings:
            view = applied(self._index, view, happening.change)
            moments += (
                Moment(line, view, happening.turn) for line in view.log[len(view.log) - happening.lines :]
            )
        view = applied(self._index, view, update.change)
        if not self._each:
            moments = [Moment(line, view, update.turn) for line in view.log[len(before.log) :][-1:]]
        self._take(view, update)
        if self._heard is not None:
            self._heard(moments)

    def _take(self, view: View, update: SeatUpdate) -> None:
        view = _with_bots(view, update.bots)
        self._number = update.number
        self._notices += update.notices
        self.remarks |= {remark.seat: remark for remark in update.remarks}
        self.remarks_in_order += update.remarks
        self.record_name, self.record_place, self.closed = update.name, update.place, update.closed
        self._sight = Sight(
            view,
            self._before,
            update.secret,
            update.inside,
            update.outcome,
            update.turn,
            update.choices,
            update.moment,
            update.awaited,
            update.guided,
            update.request,
            update.begun_by_others,
        )


def _with_bots(view: View, bots: Sequence[str]) -> View:
    """A view that names the bots of the seats; later ones keep the names."""
    names = tuple(bots) or ("",) * len(view.seats)
    if names == tuple(seat.bot for seat in view.seats):
        return view
    return replace(view, seats=tuple(map(_played_by, view.seats, names)))


def _played_by(seat: SeatView, bot: str) -> SeatView:
    return replace(seat, bot=bot)


@dataclass(frozen=True, slots=True)
class Sitting:
    """The seats of one keyboard at a table, and the facts that are the same for everybody."""

    info: TableInfo
    seats: tuple[SeatClient, ...]
    """The seats at this keyboard, at least one."""
    notices: tuple[str, ...] = ()
    """Messages to show at the start."""

    @property
    def title(self) -> str:
        """The title of the game."""
        return self.info.title

    @property
    def name(self) -> str:
        """The name of the record."""
        return self.seats[0].record_name or self.info.name

    @property
    def place(self) -> str:
        """Where the record is saved, for display."""
        return self.seats[0].record_place or self.info.place

    @property
    def closed(self) -> str:
        """Why the game can only be looked at; empty if it can be played."""
        return self.seats[0].closed

    @property
    def over(self) -> bool:
        """Whether the game is over, as far as the first seat has heard."""
        return self.seats[0].over

    @property
    def coast(self) -> Coast:
        """The outlines behind the map."""
        return self.info.coast

    @property
    def rulebook(self) -> tuple[Chapter, ...]:
        """The chapters of the rulebook."""
        return self.info.rulebook

    def news(self) -> tuple[str, ...]:
        """New messages about the record, each once for this keyboard."""
        return tuple(dict.fromkeys(notice for seat in self.seats for notice in seat.notices()))

    def hush(self) -> None:
        """Stop all listeners of the seats."""
        for seat in self.seats:
            seat.listen(None)

    def leave(self) -> None:
        """Leave all seats."""
        for seat in self.seats:
            seat.leave()


async def sit_down(table: OpenTable) -> Sitting:
    """Take all seats of a table."""
    clients = tuple(SeatClient(seat) for seat in table.seats)
    for client in clients:
        await client.join()
    sitting = Sitting(table.info, clients)
    return Sitting(table.info, clients, (*table.info.notices, *sitting.news()))
