"""Plays many games without anybody looking, and counts how they ended."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256

from lab.bots import BOTS, Bot, RandomBot
from lab.messages import IN_GAME, NO_END
from rules import ChoiceError, Game, Outcome, Program, RuleError

MOST_DECISIONS = 100_000
"""A game with more is broken off and counted as an error."""

NAMES = ("anna", "ben", "carl", "dora", "emil", "fay", "gus", "hana")
"""Who sits at a table when nobody says."""


@dataclass(slots=True)
class Report:
    """What came of it; games won, lost, drawn, split between sides and broken off add up to all games."""

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
    errors: int = 0
    first_error: str = ""
    decisions: int = 0
    turns: int = 0
    seconds: float = 0.0
    """Of processor time."""
    games_per_second: float = 0.0

    def data(self) -> dict[str, object]:
        """The report as plain data, reasons by how often they were met."""
        return asdict(self) | {
            "losses": dict(self.losses.most_common()),
            "splits": dict(self.splits.most_common()),
        }

    def count(self, outcome: Outcome) -> None:
        """Enter the end of one game."""
        results = set(outcome.results)
        if results == {"won"}:
            self.wins += 1
        elif results == {"lost"}:
            self.losses[outcome.reason] += 1
        elif results == {"drawn"}:
            self.draws += 1
        else:
            self.splits[outcome.reason] += 1


def seed_of(seed: int, number: int) -> int:
    """The seed of one game out of many: any two differ, and each can be played again by itself."""
    return int.from_bytes(sha256(f"{seed}/{number}".encode()).digest()[:6])


def names_for(players: int) -> tuple[str, ...]:
    """Names for so many seats."""
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
    """Play so many games from one seed.

    Raises:
        StartError: the scenario does not take these players or options.
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
    """Play one game to its end, or say why it has none."""
    try:
        if isinstance(bot, RandomBot):
            report.decisions += bot.wander(game, most)
        else:
            _decide(game, bot, most, report)
    finally:
        report.turns += game.turns
    if game.outcome is None:
        return NO_END(most=most)
    report.count(game.outcome)
    return ""


def _decide(game: Game, bot: Bot, most: int, report: Report) -> None:
    """Let a bot look at every decision."""
    for _ in range(most):
        if game.seat is None:
            return
        report.decisions += 1
        bot.play(game)
