"""A bot that thinks: it looks ahead over its own turn and takes the way on which things stand best.

It knows no game. How well things stand is told by the game's own `score`; what its seat may not see is dealt
again at random before it looks, so it cannot cheat.

It looks ahead only as far as nothing is left to chance, so that it compares what it did and not what one draw
of the cards made of it. A few of the best ways are then played to the end of the turn in several worlds, the
same ones for each of them, because only there the next blow falls.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import nlargest

from rules import Game, RuleError

WIDTH = 10
"""Ways that are followed at the same time."""

DEPTH = 12
"""Deeds that are looked ahead; longer turns are thought of again on the way."""

BROAD = 240
"""Answers to one question that are tried."""

NARROW = 8
"""Answers to a question that are tried again later in the turn, if there are more."""

FINAL = 6
"""Ways that are tried in other worlds before one is taken."""

WORLDS = 4
"""Other worlds in which they are tried."""

LATER = 24
"""Answers that are given at most to bring a turn to its end."""

END = 10**9
"""What a game that is won is worth, and one that is lost costs."""

Path = tuple[object, ...]


@dataclass(slots=True)
class _Way:
    """A copy of the game after some answers, what it is worth, and the answers."""

    game: Game
    worth: int
    path: Path


@dataclass(slots=True)
class _Deed:
    """Something that has been begun: the game, the answers so far, and which of them had many beside them."""

    game: Game
    steps: Path = ()
    picked: tuple[tuple[Path, object], ...] = ()


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

    def _think(self, game: Game, seat: int) -> Path:
        """The answers of the best way that was found."""
        first = game.answers(seat, BROAD)
        if len(first) == 1 or _consents(game, game.answered):
            return (first[0],)
        ways = _Outlook(game.imagine(seat, self._seed), seat, self._width).ways()
        if len(ways) > 1:
            totals = [0] * len(ways)
            for number in range(WORLDS):
                world = game.imagine(seat, self._seed * 1_000 + number)
                for index, way in enumerate(ways):
                    totals[index] += _played_out(world.fork(), seat, way.path)
            return ways[totals.index(max(totals))].path
        return ways[0].path if ways else (first[0],)


@dataclass(slots=True)
class _Outlook:
    """What can be seen ahead from one question."""

    start: Game
    seat: int
    width: int
    seen: set[int] = field(default_factory=set)
    plain: set[object] = field(default_factory=set)
    """Deeds that were done without chance; where it speaks after one of these, the turn was over."""
    tastes: dict[Path, dict[object, int]] = field(default_factory=dict)
    """What each answer to a question with many was worth when it was first met."""

    def ways(self) -> list[_Way]:
        """The ways through the turn that look best, the best first."""
        beam = [_Way(self.start, 0, ())]
        ends: list[_Way] = []
        for _ in range(DEPTH):
            open_ways: list[_Way] = []
            for way in beam:
                for found, over in self.deeds(way):
                    (ends if over else open_ways).append(found)
            if not open_ways:
                break
            beam = nlargest(self.width, open_ways, key=_by_worth)
        return nlargest(FINAL, ends or beam, key=_by_worth)

    def deeds(self, way: _Way) -> Iterator[tuple[_Way, bool]]:
        """Everything that can be done next, each carried through, and whether the turn is over with it."""
        begun = [_Deed(way.game)]
        for deed in begun:
            answers, taste = self._answers(deed)
            for answer in answers:
                steps = (*deed.steps, answer)
                picked = deed.picked if taste is None else (*deed.picked, (taste, answer))
                try:
                    game, over = self._after(deed.game, answer, steps[0])
                except RuleError:
                    continue
                if not over and game.inside:
                    begun.append(_Deed(game, steps, picked))
                    continue
                mark = game.mark()
                if mark in self.seen:
                    continue
                self.seen.add(mark)
                worth = _worth(game, self.seat)
                for key, other in picked:
                    known = self.tastes[key]
                    known[other] = max(worth, known.get(other, worth))
                yield _Way(game, worth, way.path + steps), over

    def _answers(self, deed: _Deed) -> tuple[list[object], Path | None]:
        """The answers to try, and where to note what they are worth if there are many."""
        answers: list[object] = deed.game.answers(self.seat, BROAD)
        if not deed.steps or len(answers) <= NARROW:
            return answers, None
        key = (deed.game.question, *deed.steps)
        known = self.tastes.get(key)
        if known is None:
            self.tastes[key] = {}
            return answers, key
        return nlargest(NARROW, answers, key=lambda each: known.get(each, -END)), None

    def _after(self, before: Game, answer: object, deed: object) -> tuple[Game, bool]:
        """The game after an answer, and whether the turn is over with it.

        Where chance ends the turn it is the game as it stands before that. A deed that leaves something to
        chance itself is judged by what came of it.
        """
        game = before.fork(still=True)
        if game.foresee(answer) and self._agreed(game):
            over = self._over(game)
            if not over:
                self.plain.add(deed)
            return game, over
        if deed not in self.plain:
            after = before.fork()
            after.answer(answer)
            _agree(after, self.seat)
            if after.question == self.start.question and not self._over(after):
                return after, False
        return game, True

    def _agreed(self, game: Game) -> bool:
        """Let the others say yes; whether that left nothing to chance."""
        while _consents(game, self.seat):
            if not game.foresee(True):
                return False
        return True

    def _over(self, game: Game) -> bool:
        return game.seat != self.seat or game.turns != self.start.turns


def _played_out(game: Game, seat: int, path: Path) -> int:
    """What the same answers come to in another world at the end of the turn, as far as they can be given."""
    turn, question = game.turns, game.question
    try:
        for answer in path:
            if game.seat != seat or answer not in game.answers(seat, BROAD):
                break
            game.answer(answer)
            _agree(game, seat)
        for _ in range(LATER):
            asked = game.seat
            if asked is None or game.turns != turn:
                break
            for answer in _next_best(game, asked, game.question == question):
                game.answer(answer)
                _agree(game, asked)
    except RuleError:
        return -END
    return _worth(game, seat)


def _next_best(game: Game, seat: int, again: bool) -> Path:
    """What a seat does next if it looks no further than that.

    Only what is asked again, or half done, is thought over; anything else is left or done as it comes.
    """
    answers: list[object] = game.answers(seat, NARROW)
    if len(answers) > 1 and (again or game.inside):
        deeds = [way for way, _ in _Outlook(game, seat, 1).deeds(_Way(game, 0, ()))]
        if deeds:
            return max(deeds, key=_by_worth).path
    return (None if None in answers else answers[0],)


def _by_worth(way: _Way) -> int:
    return way.worth


def _consents(game: Game, seat: int | None) -> bool:
    """Whether somebody else is asked whether a seat may do something."""
    asked = game.seat
    return asked is not None and asked != seat and game.inside and game.answers(asked, 2) == [True, False]


def _agree(game: Game, seat: int) -> None:
    """Others are expected to say yes when they are asked whether a seat may do something."""
    while _consents(game, seat):
        game.answer(True)


def _worth(game: Game, seat: int) -> int:
    outcome = game.outcome
    if outcome is not None:
        return END if outcome.results[seat] == "won" else -END
    return game.score(seat)
