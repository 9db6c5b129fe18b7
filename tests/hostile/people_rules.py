"""What each call of `people` may do by the rules: whether it is answered or refused, and what it changes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.hostile.people_model import BOT, Model, Table, line_of, names
from tests.hostile.people_wire import Json, Place, Session

LIVE = ("open", "running")
UNSTORED = ("show_to", "propose", "vote", "join")
"""What changes who may look at which seat, or which bots stand in: nothing of it is stored."""
LONGEST = {
    "code": 16,
    "table": 16,
    "person": 60,
    "about": 60,
    "side": 40,
    "name": 40,
    "kind": 40,
    "how": 40,
    "text": 2_000,
    "fingerprint": 200,
    "key": 4_000,
    "folder": 4_096,
}
"""How many characters the text of an argument may have."""
LARGEST = {
    "seat": 63,
    "number": 10**12,
    "seen": 10**12,
    "after": 10**12,
    "at": 10**6,
    "first": 10**6,
    "last": 10**6,
}
"""The largest number of an argument; the smallest is 0."""
SIGNALS_TEXT: dict[str, str] = {}


@dataclass(slots=True)
class Call:
    """A call that somebody makes."""

    session: Session
    to: int
    side: str
    method: str
    given: Json
    table: Table | None = None
    place: Place | None = None
    seat: int = -1
    strange: bool = False
    """Whether a value was replaced by one that fits few arguments."""

    def __str__(self) -> str:
        who = f"{self.session.person} ({self.session.number})"
        return f"{who} {self.side} {self.to} {self.method} {str(self.given)[:300]}"


def is_out_of_bounds(given: Json) -> bool:
    """Whether a call has a value that nobody may send."""
    for name, value in given.items():
        if isinstance(value, str) and len(value) > LONGEST.get(name, len(value)):
            return True
        if isinstance(value, int | float) and not (name not in LARGEST or 0 <= value <= LARGEST[name]):
            return True
    order = given.get("order")
    hours = order.get("hours") if isinstance(order, dict) else 0
    return isinstance(hours, int) and not 0 <= hours <= 24 * 366


def nothing(_: Any) -> None:
    """Change nothing."""


@dataclass(slots=True)
class Outcome:
    """What must come of a call."""

    ok: bool | None
    """Whether it is answered; None if that is not known."""
    then: Callable[[Any], None] = nothing
    """What an answer changes."""
    anyway: Callable[[], None] | None = None
    """What a refusal changes."""
    adopt: bool = False
    """Whether the table has to be read again."""


NO = Outcome(False)
PERHAPS = Outcome(None)


class Rules:
    """Says what each call may do; the name of a method here is the side and the method of the call."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def outcome(self, call: Call) -> Outcome:
        """What must come of a call."""
        if call.strange:
            if call.table is not None:
                call.table.insiders.add(call.session.person)
                call.table.known = call.table.known or None
            ok = False if is_out_of_bounds(call.given) else None
            return Outcome(ok, self._told_more(call), adopt=True)
        rule = getattr(self, f"{call.side}_{call.method}", None)
        return PERHAPS if rule is None else rule(call)

    def _told_more(self, call: Call) -> Callable[[Any], None]:
        def then(found: Any) -> None:
            if isinstance(found, dict) and "table" in found and "code" in found:
                self.sit(call, found)
            self.note_block(call)

        return then

    def note_block(self, call: Call) -> None:
        """A guest has blocked somebody, with values of whatever type: nothing of it is stored."""
        someone = self.model.people[call.session.person]
        if call.strange and call.method == "block" and someone.guest:
            self.hall_block(call).then(None)

    # --- the hall ------------------------------------------------------------------------------------

    def hall_make(self, call: Call) -> Outcome:
        """Make a table."""
        name, order = call.session.person, call.given["order"]
        someone = self.model.people[name]
        mine = sum(each.maker == name and each.state in LIVE for each in self.model.tables.values())

        def then(code: Any) -> None:
            seats = [f"{BOT}{each}" if each else "" for each in order["seats"]]
            seats[0] = name
            start = int(order.get("options", {}).get("start", 7))
            more = order["public"], start, order["hints"], order["free_undo"]
            table = Table(code, order["folder"], name, seats, *more, days=order.get("pace") == "days")
            table.begin_if_full()
            self.model.add(table)
            call.table = table

        return Outcome(not someone.guest and mine < self.model.limits.tables_per_person, then)

    def hall_join(self, call: Call) -> Outcome:
        """Go to a table, or take a seat."""
        table, name, wanted = call.table, call.session.person, call.given.get("seat")
        if table is None:
            return NO
        self._told(table, name)
        mine = table.held(name)
        if table.state == "closed" or (table.state == "over" and not mine):
            return NO
        taken = -1
        if not mine or (wanted is not None and wanted not in mine):
            free = [
                number for number, seat in enumerate(table.seats) if not seat and wanted in (None, number)
            ]
            live = sum(bool(each.held(name)) for each in self.model.tables.values() if each.state in LIVE)
            if not free or live >= self.model.limits.seats_per_person:
                return NO
            taken = free[0]

        def take() -> None:
            if taken >= 0:
                table.give(taken, name)
                table.begin_if_full()

        waits = table.state == "open" and sum(not seat for seat in table.seats) > (taken >= 0)

        def then(found: Any) -> None:
            take()
            if (found is None) is not waits:
                raise AssertionError(f"{call}: {found!r} where free seats are {waits}")
            if found is not None:
                self.sit(call, found)

        full = self._places_of(name) >= self.model.limits.places_per_person
        return Outcome(waits or (not full and self._can_sit(table)), then, take)

    def _can_sit(self, table: Table) -> bool | None:
        return None if table.troubled else True

    def _places_of(self, name: str) -> int:
        return sum(len(session.places) for session in self.model.people[name].sessions)

    def sit(self, call: Call, found: Json) -> None:
        place = call.session.seated(found)
        table = self.model.tables[place.code]
        mine, back = table.held(place.session.person), place.session.person not in table.here()
        table.places.append(place)
        table.insiders.add(place.session.person)
        for number in mine:
            table.standing.pop(number, None)
            if back:
                table.end_about(number)
        call.place, call.table = place, table

    def _told(self, table: Table, name: str) -> None:
        """Somebody knows the code of a table from now on, and the hall has read the table."""
        table.known = table.known or None  # lists show it when something changes next
        table.insiders.add(name)

    def hall_give_up(self, call: Call) -> Outcome:
        """Give up one's seats."""
        table, name = call.table, call.session.person
        if table is None:
            return NO
        self._told(table, name)
        if not table.held(name) or table.state != "open":
            return NO

        def then(_: Any) -> None:
            for number in table.held(name):
                table.give(number, "")
            if not table.players():
                table.state = "closed"

        return Outcome(True, then)

    def hall_watch(self, call: Call) -> Outcome:
        """Watch a table."""
        table, name, wanted = call.table, call.session.person, call.given.get("seat")
        if table is None:
            return NO
        self._told(table, name)
        if table.state in ("open", "closed") or (wanted is not None and table.shared.get(name) != wanted):
            return NO
        watching = sum(place.watching for place in table.places)
        full = self._places_of(name) >= self.model.limits.places_per_person
        if full or watching >= self.model.limits.watchers_per_table:
            return NO
        return Outcome(self._can_sit(table), lambda found: self.sit(call, found))

    def hall_invite(self, call: Call) -> Outcome:
        """Invite somebody."""
        table, name, whom = call.table, call.session.person, call.given["person"]
        if table is None:
            return NO
        self._told(table, name)
        other = self.model.people.get(whom)
        if not table.held(name) or other is None:
            return NO
        if len(table.invited) >= self.model.limits.invitations_per_table and whom not in table.invited:
            return NO

        def then(_: Any) -> None:
            if name not in other.blocked and whom not in table.invited:
                table.invited.append(whom)
                table.insiders.add(whom)

        return Outcome(True, then)

    def hall_say(self, call: Call) -> Outcome:
        """Write a line in the hall, or to those who wait at a table."""
        name, line = call.session.person, line_of(call.given["text"])
        if not call.given.get("table"):
            return Outcome(True, lambda _: self.model.chat.append((name, str(line)))) if line else NO
        table = call.table
        if table is None:
            return NO
        self._told(table, name)
        if not table.held(name) or table.state != "open" or not line:
            return NO
        return Outcome(True, lambda _: table.lines.append((name, str(line), "")))

    def hall_block(self, call: Call) -> Outcome:
        """See no more of somebody, or see them again."""
        blocked, whom = self.model.people[call.session.person].blocked, str(call.given["person"])
        if not call.given["blocked"]:
            return Outcome(True, lambda _: blocked.discard(whom))
        if whom not in self.model.people or whom == call.session.person:
            return NO
        if len(blocked | {whom}) > self.model.limits.blocked_per_person:
            return NO
        return Outcome(True, lambda _: blocked.add(whom))

    def hall_profile(self, call: Call) -> Outcome:
        """What the server keeps."""
        someone = self.model.people[call.session.person]

        def then(found: Any) -> None:
            keys = [each[0] for each in found["keys"]]
            assert (found["name"], keys) == (someone.name, someone.keys), f"{call}: {found}"
            assert found["blocked"] == sorted(someone.blocked), f"{call}: {found}"

        return Outcome(True, then)

    def hall_scenarios(self, call: Call) -> Outcome:
        """The list of games."""
        return Outcome(True)

    def hall_key_code(self, call: Call) -> Outcome:
        """A code for another key."""
        someone = self.model.people[call.session.person]

        def then(code: Any) -> None:
            self.model.codes[code.encode()] = {someone.name}

        return Outcome(not someone.guest and len(someone.keys) < self.model.limits.keys_per_person, then)

    def hall_remove_key(self, call: Call) -> Outcome:
        """Remove a key."""
        keys, key = self.model.people[call.session.person].keys, call.given["fingerprint"]
        return Outcome(True, lambda _: keys.remove(key)) if key in keys and len(keys) > 1 else NO

    def hall_replay(self, call: Call) -> Outcome:
        """Replay a finished game."""
        table, session = call.table, call.session
        if table is None:
            return NO
        self._told(table, session.person)
        if table.state != "over" or not table.held(session.person):
            return NO
        most = self.model.limits.replays_per_session

        def then(found: Any) -> None:
            session.replays = [*session.replays, (found["replay"]["to"], found["replay"]["info"])][-most:]

        return Outcome(self._can_sit(table), then)

    def hall_record(self, call: Call) -> Outcome:
        """The record of a game."""
        table, name = call.table, call.session.person
        if table is None:
            return NO
        self._told(table, name)
        if not table.held(name) or table.state == "open":
            return NO
        return NO if table.state == "running" and table.players() != {name} else PERHAPS

    # --- a place ---------------------------------------------------------------------------------------

    def place_say(self, call: Call) -> Outcome:
        """Write a line."""
        table, name, line = call.table, call.session.person, line_of(call.given["text"])
        assert table is not None
        side = call.given.get("side", "")
        if not line or (side and side != table.side(name)):
            return NO
        return Outcome(True, lambda _: table.lines.append((name, line, side)))

    def place_signal(self, call: Call) -> Outcome:
        """Give a signal."""
        table, name, text = call.table, call.session.person, SIGNALS_TEXT.get(call.given["name"])
        assert table is not None
        return Outcome(True, lambda _: table.lines.append((name, text, ""))) if text else NO

    def place_pause(self, call: Call) -> Outcome:
        """Pause, or go on."""
        table = call.table
        assert table is not None
        if not table.held(call.session.person):
            return NO

        def then(_: Any) -> None:
            table.paused = call.given["paused"]

        return Outcome(True, then)

    def place_resign(self, call: Call) -> Outcome:
        """Give the seats up."""
        table, name = call.table, call.session.person
        assert table is not None
        if not table.held(name):
            return NO

        def then(_: Any) -> None:
            for number in table.held(name):
                table.give(number, "")

        return Outcome(self._if_running(table), then, adopt=table.state != "running")

    def _if_running(self, table: Table) -> bool | None:
        return True if table.state == "running" and not table.troubled else None

    def place_show_to(self, call: Call) -> Outcome:
        """Let somebody look at one's seat."""
        table, name, whom = call.table, call.session.person, call.given["person"]
        assert table is not None
        mine = table.held(name)
        if not mine:
            return NO
        if not call.given["shown"]:
            ended = [each for each, seat in table.shared.items() if seat == mine[0] and whom in ("", each)]

            def end(_: Any) -> None:
                for each in ended:
                    del table.shared[each]

            return Outcome(None if table.unsure else True, end) if ended or table.unsure else NO
        if not any(place.watching and place.session.person == whom for place in table.places):
            return NO
        return Outcome(True, lambda _: table.shared.update({whom: mine[0]}))

    def place_undo(self, call: Call) -> Outcome:
        """Take the last choice back, or ask the others."""
        table = call.table
        assert table is not None
        if not table.held(call.session.person) or table.paused:
            return NO
        return Outcome(None, adopt=True)

    def place_vote(self, call: Call) -> Outcome:
        """Answer a vote."""
        table, name, number = call.table, call.session.person, call.given["number"]
        assert table is not None
        if not table.held(name):
            return NO
        if table.votes is None:
            return Outcome(None, adopt=True)
        vote = table.votes.get(number)
        if vote is None or name not in vote["asked"]:
            return NO
        if not call.given["agree"]:
            return Outcome(True, lambda _: self._drop(table, number))
        agreed = sorted({*vote["agreed"], name})
        if len(agreed) < vote["needed"]:
            return Outcome(True, lambda _: vote.update(agreed=agreed))

        def then(_: Any) -> None:
            self._drop(table, number)
            self._agreed(table, vote)

        sure = vote["kind"] in ("close", "take_over") and table.state == "running" and not table.troubled
        return Outcome(True if sure else None, then, adopt=not sure)

    def _drop(self, table: Table, number: int) -> None:
        assert table.votes is not None
        table.votes.pop(number, None)

    def _agreed(self, table: Table, vote: Json) -> None:
        """Enough have agreed to something."""
        match vote["kind"]:
            case "undo":
                pass  # the store says what is left
            case "kick":
                for number in table.held(vote["about"]):
                    table.give(number, "")
            case "close":
                table.state = "closed"
            case "watch":
                table.shared[vote["by"]] = int(vote["about"])
            case "take_over":
                number, _, bot = vote["about"].partition(" ")
                self._hand_over(table, int(number), bot)
            case _:
                raise AssertionError(vote)

    def _hand_over(self, table: Table, number: int, bot: str) -> None:
        if names([table.seats[number]]):
            table.standing.pop(number, None)
            if bot:
                table.standing[number] = bot
        else:
            table.give(number, BOT + bot if bot else "")

    def place_propose(self, call: Call) -> Outcome:
        """Ask the others to agree on something."""
        table, place, name = call.table, call.place, call.session.person
        assert table is not None and place is not None
        kind, about = call.given["kind"], call.given.get("about", "")
        if kind == "watch":
            return self._ask_to_see(table, place, name, about)
        mine, others = table.held(name), table.players() - {name}
        if not mine:
            return NO
        asked, needed = set(others), len(others)
        if kind == "kick":
            asked -= {about}
            needed = (len(asked) + 1) // 2
            if about not in others or (not asked and (table.days or about in table.here())):
                return NO
        elif kind == "take_over":
            number, _, bot = about.partition(" ")
            if not number.isdecimal() or int(number) >= len(table.seats) or bot not in ("", "random", "easy"):
                return NO
            owner = table.seats[int(number)]
            asked -= {owner} - table.here()
            needed, about = len(asked), f"{int(number)} {bot}".rstrip()
        elif kind == "close":
            about = ""
        else:
            return NO
        vote = {
            "kind": kind,
            "by": name,
            "about": about,
            "agreed": [],
            "needed": needed,
            "asked": sorted(asked),
        }
        return self._proposed(table, vote)

    def _ask_to_see(self, table: Table, place: Place, name: str, about: str) -> Outcome:
        if not place.watching or not (about.isascii() and about.isdecimal() and len(about) < 4):
            return NO
        number = int(about)
        owner = table.seats[number] if number < len(table.seats) else ""
        if owner not in names(table.seats) or owner not in table.here():
            return NO
        vote = {
            "kind": "watch",
            "by": name,
            "about": str(number),
            "agreed": [],
            "needed": 1,
            "asked": [owner],
        }
        return self._proposed(table, vote)

    def _proposed(self, table: Table, vote: Json) -> Outcome:
        if not vote["asked"]:
            sure = table.state == "running" and not table.troubled
            return Outcome(True if sure else None, lambda _: self._agreed(table, vote), adopt=not sure)
        if table.votes is None:
            return Outcome(None, adopt=True)
        limits, running = self.model.limits, table.votes.values()
        mine = sum(each["by"] == vote["by"] for each in running)
        like = sum((each["kind"] == "watch") is (vote["kind"] == "watch") for each in running)
        if mine >= limits.votes_per_person or like >= limits.votes_per_table:
            return NO
        if any((each["kind"], each["about"]) == (vote["kind"], vote["about"]) for each in running):
            return NO

        def then(_: Any) -> None:
            assert table.votes is not None
            table.last_vote += 1
            table.votes[table.last_vote] = {"number": table.last_vote, **vote}

        return Outcome(True, then)

    # --- a seat ----------------------------------------------------------------------------------------

    def seat_undo(self, call: Call) -> Outcome:
        """Refused at tables of a hall."""
        return NO

    def seat_choose(self, call: Call) -> Outcome:
        """Make a choice."""
        table = call.table
        assert table is not None
        seat, key = call.seat, call.given["key"]
        owns = seat in table.held(call.session.person)
        if seat < 0 or not owns or table.paused or table.state in ("open", "closed"):
            return NO
        asked = seat if table.game is None or key == "call" else table.game.asked
        if asked != seat and not table.bots and not table.troubled:
            return NO

        def then(_: Any) -> None:
            table.chosen.append((seat, key))
            self._goes_on(table)

        return Outcome(None, then)

    def _goes_on(self, table: Table) -> None:
        """A change of the record ends votes about the last one."""
        if table.votes is not None:
            table.votes = {number: vote for number, vote in table.votes.items() if vote["kind"] != "undo"}

    def seat_back(self, call: Call) -> Outcome:
        """Take a step back."""
        return Outcome(None, adopt=True)

    def seat_travel(self, call: Call) -> Outcome:
        """Make several choices."""
        return Outcome(None, adopt=True)

    def seat_stops(self, call: Call) -> Outcome:
        """Say at which windows to wait."""
        return Outcome(None, adopt=True)
