"""Searches the paths through a turn, in one determinisation.

It knows no game: the game's own `score` rates positions. The search stops where something is drawn at random,
so that it compares decisions and not one lucky draw.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import nlargest

from lazaretto.lab.searched_paths import Path
from lazaretto.rules import Game, RuleError, SpentError
from lazaretto.rules.run.judgement_form import JudgementForm
from lazaretto.rules.run.plan_budget import Budget

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
