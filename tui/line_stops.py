"""The commands of line mode that pass windows, and that set at which windows the table waits."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lazaretto.host import SeatClient, Sight
from lazaretto.host.stops import ALWAYS, CHANGES, NEXT, TURN, TURN_ENDS, WAITS, Stops
from lazaretto.tui.messages import line_mode as say
from lazaretto.tui.messages import table as table_say
from lazaretto.tui.parse_answer import Asked, folded

if TYPE_CHECKING:
    from lazaretto.tui.line_table import LineTable

UNTIL = {"": CHANGES, "once": NEXT, "turn": TURN_ENDS}
"""Until when `pass` passes windows, by the word after it."""


_NOT_NOW = {CHANGES: table_say.PASSING_LATER, NEXT: say.CANNOT_PASS, TURN_ENDS: say.PASSING_TURN}
"""What to say to a player who passes although the question needs an answer."""


@dataclass(slots=True)
class LineStops:
    """When the table waits for the players of a keyboard; in line mode this lasts until they leave."""

    moments: dict[str, None] = field(default_factory=dict)
    """The names of the windows that have come up."""
    _stops: Stops = field(default_factory=Stops)

    def note(self, sight: Sight) -> None:
        """Note the open window, to list it later."""
        if sight.moment:
            self.moments[sight.moment] = None

    async def pass_on(self, client: SeatClient, word: str) -> str | None:
        """Pass windows; return what to say, or None if the word is unknown."""
        until = UNTIL.get(folded(word))
        if until is None:
            return None
        sight = client.look()
        decision = sight.view.decision
        await client.stops(replace(self._stops, until=until))
        if sight.moment or sight.awaited:
            return ""
        if decision is not None and decision.seat == client.number:
            return _NOT_NOW[until]()
        return table_say.PASSING() if until == CHANGES else ""

    def lines(self) -> Iterator[str]:
        """What is set, one moment per line, with numbers."""
        for number, name in enumerate(("", *self.moments), 1):
            wait = table_say.WAIT[self._stops.at(name)]()
            yield say.STOP(number=number, moment=name or table_say.ALL_MOMENTS(), wait=wait)
        yield say.STOP_HELP()

    async def set(self, client: SeatClient, typed: str) -> bool:
        """Set the stop with a number to a word; return whether both are known."""
        number, _, word = typed.partition(" ")
        names = ("", *self.moments)
        word = folded(word.strip())
        if not number.isdecimal() or not 1 <= int(number) <= len(names) or word not in WAITS:
            return False
        name = names[int(number) - 1]
        if not name and word == TURN:
            return False
        rest = tuple(each for each in self._stops.moments if each[0] != name)
        same = word == (ALWAYS if not name else Stops(rest).at(""))
        self._stops = replace(self._stops, moments=rest if same else (*rest, (name, word)))
        await client.stops(self._stops)
        return True


async def on_pass(table: "LineTable", asked: Asked, rest: str) -> bool:
    """Pass windows until something changes, once, or until the turn ends."""
    told = ""

    async def change(client: SeatClient) -> None:
        nonlocal told
        found = await table.stops.pass_on(client, rest)
        told = say.PASS_HELP() if found is None else found

    before = table.sitting.seats[0].look().view
    if not await table.changes(asked.seat, change):
        return False
    if told:
        table.say(told)
    return table.sitting.seats[0].look().view is not before


async def on_stops(table: "LineTable", asked: Asked, rest: str) -> bool:
    """List at which windows the table waits, or set it for one of them."""
    known = True

    async def change(client: SeatClient) -> None:
        nonlocal known
        known = await table.stops.set(client, rest)

    before = table.sitting.seats[0].look().view
    if rest and not await table.changes(asked.seat, change):
        return False
    table.say(*(table.stops.lines() if known else (say.STOP_HELP(),)))
    return table.sitting.seats[0].look().view is not before
