"""The report of a simulation: how its games ended, what happened in them, points, and roles of players."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from math import sqrt

from lazaretto.lab.game_rows import GameRows, result_of, seats_won
from lazaretto.lab.intervals import Interval, wilson
from lazaretto.rules import Outcome
from lazaretto.rules.run.compiled_game import CompiledGame


@dataclass(slots=True)
class Tally:
    """Some games, and how many of them were won."""

    games: int = 0
    wins: int = 0

    def count(self, games: int, wins: int) -> None:
        """Count games, and those that were won."""
        self.games += games
        self.wins += wins

    @property
    def interval(self) -> Interval:
        """The share of wins."""
        return wilson(self.wins, self.games)

    def data(self) -> dict[str, object]:
        """Return it as plain data."""
        return {"games": self.games, "wins": self.wins, "interval": self.interval.data()}


@dataclass(slots=True)
class SeatPoints:
    """The points of one seat, and how often it came first."""

    games: int = 0
    total: int = 0
    squares: int = 0
    lowest: int = 0
    highest: int = 0
    ranked: int = 0
    """How many games ranked the seats."""
    firsts: int = 0

    def count(self, points: int, games: int) -> None:
        """Count games with the same points."""
        self.lowest = min(self.lowest, points) if self.games else points
        self.highest = max(self.highest, points) if self.games else points
        self.games += games
        self.total += points * games
        self.squares += points * points * games

    def rank(self, rank: int, games: int) -> None:
        """Count games with the same rank."""
        self.ranked += games
        self.firsts += games if rank == 1 else 0

    @property
    def mean(self) -> float:
        """The mean of the points."""
        return self.total / self.games if self.games else 0.0

    @property
    def spread(self) -> float:
        """The standard deviation of the points."""
        if not self.games:
            return 0.0
        return sqrt(max(0, self.squares * self.games - self.total**2)) / self.games

    def data(self) -> dict[str, object]:
        """Return what was counted as plain data, points and ranks only if the game has them."""
        found: dict[str, object] = {}
        if self.games:
            found |= {"mean": round(self.mean, 3), "spread": round(self.spread, 3)}
            found |= {"lowest": self.lowest, "highest": self.highest}
        return found | ({"first": self.firsts} if self.ranked else {})


@dataclass(frozen=True, slots=True)
class RowCounts:
    """How often something came of games; what came first stands first."""

    games: int
    decisions: int
    turns: Counter[int]
    """How many games took how many turns."""
    ends: list[tuple[Outcome | None, int]]
    """The different ends, and how many games had each."""
    problem: str
    """Why the first game without an outcome has none."""
    firsts: list[tuple[int, int, int]]
    """Seats that acted first, in how many games, and how many of these they won; each may occur again."""
    traits: list[list[tuple[int, int, int]]]
    """For each attribute, roles, how many seats had each, and how many of these won; each may occur again."""

    @classmethod
    def of(cls, rows: GameRows, seats: int) -> "RowCounts":
        """Count games between so many seats."""
        winners = [seats_won(end) for end in rows.ends]
        flags = [tuple(seat in each for each in winners) for seat in range(seats)]
        won = {each: [*map(each.__getitem__, rows.end_of)] for each in {*flags}}
        firsts = Counter(zip(rows.first, rows.end_of, strict=True))
        return cls(
            len(rows),
            sum(rows.decisions),
            Counter(rows.turns),
            [(rows.ends[end], games) for end, games in Counter(rows.end_of).items()],
            next(iter(rows.problems.values()), ""),
            [
                (seat, games, games if seat in winners[end] else 0)
                for (seat, end), games in firsts.items()
                if seat >= 0
            ],
            [
                [
                    role
                    for column, each in zip(columns, flags, strict=True)
                    for role in _roles(column, won[each])
                ]
                for columns in rows.traits
            ],
        )


def _roles(column: Sequence[int], won: Sequence[bool]) -> Iterator[tuple[int, int, int]]:
    """Yield the roles that a seat had, in how many games it had each, and how many of these it won."""
    wins = Counter(compress(column, won))
    return ((role, games, wins[role]) for role, games in Counter(column).items() if role >= 0)


COUNTED = (
    "games",
    "wins",
    "interval",
    "losses",
    "draws",
    "splits",
    "points",
    "errors",
    "decisions",
    "turns",
)
"""What is counted for each game of a campaign."""


@dataclass(slots=True)
class Report:
    """The results; games won, lost, drawn, split between sides and aborted add up to all games."""

    scenario: str
    players: int
    games: int
    seed: int
    bots: str
    options: dict[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    """The names of the seats."""
    wins: int = 0
    mostly_won: int = 0
    """Games that more than half of the seats won."""
    won: Counter[str] = field(default_factory=Counter)
    """The wins of all seats, by reason."""
    losses: Counter[str] = field(default_factory=Counter)
    draws: int = 0
    splits: Counter[str] = field(default_factory=Counter)
    """Games in which some seats won and others lost, by reason."""
    by_seat: dict[str, Tally] = field(default_factory=dict)
    by_first: dict[str, Tally] = field(default_factory=dict)
    """The wins of the seat that acts first, by its name."""
    by_trait: dict[str, dict[str, Tally]] = field(default_factory=dict)
    """For each attribute that gives seats a role, the wins of seats with each role."""
    turn_counts: Counter[int] = field(default_factory=Counter)
    """How many games took how many turns."""
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
    unused: dict[str, list[str]] = field(default_factory=dict)
    """What no game used: actions, cards, other pieces, and rules with their places."""
    looked_at: int = 0
    """In how many of the first games somebody looked which rules ran."""
    until: float | None = None
    """At which half width of the interval the simulation was to stop."""
    engine: str = "python"
    """What played the games; with `auto`, Python may have played the first ones."""
    fallback: str | None = None
    """Why Python played games that another engine was asked to play."""
    seconds: float = 0.0
    """Processor time, of all processes."""
    compiling: float = 0.0
    """The part of it that was needed to compile or load native code."""
    games_per_second: float = 0.0

    @property
    def interval(self) -> Interval:
        """The share of games that all seats won."""
        return wilson(self.wins, self.games)

    @property
    def half_width(self) -> float:
        """Half the width of the widest interval of the wins of a seat."""
        return max((tally.interval.half_width for tally in self.by_seat.values()), default=0.5)

    @property
    def is_shared(self) -> bool:
        """Whether all seats won and lost together in every game."""
        return not self.splits

    def data(self) -> dict[str, object]:
        """Return the report as plain data, with the most frequent reasons first."""
        return {
            "scenario": self.scenario,
            "players": self.players,
            "games": self.games,
            "seed": self.seed,
            "bots": self.bots,
            "options": dict(self.options),
            "wins": self.wins,
            "interval": self.interval.data(),
            "won": dict(self.won.most_common()),
            "losses": dict(self.losses.most_common()),
            "draws": self.draws,
            "splits": dict(self.splits.most_common()),
            "by_seat": {name: tally.data() for name, tally in self.by_seat.items()},
            "by_first": {name: tally.data() for name, tally in self.by_first.items()},
            "by_trait": {
                trait: {name: tally.data() for name, tally in sorted(found.items())}
                for trait, found in self.by_trait.items()
            },
            "turn_counts": {str(turns): self.turn_counts[turns] for turns in sorted(self.turn_counts)},
            "points": {name: point.data() for name, point in self.points.items()},
            "errors": self.errors,
            "first_error": self.first_error,
            "decisions": self.decisions,
            "turns": self.turns,
            "campaign": self.campaign,
            "by_game": [report.counts() for report in self.by_game],
            "unused": self.unused,
            "looked_at": self.looked_at,
            "until": self.until,
            "engine": self.engine,
            "fallback": self.fallback,
            "seconds": self.seconds,
            "compiling": self.compiling,
            "games_per_second": self.games_per_second,
        }

    def counts(self) -> dict[str, object]:
        """Return how the games ended, without what all games of a simulation share."""
        data = self.data()
        return {key: data[key] for key in COUNTED}

    def count(self, rows: GameRows, traits: Sequence["Trait"] = ()) -> None:
        """Count games: first apart from the report, since an interruption may come at any time."""
        found = RowCounts.of(rows, self.players)
        self.games += found.games
        self.decisions += found.decisions
        self.turn_counts.update(found.turns)
        self.turns += sum(turns * games for turns, games in found.turns.items())
        for outcome, games in found.ends:
            self._count_end(outcome, games)
        self.first_error = self.first_error or found.problem
        for seat, games, wins in found.firsts:
            self.by_first.setdefault(self.names[seat], Tally()).count(games, wins)
        if found.firsts:
            for trait, roles in zip(traits, found.traits, strict=True):
                tallies = self.by_trait.setdefault(trait.name, {})
                for role, games, wins in roles:
                    tallies.setdefault(trait.labels[role], Tally()).count(games, wins)

    def _count_end(self, outcome: Outcome | None, games: int) -> None:
        """Count games with the same end."""
        winners = seats_won(outcome)
        self.mostly_won += games if 2 * len(winners) > self.players else 0
        for seat, name in enumerate(self.names):
            self.by_seat.setdefault(name, Tally()).count(games, games if seat in winners else 0)
        if outcome is None:
            self.errors += games
            return
        for seat, points in enumerate(outcome.points[:1] if outcome.shared else outcome.points):
            self._seat("" if outcome.shared else self.names[seat]).count(points, games)
        for seat, rank in enumerate(outcome.ranks):
            self._seat(self.names[seat]).rank(rank, games)
        match result_of(outcome):
            case "won":
                self.wins += games
                self.won[outcome.reason] += games
            case "lost":
                self.losses[outcome.reason] += games
            case "drawn":
                self.draws += games
            case _:
                self.splits[outcome.reason] += games

    def _seat(self, name: str) -> SeatPoints:
        return self.points.setdefault(name, SeatPoints())


@dataclass(frozen=True, slots=True)
class Trait:
    """An attribute of players that gives each of them one thing, such as a role."""

    name: str
    offset: int
    """Where the state stores that of the first seat."""
    labels: tuple[str, ...]
    """The labels of all values."""


ROLES = ("thing", "enumeration")
"""The shapes of kinds whose members may be roles."""


def traits_of(tables: CompiledGame) -> tuple[Trait, ...]:
    """Return the attributes that give players a role."""
    traits: list[Trait] = []
    for variable in tables.variables:
        tag = variable.tag[1] if variable.tag[0] == "optional" else variable.tag
        if variable.owner != tables.player_kind or variable.values is not None or tag[0] != "kind":
            continue
        kind = tables.kinds[tables.kinds[tag[1]].root]
        if kind.shape in ROLES and variable.looks.get("hidden") != "yes":
            labels = tuple(member.label for member in kind.members)
            traits.append(Trait(variable.name, variable.offset, labels))
    return tuple(traits)
