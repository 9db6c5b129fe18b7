"""The protocol between the hall of a server and the client of one person.

Everything that a person does goes through it as a command; everything the person sees comes out of it as an
update. It knows no terminal and no connection. Only plain data passes through it, apart from the seats that
it hands out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Protocol

from lazaretto.host.lobby.lobby_protocol import ScenarioInfo
from lazaretto.host.lobby.program_loader import Faults
from lazaretto.host.records.replay_protocol import Showing
from lazaretto.host.server.hall_views import HallView, Pointer, Profile, TableOrder, TableView, VoteKind
from lazaretto.host.settings.user_settings import Settings
from lazaretto.host.table.seat_protocol import OpenTable, Thing
from lazaretto.host.wire.allowed_calls import Cost, costs
from lazaretto.host.wire.bounds import (
    Code,
    PersonName,
    ScenarioPath,
    SeatNumber,
    ShortText,
    Switches,
    Text,
    UpdateNumber,
    Word,
)
from lazaretto.rules.link.find_scenarios import FoundScenario

Line = Annotated[str, Text(2_000, lines=True)]
"""A line of chat as it was typed."""

HallHeard = Callable[[HallView], None]
"""Called on the event loop whenever what the person sees of the hall has changed."""


@dataclass(frozen=True, slots=True)
class TableHeard:
    """The listeners of a table, called on the event loop."""

    changed: Callable[[TableView], None]
    pointed: Callable[[Pointer], None]


class TableSeat(Protocol):
    """A person's place at a table of the hall: the seats to play, and everything besides the game."""

    @property
    def code(self) -> str:
        """The code of the table."""

    @property
    def table(self) -> OpenTable:
        """The seats this person plays; for a spectator one that only sees."""

    @property
    def view(self) -> TableView:
        """What the person sees now besides the game."""

    @property
    def watching(self) -> bool:
        """Whether the person only watches."""

    def listen(self, heard: TableHeard | None) -> None:
        """Be told of changes; None stops that."""

    @costs(Cost.FREE)
    def leave(self) -> None:
        """Go away from the table; the seat stays the person's own."""

    @costs(Cost.TALK)
    async def say(self, text: Line, side: Word = "") -> None:
        """Write a line of chat, to everybody at the table or to one's own side.

        Raises:
            HallError: the person is muted, writes too fast, or may not write to that side.
        """

    @costs(Cost.TALK)
    async def signal(self, name: Word) -> None:
        """Give one of the ready-made signals; raises as `say` does."""

    @costs(Cost.POINT)
    def point(self, ref: Thing) -> None:
        """Show something to the others for a moment; too many are dropped."""

    @costs(Cost.CHOICE)
    async def undo(self) -> None:
        """Undo the last choice, or ask the others to agree.

        Raises:
            HallError: there is nothing to undo, or something was revealed since.
        """

    @costs(Cost.ACT)
    async def vote(self, number: UpdateNumber, agree: bool) -> None:
        """Answer a vote.

        Raises:
            HallError: it is over.
        """

    @costs(Cost.ACT)
    async def propose(self, kind: VoteKind, about: PersonName = "") -> None:
        """Ask the others to agree on something.

        Raises:
            HallError: it makes no sense here.
        """

    @costs(Cost.TALK)
    async def show_to(self, person: PersonName, shown: bool) -> None:
        """Let somebody who watches see what this person sees, or end that.

        Raises:
            HallError: the person holds no seat, or nobody of that name watches.
        """

    @costs(Cost.TALK)
    async def pause(self, paused: bool) -> None:
        """Pause the table, or go on."""

    @costs(Cost.ACT)
    async def resign(self) -> None:
        """Give the seat up for good; it becomes empty.

        Raises:
            HallError: the person holds none.
        """


class Hall(Protocol):
    """The hall for one person."""

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the available bots."""

    @property
    def view(self) -> HallView:
        """What the person sees now."""

    @property
    def settings(self) -> Settings:
        """The person's settings."""

    def listen(self, heard: HallHeard | None) -> None:
        """Be told of changes; None stops that."""

    @costs(Cost.LOOK)
    def look_at_lists(self, looking: bool) -> None:
        """Say whether the person looks at the lists of the hall; at first they do.

        While they do not, updates have neither other people's tables nor who is here nor the chat.
        """

    @costs(Cost.FREE)
    def leave(self) -> None:
        """Go away; tables and seats stay as they are."""

    @costs(Cost.READ)
    async def scenarios(self) -> tuple[FoundScenario, ...]:
        """Every scenario of this server, without reading its rules."""

    @costs(Cost.LOAD)
    async def load(self, folder: ScenarioPath, switches: Switches = frozenset()) -> ScenarioInfo | Faults:
        """The facts about a scenario, or its mistakes."""

    @costs(Cost.MAKE)
    async def make(self, order: TableOrder) -> str:
        """Make a table, take its first seat, and return its code.

        Raises:
            HallError: it cannot be played with these settings, or the person has too many tables.
        """

    @costs(Cost.ACT)
    async def join(self, code: Code, seat: SeatNumber | None = None) -> TableSeat | None:
        """Go to a table: to one's own seat, or take a free one.

        The game begins when all seats are taken; None as long as some are free.

        Raises:
            HallError: there is no such table, no free seat, or the person may not join.
        """

    @costs(Cost.ACT)
    async def give_up(self, code: Code) -> None:
        """Give up one's seats at a table whose game has not begun; when nobody is left, it is closed.

        Raises:
            HallError: the person has none there, or the game has begun.
        """

    @costs(Cost.ACT)
    async def watch(self, code: Code, seat: SeatNumber | None = None) -> TableSeat:
        """Watch a table: what everybody may see or, with its owner's leave, what a seat sees.

        Where the seat has secrets, everything comes late.

        Raises:
            HallError: there is no such table, it may not be watched, or the owner has not agreed.
        """

    @costs(Cost.ACT)
    async def invite(self, code: Code, person: PersonName) -> None:
        """Invite a person to a table.

        Raises:
            HallError: there is no such person or table, or the inviter holds no seat.
        """

    @costs(Cost.LOAD)
    async def replay(self, code: Code) -> Showing:
        """Replay a finished game.

        Raises:
            HallError: the game is not over, or the person did not play it.
        """

    @costs(Cost.LOAD)
    async def record(self, code: Code) -> str:
        """The game of a table as the text of a record file.

        Raises:
            HallError: the person did not play it, or it goes on and others play it or have secrets.
        """

    @costs(Cost.TALK)
    async def say(self, text: Line, table: Code = "") -> None:
        """Write a line of chat to the hall, or to those who wait at a table where the person has a seat.

        Raises:
            HallError: the person is muted, writes too fast, or does not wait at this table.
        """

    @costs(Cost.KEEP)
    async def block(self, person: PersonName, blocked: bool) -> None:
        """See no more chat, pointing and invitations of a person, or see them again."""

    @costs(Cost.READ)
    async def profile(self) -> Profile:
        """What the server keeps about the person."""

    @costs(Cost.KEEP)
    async def key_code(self) -> str:
        """A one-time code that adds another key to the person.

        Raises:
            HallError: the person is a guest.
        """

    @costs(Cost.KEEP)
    async def remove_key(self, fingerprint: ShortText) -> None:
        """Remove a key from the person.

        Raises:
            HallError: it is the only one, or not theirs.
        """

    @costs(Cost.KEEP)
    async def keep(self, settings: Settings) -> None:
        """Save the person's settings.

        Raises:
            HallError: they could not be saved.
        """
