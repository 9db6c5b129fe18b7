"""The share line of a finished game, and the daily challenge: what anybody needs to play the same game.

For example `Lazaretto my_game players=3 seed=7 level=2: won in turn 18`. What comes before the colon is what
`lazaretto play` needs; the rest is the result.
"""

import re
from dataclasses import dataclass
from datetime import date

from lazaretto.rules import Program, Record
from lazaretto.rules.link.find_scenarios import FoundScenario, scenarios

WORD = "Lazaretto"
"""The first word of a share line."""
EPOCH = date(1970, 1, 1)

_HEAD = re.compile(rf"\s*{WORD} +([\w-]+)((?: +[\w-]+=[\w-]+)*) *(?::|$)", re.IGNORECASE)
PLAIN = 4
"""The number of words of a line without options."""
LONGEST = 2_000
"""The maximum length of a line that is read, in characters."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What a share line says about the game to play."""

    scenario: str
    players: int | None
    seed: int | None
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Challenge:
    """The daily challenge: the same game for everybody on a date (UTC)."""

    day: str
    """The date, as YYYY-MM-DD."""
    scenario: str
    players: int
    seed: int


def head_of(program: Program, record: Record) -> str:
    """The share line of a game without its result; options with their default value are left out."""
    usual = {option.name: option.default for option in program.options}
    options = {name: value for name, value in record.options.items() if usual.get(name) != value}
    for part in program.switches:
        if (part.name in record.switches) != part.default:
            options[part.name] = "yes" if part.name in record.switches else "no"
    pairs = {"players": len(record.players), "seed": record.seed} | dict(sorted(options.items()))
    return " ".join((WORD, record.scenario, *(f"{name}={value}" for name, value in pairs.items())))


def read_share_line(text: str) -> Shared | None:
    """What a line says about the game to play; None if it is no share line."""
    found = _HEAD.match(text[:LONGEST])
    if found is None:
        return None
    pairs = dict(each.split("=", 1) for each in found[2].split())
    players, seed = pairs.pop("players", ""), pairs.pop("seed", "")
    numbers = [int(each) if re.fullmatch(r"-?\d{1,40}", each) else None for each in (players, seed)]
    return Shared(found[1], numbers[0], numbers[1], tuple(pairs.items()))


def challenge_of(day: date, found: tuple[FoundScenario, ...] | None = None) -> Challenge | None:
    """The challenge of a date, from the date alone; None if no game is shipped.

    Let n be the number of days since 1 January 1970, and g the number of shipped games, in the order of their
    names. The game is number n mod g, from 0; there are 3 + (n // g) mod 2 players, which every shipped game
    allows; the seed is the date as a number, YYYYMMDD; all options have their defaults.
    """
    games = sorted(
        (scenario for scenario in found or scenarios() if _shipped(scenario)),
        key=lambda scenario: scenario.name,
    )
    if not games:
        return None
    number = (day - EPOCH).days
    game = games[number % len(games)]
    players = 3 + (number // len(games)) % 2
    return Challenge(day.isoformat(), game.name, players, int(day.strftime("%Y%m%d")))


def challenge_in(program: Program, record: Record) -> str:
    """The date of the daily challenge that a game is; empty if it is none."""
    if len(head_of(program, record).split()) > PLAIN:
        return ""
    return challenge_with(record.scenario, len(record.players), record.seed)


def challenge_with(scenario: str, players: int, seed: int) -> str:
    """The date of the challenge that a game with default options is; empty if it is none."""
    text = str(seed)
    try:
        day = date(int(text[:4]), int(text[4:6]), int(text[6:])) if len(text) == 8 else None
    except ValueError:
        return ""
    challenge = None if day is None else challenge_of(day)
    same = challenge is not None and (challenge.scenario, challenge.players) == (scenario, players)
    return challenge.day if challenge is not None and same else ""


def _shipped(found: FoundScenario) -> bool:
    return found.origin == "built-in" and not found.problem
