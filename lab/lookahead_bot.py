"""A bot that searches ahead over its own turn and takes the path with the best score.

It knows no game: the game's own `score` rates positions. It searches in a determinisation for its seat, so it
cannot use hidden information.

The search stops where something is drawn at random, so that it compares its own decisions and not one lucky
draw. It then plays the best few paths to the end of the turn in several determinisations, the same for each
path, because the random events at the end of a turn decide what a path is worth.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import nlargest

from lab.searched_paths import Path, Paths, SearchedPaths
from rules import Game, Ration, RuleError, SpentError
from rules.run.plan_search import SearchFailedError

WIDTH = 10
"""Beam width: how many paths are searched in parallel."""

DEPTH = 12
"""Search depth in actions; a longer turn is planned again on the way."""

BROAD = 240
"""The maximum number of answers to one question that are tried."""

NARROW = 8
"""The maximum number of answers that are tried when the same question occurs again in the turn."""

FINAL = 6
"""How many paths are compared in other determinisations before one is taken."""

WORLDS = 4
"""The number of those determinisations."""

LATER = 24
"""The maximum number of answers given to bring a turn to its end."""

FUEL = 2_000_000_000
"""The fuel for planning one move, on all copies together; the bot then takes the best path found so far.

Fuel is no measure of time: in a game with unusual rules it may last for more than half a minute. At a table,
the host ends planning that takes too long (`host/autosaved_game.py`)."""

END = 10**9
"""The score of a won game; a lost game scores its negative."""


@dataclass(slots=True)
class Way:
    """A copy of the game after some answers, its score, and the answers."""

    game: Game
    worth: int
    path: Path


@dataclass(slots=True)
class _Deed:
    """A partial action: the game, the answers so far, and which of them were picked from many."""

    game: Game
    steps: Path = ()
    picked: tuple[tuple[Path, object], ...] = ()


class _RefusedError(Exception):
    """An action needs the consent of a seat that has refused it since another seat acted last."""


class ThinkerBot:
    """Plans its turn, then follows the plan until something unexpected happens.

    What a player has refused it does not ask of that player again until somebody else has acted.
    """

    def __init__(self, seed: int, width: int = WIDTH) -> None:
        self._seed = seed
        self._width = width
        self._plans: dict[int, tuple[Game, list[object]]] = {}
        """For each seat the rest of its plan, and the game at the time of planning."""
        self._planned: Path = ()
        """What it has planned last."""

    def play(self, game: Game) -> None:
        """Give one answer."""
        seat = game.seat
        assert seat is not None
        before, plan = self._plans.get(seat, (game, []))
        refused = game.refusals(seat) != before.refusals(seat)
        if not plan or refused or game.learned(before) or plan[0] not in game.answers(seat, BROAD):
            before = game.fork()
            plan = list(self.plan(game, seat))
        self._plans[seat] = before, plan[1:]
        game.answer(plan[0])

    def plan(self, game: Game, seat: int) -> Path:
        """Plan anew: return the answers for the rest of the turn, the next one first."""
        self._seed += 1
        search, refused = game.plan_search, game.refusals(seat)
        if search is not None and not refused:
            try:
                with search.lock, game.rationed(Ration(FUEL)):
                    self._planned = self._think(game, seat, SearchedPaths(search))
                return self._planned
            except SearchFailedError:
                pass  # Python goes on where a rule fails
        with game.rationed(Ration(FUEL)):
            self._planned = self._think(game, seat, _OwnPaths(refused))
        return self._planned

    def _think(self, game: Game, seat: int, paths: Paths) -> Path:
        """Return the answers of the best path found before the fuel is used up."""
        first = game.answers(seat, BROAD)
        if len(first) == 1 or consents(game, game.answered):
            return (first[0],)
        try:
            start = game.imagine(seat, self._seed)
        except SpentError:
            return (first[0],)
        count = paths.find(start, seat, self._width)
        totals = [0] * count
        try:
            for number in range(WORLDS if count > 1 else 0):
                world = game.imagine(seat, self._seed * 1_000 + number)
                found = paths.played_out(world, seat)
                totals = [sum(each) for each in zip(totals, found, strict=True)]
        except SpentError:
            pass  # the determinisations that were finished decide
        return paths.path(totals.index(max(totals))) if count else (first[0],)


class _OwnPaths:
    """The best paths, found by calls for each decision."""

    def __init__(self, refused: frozenset[tuple[int, int]]) -> None:
        self._refused = refused
        self._ways: list[Way] = []

    def find(self, start: Game, seat: int, width: int) -> int:
        """Find the best paths through the turn; return how many."""
        self._ways = Outlook(start, seat, width, self._refused).ways()
        return len(self._ways)

    def played_out(self, world: Game, seat: int) -> list[int]:
        """Return what each of them is worth in another determinisation."""
        return [_played_out(world.fork(), seat, way.path) for way in self._ways]

    def path(self, number: int) -> Path:
        """Return the answers of one of them."""
        return self._ways[number].path


@dataclass(slots=True)
class Outlook:
    """A search from one question."""

    start: Game
    seat: int
    width: int
    refused: frozenset[tuple[int, int]] = frozenset()
    """Questions for consent to which a seat has said no."""
    seen: set[int] = field(default_factory=set)
    plain: set[object] = field(default_factory=set)
    """Actions that were done without chance before; if one now meets chance, the turn is over."""
    tastes: dict[Path, dict[object, int]] = field(default_factory=dict)
    """The score of each answer to a question with many answers, when it first occurred."""

    def ways(self) -> list[Way]:
        """Return the best paths through the turn, the best first."""
        beam = [Way(self.start, 0, ())]
        ends: list[Way] = []
        for _ in range(DEPTH):
            open_ways: list[Way] = []
            try:
                for way in beam:
                    for found, over in self.deeds(way):
                        (ends if over else open_ways).append(found)
            except SpentError:
                return nlargest(
                    FINAL, ends or open_ways or (each for each in beam if each.path), key=by_worth
                )
            if not open_ways:
                break
            beam = nlargest(self.width, open_ways, key=by_worth)
        return nlargest(FINAL, ends or beam, key=by_worth)

    def deeds(self, way: Way) -> Iterator[tuple[Way, bool]]:
        """Yield every completed next action, and whether it ends the turn."""
        begun = [_Deed(way.game)]
        for deed in begun:
            answers, taste = self._answers(deed)
            for answer in answers:
                steps = (*deed.steps, answer)
                picked = deed.picked if taste is None else (*deed.picked, (taste, answer))
                try:
                    game, over = self._after(deed.game, answer, steps[0])
                except (RuleError, _RefusedError):
                    continue
                if not over and game.inside:
                    begun.append(_Deed(game, steps, picked))
                    continue
                mark = game.mark()
                if mark in self.seen:
                    continue
                self.seen.add(mark)
                worth = worth_of(game, self.seat)
                for key, other in picked:
                    known = self.tastes[key]
                    known[other] = max(worth, known.get(other, worth))
                yield Way(game, worth, way.path + steps), over

    def _answers(self, deed: _Deed) -> tuple[list[object], Path | None]:
        """Return the answers to try, and the key under which to store their scores if there are many."""
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
        """Return the game after an answer, and whether the answer ends the turn.

        If a random event ends the turn, it is the game before that event. An action that itself draws at
        random is rated by its result.
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
            agree(after, self.seat, self.refused)
            if after.question == self.start.question and not self._over(after):
                return after, False
        return game, True

    def _agreed(self, game: Game) -> bool:
        """Let the other players consent; return whether that involved no chance."""
        while consents(game, self.seat):
            _ask_once(game, self.refused)
            if not game.foresee(True):
                return False
        return True

    def _over(self, game: Game) -> bool:
        return game.seat != self.seat or game.turns != self.start.turns


def _played_out(game: Game, seat: int, path: Path) -> int:
    """Return the score at the end of the turn if the same answers, while possible, are given in this game."""
    return worth_of(game, seat) if play_out(game, seat, path) else -END


def play_out(game: Game, seat: int, path: Path) -> bool:
    """Play to the end of the turn with these answers, while possible; return False if a rule fails."""
    turn, question = game.turns, game.question
    try:
        for answer in path:
            if game.seat != seat or answer not in game.answers(seat, BROAD):
                break
            game.answer(answer)
            agree(game, seat)
        for _ in range(LATER):
            asked = game.seat
            if asked is None or game.turns != turn:
                break
            for answer in next_best(game, asked, game.question == question):
                game.answer(answer)
                agree(game, asked)
    except RuleError:
        return False
    return True


def next_best(game: Game, seat: int, again: bool) -> Path:
    """Return the next answers of a seat that searches only one action ahead.

    It searches only if the same question is asked again or an action is incomplete; otherwise it passes or
    takes the first answer.
    """
    answers: list[object] = game.answers(seat, NARROW)
    if len(answers) > 1 and (again or game.inside):
        deeds = [way for way, _ in Outlook(game, seat, 1).deeds(Way(game, 0, ()))]
        if deeds:
            return max(deeds, key=by_worth).path
    return (None if None in answers else answers[0],)


def by_worth(way: Way) -> int:
    """Return the score of a path, for sorting."""
    return way.worth


def consents(game: Game, seat: int | None) -> bool:
    """Whether another player is asked to consent to something a seat does."""
    asked = game.seat
    return asked is not None and asked != seat and game.inside and game.answers(asked, 2) == [True, False]


def agree(game: Game, seat: int, refused: frozenset[tuple[int, int]] = frozenset()) -> None:
    """Answer yes for other players who are asked to consent to something a seat does."""
    while consents(game, seat):
        _ask_once(game, refused)
        game.answer(True)


def _ask_once(game: Game, refused: frozenset[tuple[int, int]]) -> None:
    if (game.question, game.seat) in refused:
        raise _RefusedError


def worth_of(game: Game, seat: int) -> int:
    """Return the score of a position; a result counts more than any score."""
    outcome = game.outcome
    if outcome is not None:
        return END if outcome.results[seat] == "won" else -END
    return game.score(seat)
