"""The end of a game in words: who has won and why, points and ranks, goals, and the line to share."""

from collections.abc import Collection, Sequence

from lazaretto.host import Course
from lazaretto.host.records.statistics import Statistics
from lazaretto.rules import Outcome
from lazaretto.tui.messages import after_game as after_game_say, common as say

_BEST_FIRST = ("won", "drawn", "lost")


def verdicts(outcome: Outcome, players: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence for those who share a result and a reason, the winners first.

    If all share both, return the reason for the table.
    """
    if shared_by_all(outcome):
        return (outcome.reason,)
    groups: dict[tuple[str, str], list[str]] = {}
    for result, reason, player in zip(outcome.results, outcome.reasons, players, strict=True):
        groups.setdefault((result, reason), []).append(player)
    best = sorted(groups, key=lambda group: _BEST_FIRST.index(group[0]))
    if len(set(outcome.reasons)) == 1:
        results = "; ".join(_verdict(result, "", groups[result, reason]) for result, reason in best)
        return (say.BECAUSE(result=results, reason=outcome.reason),)
    return tuple(_verdict(result, reason, groups[result, reason]) for result, reason in best)


def shared_by_all(outcome: Outcome) -> bool:
    """Whether the game ended in the same way for everybody."""
    return len(set(zip(outcome.results, outcome.reasons, strict=True))) == 1


def _verdict(result: str, reason: str, players: Sequence[str]) -> str:
    words = say.RESULT_OF[result](players=", ".join(players))
    return say.BECAUSE(result=words, reason=reason) if reason else words


def standings(outcome: Outcome, players: Sequence[str]) -> tuple[str, ...]:
    """Return a phrase for each player, best rank first, or one for all; none if nothing is counted."""
    if outcome.shared and outcome.points:
        return (say.TOGETHER(points=_points(outcome.points[0], outcome.most)),)
    if not outcome.points and not outcome.ranks:
        return ()
    ranks = outcome.ranks or (1,) * len(players)
    points = outcome.points or (None,) * len(players)
    ranked = sorted(zip(ranks, players, points, strict=True), key=lambda each: each[0])
    return tuple(_standing(rank, player, each, outcome.most) for rank, player, each in ranked)


def points_of_game(points: Sequence[int], ranks: Sequence[int]) -> str:
    """Return the points of a game of a campaign; points without ranks belong to all players together."""
    if ranks:
        return say.EACH_POINTS(points=", ".join(map(str, points)))
    return say.ALL_POINTS(points=say.POINTS(number=points[0]))


def _standing(rank: int, player: str, points: int | None, most: int | None) -> str:
    if points is None:
        return say.RANKED(rank=rank, player=player)
    return say.RANKED_WITH(rank=rank, player=player, points=_points(points, most))


def _points(number: int, most: int | None) -> str:
    return say.POINTS(number=number) if most is None else say.POINTS_OF(number=number, most=most)


def share_text(course: Course, turn: int) -> str:
    """The share line of a game with its result; empty if it has none."""
    if not course.share or not course.result:
        return ""
    parts: list[str] = [after_game_say.SHARED_RESULT[course.result](turn=turn)]
    if course.goals:
        reached = sum(goal.reached for goal in course.goals)
        parts.append(after_game_say.SHARED_GOALS(reached=reached, goals=len(course.goals)))
    if course.day:
        parts.append(after_game_say.SHARED_DAY(day=course.day))
    return after_game_say.SHARED(game=course.share, result=", ".join(parts))


def goals_text(course: Course, first: Collection[str] = ()) -> str:
    """A sentence about the goals that were reached, with the new ones; empty if the game has none."""
    if not course.goals:
        return ""
    reached = [goal.title for goal in course.goals if goal.reached]
    new = [each for each in reached if each in first]
    words = after_game_say.NEW_GOALS if new else after_game_say.GOALS
    return words(reached=len(reached), number=len(course.goals), new="; ".join(new))


def first_reached(found: Statistics, record: str) -> frozenset[str]:
    """The goals that were reached for the first time in a game."""
    return frozenset(goal.title for game in found.games for goal in game.goals if goal.first == record)
