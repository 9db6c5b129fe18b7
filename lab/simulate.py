"""Plays many games without a user interface, and counts how they ended."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256

from lab.bots import BOTS, Bot, RandomBot
from lab.messages import IN_GAME, NO_END
from lab.native_simulation import EngineChoice
from lab.seat_points import SeatPoints
from rules import ChoiceError, Game, Outcome, Program, RuleError
from rules.engines import Engine

MOST_DECISIONS = 100_000
"""A game with more decisions is aborted and counted as an error."""

COUNTED = ("games", "wins", "losses", "draws", "splits", "points", "errors", "decisions", "turns")
"""What is counted for each game of a campaign."""

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
    campaign: int = 0
    """How many games each campaign has; 0 if every game stands alone."""
    by_game: list["Report"] = field(default_factory=list)
    """The first games of all campaigns, the second ones, and so on."""
    engine: str = "python"
    """What played the games; with `auto`, Python may have played the first ones."""
    fallback: str | None = None
    """Why Python played games that another engine was asked to play."""
    seconds: float = 0.0
    """Processor time."""
    games_per_second: float = 0.0

    def data(self) -> dict[str, object]:
        """Return the report as plain data, with the most frequent reasons first."""
        return asdict(self) | {
            "losses": dict(self.losses.most_common()),
            "splits": dict(self.splits.most_common()),
            "points": {name: each.data() for name, each in self.points.items()},
            "by_game": [each.counts() for each in self.by_game],
        }

    def counts(self) -> dict[str, object]:
        """Return how the games ended, without what all games of a simulation share."""
        data = self.data()
        return {key: data[key] for key in COUNTED}

    def abort(self, problem: str) -> None:
        """Count a game that an error ended."""
        self.errors += 1
        self.first_error = self.first_error or problem

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
    campaign: int = 0,
    engine: Engine = "python",
) -> Report:
    """Play `games` games from one seed or, with `campaign`, as many campaigns of so many games each.

    Every engine gives the same results.

    Raises:
        StartError: the scenario does not accept these players or options.
        MissingEngineError: the engine needs something that is not installed.
    """
    chosen = dict(options or {})
    length = campaign or 1
    report = Report(program.name, players, games * length, seed, bots, chosen, campaign=campaign)
    report.by_game = [Report(program.name, players, games, seed, bots, chosen) for _ in range(campaign)]
    names = names_for(players)
    begin = time.process_time()
    choice = EngineChoice(program, engine, bots, names, chosen, bool(campaign))
    series = _Series(program, seed, names, chosen, bots, most, report)
    number = 0
    while number < games and not choice.native:
        series.play(number)
        number += 1
        choice.consider(time.process_time() - begin, number, games - number)
    if choice.native:
        series.play_natively(choice, range(number, games))
    report.engine, report.fallback = choice.name, choice.fallback
    report.seconds = round(time.process_time() - begin, 4)
    report.games_per_second = round(report.games / report.seconds, 2) if report.seconds else 0.0
    return report


@dataclass(slots=True)
class _Series:
    """The games of a simulation, or its campaigns."""

    program: Program
    seed: int
    names: Sequence[str]
    options: Mapping[str, str]
    bots: str
    most: int
    report: Report

    def play(self, number: int) -> bool:
        """Play a game or a whole campaign in Python; return whether all went well."""
        report, kept = self.report, dict[str, str]()
        length = report.campaign or 1
        for place in range(length):
            own = seed_of(self.seed, number * length + place)
            reports = (report, report.by_game[place]) if report.campaign else (report,)
            handed_on = _one(self.program, own, self.names, self.options, kept, self.bots, self.most, reports)
            failed = isinstance(handed_on, str)
            if isinstance(handed_on, str):
                self._abort(number * length + place, own, handed_on, reports)
                ended = True
            else:
                kept, ended = dict(handed_on[0]), handed_on[1]
            if ended:
                for later in report.by_game[place + 1 :]:
                    later.games -= 1
                    report.games -= 1
                return not failed
        return True

    def play_natively(self, choice: EngineChoice, numbers: range) -> None:
        """Play games as native code; Python plays those again that fail, and says why."""
        seeds = [seed_of(self.seed, number) for number in numbers]
        report = self.report
        for number, seed, played in zip(numbers, seeds, choice.play(seeds, self.most), strict=True):
            if isinstance(played, RuleError):
                if self.play(number):
                    choice.differs(number)
                continue
            report.decisions += played.decisions
            report.turns += played.turns
            if played.outcome is None:
                self._abort(number, seed, NO_END(most=self.most), (report,))
            else:
                report.count(played.outcome, self.names)

    @staticmethod
    def _abort(number: int, seed: int, problem: str, reports: Sequence[Report]) -> None:
        words = IN_GAME(number=number, seed=seed, problem=problem)
        for each in reports:
            each.abort(words)


def _one(
    program: Program,
    seed: int,
    names: Sequence[str],
    options: Mapping[str, str],
    kept: Mapping[str, str],
    bots: str,
    most: int,
    reports: Sequence[Report],
) -> tuple[Mapping[str, str], bool] | str:
    """Play one game, and count it in all reports.

    Returns what it hands on and whether its campaign is over, or the error.
    """
    try:
        game = program.start(seed=seed, players=names, options=options, kept=kept)
        problem = _play(game, BOTS[bots](seed), most, reports)
    except (RuleError, ChoiceError) as error:
        return error.text
    return problem or ((game.handed_on(), game.campaign_over) if len(reports) > 1 else ({}, False))


def _play(game: Game, bot: Bot, most: int, reports: Sequence[Report]) -> str:
    """Play one game to its end; return the error if it does not reach one."""
    made = Counter[str]()
    try:
        if isinstance(bot, RandomBot):
            made["decisions"] = bot.wander(game, most)
        else:
            _decide(game, bot, most, made)
    finally:
        for each in reports:
            each.decisions += made["decisions"]
            each.turns += game.turns
    if game.outcome is None:
        return NO_END(most=most)
    for each in reports:
        each.count(game.outcome, game.players)
    return ""


def _decide(game: Game, bot: Bot, most: int, made: Counter[str]) -> None:
    """Let a bot answer every decision."""
    for _ in range(most):
        if game.seat is None:
            return
        made["decisions"] += 1
        bot.play(game)
