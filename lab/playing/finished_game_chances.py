"""Estimates the chance to win at every point of a finished game: playouts of a bot, fitted by a curve.

From some positions of the game, a quick bot plays on in worlds that are imagined for the seat, so that what
nobody knew then plays no part. The positions that these playouts pass, with their ends, are fitted by a curve
(logistic regression) of the game's own `score` and the turn. The curve gives every position a chance, and the
results of its own playouts correct it where there are some.

If positions of the game were learned to judge (`lab/judgement`), nobody plays on: the judgement takes the
place of the curve, and judges every position in several imagined worlds.

A bot plays on, not the players: the estimate says how a position compares with others, not how good the
players are.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import exp, sqrt

from lazaretto.lab.playing.bots import PlayoutBot
from lazaretto.lab.playing.use_judgement import seek_judgement
from lazaretto.lab.training.estimate_win_chances import Judged
from lazaretto.rules import Game, Ration, RuleError, SpentError, StoppedError
from lazaretto.rules.run.planning.plan_search_protocol import SearchFailedError

STEPS = 12
"""Newton's method converges in far fewer steps."""

RIDGE = 0.3
"""Keeps the curve flat as long as there is little to fit it to."""

Seen = tuple[float, float]
"""A score and a turn."""

Vector = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Curve:
    """A logistic curve of a score and a turn."""

    weights: Vector
    means: Seen
    spreads: Seen

    def at(self, score: float, turn: float) -> float:
        """Return the chance for a score in a turn."""
        return _logistic(_dot(self.weights, self.scaled(score, turn)))

    def scaled(self, score: float, turn: float) -> Vector:
        """Return the numbers as the curve uses them."""
        first = (score - self.means[0]) / self.spreads[0] if self.spreads[0] else 0.0
        second = (turn - self.means[1]) / self.spreads[1] if self.spreads[1] else 0.0
        return 1.0, max(-4.0, min(4.0, first)), max(-4.0, min(4.0, second))


def fit(games: Sequence[tuple[Sequence[Seen], bool]]) -> Curve:
    """Fit a curve to games: the positions of each, and whether it was won. Every game weighs the same.

    Half a game that was won and half a game that was lost are added, so that no chance is ever certain.
    """
    rows = [(each, won, 1 / len(seen)) for seen, won in games for each in seen]
    if not rows:
        return Curve((0.0, 0.0, 0.0), (0.0, 0.0), (0.0, 0.0))
    means, spreads = _moments([row for row, _, _ in rows])
    flat = Curve((0.0, 0.0, 0.0), means, spreads)
    points = [(flat.scaled(*row), float(won), weight) for row, won, weight in rows]
    points += [((1.0, 0.0, 0.0), won, 0.5) for won in (0.0, 1.0)]
    weights: Vector = (0.0, 0.0, 0.0)
    for _ in range(STEPS):
        weights = _newton(weights, points)
    return Curve(weights, means, spreads)


def _moments(seen: Sequence[Seen]) -> tuple[Seen, Seen]:
    count = len(seen)
    means = sum(each for each, _ in seen) / count, sum(each for _, each in seen) / count
    spreads = (
        sqrt(sum((each - means[0]) ** 2 for each, _ in seen) / count),
        sqrt(sum((each - means[1]) ** 2 for _, each in seen) / count),
    )
    return means, spreads


def _newton(weights: Vector, points: Sequence[tuple[Vector, float, float]]) -> Vector:
    """Return better weights: one step of Newton's method."""
    slope = [0.0, -RIDGE * weights[1], -RIDGE * weights[2]]
    bend = [[1e-9, 0.0, 0.0], [0.0, RIDGE, 0.0], [0.0, 0.0, RIDGE]]
    for numbers, won, weight in points:
        chance = _logistic(_dot(weights, numbers))
        pull, stiff = weight * (won - chance), weight * chance * (1 - chance)
        for row in range(3):
            slope[row] += pull * numbers[row]
            for column in range(3):
                bend[row][column] += stiff * numbers[row] * numbers[column]
    step = _solved(bend, slope)
    moved = [old + max(-2.0, min(2.0, new)) for old, new in zip(weights, step, strict=True)]
    return moved[0], moved[1], moved[2]


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve three linear equations whose matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for pivot in range(3):
        for below in range(pivot + 1, 3):
            factor = rows[below][pivot] / rows[pivot][pivot]
            rows[below] = [one - factor * other for one, other in zip(rows[below], rows[pivot], strict=True)]
    found = [0.0, 0.0, 0.0]
    for row in (2, 1, 0):
        known = sum(rows[row][column] * found[column] for column in range(row + 1, 3))
        found[row] = (rows[row][3] - known) / rows[row][row]
    return found


def _dot(one: Vector, other: Vector) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


STATIONS = 24
"""The maximum number of positions from which playouts start."""

FIRST_ROUNDS = 3
"""So many playouts from each of them make a first estimate."""

ROUNDS = 16
"""So many make the final one."""

LONGEST = 4_000
"""A playout with more decisions is given up, and counts as lost."""

FUEL = 30_000_000
"""The fuel for one decision of a playout, some seconds; without it a playout is given up, too."""

SCORES = 30_000_000
"""The fuel for the scores of all positions; those that are left out then count like the one before."""

PATIENCE = 10.0
"""The results of playouts from a position weigh as much as the curve when there are so many."""

SMALLEST = 0.005
"""No chance before the end is smaller, and none is nearer to 1."""


@dataclass(slots=True)
class _Station:
    """A position from which playouts start."""

    at: int
    game: Game
    played: int = 0
    won: int = 0


@dataclass(slots=True)
class _Playout:
    """A playout that is under way, with the positions that it has passed: score and turn."""

    station: _Station
    game: Game
    seed: int
    bot: PlayoutBot
    passed: list[tuple[float, float]] = field(default_factory=list)
    turn: int = -1
    decisions: int = 0


class WinChance:
    """The estimate for one seat, which gets better with every playout."""

    def __init__(self, positions: Sequence[Game], seat: int, seed: int = 0) -> None:
        """Take the game after each number of choices, from none to all; nothing is played yet."""
        self._seat = seat
        self._seed = seed
        seek_judgement(positions[0])
        self._judged = Judged(positions, seat, seed) if positions[0].judgement is not None else None
        self._features = list(zip(self._scores(positions), _turns(positions), strict=True))
        last = positions[-1].outcome
        self._result = None if last is None else float(last.results[seat] == "won")
        self._stations = [_Station(at, positions[at]) for at in _spread(positions)]
        self._passed: list[tuple[list[tuple[float, float]], bool]] = []
        self._current: _Playout | None = None

    @property
    def playouts(self) -> int:
        """How many playouts have ended."""
        return sum(station.played for station in self._stations)

    @property
    def share(self) -> float:
        """How much of the first estimate is done, from 0 to 1."""
        if self._judged is not None:
            return self._judged.share
        wanted = FIRST_ROUNDS * len(self._stations)
        return min(1.0, self.playouts / wanted) if wanted else 1.0

    @property
    def won(self) -> int:
        """How many of them were won."""
        return sum(station.won for station in self._stations)

    @property
    def done(self) -> bool:
        """Whether the final estimate is there."""
        if self._judged is not None:
            return self._judged.done
        return self.playouts >= ROUNDS * len(self._stations)

    def work(self, stopped: Callable[[], bool]) -> None:
        """Play until the estimate is done or `stopped` says so; a playout under way goes on the next time."""
        while self._judged is not None and not self.done and not stopped():
            self._judged.step()
        while not self.done and not stopped():
            try:
                playout = self._current or self._begin()
            except SpentError:  # nothing can be imagined there
                self._add(self._next_station(), [], won=False)
                continue
            self._current = playout
            if not playout.decisions and playout.game.plan_search is not None:
                try:
                    self._play_natively(playout, stopped)
                except SearchFailedError:
                    pass  # Python goes on where a rule fails
                except StoppedError:
                    return
                else:
                    continue
            try:
                with playout.game.rationed(Ration(FUEL)):
                    ended = self._step(playout)
            except (RuleError, SpentError):
                ended = True
            if ended:
                self._count(playout)

    def chances(self) -> tuple[float, ...]:
        """Return the chance to win after each number of choices; at the end of the game the result."""
        if self._judged is not None:
            found = [_bounded(chance) for chance in self._judged.chances()]
            return (*found[:-1], found[-1] if self._result is None else self._result)
        curve = fit(self._passed)
        found = [curve.at(*feature) for feature in self._features]
        drift = [self._correction(number, curve) for number in range(len(self._stations))]
        places = [station.at for station in self._stations]
        chances = [_bounded(each + _between(at, places, drift)) for at, each in enumerate(found)]
        if self._result is not None:
            chances[-1] = self._result
        return tuple(chances)

    # --- playouts --------------------------------------------------------------------------------

    def _begin(self) -> _Playout:
        """Begin the next playout: all stations take turns."""
        number = self.playouts
        station = self._next_station()
        seed = self._seed * 1_000_003 + number
        with station.game.rationed(Ration(FUEL)):
            game = station.game.imagine(self._seat, seed)
        game.leave_ration()  # each decision gets its own
        return _Playout(station, game, seed, PlayoutBot(seed))

    def _next_station(self) -> _Station:
        return min(self._stations, key=lambda station: station.played)

    def _play_natively(self, playout: _Playout, stopped: Callable[[], bool]) -> None:
        """Play to the end at once; if that is stopped, it begins again the next time."""
        ration = Ration(FUEL, stopped)
        on = playout.game.played_on(self._seat, playout.seed, ration, LONGEST)
        self._add(playout.station, [(float(score), float(turn)) for score, turn in on.passed], on.won)

    def _step(self, playout: _Playout) -> bool:
        """Make a decision; return whether the playout has ended."""
        game = playout.game
        if game.seat is None or playout.decisions >= LONGEST:
            return True
        if game.turns != playout.turn:
            playout.turn = game.turns
            playout.passed.append(self._seen(game))
        playout.decisions += 1
        playout.bot.play(game)
        return game.seat is None

    def _count(self, playout: _Playout) -> None:
        outcome = playout.game.outcome
        won = outcome is not None and outcome.results[self._seat] == "won"
        self._add(playout.station, playout.passed, won)

    def _add(self, station: _Station, passed: list[tuple[float, float]], won: bool) -> None:
        """Count a playout that has ended."""
        station.played += 1
        station.won += won
        self._passed.append((passed, won))
        self._current = None

    def _scores(self, positions: Sequence[Game]) -> list[float]:
        """Return the score of each position."""
        found: list[float] = []
        ration = Ration(SCORES)
        for position in positions:
            try:
                with position.rationed(ration):
                    found.append(float(position.score(self._seat)))
            except SpentError:
                found.append(found[-1])
        return found

    def _seen(self, game: Game) -> tuple[float, float]:
        return float(game.score(self._seat)), float(game.turns)

    def _correction(self, number: int, curve: Curve) -> float:
        """Return by how much playouts from a position and its neighbours differ from the curve.

        A few playouts say little, so they count more the more there are.
        """
        surplus = played = 0.0
        for station in self._stations[max(0, number - 1) : number + 2]:
            surplus += station.won - station.played * curve.at(*self._features[station.at])
            played += station.played
        return surplus / (played + PATIENCE)


def _turns(positions: Sequence[Game]) -> list[float]:
    """Return the turn of each position, with the part of it that is over: time passes evenly in a turn."""
    found: list[float] = []
    for turn, group in groupby(positions, key=lambda game: game.turns):
        count = sum(1 for _ in group)
        found += [turn + number / count for number in range(count)]
    return found


def _spread(positions: Sequence[Game]) -> list[int]:
    """Return where playouts start: at beginnings of turns, or anywhere in a game without turns."""
    last = len(positions) - 1
    begun = [at for at in range(last) if at == 0 or positions[at].turns != positions[at - 1].turns]
    found = begun if len(begun) > 2 else [*range(last)]
    running = [at for at in found if positions[at].seat is not None]
    if len(running) <= STATIONS:
        return running
    step = (len(running) - 1) / (STATIONS - 1)
    return [running[round(number * step)] for number in range(STATIONS)]


def _between(at: int, places: Sequence[int], values: Sequence[float]) -> float:
    """Return a value between those of the nearest places."""
    if not places:
        return 0.0
    after = bisect_right(places, at)
    if after == 0 or after == len(places):
        return values[0 if after == 0 else -1]
    low, high = places[after - 1], places[after]
    part = (at - low) / (high - low)
    return values[after - 1] * (1 - part) + values[after] * part


def _bounded(chance: float) -> float:
    return max(SMALLEST, min(1 - SMALLEST, chance))
