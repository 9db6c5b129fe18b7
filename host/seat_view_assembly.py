"""The player's side of the seam: puts views together from what a seat is told.

Screens and line mode work on this. It asks nothing of the table but what the `Seat` protocol offers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from host.actions_on import Way
from host.game_stats import Course
from host.preview_next_question import Ahead
from host.replay_protocol import Replay
from host.seat_protocol import OpenTable, Seat, SeatUpdate, TableInfo
from rules import Chapter, ChoiceError, LogLine, Outcome, Ref, RuleError, View
from rules.link.map_outline import Coast
from rules.run.diff_views import BaseIndex, applied
from rules.run.view_change import ViewBase


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that happened: the line that told it, and what the seat saw right after it."""

    line: LogLine
    view: View


@dataclass(frozen=True, slots=True)
class Sight:
    """What a seat sees of its table."""

    view: View
    before: View | None
    """What it saw when it last chose; None before its first choice."""
    secret: bool
    """Whether it sees something that not everybody may see."""
    inside: bool
    """Whether what is asked is a further step of something that has been begun."""
    outcome: Outcome | None
    turn: int
    choices: int
    """How many choices have been made; a choice of several steps counts once."""


Heard = Callable[[Sequence[Moment]], None]
"""Told after every change at the table: what happened, as the seat may know it."""


class SeatClient:
    """A seat that somebody has taken."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.number = seat.number
        self.name = seat.name
        self._index: BaseIndex
        self._sight: Sight
        self._before: View | None = None
        self._heard: Heard | None = None
        self._each = False
        self._notices: list[str] = []

    async def join(self) -> None:
        """Take the seat."""
        start = await self.seat.join(self._told)
        self.begin(start.base, start.now)

    def begin(self, base: ViewBase, now: SeatUpdate) -> None:
        """Put together how things stand."""
        self._index = BaseIndex(base)
        self._take(applied(self._index, self._index.blank, now.change), now)

    def look(self) -> Sight:
        """What the seat sees now."""
        return self._sight

    def notices(self) -> tuple[str, ...]:
        """What should be said about the record, each once."""
        found, self._notices = tuple(self._notices), []
        return found

    def listen(self, heard: Heard | None, each: bool = True) -> None:
        """Be told of every change; None: no more.

        With `each` all that happened is told, thing by thing; without, only the last of it, which is quicker.
        """
        self._heard, self._each = heard, each and heard is not None
        self.seat.follow(self._each)

    def leave(self) -> None:
        """Give the seat up: what it sees stays as it is."""
        self._heard = None
        self.seat.leave()

    async def choose(self, key: str) -> None:
        """Choose, for this seat; see `Seat.choose`."""
        seen = self._sight.view
        before, self._before = self._before, seen
        try:
            await self.seat.choose(key)
        except (ChoiceError, RuleError):
            if self._sight.view is seen:  # else it was a bot whose rules went wrong: this choice stands
                self._before = before
            raise

    async def back(self) -> None:
        """Take one step of an unfinished choice back."""
        await self.seat.back()

    async def undo(self) -> None:
        """Take the last choice of a person back."""
        await self.seat.undo()

    async def save(self) -> None:
        """Write the record as it stands."""
        await self.seat.save()

    async def ways(self, ref: Ref) -> tuple[Way, ...]:
        """What this seat may do with a thing."""
        return await self.seat.ways(ref)

    async def ahead(self, keys: tuple[str, ...]) -> Ahead:
        """What this seat would be asked after some steps."""
        return await self.seat.ahead(keys)

    async def course(self) -> Course:
        """How the game went so far."""
        return await self.seat.course()

    async def replay(self) -> Replay:
        """The whole game once more."""
        return await self.seat.replay()

    # --- what the table tells --------------------------------------------------------------------

    def _told(self, update: SeatUpdate) -> None:
        before = view = self._sight.view
        moments: list[Moment] = []
        for each in update.happenings:
            view = applied(self._index, view, each.change)
            moments += (Moment(line, view) for line in view.log[len(view.log) - each.lines :])
        view = applied(self._index, view, update.change)
        if not self._each:
            moments = [Moment(line, view) for line in view.log[len(before.log) :][-1:]]
        self._take(view, update)
        if self._heard is not None:
            self._heard(moments)

    def _take(self, view: View, update: SeatUpdate) -> None:
        self._notices += update.notices
        self._sight = Sight(
            view,
            self._before,
            update.secret,
            update.inside,
            update.outcome,
            update.turn,
            update.choices,
        )


@dataclass(frozen=True, slots=True)
class Sitting:
    """What somebody has who sits at a table: their seats, and what is the same for everybody."""

    info: TableInfo
    seats: tuple[SeatClient, ...]
    """The seats at this keyboard, at least one."""
    notices: tuple[str, ...] = ()
    """What should be said at the beginning."""

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.info.title

    @property
    def name(self) -> str:
        """What the record is called."""
        return self.info.name

    @property
    def coast(self) -> Coast:
        """Outlines behind the map."""
        return self.info.coast

    @property
    def rulebook(self) -> tuple[Chapter, ...]:
        """The rules in words."""
        return self.info.rulebook

    def news(self) -> tuple[str, ...]:
        """What should be said about the record, once for this keyboard."""
        return tuple(dict.fromkeys(each for seat in self.seats for each in seat.notices()))

    def hush(self) -> None:
        """Whoever listened at one of the seats hears no more of the table."""
        for seat in self.seats:
            seat.listen(None)

    def leave(self) -> None:
        """Get up: the table tells nothing more."""
        for seat in self.seats:
            seat.leave()


async def sit_down(table: OpenTable) -> Sitting:
    """Take all seats of a table."""
    clients = tuple(SeatClient(seat) for seat in table.seats)
    for each in clients:
        await each.join()
    sitting = Sitting(table.info, clients)
    return Sitting(table.info, clients, (*table.info.notices, *sitting.news()))
