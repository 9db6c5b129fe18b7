"""Reads what a player types to make a table: `new GAME 3 keen option=value private days=24 after=BCD-234`."""

from collections.abc import Sequence

from lazaretto.host.lobby_protocol import ScenarioInfo
from lazaretto.host.server.hall_views import LateRule, Pace, TableOrder
from lazaretto.rules.find_scenarios import Found
from lazaretto.tui.bot_names import typed_bots
from lazaretto.tui.messages import hall_lines as say
from lazaretto.tui.parse_answer import folded

USUAL = 2
"""How many seats people have, if nothing else is said."""
MOST = 99
"""A bound for numbers; the hall refuses what a game does not allow."""


class OrderError(Exception):
    """The line is not understood; the message says why."""


def found_game(games: Sequence[Found], wanted: str) -> Found:
    """The game whose name or title begins with a text.

    Raises:
        OrderError: there is none.
    """
    sought = folded(wanted)
    for each in games:
        if folded(each.name) == sought or folded(each.title) == sought:
            return each
    for each in games:
        if folded(each.name).startswith(sought) or folded(each.title).startswith(sought):
            return each
    raise OrderError(say.NO_GAME(name=wanted))


def read_order(found: Found, program: ScenarioInfo, words: Sequence[str], bots: Sequence[str]) -> TableOrder:
    """The order for a table.

    Raises:
        OrderError: a word is not understood.
    """
    people, robots, hours = max(1, min(USUAL, program.players[1])), list[str](), 0
    options: dict[str, str] = {}
    public, pace, free_undo, hints, follows = True, Pace.LIVE, False, True, ""
    known = {each.name: each for each in program.options}
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
