"""What a search for plans offers that runs without a call for each decision."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from lazaretto.rules.run.judgement_form import JudgementForm
from lazaretto.rules.run.legal_answers import Answer
from lazaretto.rules.run.plan_budget import Budget
from lazaretto.rules.run.ration import Ration
from lazaretto.rules.run.state import State


class SearchFailedError(Exception):
    """The search cannot finish: a rule failed on the way, or there is not enough room."""


class PlayedOn(NamedTuple):
    """What came of a game that a quick bot has played on."""

    won: bool
    passed: tuple[tuple[int, int], ...]
    """The score at the beginning of each turn, and the turn."""


class PlanSearch(Protocol):
    """Finds the same paths as `lab/turn_search.py` in determinisations of one game, and plays them out.

    All methods raise `SearchFailedError` or what the ration raises.
    """

    @property
    def lock(self) -> AbstractContextManager[object]:
        """Whoever plans holds this from the first call to the last."""

    def set_judgement(self, judgement: JudgementForm | None) -> None:
        """Let positions be judged by a judgement from now on; None: by the score."""

    def ways(self, start: State, seat: int, budget: Budget, ration: Ration) -> int:
        """Find the best paths through the turn from a position; return how many."""

    def played_out(
        self, world: State, seat: int, budget: Budget, alive: Sequence[int], ration: Ration
    ) -> Sequence[int]:
        """Return what some of these paths are worth in another determinisation."""

    def play_turns(self, start: State, seat: int, budget: Budget, ration: Ration) -> State | None:
        """Return the position after the turns of a horizon, played as in play-outs; None: there is no way."""

    def features(self, state: State, seat: int) -> Sequence[int]:
        """Return what the judgement that is set knows of a position."""

    def path(self, number: int) -> tuple[Answer, ...]:
        """Return the answers of one of these paths."""

    def play_on(self, start: State, seat: int, seed: int, ration: Ration, longest: int) -> PlayedOn:
        """Play on to the end as `lab/playout_bot.py` does; each decision has the whole fuel of the ration."""
