"""The protocol between a table and the client of a seat: its calls, its updates, and who is asked to agree.

Only plain data passes through it: all arguments and results can be written as JSON. A seat works the same
whether the table is in this process or at the other end of a connection.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Protocol

from lazaretto.host.records.game_stats import Course
from lazaretto.host.records.replay_protocol import Replay
from lazaretto.host.table.actions_on import Ahead, Way
from lazaretto.host.table.journeys import Journey
from lazaretto.host.table.stop_settings import Stops
from lazaretto.host.wire.allowed_calls import Cost, costs
from lazaretto.host.wire.bounds import ChoiceKey, ChoiceKeys, Each, Text, UpdateNumber, Word
from lazaretto.rules import Chapter, Outcome, Ref
from lazaretto.rules.guides.guide import Guide, GuideProgress
from lazaretto.rules.link.read_coastlines import Coast
from lazaretto.rules.run.planning.hint_types import Hint, HintHelp, HintMove, HintReason
from lazaretto.rules.run.planning.outlook import Outlook
from lazaretto.rules.run.views.constant_view import ViewBase
from lazaretto.rules.run.views.diff_views import ViewChange

GIVEN, ASKED = "given", "asked"
"""They have consented to everything, and the table answers for them; or each of them is asked."""


Thing = Annotated[Ref, Each(Text(500))]
"""Something on the screen that a client asks about."""

SPECTATOR = -1
"""The number of a client that only looks on: it sees what everybody may see."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One event: the change of the seat's view, and the number of lines it added to the log."""

    change: ViewChange
    lines: int
    turn: int = 0
    """The turn in which it happened."""


@dataclass(frozen=True, slots=True)
class BotRemark:
    """What a bot is after: its plan for the turn, and why. It holds nothing that is secret."""

    seat: int
    bot: str
    """The name of the bot."""
    moves: tuple[HintMove, ...]
    reasons: tuple[HintReason, ...] = ()
    """The terms of the score that the plan raises, the most important first."""
    costs: tuple[HintReason, ...] = ()
    """The terms that it lowers, if that matters."""
    helps: tuple[HintHelp, ...] = ()
    """Whom it helps with what they seem to be after."""
    at: int = 0
    """How many lines the log had that everybody may read: what follows them is what the bot did."""
    turn: int = 0
    """The turn of the plan; 0 if the game has no turns."""


@dataclass(frozen=True, slots=True)
class SeatUpdate:
    """The current state for a seat; the changes apply to the last update, in this order."""

    happenings: tuple[Happening, ...]
    change: ViewChange
    secret: bool
    """Whether the seat sees something that is not public."""
    inside: bool
    """Whether the question to this seat is a further step of an unfinished choice; of others' choices, the
    number of steps may be a secret."""
    outcome: Outcome | None
    turn: int
    choices: int
    """The number of choices once the game is over; before, it would tell how often others chose in secret."""
    notices: tuple[str, ...] = ()
    """New messages to this seat about the record."""
    name: str = ""
    """The new name of the record, if the game goes on under another one than at the start."""
    place: str = ""
    """Where the record is saved then, for display."""
    closed: str = ""
    """Why the game can only be looked at; empty if it can be played."""
    whole: bool = False
    """Whether the changes apply to the blank view instead, because the table was set up again."""
    number: int = 0
    """The number of this update; a choice names the last one that the player saw."""
    moment: str = ""
    """The name of the open window, if this seat is asked or can act there; empty if none is open."""
    awaited: bool = False
    """Whether the table waits for this seat at the window, because it can do something there; without a
    window, until the seat passes, because a bot begins and nobody has seen the table yet."""
    guided: GuideProgress | None = None
    """How far the game has followed its guide; None if it has none."""
    remarks: tuple[BotRemark, ...] = ()
    """What bots are after that have begun their turns."""
    request: BotRemark | None = None
    """If this seat is asked to agree to something that a bot does: why, and what the bot then does."""
    bots: tuple[str, ...] = ()
    """The bot of each seat, an empty name for a person; empty if all seats are persons."""
    begun_by_others: bool = False
    """Whether the step before was somebody else's, so that nobody at this keyboard can take it back."""


@dataclass(frozen=True, slots=True)
class SeatStart:
    """The first state of a seat; its change applies to the blank view."""

    base: ViewBase
    now: SeatUpdate


Told = Callable[[SeatUpdate], None]
"""Called on the event loop after every change at the table."""


class Seat(Protocol):
    """One seat at a table."""

    @property
    def number(self) -> int:
        """The number of the seat in the game; `SPECTATOR` for a client that only looks on."""

    @property
    def name(self) -> str:
        """The name of the player."""

    @costs(Cost.LOAD)
    async def join(self, told: Told) -> SeatStart:
        """Take the seat and receive updates from now on. The client that had it before gets no more updates.

        The update for a command arrives before the command returns.

        If everybody had left, the bots stopped, and go on now.

        Raises:
            RuleError, StoreError: as in `choose`, if bots go on.
        """

    @costs(Cost.FREE)
    def leave(self) -> None:
        """Stop receiving updates. When nobody is left, the bots stop, and others may open the record."""

    @costs(Cost.LOOK)
    def follow(self, each: bool) -> None:
        """Choose whether updates report each event, or only the final state."""

    @costs(Cost.CHOICE)
    async def choose(self, key: ChoiceKey, seen: UpdateNumber | None = None) -> None:
        """Make a choice for this seat; `seen` is the number of the last update that the player saw.

        A choice that was meant for an earlier question is never applied to another one.

        Raises:
            ChoiceError: it is not open, somebody else was faster, or the record was taken over; nothing has
                changed.
            RuleError: a rule failed; nothing has changed.
            StoreError: the choice was made, but the record could not be written.
        """

    @costs(Cost.CHOICE)
    async def back(self) -> None:
        """Undo one step of an unfinished choice.

        Raises:
            ChoiceError: there is none, somebody else took it, or it cannot be undone.
            StoreError: as in `choose`.
        """

    @costs(Cost.CHOICE)
    async def undo(self) -> None:
        """Undo the last choice of a person.

        Raises:
            ChoiceError: somebody else chose, something was revealed or drawn since, or there is nothing to
                undo.
            StoreError: as in `choose`.
        """

    @costs(Cost.CHOICE)
    async def talk(self, how: Word, consent: Word = ASKED) -> None:
        """Set whether the players at this keyboard tell each other everything, one of `TALKS`.

        If they do, each of their seats sees what one of them sees, and none is secret to the others. With
        `consent` `GIVEN`, they are not asked whether another of them may do something with them: the table
        answers yes, and an undo takes that back with the action.

        Raises:
            ChoiceError: this client only looks on.
        """

    @costs(Cost.CHOICE)
    async def stops(self, stops: Stops, seen: UpdateNumber | None = None) -> None:
        """Set at which windows the table waits for the player of this seat, also for their other seats.

        If the player passes windows from now on (`Stops.until`), the table goes on at an open one that asks
        this player, or that waits for nobody else. `seen` is as in `choose`.

        Raises:
            ChoiceError, RuleError, StoreError: as in `choose`.
        """

    @costs(Cost.CHOICE)
    async def save(self) -> None:
        """Write the current record, if an earlier attempt failed; a table that only looks reads it again.

        Raises:
            StoreError: it could not be written.
        """

    @costs(Cost.LOOK)
    async def ways(self, ref: Thing) -> tuple[Way, ...]:
        """What this seat may do with a thing in its current decision."""

    @costs(Cost.LOOK)
    async def journeys(self, ref: Thing | None) -> tuple[Journey, ...]:
        """The ways of this seat's own figure to a place within the turn, the cheapest first.

        Without a place: one to each place that a single action leads to, and for which no piece is given up.
        """

    @costs(Cost.CHOICE)
    async def travel(self, keys: ChoiceKeys, seen: UpdateNumber | None = None) -> int:
        """Make the choices of a journey one after another; return how many were made. `seen` as in `choose`.

        A journey ends early if something new is revealed, if somebody else is asked, or if a choice is not
        open any more. An undo takes all its choices back.

        Raises:
            ChoiceError, RuleError, StoreError: as in `choose`, for the first choice.
        """

    @costs(Cost.LOOK)
    async def outlooks(self, ref: Thing | None = None) -> tuple[Outlook, ...]:
        """What would happen next, as far as this seat can know it: about a place, or about the whole game."""

    @costs(Cost.LOOK)
    async def ahead(self, keys: ChoiceKeys) -> Ahead:
        """The decision of this seat after some steps, unless they reveal something.

        Raises:
            ChoiceError: a step is not open.
            RuleError: a rule fails.
        """

    @costs(Cost.HINT, free_with="after")
    async def hint(self, after: UpdateNumber = 0) -> Hint:
        """What a bot that looks ahead would do in the decision of this seat: a first guess, at once.

        The search goes on: `after` is the number of the last hint that the client has, and the next one is
        returned as soon as it is there. If that takes long, the last one is returned again, or one without
        moves and with the number 0 if there is none yet. After the final one there is none.

        It uses nothing that the seat does not know, and changes nothing.

        Raises:
            ChoiceError: nothing is asked of this seat, the decision is over, or there are no hints here.
            RuleError: a rule fails.
        """

    @costs(Cost.FREE)
    def drop_hint(self) -> None:
        """Stop looking for a better hint."""

    @costs(Cost.LOOK)
    async def course(self) -> Course:
        """Public statistics of the game so far; the choices are included once it is over.

        Raises:
            RuleError: a rule fails while a view is made.
        """

    @costs(Cost.LOAD)
    async def replay(self) -> Replay:
        """The whole game as a replay, with the views of all seats.

        Raises:
            ChoiceError: the game is not over and may hold secrets.
            RuleError: a rule fails while a view is made.
        """


@dataclass(frozen=True, slots=True)
class TableInfo:
    """The facts that are the same for everybody at a table."""

    title: str
    name: str
    """The name of the record."""
    place: str
    """Where the record is saved, for display; may be empty."""
    coast: Coast
    rulebook: tuple[Chapter, ...]
    notices: tuple[str, ...] = ()
    """Messages to show at the start: about the file, or about rules that have changed."""
    resumed: bool = False
    """Whether choices were made before the game was resumed; their number would tell about secret ones."""
    campaign: str = ""
    """The campaign that the game belongs to; empty if it belongs to none."""
    guide: Guide | None = None
    """The guide that the game began with, for its player to read."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with its free seats, at least one."""

    info: TableInfo
    seats: tuple[Seat, ...]
