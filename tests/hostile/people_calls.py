"""Draws the calls that `people` make: sensible ones, stale ones, and ones with values past their bounds."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

from lazaretto.host.server import hall_messages as say
from lazaretto.host.wire.allowed_calls import declared
from lazaretto.host.wire.wire_server import SIDES
from tests.hostile.people_model import Model, Table
from tests.hostile.people_rules import LARGEST, LONGEST, SIGNALS_TEXT, Call
from tests.hostile.people_wire import Json, Place, Session

SIGNALS_TEXT.update({name: text() for name, text in say.SIGNALS.items()})
NOWHERE = "XXX-XX2"
"""A code that no table has: codes have no such form by chance once in 480 million."""
LONG = (16, 17, 40, 41, 60, 61, 100, 101, 200, 201, 400, 401, 2_000, 2_001, 4_000, 4_001, 8_001, 20_000)
TEXTS = (
    "",
    " ",
    "\ud800",
    "\x1b[2J",
    "\0",
    "²",
    "-1",
    "1 ",
    "anna\n",
    "ANNA",
    "XXX-XXX",
    "#1",
    "\u202eab",
    "%s{x}",
)
NUMBERS = (
    None,
    True,
    -1,
    0,
    1,
    63,
    64,
    10**6,
    10**6 + 1,
    10**12,
    10**12 + 1,
    2**63,
    -(2**63) - 1,
    10**30,
    1e300,
    0.5,
)
DEEP: tuple[Any, ...] = ([], {}, [[]], {"a": 1}, [None] * 3_000, [[[[[[]]]]]], {"is": "x"}, [""] * 65)
BOTS = ("random", "random", "easy")
HALL = (
    *(("make", 4), ("join", 14), ("give_up", 3), ("watch", 8), ("invite", 6), ("say", 8), ("block", 3)),
    *(("keep", 3), ("profile", 2), ("key_code", 1), ("remove_key", 1), ("load", 1), ("scenarios", 1)),
    *(("replay", 2), ("record", 2)),
)
PLACE = (
    *(("say", 10), ("signal", 2), ("undo", 3), ("vote", 9), ("propose", 7), ("show_to", 5), ("pause", 4)),
    ("resign", 1),
)
SEAT = (
    *(("choose", 60), ("join", 8), ("back", 2), ("undo", 1), ("talk", 1), ("stops", 1), ("save", 1)),
    *(("ways", 2), ("journeys", 1), ("travel", 1), ("outlooks", 1), ("ahead", 3), ("hint", 1), ("course", 2)),
    ("replay", 1),
)
REPLAY = (("base", 2), ("frame", 6), ("public", 2), ("chances", 1))


def drawn(chance: Random, weighted: tuple[tuple[str, int], ...]) -> str:
    """One of some names."""
    return chance.choices([name for name, _ in weighted], [weight for _, weight in weighted])[0]


class Calls:
    """Draws calls for the people of a model."""

    def __init__(self, model: Model, chance: Random) -> None:
        self.model, self.chance = model, chance

    def any(self, session: Session) -> Call:
        """A call of a session."""
        call = self._usual(session)
        if self.chance.random() < 0.08:
            self._spoil(call)
        return call

    def _usual(self, session: Session) -> Call:
        kind = self.chance.random()
        places = list(session.places.values())
        if session.replays and kind < 0.04:
            return self.in_replay(session)
        if places and kind < 0.25:
            return self.at_place(self.chance.choice(places))
        if places and kind < 0.72:
            return self.at_seat(self.chance.choice(places))
        return self.in_hall(session)

    # --- the hall ------------------------------------------------------------------------------------

    def in_hall(self, session: Session) -> Call:
        """A call of the hall."""
        method = drawn(self.chance, HALL)
        table, given = None, {}
        if method in ("join", "give_up", "watch", "invite", "replay", "record"):
            table = self._table(session.person, method)
            given["code"] = self._code(table)
        draw: Callable[[Call], None] | None = getattr(self, f"_{method}", None)
        call = Call(session, 0, "hall", method, given, table)
        if draw is not None:
            draw(call)
        return call

    def _table(self, name: str, method: str) -> Table | None:
        """A table, mostly one where the call makes sense."""
        tables = list(self.model.tables.values())
        if not tables or self.chance.random() < 0.03:
            return None
        if self.chance.random() < 0.85:
            wanted: dict[str, Callable[[Table], object]] = {
                "join": lambda each: each.state == "open" or (each.held(name) and each.state != "closed"),
                "watch": lambda each: each.state in ("running", "over"),
                "give_up": lambda each: each.state == "open" and each.held(name),
                "invite": lambda each: each.held(name) and each.state != "closed",
                "replay": lambda each: each.state == "over" and each.held(name),
                "record": lambda each: each.held(name),
            }
            tables = [table for table in tables if wanted[method](table)] or tables
        return self.chance.choice(tables[-30:])

    def _code(self, table: Table | None) -> str:
        if table is None:
            return NOWHERE
        return table.code.lower() if self.chance.random() < 0.05 else table.code

    def name(self) -> str:
        """Somebody's name, or nobody's."""
        return "nobody" if self.chance.random() < 0.05 else self.chance.choice([*self.model.people])

    def _make(self, call: Call) -> None:
        chance = self.chance
        folder = chance.choice(("stones", "stones", "wharf"))
        seats = [
            "",
            *(chance.choice(("", "", "", "random")) for _ in range(chance.choice((0, 1, 1, 2, 2, 3)))),
        ]
        call.given["order"] = {
            "folder": folder,
            "seats": seats,
            "options": {"start": str(chance.randrange(3, 10))} if folder == "stones" else {},
            "seed": chance.randrange(10**6),
            "public": chance.random() < 0.6,
            "free_undo": chance.random() < 0.3,
            "hints": chance.random() < 0.7,
            **({"pace": "days", "hours": chance.choice((0, 1, 24 * 366))} if chance.random() < 0.2 else {}),
        }

    def _join(self, call: Call) -> None:
        if self.chance.random() < 0.2:
            call.given["seat"] = self.chance.randrange(5)

    def _watch(self, call: Call) -> None:
        table, name = call.table, call.session.person
        if table is not None and name in table.shared and self.chance.random() < 0.7:
            call.given["seat"] = table.shared[name]
        elif self.chance.random() < 0.15:
            call.given["seat"] = self.chance.randrange(4)

    def _invite(self, call: Call) -> None:
        call.given["person"] = self.name()

    def _say(self, call: Call) -> None:
        waiting = [table for table in self.model.tables.values() if table.state == "open"]
        mine = [each for each in waiting if each.held(call.session.person)] or waiting
        if mine and self.chance.random() < 0.5:
            call.table = self.chance.choice(mine)
            call.given = {"table": call.table.code, "text": self.model.mark("T", call.table.insiders)}
        else:
            call.given = {"text": self.model.mark("H", None)}
        call.given["text"] += self.chance.choice(("", " hello", " \x1b[2J", "\n", "é" * 401))

    def _block(self, call: Call) -> None:
        call.given = {"person": self.name(), "blocked": self.chance.random() < 0.4}

    def _keep(self, call: Call) -> None:
        mark = self.model.mark("O", {call.session.person})
        call.given["settings"] = {"theme": self.chance.choice(("dark", "light")), "names": [mark]}

    def _remove_key(self, call: Call) -> None:
        other = self.model.people[self.chance.choice([*self.model.people])]
        someone = other if self.chance.random() < 0.3 else self.model.people[call.session.person]
        call.given["fingerprint"] = self.chance.choice(someone.keys or ["x"])

    def _load(self, call: Call) -> None:
        call.given["folder"] = self.chance.choice(("stones", "wharf", "stones", "none", "../stones", "/etc"))
        if self.chance.random() < 0.3:
            call.given["switches"] = self.chance.choice((["hurry"], ["-hurry"], ["x"]))

    # --- places, seats and replays ---------------------------------------------------------------------

    def at_place(self, place: Place) -> Call:
        """A call of a place."""
        method = drawn(self.chance, PLACE)
        table = self.model.tables[place.code]
        call = Call(place.session, place.to, "place", method, {}, table, place)
        draw = getattr(self, f"_place_{method}", None)
        if draw is not None:
            draw(call, table)
        return call

    def _place_say(self, call: Call, table: Table) -> None:
        side = table.side(call.session.person) if self.chance.random() < 0.4 else ""
        if self.chance.random() < 0.05:
            side = "the team"
        readers = table.siders if side else table.insiders
        call.given = {
            "text": self.model.mark("S" if side else "T", readers),
            **({"side": side} if side else {}),
        }

    def _place_signal(self, call: Call, _: Table) -> None:
        call.given["name"] = self.chance.choice([*SIGNALS_TEXT, "dance"])

    def _place_vote(self, call: Call, table: Table) -> None:
        name = call.session.person
        mine = [number for number, vote in (table.votes or {}).items() if name in vote["asked"]]
        number = self.chance.choice(mine) if mine and self.chance.random() < 0.9 else self.chance.randrange(9)
        call.given = {"number": number, "agree": self.chance.random() < 0.8}

    def _place_propose(self, call: Call, table: Table) -> None:
        kind = self.chance.choice(("kick", "take_over", "take_over", "close", "watch", "watch", "undo"))
        about = ""
        if kind == "kick":
            about = self.chance.choice([*sorted(table.players()), self.name()])
        elif kind == "take_over":
            seat = self.chance.choice((*range(len(table.seats)), 7))
            about = self.chance.choice((f"{seat} {self.chance.choice(BOTS)}", f"{seat}", f"{seat} nobody"))
        elif kind == "watch":
            about = str(self.chance.choice((*range(len(table.seats)), 7)))
        call.given = {"kind": kind, "about": about}

    def _place_show_to(self, call: Call, table: Table) -> None:
        watching = sorted({place.session.person for place in table.places if place.watching})
        call.given = {
            "person": self.chance.choice([*watching, *watching, self.name()]),
            "shown": self.chance.random() < 0.7,
        }

    def _place_pause(self, call: Call, table: Table) -> None:
        call.given["paused"] = not table.paused and self.chance.random() < 0.3

    def at_seat(self, place: Place) -> Call:
        """A call of a seat; mostly a choice of whoever is asked."""
        method = drawn(self.chance, SEAT)
        if method == "choose" and self.chance.random() < 0.9:
            place = self._asked(place)
        table = self.model.tables[place.code]
        if not place.seats:
            return self.at_place(place)
        number = self.chance.choice(sorted(place.seats))
        if table.game is not None and table.game.asked in place.seats:
            number = table.game.asked
        if number not in place.joined:
            method = "join"
        call = Call(place.session, place.seats[number], "seat", method, {}, table, place, number)
        draw = getattr(self, f"_seat_{method}", None)
        if draw is not None:
            draw(call, table)
        return call

    def _asked(self, place: Place) -> Place:
        """A place of somebody who is asked, at this table or another one."""
        tables = [*self.model.tables.values()][-20:]
        others = self.chance.sample(tables, min(5, len(tables)))
        for table in (self.model.tables[place.code], *others):
            if table.state != "running" or table.paused:
                continue
            asked = 0 if table.game is None else table.game.asked
            for each in table.places:
                if not each.watching and asked in each.seats:
                    return each
        return place

    def _seat_choose(self, call: Call, table: Table) -> None:
        keys: tuple[str, ...] = ("take > one", "take > two", "take", "rest", "call", "one", "two")
        if table.scenario == "wharf":
            keys = ("wait", "wait", "fetch", "load", "stow", "crate_")
            own = sorted(table.seen.get(call.session.person, set()))
            if own and self.chance.random() < 0.6:
                piece = self.chance.choice(own).decode()
                keys = (f"load > {piece}", f"stow > {piece}", piece)
        call.given["key"] = self.chance.choice(keys)
        if self.chance.random() < 0.1:
            call.given["seen"] = self.chance.choice((0, 1, 10**12, call.session.updates.get(call.to, 1)))

    def _seat_talk(self, call: Call, _: Table) -> None:
        call.given["how"] = self.chance.choice(("auto", "yes", "no", "x"))

    def _seat_stops(self, call: Call, _: Table) -> None:
        call.given["stops"] = self.chance.choice(({}, {"moments": [["", "never"]]}, {"until": "x"}))

    def _seat_ways(self, call: Call, _: Table) -> None:
        call.given["ref"] = self.chance.choice((["Crate", "crate_03"], ["Amount", "one"], ["Player", "anna"]))

    def _seat_travel(self, call: Call, _: Table) -> None:
        call.given["keys"] = self.chance.choice((["wait"], ["call", "rest"], [], ["x"] * 100))

    def _seat_ahead(self, call: Call, _: Table) -> None:
        call.given["keys"] = self.chance.choice((["take"], ["load"], ["stow"], ["x"], []))

    def _seat_journeys(self, call: Call, _: Table) -> None:
        call.given["ref"] = None

    def in_replay(self, session: Session) -> Call:
        method = drawn(self.chance, REPLAY)
        to, info = self.chance.choice(session.replays)
        given: Json = {}
        seat = self.chance.choice((None, 0, 1, 5))
        if method in ("base", "frame"):
            given["seat"] = seat
        if method == "frame":
            given["at"] = self.chance.choice((0, info["length"], self.chance.randrange(20), 10**6))
        if method == "public":
            given |= {"first": 0, "last": self.chance.choice((0, 3, info["length"], 10**6))}
        return Call(session, to, "replay", method, given)

    # --- values past their bounds ------------------------------------------------------------------------

    def strange(self) -> Any:
        """A value that fits few arguments."""
        kind = self.chance.random()
        if kind < 0.35:
            return "x" * self.chance.choice(LONG)
        if kind < 0.6:
            return self.chance.choice(TEXTS)
        return self.chance.choice(NUMBERS if kind < 0.85 else DEEP)

    def _spoil(self, call: Call) -> None:
        """Replace a value, an argument, the object or the method by something else."""
        call.strange = True
        for mark in re.findall("ZQ[ST][0-9]+Z", call.given.get("text", "")):
            self.model.secrets[mark.encode()] = None  # nobody knows where this will be said
        kind = self.chance.random()
        bounded = sorted({*call.given} & {*LONGEST, *LARGEST})
        if bounded and kind < 0.4:
            name = self.chance.choice(bounded)
            more = self.chance.choice((0, 1))
            call.given[name] = "x" * (LONGEST[name] + more) if name in LONGEST else LARGEST[name] + more
        elif kind < 0.6:
            method = declared(SIDES[call.side], call.method)
            assert method is not None
            inside = call.given.get("order") or call.given.get("settings")
            into = inside if inside and self.chance.random() < 0.8 else call.given
            into[
                self.chance.choice(
                    sorted({*method.checks, "more"} if into is call.given else {*into, "more"})
                )
            ] = self.strange()
        elif kind < 0.8:
            call.to = self.chance.choice(
                (0, 1, call.to + 1, call.to - 1, self.chance.randrange(100), -1, 10**30)
            )
        elif kind < 0.9:
            call.method = self.chance.choice(
                ("leave", "listen", "point", "__init__", "view", "dance" * 500, "")
            )
        else:
            call.given = {}
