"""Chooses what plans for bots and gives hints: as the command, the environment or the settings file says."""

import argparse
import os
from typing import TYPE_CHECKING

from lazaretto.tui.commands.command_error import RefusalError
from lazaretto.tui.messages import commands as say

if TYPE_CHECKING:
    from lazaretto.rules.engine.engine_names import Engine


def add_engine_to_play(parser: argparse.ArgumentParser) -> None:
    """Add the option for the engine that helps those who play."""
    from lazaretto.rules.engine.engine_names import ENGINES

    parser.add_argument("--engine", choices=ENGINES, help=say.ENGINE_TO_PLAY())


def engine_of(arguments: argparse.Namespace) -> "Engine":
    """The engine to play with.

    Raises:
        RefusalError: the command names one that is not installed.
    """
    from lazaretto.host.settings.user_settings import (
        Settings,
        changed,
        from_environment,
        read_settings,
        settings_file,
    )
    from lazaretto.rules.engine.engine_error import MissingEngineError
    from lazaretto.rules.engine.engines import must_be_installed

    if arguments.engine is None:
        settings, _ = read_settings(settings_file())
        given = from_environment(os.environ)
        return changed(settings, {name: given[name] for name in given if name == "engine"}).engine
    try:
        must_be_installed(arguments.engine)
    except MissingEngineError as error:
        raise RefusalError(str(error)) from None
    return changed(Settings(), {"engine": arguments.engine}).engine
