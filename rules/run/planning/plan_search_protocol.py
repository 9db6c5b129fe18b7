"""What a search for plans offers that runs without a call for each decision, and how much it may think.

A budget counts and never takes seconds, so the same seed gives the same game.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from lazaretto.grammar.node_dataclass import frozen_value
from lazaretto.rules.run.limits import Ration
from lazaretto.rules.run.planning.judgement_form import JudgementForm
from lazaretto.rules.run.questions.legal_answers import Answer
from lazaretto.rules.run.state import State


@frozen_value
class Budget:
    """What one plan may take. Its paths are compared in rounds; the better half goes on to the next one."""

    width: int = 10
    """Beam width: how many paths through the own turn are searched in parallel."""
    depth: int = 12
    """Search depth in actions; a longer turn is planned again on the way."""
    final: int = 6
    """How many paths are compared in other determinisations before one is taken; at most 60."""
    alike: int = 0
    """How many of them, and of those searched in parallel, may begin with the same action; 0: all."""
    rounds: tuple[int, ...] = (4,)
    """The number of these determinisations in each round."""
    horizon: int = 0
    """How many turns after the own one are played out in them."""
    end_horizon: int = 0
    """How many turns are played out if the game seems to end within them: results then decide, not scores."""
    later_width: int = 0
    """Beam width in these turns; 0 looks only one action ahead."""
    chances: bool = False
    """Whether ends of play-outs count as chances to win; otherwise their scores are added up."""
    judged_ends: bool = False
    """Whether a learned judgement, if there is one, says these chances. Without a score, it always does."""
    judged_paths: bool = False
    """Whether it also chooses the paths, instead of the score."""
    fuel: int = 2_000_000_000
    """The fuel for planning one move, on all copies together; the bot then takes the best path found so far.

    Fuel is no measure of time: in a game with unusual rules it may last for more than half a minute. At a
    table, the host ends planning that takes too long (`host/records/autosaved_game.py`)."""


class SearchFailedError(Exception):
    """The search cannot finish: a rule failed on the way, or there is not enough room."""


class PlayedOn(NamedTuple):
    """What came of a game that a quick bot has played on."""

    won: bool
    passed: tuple[tuple[int, int], ...]
    """The score at the beginning of each turn, and the turn."""


class PlanSearch(Protocol):
    """Finds the same paths as `lab/playing/turn_search.py` in determinisations of a game, and plays them out.

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
        """Play on to the end as `lab/playing/bots.py` does.

        Each decision has the whole fuel of the ration.
        """
