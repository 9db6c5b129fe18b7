"""What is told about a finished game besides its result: goals, and the line to share."""

from collections.abc import Collection

from lazaretto.host import Course
from lazaretto.host.statistics import Statistics
from lazaretto.tui.messages import after_game as say


def share_text(course: Course, turn: int) -> str:
    """The share line of a game with its result; empty if it has none."""
    if not course.share or not course.result:
        return ""
    parts: list[str] = [say.SHARED_RESULT[course.result](turn=turn)]
    if course.goals:
        reached = sum(each.reached for each in course.goals)
        parts.append(say.SHARED_GOALS(reached=reached, goals=len(course.goals)))
    if course.day:
        parts.append(say.SHARED_DAY(day=course.day))
    return say.SHARED(game=course.share, result=", ".join(parts))


def goals_text(course: Course, first: Collection[str] = ()) -> str:
    """A sentence about the goals that were reached, with the new ones; empty if the game has none."""
    if not course.goals:
        return ""
    reached = [each.title for each in course.goals if each.reached]
    new = [each for each in reached if each in first]
    words = say.NEW_GOALS if new else say.GOALS
    return words(reached=len(reached), number=len(course.goals), new="; ".join(new))


def first_reached(found: Statistics, record: str) -> frozenset[str]:
    """The goals that were reached for the first time in a game."""
    return frozenset(goal.title for game in found.games for goal in game.goals if goal.first == record)
