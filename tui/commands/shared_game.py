"""Plays the game of a share line, or the daily challenge: `lazaretto play --daily`."""

import argparse
from datetime import UTC, date, datetime

from lazaretto.tui.commands.command_error import RefusalError, UsageError
from lazaretto.tui.messages import after_game as say

TODAY = "today"
OTHERS = ("players", "seed", "option", "campaign", "resume", "replay", "branch")
"""The options of `lazaretto play` that mean another game."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the option to the parser."""
    parser.add_argument("--daily", metavar="DATE", nargs="?", const=TODAY, help=say.DAILY_OPTION())


def settle(arguments: argparse.Namespace) -> str:
    """Replace a share line or the daily challenge by the options that it stands for.

    Returns a sentence for the player, usually empty.

    Raises:
        RefusalError: the options do not fit together, or there is no challenge of that day.
    """
    if getattr(arguments, "daily", None) is not None:
        return _daily(arguments)
    from lazaretto.host.share_line import WORD, read_share_line

    given: str = arguments.scenario or ""
    shared = read_share_line(given) if given.startswith(f"{WORD} ") else None
    if shared is not None:
        for name, value in (("players", shared.players), ("seed", shared.seed)):
            if value is not None and getattr(arguments, name) is not None:
                raise UsageError(say.SHARE_HAS(option=name))
            setattr(arguments, name, value if value is not None else getattr(arguments, name))
        arguments.scenario = shared.scenario
        arguments.option = [*shared.options, *arguments.option]
    return ""


def _daily(arguments: argparse.Namespace) -> str:
    from lazaretto.host.share_line import challenge_of

    others = [each for each in OTHERS if getattr(arguments, each)]
    if others or arguments.scenario:
        raise UsageError(say.NOT_WITH_DAILY(option=others[0] if others else OTHERS[0]))
    try:
        day = today() if arguments.daily == TODAY else date.fromisoformat(arguments.daily)
    except ValueError:
        raise UsageError(say.NO_DATE(text=arguments.daily)) from None
    found = challenge_of(day)
    if found is None:
        raise RefusalError(say.NO_DAILY())
    arguments.scenario, arguments.players, arguments.seed = found.scenario, found.players, found.seed
    return say.DAILY_COUNTS(day=found.day)


def today() -> date:
    """The date of the daily challenge: the same for everybody."""
    return datetime.now(UTC).date()
