"""Reads what training goes on with: the weights that an earlier one has found for plans."""

from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from lazaretto.lab import messages as say
from lazaretto.lab.playing.judgement_file import JudgementError, read_judgement
from lazaretto.lab.playing.use_judgement import MOST_MISSING, whole_form
from lazaretto.lab.training.refit_from_turns import Weights
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.planning.judgement_form import UNITS_OF_SUM, JudgementForm


class NotGoingOnError(Exception):
    """Training cannot go on with what was learned before."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """What was learned before."""

    weights: Weights
    """As proportions within each phase of a game."""
    plans: JudgementForm

    @property
    def seed(self) -> int:
        """A number that tells weights apart, so that training does not play the games of the earlier one."""
        return crc32(repr(self.weights).encode())


def read_earlier(path: Path, tables: CompiledGame) -> Earlier:
    """Read what was learned about a game before.

    Raises:
        NotGoingOnError: it does not fit, or there is none.
    """
    try:
        judgement = read_judgement(path)
    except JudgementError as error:
        raise NotGoingOnError(str(error)) from None
    if judgement is None:
        raise NotGoingOnError(say.NO_EARLIER_WEIGHTS(file=path))
    if judgement.scenario != tables.name:
        raise NotGoingOnError(
            say.LEARNED_ELSEWHERE(file=path, scenario=judgement.scenario, wanted=tables.name)
        )
    plans, missing = whole_form(judgement, tables)
    if missing > MOST_MISSING:
        raise NotGoingOnError(say.NOT_JUDGED(scenario=tables.name))
    if judgement.score_shift is not None:
        raise NotGoingOnError(say.LEARNED_WITH_SCORE(file=path))
    if not judgement.plan_outputs or not plans.fits:
        raise NotGoingOnError(say.NO_EARLIER_WEIGHTS(file=path))
    units = range(UNITS_OF_SUM, UNITS_OF_SUM * (len(plans.phases) + 2), UNITS_OF_SUM)
    return Earlier([[float(row[unit]) for row in plans.weights] for unit in units], plans)
