"""A quick bot for playouts: tries a few random actions and does the one with the best score.

It plays much better than chance and much faster than `lab/lookahead_bot.py`, because it never searches.
Native code plays the same (`rules/backends/native/helpers/play_on.py`).
"""

from lazaretto.lab.turn_search import END, worth_of
from lazaretto.rules import Game, RuleError
from lazaretto.rules.run.random_streams import RandomWord

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
