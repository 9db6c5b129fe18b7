"""Plays paths out in a determinisation: to the end of their turn, or through later turns of all seats.

The random events after a path decide what it is worth. Later turns are played well enough to be an example of
what may happen: by a narrow search through the whole turn, or only one action ahead.
"""

from dataclasses import replace

from lazaretto.lab.searched_paths import Path
from lazaretto.lab.turn_search import BROAD, NARROW, Outlook, Way, agree, by_worth
from lazaretto.rules import Game, RuleError
from lazaretto.rules.run.plan_budget import Budget

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
