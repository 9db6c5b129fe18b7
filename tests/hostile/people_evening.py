"""The people of an evening, their calls, and what must hold after each of them."""

import asyncio
import json
import re
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from lazaretto.host import messages as host_say
from lazaretto.host.crash_report import is_reported
from lazaretto.host.server import hall_messages as say
from lazaretto.host.server.hall_limits import HallLimits
from lazaretto.host.server.person_hall import read_kept
from lazaretto.host.wire.frames import Kind
from tests.hostile.people_calls import Calls
from tests.hostile.people_house import House
from tests.hostile.people_model import BrokenError, Model, Someone, Table
from tests.hostile.people_rules import UNSTORED, Call, Rules
from tests.hostile.people_server import ServerHouse
from tests.hostile.people_wire import Json, Place, Session, marks
from tests.hostile.pieces import Tally

PEOPLE = ("anna", "ben", "carl", "dora", "emil", "fay", "gus", "hana", "ivan", "judy")
SESSIONS = 30
"""About how many sessions there are at a time."""
LIVE = 24
"""About how many tables are open or running at a time; the operator closes older ones."""
LONG_GAME = 120
"""After so many rows in its history, a table is closed."""
LATE = 0.25
GATE = [
    *(host_say.NO_ARGUMENT, host_say.MISSING_ARGUMENT, host_say.TEXT_TOO_LONG, host_say.TEXT_NOT_PRINTABLE),
    *(host_say.NOT_ONE_OF, host_say.NUMBER_OUT_OF_BOUNDS, host_say.TOO_MANY_OF_THEM, host_say.NOT_OF_TYPE),
    *(host_say.NO_METHOD, host_say.NO_NUMBER, host_say.TOO_MANY_VALUES, host_say.NO_ANSWER),
    *(host_say.TOO_MANY_HANDED, host_say.NEEDS_ANSWER),
]
PURSE = [say.TOO_FAST, say.WRITES_TOO_FAST, say.HINTS_TOO_OFTEN, say.TOO_MANY_CODES]


def _any_of(messages: Sequence[Any]) -> re.Pattern[str]:
    texts = [re.sub(r"\\{.*?\\}", ".*", re.escape(message.sentence)) for message in messages]
    return re.compile("|".join(f"(?:{text})" for text in texts), re.DOTALL)


IS_GATE, IS_PURSE = _any_of(GATE), _any_of(PURSE)


class Evening:
    """Some steps of ten people on one server."""

    def __init__(self, folder: Path, seed: str, tally: Tally, *, rich: bool, remote: bool) -> None:
        self.chance, self.tally, self.rich = Random(seed), tally, rich
        self.limits = HallLimits(
            lines_shown=40, places_per_person=8, tables_per_person=6, seats_per_person=12, keys_per_person=4
        )
        self.model = Model(self.limits)
        self.rules, self.calls = Rules(self.model), Calls(self.model, self.chance)
        self.house: House | ServerHouse
        if remote:
            self.house = ServerHouse(folder, self.limits, self.problem, rich=rich)
        else:
            self.house = House(folder, self.limits, self.problem)
        self.sessions: list[Session] = []
        self.problems: list[str] = []
        self.history: list[str] = []
        """The last calls, for the description of a problem."""
        self._frames: list[tuple[Session, Kind, bytes]] = []
        self._catching: set[asyncio.Task[None]] = set()

    def problem(self, name: str, told: str) -> None:
        """Note that something is broken."""
        self.problems.append(f"{name}: {told}")

    # --- coming and going ----------------------------------------------------------------------------

    async def begin(self) -> None:
        """Open the house, and let everybody in."""
        await self.house.open()
        for number, name in enumerate(PEOPLE):
            key = self.house.add(name, number)
            self.model.people[name] = Someone(name, not key, [key] if key else [])
            if key:
                self.model.secrets[key.encode()] = {name}
            await self.come(name)

    async def come(self, name: str) -> Session:
        """Somebody opens a session."""
        session = await self.house.connect(name, self._heard)
        self.sessions.append(session)
        self.model.people[name].sessions.append(session)
        return session

    def _heard(self, session: Session, kind: Kind, content: bytes) -> None:
        self._frames.append((session, kind, content))

    def gone(self, session: Session) -> None:
        """A session has ended."""
        self.sessions.remove(session)
        someone = self.model.people[session.person]
        someone.sessions.remove(session)
        if someone.guest and not someone.sessions:
            someone.blocked.clear()
        for place in list(session.places.values()):
            self.leave(place)

    def leave(self, place: Place) -> None:
        """Somebody has left a place."""
        place.session.places.pop(place.to, None)
        table = self.model.tables[place.code]
        if place in table.places:
            table.goes(place)

    async def hang_up(self, session: Session) -> None:
        """End a session from the client's side."""
        session.may_end = True
        await session.hang_up()
        self.gone(session)

    # --- a call and its answer -----------------------------------------------------------------------

    async def call(self, call: Call) -> None:
        """Make a call, and check what comes of it."""
        outcome = self.rules.outcome(call)
        begun = time.monotonic()
        try:
            answer = await call.session.call(call.to, call.method, call.given)
        except TimeoutError:
            raise BrokenError(f"not answered within a minute: {call}") from None
        self._timed(call, time.monotonic() - begun)
        refused = self.counted(call, answer)
        if refused == "purse" and not self.rich:
            self.after_purse(call)
        elif refused:
            if outcome.ok is True and not call.strange:
                raise BrokenError(f"{call} is refused: {answer['message']}")
            if outcome.anyway is not None:
                outcome.anyway()
        else:
            if outcome.ok is False:
                raise BrokenError(f"{call} is answered: {str(answer)[:300]}")
            outcome.then(answer.get("value"))
            self._answered(call, answer.get("value"))
        await self._follow(call, adopt=outcome.adopt, done=not refused)

    def after_purse(self, call: Call) -> None:
        """A call was not paid; nothing has changed."""

    def _timed(self, call: Call, seconds: float) -> None:
        if seconds > LATE:
            self.tally.count("answers after more than 250 ms", f"{call.side} {call.method}")

    def counted(self, call: Call, answer: Json) -> str:
        """Count an answer; return how it was refused, or an empty text."""
        error, message = answer.get("error", ""), answer.get("message", "")
        if is_reported(message):
            raise BrokenError(f"{call}: {message}")
        if not error:
            self.tally.count("calls", "answered")
            return ""
        if not message:
            raise BrokenError(f"{call}: refused without a reason: {answer}")
        how = "purse" if IS_PURSE.search(message) else "gate" if IS_GATE.search(message) else "rule"
        self.tally.count("calls", f"refused by {how}")
        return how

    def _answered(self, call: Call, value: Any) -> None:
        """Note what an answer hands out, and check that what it acknowledges is stored."""
        store, table, place = self.house.store, call.table, call.place
        if call.strange:
            return
        if call.side == "seat" and call.method == "join" and place is not None:
            self.seated(call, value)
        elif call.method in ("choose", "say", "signal", "make"):
            if table is not None:
                self.model.check_table(store, table)
            else:
                self.model.check_chat(store)
        self.tally.count("answered", f"{call.side} {call.method}")

    def seated(self, call: Call, start: Json) -> None:
        """A seat has its first state."""
        assert call.place is not None
        call.place.joined.add(call.seat)
        self.harvest(call.place, call.seat, start["now"])

    async def _follow(self, call: Call, *, adopt: bool, done: bool) -> None:
        """Check what a call may have changed."""
        tables = {each.code: each for each in (call.table,) if each is not None}
        if adopt:
            if call.strange:
                tables |= {
                    place.code: self.model.tables[place.code] for place in call.session.places.values()
                }
                self.adopt_all(tables)
            for table in tables.values():
                self.model.adopt(self.house.store, table)
                table.unsure = table.unsure or (call.strange and done and call.method in UNSTORED)
        await self.see(tables.values())

    def adopt_all(self, tables: dict[str, Table]) -> None:
        """Take over from the store what nobody knows."""
        for each in self.model.take_new(self.house.store):
            tables[each.code] = each
        self.model.adopt_hall(self.house.store, lambda text: read_kept(text)[0].blocked)

    # --- what must hold --------------------------------------------------------------------------------

    async def see(self, tables: Iterable[Table]) -> None:
        """Check what is seen at some tables, as soon as everybody there has got it."""
        seen = list(tables)
        if self.house.remote:
            there = {id(place.session): place.session for table in seen for place in table.places}
            await asyncio.gather(*(self.barrier(session) for session in there.values()))
        self.look(seen)

    def look(self, tables: Any) -> None:
        """Check the frames that have come, and what is seen at some tables."""
        frames, self._frames = self._frames, []
        for session, kind, content in frames:
            self._look_at(session, kind, content)
        for table in tables:
            for place in table.places:
                self.model.check_place(place)
        for session in self.sessions:
            if session.ended.is_set() and not session.may_end:
                raise BrokenError(f"a session of {session.person} has ended")
        if self.problems:
            raise BrokenError(self.problems[0])

    def _look_at(self, session: Session, kind: Kind, content: bytes) -> None:
        if kind is Kind.NEWS:
            to = int(content[content.index(b":") + 1 : content.index(b",")])
            if session.last.get(to) == content and b'"is":"Pointer"' not in content:
                raise BrokenError(f"{session.person} is told twice: {content[:300]!r}")
            session.last[to] = content
        if kind is Kind.EVENT:
            self._look_at_update(session, json.loads(content))
        self.model.check_codes(session, content)
        code = ""
        for mark in marks(kind, content):
            if mark.startswith(b"crate"):
                code = code or self._table_of(session, kind, content)
                if code and not self.model.may_see(session, code, mark):
                    raise BrokenError(f"{session.person} reads {mark!r} of {code}: {content[:900]!r}")
            else:
                self.model.check_mark(session, mark, content)

    def _look_at_update(self, session: Session, event: Json) -> None:
        number, to = event["update"]["number"], event["seat"]
        if number <= session.updates.get(to, 0):
            raise BrokenError(f"{session.person}: update {number} after {session.updates[to]} of seat {to}")
        session.updates[to] = number
        for place in session.places.values():
            for seat, each in place.seats.items():
                if each == to:
                    self.harvest(place, seat, event["update"])

    def harvest(self, place: Place, seat: int, update: Json) -> None:
        """Note which pieces somebody sees: open ones, and those of a hand that is theirs or shown to them."""
        table = self.model.tables[place.code]
        if table.scenario != "wharf":
            return
        name = place.session.person
        own = table.seen.setdefault(name, set())
        may_look = seat in table.held(name) or (place.watching and table.shared.get(name) == seat)
        for change in (update["change"], *(each["change"] for each in update.get("happenings", []))):
            for pile in change.get("piles", []):
                for each in pile.get("added", []):
                    if len(each["pieces"]) == 1:
                        piece = f"crate_{each['pieces'][0]:02}".encode()
                        if pile["at"] == seat and may_look:
                            own.add(piece)
                        elif pile["at"] == len(table.seats) + 1:
                            table.open_pieces.add(piece)

    def _table_of(self, session: Session, kind: Kind, content: bytes) -> str:
        """The table that an update is about; empty for other frames."""
        if kind is not Kind.EVENT:
            return ""
        to = json.loads(content)["seat"]
        return next((place.code for place in session.places.values() if to in place.seats.values()), "")

    async def settle(self) -> None:
        """Compare everything with the model."""
        for table in self.model.tables.values():
            if table.bots:
                self.model.check_choices(self.house.store, table)
        await self.see(self.model.tables.values())
        for session in self.chance.sample(self.sessions, min(4, len(self.sessions))):
            for looking in (False, True):
                session.send(0, "look_at_lists", {"looking": looking})
            await self.barrier(session)
            self.look(())
            self.model.check_hall(session)
        self.model.check_store(self.house.store)
        self.look(())

    def catch_up_soon(self) -> None:
        """Let the hall read what the operator has changed, beside everything else."""
        task = asyncio.get_running_loop().create_task(self.house.catch_up())
        self._catching.add(task)
        task.add_done_callback(self._catching.discard)

    async def caught_up(self) -> None:
        """Wait until the hall has read everything that the operator has changed."""
        await asyncio.gather(*self._catching)
        await self.house.catch_up()
        await self.house.finish()

    async def barrier(self, session: Session) -> None:
        """Wait until a session has what the server has sent it."""
        answer = await session.call(0, "barrier", {})
        if "error" not in answer:
            raise BrokenError(f"there is a method barrier: {answer}")
