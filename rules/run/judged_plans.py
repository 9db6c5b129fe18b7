"""Where a plan relies on a learned judgement."""

from lazaretto.rules.run.judgement_form import JudgementForm
from lazaretto.rules.run.machine import Machine
from lazaretto.rules.run.plan_budget import Budget


def judgement_of_paths(machine: Machine, budget: Budget) -> JudgementForm | None:
    """Return what chooses the paths; None: the score."""
    wanted = budget.judged_paths or machine.tables.score is None
    return machine.judgement.for_plans if wanted and machine.judgement is not None else None


def judgement_of_ends(machine: Machine, budget: Budget) -> JudgementForm | None:
    """Return what says how good the ends of play-outs are; None: the score."""
    return machine.judgement if budget.judged_ends else judgement_of_paths(machine, budget)
