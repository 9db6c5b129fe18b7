"""Plays many games without a user interface, and counts how they ended."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256

from lab.bots import BOTS, Bot, RandomBot
from lab.messages import IN_GAME, NO_END
from lab.seat_points import SeatPoints
from rules import ChoiceError, Game, Outcome, Program, RuleError

MOST_DECISIONS = 100_000
"""A game with more decisions is aborted and counted as an error."""

NAMES = ("anna", "ben", "carl", "dora", "emil", "fay", "gus", "hana")
"""The names of the players, unless given."""


@dataclass(slots=True)
class Report:
    """The results; games won, lost, drawn, split between sides and aborted add up to all games."""

    scenario: str
    players: int
    games: int
    seed: int
    bots: str
    options: dict[str, str] = field(default_factory=dict)
    wins: int = 0
    losses: Counter[str] = field(default_factory=Counter)
    draws: int = 0
    splits: Counter[str] = field(default_factory=Counter)
    """Games in which some seats won and others lost, by reason."""
    points: dict[str, SeatPoints] = field(default_factory=dict)
    """The points and ranks of each seat by its name, or of all together under an empty name."""
    errors: int = 0
    first_error: str = ""
    decisions: int = 0
    turns: int = 0
    seconds: float = 0.0
    """Processor time."""
    games_per_second: float = 0.0

    def data(self) -> dict[str, object]:
        """Return the report as plain data, with the most frequent reasons first."""
        return asdict(self) | {
            "losses": dict(self.losses.most_common()),
            "splits": dict(self.splits.most_common()),
            "points": {name: each.data() for name, each in self.points.items()},
        }

    def count(self, outcome: Outcome, names: Sequence[str]) -> None:
        """Count the end of one game between players with these names."""
        for seat, points in enumerate(outcome.points[:1] if outcome.shared else outcome.points):
            self._seat("" if outcome.shared else names[seat]).count(points)
        for seat, rank in enumerate(outcome.ranks):
            self._seat(names[seat]).rank(rank)
        results = set(outcome.results)
        if results == {"won"}:
            self.wins += 1
        elif results == {"lost"}:
            self.losses[outcome.reason] += 1
        elif results == {"drawn"}:
            self.draws += 1
        else:
            self.splits[outcome.reason] += 1

    def _seat(self, name: str) -> SeatPoints:
        return self.points.setdefault(name, SeatPoints())


def seed_of(seed: int, number: int) -> int:
    """Return the seed of one game out of many: all differ, and each game can be replayed alone."""
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()[:6])


def names_for(players: int) -> tuple[str, ...]:
    """Return names for this number of seats."""
    return tuple(NAMES[:players]) + tuple(f"player{number}" for number in range(len(NAMES) + 1, players + 1))


def simulate(
    program: Program,
    games: int,
    seed: int,
    players: int,
    *,
    options: Mapping[str, str] | None = None,
    bots: str = "random",
    most: int = MOST_DECISIONS,
) -> Report:
    """Play `games` games from one seed.

    Raises:
        StartError: the scenario does not accept these players or options.
    """
    chosen = dict(options or {})
    report = Report(program.name, players, games, seed, bots, chosen)
    names = names_for(players)
    begin = time.process_time()
    for number in range(games):
        own = seed_of(seed, number)
        try:
            game = program.start(seed=own, players=names, options=chosen)
            problem = _play(game, BOTS[bots](own), most, report)
        except (RuleError, ChoiceError) as error:
            problem = error.text
        if problem:
            report.errors += 1
            report.first_error = report.first_error or IN_GAME(number=number, seed=own, problem=problem)
    report.seconds = round(time.process_time() - begin, 4)
    report.games_per_second = round(games / report.seconds, 2) if report.seconds else 0.0
    return report


def _play(game: Game, bot: Bot, most: int, report: Report) -> str:
    """Play one game to its end; return the error if it does not reach one."""
    try:
        if isinstance(bot, RandomBot):
            report.decisions += bot.wander(game, most)
        else:
            _decide(game, bot, most, report)
    finally:
        report.turns += game.turns
    if game.outcome is None:
        return NO_END(most=most)
    report.count(game.outcome, game.players)
    return ""


def _decide(game: Game, bot: Bot, most: int, report: Report) -> None:
    """Let a bot answer every decision."""
    for _ in range(most):
        if game.seat is None:
            return
        report.decisions += 1
        bot.play(game)
