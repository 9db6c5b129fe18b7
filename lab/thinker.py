"""A bot that thinks: it looks ahead over its own turn and takes the way on which things stand best.

It knows no game. How well things stand is told by the game's own `score`; what its seat may not see is dealt
again at random before it looks, so it cannot cheat.
"""

from dataclasses import dataclass
from heapq import nlargest

from rules import Game, RuleError

WIDTH = 24
"""Ways that are followed at the same time."""

DEPTH = 24
"""Answers that are looked ahead; longer turns are thought of again on the way."""

BROAD = 48
"""Answers to one question that are tried."""

FINAL = 6
"""Ways that are tried in other worlds before one is taken."""

WORLDS = 3

END = 10**9
"""What a game that is won is worth, and one that is lost costs."""


@dataclass(slots=True)
class _Way:
    """A copy of the game after some answers, what it is worth, and the answers."""

    game: Game
    worth: int
    path: tuple[object, ...]


class ThinkerBot:
    """Plans its turn, then follows the plan as long as nothing unforeseen happens."""

    def __init__(self, seed: int, width: int = WIDTH) -> None:
        self._seed = seed
        self._width = width
        self._plans: dict[int, tuple[Game, list[object]]] = {}
        """For each seat what is left of its plan, and the game as it was when the plan was made."""

    def play(self, game: Game) -> None:
        """Give one answer."""
        seat = game.seat
        assert seat is not None
        before, plan = self._plans.get(seat, (game, []))
        if not plan or game.learned(before) or plan[0] not in game.answers(seat, BROAD):
            self._seed += 1
            before, plan = game.fork(), list(self._think(game, seat))
        self._plans[seat] = before, plan[1:]
        game.answer(plan[0])

    def _think(self, game: Game, seat: int) -> tuple[object, ...]:
        """The answers of the best way that was found."""
        first = game.answers(seat, BROAD)
        if len(first) == 1:
            return (first[0],)
        start = game.imagine(seat, self._seed)
        beam = [_Way(start, 0, ())]
        ends: list[_Way] = []
        seen: set[int] = set()
        for _ in range(DEPTH):
            open_ways: list[_Way] = []
            for way in beam:
                for found, over in self._next(way, start, seat, seen):
                    (ends if over else open_ways).append(found)
            if not open_ways:
                break
            beam = nlargest(self._width, open_ways, key=_by_worth)
        best = self._tried(game, seat, nlargest(FINAL, ends or beam, key=_by_worth))
        return best or (first[0],)

    def _tried(self, game: Game, seat: int, ways: list[_Way]) -> tuple[object, ...]:
        """The way that does best in some other worlds too: one may only have been lucky."""
        totals = [way.worth for way in ways]
        for number in range(WORLDS):
            world = game.imagine(seat, self._seed * 1_000 + number)
            for index, way in enumerate(ways):
                totals[index] += self._worth_in(world.fork(), seat, way)
        return max(zip(totals, ways, strict=True), key=lambda each: each[0])[1].path if ways else ()

    def _worth_in(self, world: Game, seat: int, way: _Way) -> int:
        """What the same answers come to in another world, as far as they can be given there."""
        try:
            for answer in way.path:
                if world.seat != seat or answer not in world.answers(seat, BROAD):
                    break
                world.answer(answer)
                agree(world, seat)
        except RuleError:
            return -END
        return _worth(world, seat)

    def _next(self, way: _Way, start: Game, seat: int, seen: set[int]) -> list[tuple[_Way, bool]]:
        """Each answer that can follow, and whether the turn is over with it."""
        found: list[tuple[_Way, bool]] = []
        for answer in way.game.answers(seat, BROAD):
            game = way.game.fork()
            try:
                game.answer(answer)
            except RuleError:
                continue
            agree(game, seat)
            mark = game.mark()
            if mark in seen:
                continue
            seen.add(mark)
            over = game.seat != seat or game.learned(start) or game.turns != start.turns
            found.append((_Way(game, _worth(game, seat), (*way.path, answer)), over))
        return found


def _by_worth(way: _Way) -> int:
    return way.worth


def agree(game: Game, seat: int) -> None:
    """Others are expected to say yes when they are asked whether a seat may do something."""
    while game.inside and game.seat not in (None, seat) and game.answers(game.seat, 2) == [True, False]:
        game.answer(True)


def _worth(game: Game, seat: int) -> int:
    outcome = game.outcome
    if outcome is not None:
        return END if outcome.results[seat] == "won" else -END
    return game.score(seat)
