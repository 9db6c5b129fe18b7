"""Searches the paths through a turn in one determinisation, plays them out, and compares what they are worth.

It knows no game: the game's own `score` rates positions. The search stops where something is drawn at random,
so that it compares decisions and not one lucky draw.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest
from math import exp
from typing import Literal, Protocol

from lazaretto.rules import Game, RuleError, SpentError
from lazaretto.rules.run.planning.judgement_form import JudgementForm
from lazaretto.rules.run.planning.plan_search_protocol import Budget, PlanSearch

Path = tuple[object, ...]
"""The answers of a path."""


class Paths(Protocol):
    """The best paths through a turn."""

    def find(self, start: Game, seat: int, budget: Budget) -> int:
        """Find the best paths through the turn; return how many."""

    def played_out(self, world: Game, seat: int, budget: Budget, alive: Sequence[int]) -> Sequence[int]:
        """Return what some of them are worth in another determinisation."""

    def path(self, number: int) -> Path:
        """Return the answers of one of them."""


class SearchedPaths:
    """The paths that the search of a game has found."""

    def __init__(self, search: PlanSearch) -> None:
        self._search = search

    def find(self, start: Game, seat: int, budget: Budget) -> int:
        """Find the best paths through the turn; return how many."""
        return start.found_ways(seat, budget)

    def played_out(self, world: Game, seat: int, budget: Budget, alive: Sequence[int]) -> Sequence[int]:
        """Return what some of them are worth in another determinisation."""
        return world.worth_of_ways(seat, budget, alive)

    def path(self, number: int) -> Path:
        """Return the answers of one of them."""
        return self._search.path(number)


BROAD = 240
"""The maximum number of answers to one question that are tried."""

NARROW = 8
"""The maximum number of answers that are tried when the same question occurs again in the turn."""

END = 10**9
"""The score of a won game; a lost game scores its negative."""


@dataclass(slots=True)
class Way:
    """A copy of the game after some answers, its score, the answers, and with what action they begin."""

    game: Game
    worth: int
    path: Path
    origin: int = 0
    """The number of the first action; 0 before it."""


@dataclass(slots=True)
class _Deed:
    """A partial action: the game, the answers so far, and which of them were picked from many."""

    game: Game
    steps: Path = ()
    picked: tuple[tuple[Path, object], ...] = ()


class _RefusedError(Exception):
    """An action needs a seat that has refused it since another seat acted last."""


@dataclass(slots=True)
class Outlook:
    """A search from one question."""

    start: Game
    seat: int
    budget: Budget
    refused: frozenset[tuple[int, int]] = frozenset()
    """Questions that a seat has refused: it has said no, or stopped the action."""
    judgement: JudgementForm | None = field(init=False)
    """What rates positions instead of the score."""
    seen: set[int] = field(default_factory=set)
    plain: set[object] = field(default_factory=set)
    """Actions that were done without chance before; if one now meets chance, the turn is over."""
    tastes: dict[Path, dict[object, int]] = field(default_factory=dict)
    """The score of each answer to a question with many answers, when it first occurred."""

    origins: int = 0
    """How many actions were found."""

    def __post_init__(self) -> None:
        """Find what rates positions. What leads back to the start is no way: bots would go round for ever."""
        self.judgement = self.start.judgement_of_paths(self.budget)
        self.seen.add(self.start.mark())

    def ways(self) -> list[Way]:
        """Return the best paths through the turn, the best first."""
        beam = [Way(self.start, 0, ())]
        ends: list[Way] = []
        for _ in range(self.budget.depth):
            open_ways: list[Way] = []
            try:
                for way in beam:
                    for found, over in self.deeds(way):
                        (ends if over else open_ways).append(found)
            except SpentError:
                return self._best(
                    self.budget.final, ends or open_ways or [each for each in beam if each.path]
                )
            if not open_ways:
                break
            beam = self._best(self.budget.width, open_ways)
        return self._best(self.budget.final, ends or beam)

    def _best(self, count: int, ways: list[Way]) -> list[Way]:
        """Return the best paths, of which only some may begin with the same action."""
        if not self.budget.alike:
            return nlargest(count, ways, key=by_worth)
        found: list[Way] = []
        begun = Counter[int]()
        for way in sorted(ways, key=by_worth, reverse=True):
            begun[way.origin] += 1
            if begun[way.origin] <= self.budget.alike:
                found.append(way)
        return found[:count]

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
                worth = worth_of(game, self.seat, self.judgement)
                for key, other in picked:
                    known = self.tastes[key]
                    known[other] = max(worth, known.get(other, worth))
                self.origins += 1
                yield Way(game, worth, way.path + steps, way.origin or self.origins), over

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
        _ask_once(game, self.refused)
        return True

    def _over(self, game: Game) -> bool:
        return game.seat != self.seat or game.turns != self.start.turns


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
    _ask_once(game, refused)


def _ask_once(game: Game, refused: frozenset[tuple[int, int]]) -> None:
    if (game.question, game.seat) in refused:
        raise _RefusedError


def worth_of(game: Game, seat: int, judgement: JudgementForm | None = None) -> int:
    """Return the score of a position, or what a judgement says; a result counts more than either."""
    outcome = game.outcome
    if outcome is not None:
        return END if outcome.results[seat] == "won" else -END
    return game.score(seat) if judgement is None else game.log_odds(judgement, seat)


LATER = 24
"""The maximum number of answers given to bring one turn to its end."""

TO_THE_END = Budget()
"""Plays only to the end of the present turn."""

REST_WIDTH = 2
"""Beam width in the rest of the own turn, where chance has ended a path."""

LATER_TURN = Budget(final=1)
"""Finds one path through a later turn."""


def play_out(game: Game, seat: int, path: Path, budget: Budget = TO_THE_END) -> bool:
    """Play as far as a budget says, at first with these answers, while possible; False: a rule fails."""
    turn, question = game.turns, game.question
    rest = replace(LATER_TURN, width=REST_WIDTH, judged_paths=budget.judged_paths)
    later = replace(rest, width=budget.later_width)
    try:
        for answer in path:
            if game.seat != seat or answer not in game.answers(seat, BROAD):
                break
            game.answer(answer)
            agree(game, seat)
        for _ in range(LATER * (1 + budget.horizon)):
            asked = game.seat
            if asked is None or game.turns > turn + budget.horizon:
                break
            again = game.question == question
            search = later if game.turns > turn else rest
            for answer in _next_answers(game, asked, again, search):
                game.answer(answer)
                agree(game, asked)
    except RuleError:
        return False
    return True


def _next_answers(game: Game, seat: int, again: bool, search: Budget) -> Path:
    """Return the answers of a seat for the rest of its turn, if that is to be searched, or the next ones."""
    if again and search.width > 0:
        ways = Outlook(game, seat, search).ways()
        if ways:
            return ways[0].path
    return next_best(game, seat, again, search)


def next_best(game: Game, seat: int, again: bool, budget: Budget) -> Path:
    """Return the next answers of a seat that searches only one action ahead.

    It searches only if the same question is asked again or an action is incomplete; otherwise it passes or
    takes the first answer.
    """
    answers: list[object] = game.open_answers(seat, NARROW)
    if len(answers) > 1 and (again or game.inside):
        deeds = [way for way, _ in Outlook(game, seat, budget).deeds(Way(game, 0, ()))]
        if deeds:
            return max(deeds, key=by_worth).path
    return (None if None in answers else answers[0],)


CLOSE = 4
"""A path is close to the best one if it lacks no more than this part of what the worst one lacks."""

SURE = 1_000_000
"""The chance of a won game, in millionths."""
STEEP = 2.0
"""How steeply chances rise with scores."""

Rating = Literal["scores", "chances", "odds"]
"""What worths are: scores to add up, scores to be turned into chances to win, or log-odds in thousandths."""


class PathWorths:
    """The worths of some paths in the same determinisations."""

    def __init__(self, count: int, rating: Rating) -> None:
        self.alive: Sequence[int] = range(count)
        """The paths that are still compared, in order."""
        self._rating = rating
        self._found: list[list[int]] = [[] for _ in range(count)]

    def add(self, worths: Sequence[int]) -> None:
        """Note what the paths that are still compared are worth in one more determinisation."""
        for number, worth in zip(self.alive, worths, strict=True):
            self._found[number].append(worth)

    def halve(self) -> None:
        """Keep the better half of the paths; of equal ones, the earlier."""
        totals = self._totals()
        self.alive = sorted(nlargest((len(self.alive) + 1) // 2, self.alive, key=totals.__getitem__))

    @property
    def best(self) -> int:
        """The best path; the first of equal ones."""
        totals = self._totals()
        return max(self.alive, key=totals.__getitem__)

    @property
    def close(self) -> list[int]:
        """The best path, and those that are not much worse compared with the worst."""
        totals = self._totals()
        ordered = sorted(self.alive, key=lambda each: -totals[each])
        best, worst = totals[ordered[0]], totals[ordered[-1]]
        return [each for each in ordered if CLOSE * (best - totals[each]) <= best - worst]

    def _totals(self) -> dict[int, int]:
        value = self._value()
        return {each: sum(map(value, self._found[each])) for each in self.alive}

    def _value(self) -> Callable[[int], int]:
        """Return what turns a worth into something that can be added up."""
        if self._rating == "scores":
            return int
        if self._rating == "odds":
            return lambda worth: _chance(worth, 0, 1_000)
        worths = sorted(worth for each in self.alive for worth in self._found[each] if abs(worth) < END)
        middle, spread = _middle_and_spread(worths)
        return lambda worth: _chance(worth, middle, spread / STEEP)


def _middle_and_spread(scores: Sequence[int]) -> tuple[int, int]:
    """Return the middle of sorted scores, and how far the middle half of them spreads.

    A score alone says little about a chance to win, but it says something beside others: the middle one of
    all that were found counts as an even chance.
    """
    if not scores:
        return 0, 1
    quarter = len(scores) // 4
    return scores[len(scores) // 2], max(1, scores[-1 - quarter] - scores[quarter])


def _chance(worth: int, middle: int, scale: float) -> int:
    """Return a chance to win, in millionths."""
    if abs(worth) == END:
        return SURE if worth > 0 else 0
    return round(SURE / (1 + exp(-min(max((worth - middle) / scale, -50.0), 50.0))))
