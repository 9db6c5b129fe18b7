"""A session on a server in plain lines: for screen readers and for connections without a terminal.

Lines come from the connection and are written to it; news are written when they happen. A table is made with
a line like `new GAME 3 keen option=value private days=24 after=BCD-234`.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import copy_context
from typing import ParamSpec

from lazaretto.host import StoreError, sit_down
from lazaretto.host.lobby.lobby_protocol import ScenarioInfo
from lazaretto.host.server.hall_protocol import Hall, TableSeat
from lazaretto.host.server.hall_views import (
    HallError,
    HallView,
    LateRule,
    Pace,
    State,
    TableListing,
    TableOrder,
)
from lazaretto.rules import RuleError
from lazaretto.rules.link.find_scenarios import FoundScenario
from lazaretto.tui.bot_names import typed_bots
from lazaretto.tui.hall.hall_entries import Group, group_of, heading
from lazaretto.tui.hall.line_table_with_people import PeopleTable
from lazaretto.tui.hall.table_company import spoken
from lazaretto.tui.hall.table_description import export_line, seat, ssh_line, state, taken
from lazaretto.tui.line.view import broken_line
from lazaretto.tui.messages import hall as hall_say, hall_lines as say
from lazaretto.tui.safe_output import clean, clean_line
from lazaretto.tui.shared_texts import folded, sentence, went_wrong

USUAL = 2
"""How many seats people have, if nothing else is said."""
MOST = 99
"""A bound for numbers; the hall refuses what a game does not allow."""


class OrderError(Exception):
    """The line is not understood; the message says why."""


def found_game(games: Sequence[FoundScenario], wanted: str) -> FoundScenario:
    """The game whose name or title begins with a text.

    Raises:
        OrderError: there is none.
    """
    sought = folded(wanted)
    for game in games:
        if folded(game.name) == sought or folded(game.title) == sought:
            return game
    for game in games:
        if folded(game.name).startswith(sought) or folded(game.title).startswith(sought):
            return game
    raise OrderError(say.NO_GAME(name=wanted))


def read_order(
    found: FoundScenario, program: ScenarioInfo, words: Sequence[str], bots: Sequence[str]
) -> TableOrder:
    """The order for a table.

    Raises:
        OrderError: a word is not understood.
    """
    people, robots, hours = max(1, min(USUAL, program.players[1])), list[str](), 0
    options: dict[str, str] = {}
    public, pace, free_undo, hints, follows = True, Pace.LIVE, False, True, ""
    known = {option.name: option for option in program.options}
    for word in words:
        name, equals, value = word.partition("=")
        if word.isdecimal() and int(word) <= MOST:
            people = int(word)
        elif typed_bots(word) in bots:
            robots.append(typed_bots(word))
        elif word == "private":
            public = False
        elif word == "free-undo":
            free_undo = True
        elif word == "no-hints":
            hints = False
        elif name == "after" and value and program.hands_on:
            follows = value.upper()
        elif name == "days" and (not equals or value.isdecimal()):
            pace, hours = Pace.DAYS, min(int(value or 0), 24 * MOST)
        elif equals and name in known:
            options[name] = value
        else:
            raise OrderError(say.NOT_UNDERSTOOD(word=word))
    seats = ("",) * people + tuple(robots)
    late = LateRule.REMIND if hours else LateRule.WAIT
    return TableOrder(
        found.folder,
        seats,
        options,
        public=public,
        pace=pace,
        hours=hours,
        late=late,
        free_undo=free_undo,
        hints=hints,
        follows=follows,
    )


P = ParamSpec("P")

LONGEST = 2_000
"""The most characters of a line that count; no answer is nearly as long."""

PROMPT = "> "

LATELY = 5
"""So many lines of chat are said at the start."""

Read = Callable[[], Awaitable[str]]
"""Waits for the next line; an empty text when the connection has ended."""
Write = Callable[[str], object]


class LineHall:
    """One person's session."""

    def __init__(self, hall: Hall, read: Read, write: Write, *, code: str = "") -> None:
        """Make a session; `code` is a table to join right after the start."""
        self.hall, self._read, self._send = hall, read, write
        self._prompted = False
        """Whether the prompt is the last thing that was written."""
        self._taking = True
        """Whether a line is being answered, or the session begins or ends."""
        self._code = code
        self._table: PeopleTable | None = None
        self._heard_to = 0
        """The number of the last line of chat that was said."""
        self._waited_to = {
            table.code: max((line.number for line in table.chat), default=0) for table in hall.view.tables
        }
        """The number of the last line that was said of each table where the person waits."""
        self._awaited = ""
        """The table whose game the person waits for."""
        self._turns = frozenset[str]()
        """The tables where it is the person's turn."""
        self._wake = asyncio.Event()
        """Set when the awaited game begins, or when a callback has failed."""
        self._failure: Exception | None = None
        self._news = ""

    # --- writing ---------------------------------------------------------------------------------

    def _write(self, text: str) -> None:
        """Write a text; if the prompt stands in the last line, below it."""
        if self._prompted:
            self._prompted = False
            text = f"\n{text}"
        self._send(text)
        if not self._taking:
            asyncio.get_running_loop().call_soon(self._prompt)

    def _prompt(self) -> None:
        """Show that a line can be typed, unless that is shown already."""
        if not self._prompted and not self._taking:
            self._prompted = True
            self._send(PROMPT)

    # --- the session -----------------------------------------------------------------------------

    async def run(self) -> None:
        """Take lines until the person leaves or the connection ends."""
        view = self.hall.view
        hall = hall_say.HALL_OF(host=view.host) if view.host else hall_say.HALL()
        self.say(say.WELCOME(hall=hall, person=view.person))
        self._turns = _turns(view)
        self._announce(view)
        self.say(*(spoken(line) for line in view.chat[-LATELY:]))
        self._heard_to = max((line.number for line in view.chat), default=0)
        self.hall.listen(self._own(self._heard))
        try:
            if self._code:
                await self._done(self._join(self._code))
            else:
                self._list()
            await self._lines()
        finally:
            self._leave_table()
            self.hall.leave()

    def _own(self, call: Callable[P, object]) -> Callable[P, None]:
        """Wrap a callback for callers outside: it runs in this context, and its error ends the session."""
        context = copy_context()

        def called(*arguments: P.args, **named: P.kwargs) -> None:
            try:
                context.copy().run(call, *arguments, **named)
            except Exception as error:
                self._failure = error
                self._wake.set()

        return called

    async def _lines(self) -> None:
        reading: asyncio.Task[str] | None = None
        try:
            while True:
                self._taking = False
                self._prompt()
                reading = reading or asyncio.ensure_future(self._read())
                woken = asyncio.ensure_future(self._wake.wait())
                await asyncio.wait((reading, woken), return_when=asyncio.FIRST_COMPLETED)
                woken.cancel()
                if self._failure is not None:
                    raise self._failure
                if self._wake.is_set():
                    self._wake.clear()
                    await self._done(self._join(self._awaited))
                if reading.done():
                    self._taking, self._prompted = True, False
                    line, reading = reading.result(), None
                    if not line or not await self._take(line[:LONGEST].strip()):
                        return
        finally:
            self._taking = True
            if reading is not None:
                reading.cancel()

    def say(self, *lines: str) -> None:
        """Write lines, cleaned and broken at the width."""
        for line in lines:
            for part in clean(line).split("\n"):
                self._write(f"{broken_line(part)}\n")

    async def _take(self, text: str) -> bool:
        """Take a line; return whether the session goes on."""
        if not text:
            return True
        self._come_back()
        table = self._table
        if table is not None:
            await self._done(table.line(text))
            seat, table.wanted = table.wanted, None
            if seat is not None:
                await self._done(self._see(table.seat.code, seat))
            self._come_back()
            return True
        word, _, rest = text.removeprefix("/").partition(" ")
        name = folded(word)
        if name in ("quit", "exit", "leave"):
            self.say(say.BYE_GUEST() if self.hall.view.guest else say.BYE())
            return False
        command = COMMANDS.get(name)
        if command is None:
            self.say(say.NO_COMMAND(word=word))
        else:
            await self._done(command(self, rest.strip()))
        return True

    async def _done(self, command: Awaitable[None]) -> None:
        try:
            await command
        except (HallError, OrderError, StoreError) as error:
            self.say(sentence(str(error)))
        except RuleError as error:
            self.say(went_wrong(error))

    # --- the hall --------------------------------------------------------------------------------

    def _heard(self, view: HallView) -> None:
        """Say what is new; at a table, only what concerns the person."""
        for line in view.chat:
            if line.number > self._heard_to:
                self._heard_to = line.number
                if self._table is None:
                    self.say(spoken(line))
        for each in view.tables:
            new = [line for line in each.chat if line.number > self._waited_to.get(each.code, 0)]
            if new:
                self._waited_to[each.code] = new[-1].number
                if self._table is None:
                    self.say(*(say.AT(code=each.code, said=spoken(line)) for line in new))
        here = self._table.seat.code if self._table is not None else ""
        turns = _turns(view)
        for table in view.tables:
            if table.code in turns - self._turns and table.code not in (here, self._awaited):
                self.say(hall_say.TURN_ELSEWHERE(code=table.code, title=table.title))
            if table.code == self._awaited and table.state is State.RUNNING and self._table is None:
                self._wake.set()
        self._turns = turns
        self._announce(view)
        self._come_back()

    def _announce(self, view: HallView) -> None:
        if view.announcement != self._news:
            self._news = view.announcement
            text, at = clean_line(self._news), view.announced_at
            if text and at is not None:
                self.say(say.ANNOUNCEMENT_AT(time=f"{at.astimezone():%H:%M}", text=text))
            elif text:
                self.say(say.ANNOUNCEMENT(text=text))

    def _list(self) -> None:
        view = self.hall.view
        count = 0
        for group in Group:
            for table in view.tables:
                if group_of(table) is group:
                    count += 1
                    self.say(say.YOURS(group=heading(group), table=_described(table)))
        if not count:
            self.say(say.NO_TABLES())

    async def _on_list(self, _rest: str) -> None:
        self._list()

    async def _on_who(self, _rest: str) -> None:
        here = self.hall.view.here
        self.say(hall_say.HERE(number=len(here), people=", ".join(here)))

    async def _on_say(self, text: str) -> None:
        if text:
            await self.hall.say(text)
        else:
            self.say(say.NEEDS_TEXT())

    async def _on_table(self, text: str) -> None:
        """Talk to those who wait at the same table."""
        waiting = [table.code for table in self.hall.view.tables if table.yours and table.state is State.OPEN]
        code = self._awaited if self._awaited in waiting else next(iter(waiting), "")
        if not code:
            self.say(say.WAITS_NOWHERE())
        elif not text:
            self.say(say.NEEDS_TEXT())
        else:
            await self.hall.say(text, code)

    async def _on_invite(self, rest: str) -> None:
        code, _, person = rest.partition(" ")
        if not person.strip():
            self.say(say.NEEDS_PERSON())
            return
        await self.hall.invite(code.upper(), person.strip())
        self.say(hall_say.INVITED_THEM(person=person.strip(), code=code.upper()))

    async def _on_resign(self, code: str) -> None:
        if not code:
            self.say(say.NEEDS_CODE())
            return
        await self.hall.give_up(code.upper())
        self._awaited = "" if self._awaited == code.upper() else self._awaited
        self.say(hall_say.GAVE_UP(code=code.upper()))

    async def _on_export(self, code: str) -> None:
        if not code:
            self.say(say.NEEDS_CODE())
            return
        await self.hall.record(code.upper())
        view = self.hall.view
        if view.host:
            self.say(say.EXPORT(line=export_line(code.upper(), view)))
        else:
            self.say(say.EXPORT_AT_SERVER(code=code.upper()))

    async def _on_help(self, _rest: str) -> None:
        self.say(say.HELP())

    async def _on_new(self, rest: str) -> None:
        games = [scenario for scenario in await self.hall.scenarios() if not scenario.problem]
        name, *words = rest.split() or [""]
        if not name:
            bots, titles = ", ".join(self.hall.bots), ", ".join(game.name for game in games)
            self.say(say.NEW(bots=bots, games=titles))
            return
        found_scenario = found_game(games, name)
        loaded = await self.hall.load(found_scenario.folder)
        if not isinstance(loaded, ScenarioInfo):
            self.say(
                hall_say.HAS_MISTAKES(
                    title=found_scenario.title or found_scenario.name, problem=loaded.messages[0]
                )
            )
            return
        code = await self.hall.make(read_order(found_scenario, loaded, words, self.hall.bots))
        self.say(say.MADE(code=code))
        view = self.hall.view
        if view.host:
            self.say(say.SSH(line=ssh_line(code, view)))
        await self._join(code)

    # --- tables ----------------------------------------------------------------------------------

    async def _on_join(self, code: str) -> None:
        if code:
            await self._join(code)
        else:
            self.say(say.NEEDS_CODE())

    async def _on_watch(self, code: str) -> None:
        if code:
            await self._sit(await self.hall.watch(code.upper()))
        else:
            self.say(say.NEEDS_CODE())

    async def _see(self, code: str, seat: int) -> None:
        """Watch one seat instead of the whole table."""
        await self._sit(await self.hall.watch(code, seat))

    async def _join(self, code: str) -> None:
        code = code.upper()
        place = await self.hall.join(code)
        if place is not None:
            self._awaited = ""
            await self._sit(place)
            return
        self._awaited = code
        table = next((each for each in self.hall.view.tables if each.code == code), None)
        if table is not None:
            free = sum(not each.person and not each.player for each in table.seats)
            self.say(hall_say.WAITS(code=code, number=free or 1))

    async def _sit(self, place: TableSeat) -> None:
        try:
            sitting = await sit_down(place.table)
        except (RuleError, StoreError):
            place.leave()
            raise
        self._leave_table()
        self._table = PeopleTable(sitting, place, self.hall.view.person, self._put, self._own)
        self._table.begin()

    def _put(self, text: str) -> None:
        self._write(clean(text))

    def _come_back(self) -> None:
        """Go back to the hall if the person has left the table, or lost the seat."""
        if self._table is not None and self._table.left:
            self._leave_table()
            self.say(say.BACK())

    def _leave_table(self) -> None:
        table, self._table = self._table, None
        if table is not None:
            table.stop()
            table.sitting.leave()
            table.seat.leave()


COMMANDS: Mapping[str, Callable[[LineHall, str], Awaitable[None]]] = {
    "list": LineHall._on_list,
    "who": LineHall._on_who,
    "join": LineHall._on_join,
    "watch": LineHall._on_watch,
    "new": LineHall._on_new,
    "invite": LineHall._on_invite,
    "say": LineHall._on_say,
    "table": LineHall._on_table,
    "resign": LineHall._on_resign,
    "export": LineHall._on_export,
    "help": LineHall._on_help,
}
"""What each command word does in the hall."""


def _turns(view: HallView) -> frozenset[str]:
    return frozenset(table.code for table in view.tables if table.your_turn)


def _described(table: TableListing) -> str:
    told = seat if table.state is State.RUNNING else taken
    seats = ", ".join(told(each) for each in table.seats)
    return say.TABLE(code=table.code, title=table.title, state=state(table), seats=seats)


CHUNK = 65_536
INPUT = 0
LONGEST_LINE = 16 * 1024
"""The most bytes of a line that are kept."""


class TypedLines:
    """Reads lines when somebody waits for them."""

    def __init__(self) -> None:
        self._typed = b""
        self._ended = False

    async def next(self) -> str:
        """The next line; an empty text at the end of the input."""
        while b"\n" not in self._typed and not self._ended:
            await self._more()
        line, feed, self._typed = self._typed.partition(b"\n")
        return (line[:LONGEST_LINE] + feed).decode(errors="replace")

    async def chunk(self) -> bytes:
        """What comes next, as it is; nothing at the end of the input."""
        while not self._typed and not self._ended:
            await self._more()
        found, self._typed = self._typed, b""
        return found

    async def _more(self) -> None:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        try:
            loop.add_reader(INPUT, ready.set)
        except PermissionError:
            ready.set()  # a file on disk: reading it never waits
        try:
            await ready.wait()
            data = os.read(INPUT, CHUNK)
        except OSError:
            data = b""
        finally:
            loop.remove_reader(INPUT)
        self._ended = not data
        if len(self._typed) < LONGEST_LINE or b"\n" in data:
            self._typed += data
