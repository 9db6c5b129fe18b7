"""Finds the goals that a seat has reached at the end of a game."""

from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.run.fast_play import Play
from lazaretto.rules.run.goal_info import GoalInfo


def goals_in(game: Play) -> tuple[GoalInfo, ...]:
    """Return all goals of a game, reached or not."""
    return game._machine.tables.goals


def goals_reached(game: Play, seat: int) -> tuple[str, ...]:
    """Return the titles of the goals that a seat has reached; none before the end.

    A goal whose condition fails is not reached: a result that is there must not be lost.
    """
    machine, state = game._machine, game._state
    if state.over is None:
        return ()
    result = state.results[seat]
    won = result is not None and result[0] == "won"
    found: list[str] = []
    for number, goal in enumerate(machine.tables.goals):
        try:
            with machine.looking(state):
                if (won or goal.lost_too) and machine.backend.goal(number)(state):
                    found.append(goal.title)
        except RuleError:
            continue
    return tuple(found)
