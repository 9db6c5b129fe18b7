"""What happens in an evening of `people`: calls, hang-ups, noise, lost workers, and what operators do."""

import asyncio
import signal
import struct
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from lazaretto.host.server import admin, hall_messages as say
from lazaretto.host.server.workers.worker_handle import Condition, look_at
from lazaretto.host.wire.frames import HEAD, Frame, Kind, packed
from tests.hostile.people_calls import drawn
from tests.hostile.people_evening import LIVE, LONG_GAME, PEOPLE, SESSIONS, Evening
from tests.hostile.people_house import circumstances
from tests.hostile.people_model import BrokenError, Table, line_of, stored_lines
from tests.hostile.people_rules import UNSTORED, Call
from tests.hostile.people_wire import HungUpError, Json, Place, Session
from tests.hostile.pieces import Tally

REMOTE = 4
"""Every so many evenings the server is a process of its own."""
POOR = 10
"""Every so many evenings, people can pay for as much as on any server."""
RESTORED = 60.0
"""Seconds within which the tables of a lost process go on."""
SETTLE = 60
"""Everything is compared about every so many steps."""
RARE = 2_000
"""Workers are lost, and the server is started again, about every so many steps."""
MEMORY = Path("/dev/shm")
KINDS = (
    *(("call", 1_000), ("send", 60), ("at_once", 25), ("hang_up_in_a_call", 8), ("noise", 10)),
    *(("come_and_go", 25), ("operate", 6), ("settle", 20)),
)


class Steps:
    """Draws what happens, and does it."""

    def __init__(self, evening: Evening) -> None:
        self._of, self._chance = evening, evening.chance
        self._calls, self._model = evening.calls, evening.model
        self.done = 0

    async def run(self, steps: int) -> None:
        """Do so many steps."""
        rare = {steps // 3: self.lose_workers, 2 * steps // 3: self.start_again}
        for number in range(RARE, steps, RARE):
            rare[number] = self._chance.choice((self.lose_workers, self.start_again))
        while self.done < steps:
            due = [number for number in rare if number <= self.done]
            step: Callable[[], Awaitable[None]]
            name = "rare" if due else drawn(self._chance, KINDS)
            step = rare.pop(due[0]) if due else getattr(self, name)
            await step()
            self.done += 1
        await self.settle()

    def session(self) -> Session:
        """Somebody who does something."""
        return self._chance.choice(self._of.sessions)

    def leaver(self) -> Session:
        """Somebody who can come back: a guest who is gone is forgotten."""
        people = self._model.people
        return self._chance.choice(
            [
                session
                for session in self._of.sessions
                if not people[session.person].guest or len(people[session.person].sessions) > 1
            ]
        )

    def note(self, what: object) -> None:
        """Remember what happened, for the description of a problem."""
        self._of.history.append(str(what))
        del self._of.history[:-12]

    # --- calls -----------------------------------------------------------------------------------------

    async def call(self) -> None:
        """One call, and what comes of it."""
        call = self._calls.any(self.session())
        self.note(call)
        await self._of.call(call)

    async def send(self) -> None:
        """A call that needs no answer."""
        session = self.session()
        places = list(session.places.values())
        kind = self._chance.choice(("point", "point", "leave", "follow", "drop_hint", "lists", "replay"))
        self.note(f"{session.person} ({session.number}) sends {kind}")
        self._of.tally.count("sent", kind)
        if kind == "lists" or not places:
            session.send(0, "look_at_lists", {"looking": False})
            session.send(0, "look_at_lists", {"looking": True})
            return
        place = self._chance.choice(places)
        seats = list(place.seats.items())
        if kind == "point":
            session.send(
                place.to, "point", {"ref": self._chance.choice((["Crate", "crate_01"], ["x" * 500, ""]))}
            )
        elif kind == "leave":
            session.send(place.to, "leave", {})
            self._of.leave(place)
            await self._of.barrier(session)
            await self._of.see([self._model.tables[place.code]])
        elif kind == "replay" and session.replays:
            session.send(session.replays.pop()[0], "leave", {})
        elif seats and kind in ("follow", "drop_hint"):
            session.send(self._chance.choice(seats)[1], kind, {"each": True} if kind == "follow" else {})

    async def at_once(self) -> None:
        """Several calls, before any of them is answered."""
        calls = []
        for _ in range(self._chance.randrange(2, 13)):
            call = self._calls.any(self.session())
            if call.method not in ("propose", "vote", "show_to", "undo"):
                calls.append(call)
        self.note("at once: " + "; ".join(map(str, calls)))
        for call in calls:
            if call.table is not None:
                call.table.insiders.add(call.session.person)
                call.table.known = call.table.known or None
        answers = [call.session.begin(call.to, call.method, call.given) for call in calls]
        closed = self._close_meanwhile() if self._chance.random() < 0.2 else None
        await self._answers(calls, answers)
        found = [future.result() for future in answers]
        async with asyncio.timeout(60):
            if closed is not None:
                await self._of.caught_up()
        self.done += max(0, len(calls) - 1)
        tables = {each.code: each for each in (closed,) if each is not None}
        for call, answer in zip(calls, found, strict=True):
            refused = self._of.counted(call, answer)
            value = answer.get("value")
            if not refused:
                self._after_many(call, value)
            for each in (
                call.table,
                *(self._model.tables[place.code] for place in call.session.places.values()),
            ):
                if each is not None:
                    tables[each.code] = each
        await self.adopt(tables)

    async def _answers(self, calls: list[Call], answers: "list[asyncio.Future[Json]]") -> None:
        """Wait for all answers."""
        if answers:
            await asyncio.wait(answers, timeout=60)
        late = [str(call) for call, answer in zip(calls, answers, strict=True) if not answer.done()]
        if late:
            raise BrokenError(f"not answered within a minute: {late}")

    def _close_meanwhile(self) -> Table | None:
        """The operator closes a table while calls are in work; the hall finds out by itself, and is told."""
        live = [each for each in self._model.tables.values() if each.state in ("open", "running")]
        if len(live) < 4:
            return None
        table = self._chance.choice(live)
        self.note(f"meanwhile, the operator closes {table.code}")
        admin.close_table(self._of.house.store, table.code, "closed by the operator")
        self._of.catch_up_soon()
        return table

    def _after_many(self, call: Call, value: object) -> None:
        """Note what an answer hands out that nobody reads from the store."""
        outcome = self._of.rules.outcome(call)
        if call.strange and outcome.ok is False:
            raise BrokenError(f"{call} is answered: {value}")
        if isinstance(value, dict) and "table" in value and "code" in value:
            self._of.rules.sit(call, value)
        if call.strange:
            self._of.rules.note_block(call)
            return
        guest = self._model.people[call.session.person].guest
        if (call.side, call.method) == ("seat", "join") and isinstance(value, dict):
            self._of.seated(call, value)
        elif call.method in ("key_code", "replay", *(["block"] if guest else [])) and call.side == "hall":
            outcome.then(value)  # nothing of it is stored
        elif call.method == "choose" and call.table is not None:
            call.table.chosen.append((call.seat, call.given["key"]))

    async def adopt(self, tables: dict[str, Table]) -> None:
        """Take over from the store what came of calls whose order nobody knows."""
        self._of.adopt_all(tables)
        for table in tables.values():
            self._model.adopt(self._of.house.store, table)
        await self._of.see(tables.values())

    # --- coming and going --------------------------------------------------------------------------------

    async def come_and_go(self) -> None:
        """Somebody comes, or hangs up."""
        session = self.leaver()
        alone = len(self._model.people[session.person].sessions) == 1
        if len(self._of.sessions) < SESSIONS and (alone or self._chance.random() < 0.6):
            self.note(f"{session.person} comes again")
            await self._of.come(self._chance.choice(PEOPLE))
            return
        self.note(f"{session.person} ({session.number}) hangs up")
        tables = [self._model.tables[place.code] for place in session.places.values()]
        await self._of.hang_up(session)
        await self._of.see(tables)
        if alone:
            await self._of.come(session.person)

    async def hang_up_in_a_call(self) -> None:
        """Somebody makes calls and hangs up before the answers."""
        session = self.leaver()
        calls = [self._calls.any(session) for _ in range(self._chance.randrange(1, 4))]
        calls = [each for each in calls if each.method != "block"]  # a guest's are not stored
        self.note("hangs up in: " + "; ".join(map(str, calls)))
        tables = {place.code: self._model.tables[place.code] for place in session.places.values()}
        for call in calls:
            if call.table is not None:
                call.table.insiders.add(session.person)
                call.table.known = call.table.known or None
                tables[call.table.code] = call.table
            answer = session.begin(call.to, call.method, call.given)
            answer.add_done_callback(lambda future: future.cancelled() or future.exception())
        for _ in range(self._chance.choice((0, 0, 1, 2, 5, 20))):
            await asyncio.sleep(0)
        await self._of.hang_up(session)
        await self._of.house.finish()
        for table in tables.values():
            table.unsure = table.unsure or any(call.method in UNSTORED for call in calls)
        await self.adopt(tables)
        self.done += len(calls) - 1
        self._of.tally.count("calls", "given up", len(calls))
        if not self._model.people[session.person].sessions:
            await self._of.come(session.person)

    async def noise(self) -> None:
        """Somebody sends what is no call, and loses the session at most."""
        session = self.leaver()
        kind = self._chance.choice(("frame", "length", "half", "json", "sent", "number", "close"))
        self.note(f"{session.person} ({session.number}) sends noise: {kind}")
        self._of.tally.count("noise", kind)
        session.may_end = True
        if kind == "json":
            session.write(packed(Frame(Kind.CALL, self._chance.randbytes(50), 0)))
            session.may_end = False
            await self._of.barrier(session)
            return
        messages = {
            "frame": self._chance.randbytes(HEAD.size + 20),
            "length": struct.pack(">IcI", 2**31, b"C", 1),
            "half": packed(Frame(Kind.CALL, b'{"to":0,"method":"say","arguments":{"text":"x"}}', 1))[:-3],
            "sent": packed(Frame(Kind.SEND, b'{"to":0,"method":"dance"}', 1)),
            "number": packed(Frame(Kind.SEND, b'{"to":1e400,"method":"leave"}', 1)),
            "close": packed(Frame(Kind.BEAT, b"", 1)),
        }
        session.write(messages[kind])
        tables = [self._model.tables[place.code] for place in session.places.values()]
        await self._of.hang_up(session)
        await self._of.see(tables)
        if not self._model.people[session.person].sessions:
            await self._of.come(session.person)

    # --- the server ----------------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Compare everything, and let the operator close tables that are long."""
        await self._of.settle()
        live = [each for each in self._model.tables.values() if each.state in ("open", "running")]
        for table in live:
            if table.rows > LONG_GAME or len(live) > LIVE:
                await self._close(table)
                break

    async def operate(self) -> None:
        """The operator does something with the store while the server runs."""
        live = [table for table in self._model.tables.values() if table.state in ("open", "running")]
        if live and self._chance.random() < 0.3:
            await self._close(self._chance.choice(live))
            return
        text = self._model.mark("A", None)
        self.note("the operator announces")
        admin.announce(self._of.house.store, text)
        await self._catch_up()
        for session in self._of.sessions[:2]:
            session.send(0, "look_at_lists", {"looking": False})
            session.send(0, "look_at_lists", {"looking": True})
            await self._of.barrier(session)
            if session.view.get("announcement") != text:
                raise BrokenError(
                    f"{session.person} does not read {text}: {session.view.get('announcement')}"
                )

    async def _close(self, table: Table) -> None:
        self.note(f"the operator closes {table.code}")
        admin.close_table(self._of.house.store, table.code, "closed by the operator")
        table.state = "closed"
        await self._catch_up()
        await self._of.see([table])

    async def _catch_up(self) -> None:
        """Wait until the hall has read what the operator has changed."""
        await self._of.house.catch_up()

    async def lose_workers(self) -> None:
        """The process that runs the rules is killed or stopped in the middle of calls."""
        number = self._chance.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGSTOP))
        self.note(f"workers get {number.name}")
        self._of.tally.count("lost workers", number.name)
        for table in self._model.tables.values():
            table.troubled = True
        workers = self._of.house.signal(number)
        await self.at_once()
        begun = time.monotonic()
        while (waiting := self._waiting()) or any(map(_is_stopped, workers)):
            if time.monotonic() - begun > RESTORED:
                told = [
                    (place.session.person, place.code, place.view["notice"], place.seats) for place in waiting
                ]
                raise BrokenError(f"the tables are not restored: {told}")
            await asyncio.sleep(0.05)
            self._of.look(())
        await self._of.house.finish()
        self._of.look(())
        for table in self._model.tables.values():
            table.troubled = False
        await self.adopt(dict(self._model.tables))

    def _waiting(self) -> list[Place]:
        """The places whose people read that their table is being restored."""
        return [
            place
            for session in self._of.sessions
            for place in session.places.values()
            if self._model.tables[place.code].state in ("running", "over")
            and say.SET_UP_AGAIN() == place.view.get("notice")
        ]

    async def start_again(self) -> None:
        """The server ends in the middle of calls, and starts on the same store."""
        kill = self._of.house.remote and self._chance.random() < 0.7
        self.note(f"the server starts again, killed: {kill}")
        self._of.tally.count("restarts", "killed" if kill else "clean")
        for session in self._of.sessions:
            session.may_end = True
        calls = [self._calls.any(self.session()) for _ in range(12 if kill else 0)]
        for call in calls:
            if call.table is not None:
                call.table.insiders.add(call.session.person)
                if call.method == "invite":  # perhaps it is done, and whoever is invited reads the code
                    call.table.insiders.add(str(call.given.get("person")))
        answers = [call.session.begin(call.to, call.method, call.given) for call in calls]
        await asyncio.sleep(self._chance.random() * 0.03)
        sessions = list(self._of.sessions)
        await self._of.house.close(kill=kill)
        self._of.look(())
        answered = [call for call, answer in zip(calls, answers, strict=True) if _is_answered(answer)]
        for session in sessions:
            self._of.gone(session)
        await self._of.house.open()
        for call in answered:
            self._acknowledged(call)
        self._forget_guests()
        tables = dict(self._model.tables)
        self._of.adopt_all(tables)
        for each in tables.values():
            self._model.adopt(self._of.house.store, each)
        for table in self._model.tables.values():
            table.known = table.state in ("open", "running")
            table.votes, table.last_vote = {}, 0
            table.shared.clear()
            table.standing.clear()
            table.unsure = False
        self._of.look(())
        for name in PEOPLE:
            await self._of.come(name)

    def _forget_guests(self) -> None:
        """Guests who have left are forgotten, with what they said; new ones come under their names."""
        for number, name in enumerate(PEOPLE):
            if not self._model.people[name].guest:
                continue
            self._of.house.add(name, number)
            self._model.chat = [each for each in self._model.chat if each[0] != name]
            for table in self._model.tables.values():
                table.lines = [line for line in table.lines if line[0] != name]
                for seat in table.held(name) if table.state in ("open", "running") else ():
                    table.give(seat, "")

    def _acknowledged(self, call: Call) -> None:
        """A call was answered before the server was killed: what it did must be stored."""
        if call.strange or call.table is None:
            return
        if call.method == "choose":
            call.table.chosen.append((call.seat, call.given["key"]))
        elif call.method == "say":
            lines = stored_lines(self._of.house.store, call.table.code)
            if not any(text == line_of(call.given["text"]) for _, text, _ in lines):
                raise BrokenError(f"{call} was acknowledged and is lost")


def _is_stopped(process: int) -> bool:
    """Whether a stopped process is still there: the hall has not noticed it."""
    look = look_at(process)
    return look is not None and look.condition is Condition.STOPPED


def _is_answered(answer: "asyncio.Future[Json]") -> bool:
    """Whether a call was answered with success."""
    return answer.done() and answer.exception() is None and "error" not in answer.result()


def play(seed: int, first: int, last: int, tally: Tally, *, remote: bool | None = None) -> int:
    """Play an evening that begins with a step; return the number of the step after it."""
    place = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place) as home:
        return asyncio.run(_evening(Path(home), seed, first, last, tally, remote))


async def _evening(folder: Path, seed: int, first: int, last: int, tally: Tally, remote: bool | None) -> int:
    if remote is None:
        remote = Random(f"{seed}/{first}/remote").randrange(REMOTE) == 0
    rich = Random(f"{seed}/{first}/rich").randrange(POOR) > 0
    crashes: list[str] = []
    with circumstances(rich=rich, crashed=crashes.append):
        evening = Evening(folder, f"{seed}/{first}", tally, rich=rich, remote=remote)
        steps = Steps(evening)
        tally.count("evenings", f"{'server' if remote else 'hall'}, {'rich' if rich else 'poor'}")
        begun = time.monotonic()
        try:
            await evening.begin()
            await steps.run(last - first)
            if crashes:
                raise BrokenError(crashes[0])
        except (BrokenError, AssertionError, HungUpError, TimeoutError) as error:
            told = "\n".join(evening.history)
            tally.problem(
                type(error).__name__,
                f"step {first + steps.done} of seed {seed}, evening from {first}: {error}"
                f"{''.join(crashes[:1])}\n{told}",
            )
        finally:
            tally.count("seconds", "of evenings", round(time.monotonic() - begun))
            tally.count("held for ms", "longest", max(evening.house.held, default=0))
            with suppress(Exception):
                await evening.house.close()
    tally.count("steps", "done", steps.done)
    return first + max(1, steps.done)
