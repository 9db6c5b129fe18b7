"""The list of all bots, and those that choose at random or by a look at the score.

The levels `easy`, `medium` and `hard` are bots that think; `thinker` is the one that gives hints.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Protocol

from lazaretto.lab.game_rows import seed_of
from lazaretto.lab.playing.budgets import BUDGETS
from lazaretto.lab.playing.hints import AdvisingThinker
from lazaretto.lab.playing.lookahead_bot import ThinkerBot
from lazaretto.lab.playing.turn_search import END, worth_of
from lazaretto.rules import Game, RuleError
from lazaretto.rules.run.random_streams import RandomWord
from lazaretto.rules.run.records.choice_history import Entry


class Bot(Protocol):
    """Answers the open decision of a game."""

    def play(self, game: Game) -> None:
        """Give one answer."""


class _Chance:
    """A bot's own random source; the same seed gives the same answers.

    The bot plays all seats; `single` leaves interruptions to the other seats.
    """

    def __init__(self, seed: int, single: bool = False) -> None:
        self.below = RandomWord(seed).below
        """Returns a number from 0 up to but excluding a limit, the same ones as native random play."""
        self._single = single

    def seat(self, game: Game) -> int | None:
        """Return the only seat that answers; None for any."""
        return game.seat if self._single else None


class RandomBot(_Chance):
    """Chooses among all open answers, each step uniformly at random."""

    def play(self, game: Game) -> None:
        """Give one answer."""
        game.answer(game.sample(self.below, self.seat(game)))


class KeenBot(_Chance):
    """Answers at random with the weights that the game gives to actions; passing has the lowest weight."""

    def play(self, game: Game) -> None:
        """Give one answer."""
        game.answer(game.sample(self.below, self.seat(game), weighed=True))


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "keen": KeenBot,
    **{name: partial(ThinkerBot, budget=budget) for name, budget in BUDGETS.items()},
}
"""Every bot by its name."""

COMPANIONS: dict[str, Callable[[int], Bot]] = {
    "random": lambda seed: RandomBot(seed, single=True),
    "keen": lambda seed: KeenBot(seed, single=True),
    **{name: partial(AdvisingThinker, budget=budget) for name, budget in BUDGETS.items()},
}
"""The same bots for one seat among people."""

CHANCE = ("random", "keen")
"""The bots that answer at random."""


class SeatedBots:
    """A bot for each seat."""

    def __init__(self, bots: Sequence[Bot]) -> None:
        self._bots = bots

    def play(self, game: Game) -> None:
        """Let the bot of the asked seat give one answer."""
        assert game.seat is not None
        self._bots[game.seat].play(game)


class RepeatingBot:
    """Gives answers that were given before."""

    def __init__(self, answers: Iterable[Entry]) -> None:
        self._answers = iter(answers)

    def play(self, game: Game) -> None:
        """Give one answer."""
        entry = next(self._answers)
        game.turn_to(entry.seat)
        game.answer(entry.answer)


def bot_for(names: Sequence[str], seed: int) -> Bot:
    """Return what plays a game between these bots, one for each seat."""
    if len({*names}) == 1:
        return BOTS[names[0]](seed)
    return SeatedBots(
        [
            (COMPANIONS if name in CHANCE else BOTS)[name](seed_of(seed, seat))
            for seat, name in enumerate(names)
        ]
    )


def seated_bots(text: str, players: int) -> tuple[str, ...]:
    """Return the names of the bots of all seats: one for all of them, or one for each, with commas.

    Raises:
        ValueError: their number does not fit.
    """
    names = tuple(each.strip() for each in text.split(","))
    if len(names) == 1:
        return names * players
    if len(names) != players:
        raise ValueError(len(names))
    return names


TRIED = 30
"""How many random actions are compared."""

STEPS = 8
"""The maximum number of steps of an action that is tried; the rest is chosen afterwards."""

SAME_TURN = 14
"""After this many decisions in one turn it takes the first that comes: some actions cost nothing."""


class PlayoutBot:
    """Plays all seats, each for its own score; the same seed gives the same answers."""

    def __init__(self, seed: int, tried: int = TRIED) -> None:
        self._below = RandomWord(seed).below
        self._tried = tried
        self._turn = -1
        self._decisions = 0
        """The decisions in this turn so far."""

    def play(self, game: Game) -> None:
        """Answer one decision, with the further steps of its action as far as nothing is revealed."""
        seat = game.seat
        assert seat is not None
        if game.turns != self._turn:
            self._turn, self._decisions = game.turns, 0
        self._decisions += 1
        tried = self._tried if self._decisions <= SAME_TURN else 1
        best, path = -2 * END, list[object]()
        for _ in range(tried):
            worth, found = self._try(game, seat)
            if worth > best:
                best, path = worth, found
        for answer in path:
            game.answer(answer)

    def _try(self, game: Game, seat: int) -> tuple[int, list[object]]:
        """Return what a random action is worth, and its answers."""
        trial = game.fork(still=True)
        path: list[object] = []
        try:
            while len(path) < STEPS:
                path.append(trial.sample(self._below, trial.seat, weighed=True))
                if not trial.foresee(path[-1]) or trial.seat is None or not trial.inside:
                    break
            return worth_of(trial, seat), path
        except RuleError:
            return -END - 1, path
