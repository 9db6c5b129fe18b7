"""Statistics over the finished games of a player: shares of wins with intervals, streaks, fastest wins."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from lazaretto.host.played_games import GameFacts

ENOUGH = 5
"""From this number of games on, a share of wins has an interval."""

_Z = 1.96
"""The quantile of the normal distribution for an interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games were played, and how they ended."""

    label: str
    games: int
    won: int
    lost: int
    others: int
    """Draws, and games in which some people won and others did not."""

    @property
    def share(self) -> float:
        """The share of wins."""
        return self.won / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the chance to win probably is (95 %, after Wilson); None for few games."""
        if self.games < ENOUGH:
            return None
        count, square = self.games, _Z * _Z
        middle = (self.share + square / (2 * count)) / (1 + square / count)
        half = self.share * (1 - self.share) / count + square / (4 * count * count)
        width = _Z * sqrt(half) / (1 + square / count)
        return max(0.0, middle - width), min(1.0, middle + width)


@dataclass(frozen=True, slots=True)
class Section:
    """Tallies by one aspect, such as the number of players."""

    aspect: str
    """players, or the name of an option or of an attribute of seats."""
    kind: str
    """players, option, part or role."""
    tallies: tuple[Tally, ...]


@dataclass(frozen=True, slots=True)
class GoalTally:
    """A goal of a scenario, how often it was reached, and in which game first."""

    title: str
    documentation: str
    reached: int
    first: str = ""
    """The name of the record."""
    when: str = ""


@dataclass(frozen=True, slots=True)
class DailyResult:
    """The first finished game of a daily challenge; later ones do not count."""

    day: str
    title: str
    record: str
    result: str
    turns: int


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The statistics of one scenario."""

    scenario: str
    total: Tally
    streak: int
    """The wins in a row, up to the last game."""
    best_streak: int
    fastest: GameFacts | None
    """The win in the fewest turns."""
    last: str
    """When the last game ended."""
    sections: tuple[Section, ...]
    goals: tuple[GoalTally, ...] = ()


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of all games of a player, the scenario with the most games first."""

    total: Tally
    streak: int
    best_streak: int
    games: tuple[GameStatistics, ...]
    unknown: int = 0
    """Records that cannot be read or played again."""
    daily: tuple[DailyResult, ...] = ()
    """The daily challenges, by their dates."""


def statistics(facts: Sequence[GameFacts], unknown: int = 0) -> Statistics:
    """Sum up games, the oldest first."""
    scenarios = sorted({each.scenario for each in facts})
    games = [_of(each, [game for game in facts if game.scenario == each]) for each in scenarios]
    games.sort(key=lambda each: -each.total.games)
    return Statistics(_tally("", facts), *_streaks(facts), tuple(games), unknown, tuple(_daily(facts)))


def _daily(facts: Sequence[GameFacts]) -> Iterator[DailyResult]:
    """The first finished game of each challenge."""
    first: dict[str, GameFacts] = {}
    for each in facts:
        if each.day:
            first.setdefault(each.day, each)
    for day, each in sorted(first.items()):
        yield DailyResult(day, each.title, each.record, each.result, each.turns)


def _goals(facts: Sequence[GameFacts]) -> Iterator[GoalTally]:
    """The goals of the last game and those that only earlier ones had, if they were reached."""
    known = {goal.title: goal for each in facts for goal in each.goals}
    order = dict.fromkeys((*(goal.title for goal in facts[-1].goals), *known))
    present = {goal.title for goal in facts[-1].goals}
    for title in order:
        games = [each for each in facts if any(one.title == title and one.reached for one in each.goals)]
        if games:
            yield GoalTally(title, known[title].documentation, len(games), games[0].record, games[0].when)
        elif title in present:
            yield GoalTally(title, known[title].documentation, 0)


def _of(scenario: str, facts: Sequence[GameFacts]) -> GameStatistics:
    wins = [each for each in facts if each.result == "won"]
    fastest = min(wins, key=lambda each: (each.turns, each.choices, each.when), default=None)
    sections = (
        _section("players", "players", [(str(each.players), each.result) for each in facts]),
        *_options(facts),
        *_parts(facts),
        *_roles(facts),
    )
    return GameStatistics(
        scenario,
        _tally(facts[-1].title, facts),
        *_streaks(facts),
        fastest,
        facts[-1].when,
        tuple(each for each in sections if each.tallies),
        tuple(_goals(facts)),
    )


def _options(facts: Sequence[GameFacts]) -> Iterable[Section]:
    """The options of which a player has tried several values."""
    for name in dict.fromkeys(name for each in facts for name in each.options):
        results = [(each.options[name], each.result) for each in facts if name in each.options]
        if len({value for value, _ in results}) > 1:
            yield _section(name, "option", results)


def _parts(facts: Sequence[GameFacts]) -> Iterable[Section]:
    """The optional parts with which a player has played, if not all games had the same."""
    if len({each.switches for each in facts}) > 1:
        yield _section("parts", "part", [(", ".join(each.switches), each.result) for each in facts])


def _roles(facts: Sequence[GameFacts]) -> Iterable[Section]:
    roles = [each for game in facts for each in game.roles]
    for attribute in dict.fromkeys(each.attribute for each in roles):
        own = [(each.label, each.result) for each in roles if each.attribute == attribute]
        yield _section(attribute, "role", own)


def _section(aspect: str, kind: str, results: Sequence[tuple[str, str]]) -> Section:
    labels = sorted({label for label, _ in results})
    return Section(
        aspect,
        kind,
        tuple(_counted(each, [result for label, result in results if label == each]) for each in labels),
    )


def _tally(label: str, facts: Sequence[GameFacts]) -> Tally:
    return _counted(label, [each.result for each in facts])


def _counted(label: str, results: Sequence[str]) -> Tally:
    won, lost = results.count("won"), results.count("lost")
    return Tally(label, len(results), won, lost, len(results) - won - lost)


def _streaks(facts: Sequence[GameFacts]) -> tuple[int, int]:
    """The wins in a row up to the last game, and the most ever."""
    streak = best = 0
    for each in facts:
        streak = streak + 1 if each.result == "won" else 0
        best = max(best, streak)
    return streak, best
