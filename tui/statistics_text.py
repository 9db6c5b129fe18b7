"""Statistics in lines of text, for the screen and the command line."""

from collections.abc import Iterator

from lazaretto.host.records.statistics import GameStatistics, Section, Statistics, Tally
from lazaretto.tui.messages import statistics as say
from lazaretto.tui.shared_texts import words

LATELY = 7
"""So many daily challenges are listed."""
NAME = 26
"""The width of the first column."""


def heading(found: Statistics) -> Iterator[str]:
    """The lines about all games together."""
    yield f"{say.ALL_GAMES():{NAME}}{_share(found.total)}"
    if found.total.games:
        yield say.STREAK(streak=found.streak, best=found.best_streak)
    if found.daily:
        yield say.DAILY(number=len(found.daily))
        yield from (f"  {line}" for line in daily_lines(found))
    if found.unknown:
        yield say.UNKNOWN(number=found.unknown)


def game_lines(game: GameStatistics) -> Iterator[str]:
    """The lines about one scenario, without its title."""
    yield f"{say.GAMES():{NAME}}{_share(game.total)}"
    yield say.STREAK(streak=game.streak, best=game.best_streak)
    if game.fastest is not None:
        day = game.fastest.when.partition("T")[0]
        yield say.FASTEST(turns=say.TURNS(number=game.fastest.turns), day=day, record=game.fastest.record)
    for section in game.sections:
        yield ""
        yield _aspect(section)
        for tally in section.tallies:
            label = tally.label or say.NO_PARTS()
            shown = say.PLAYERS(number=int(label)) if section.kind == "players" else label
            yield f"  {shown:{NAME - 2}}{_share(tally)}"
    if game.goals:
        reached = sum(bool(goal.reached) for goal in game.goals)
        yield ""
        yield say.GOALS(reached=reached, number=len(game.goals))
        yield from (f"  {line}" for line in goal_lines(game))


def goal_lines(game: GameStatistics) -> Iterator[str]:
    """The goals of a scenario, and how often they were reached."""
    for goal in game.goals:
        if goal.reached:
            day = goal.when.partition("T")[0]
            yield say.GOAL_REACHED(goal=goal.title, times=say.TIMES(number=goal.reached), day=day)
        else:
            yield say.GOAL_OPEN(goal=goal.title, documentation=goal.documentation)


def daily_lines(found: Statistics) -> Iterator[str]:
    """The latest daily challenges, the last one first."""
    for daily_result in reversed(found.daily[-LATELY:]):
        result = say.DAILY_RESULT[daily_result.result](turns=say.TURNS(number=daily_result.turns))
        yield say.DAILY_LINE(day=daily_result.day, title=daily_result.title, result=result)


def _aspect(section: Section) -> str:
    if section.kind == "players":
        return say.BY_PLAYERS()
    if section.kind == "part":
        return say.BY_PARTS()
    return say.BY(aspect=words(section.aspect).lower())


def _share(tally: Tally) -> str:
    """How often games were won, of how many, with the interval if there are enough of them."""
    if not tally.games:
        return say.NONE()
    told = {"won": tally.won, "games": tally.games, "percent": round(100 * tally.share)}
    interval = tally.interval
    if interval is None:
        return say.SHARE(**told)
    low, high = (round(100 * each) for each in interval)
    return say.SHARE_WITHIN(**told, low=low, high=high)
