"""Starts the full-screen app for `lazaretto play`, and prints its result after it ends."""

import argparse
import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.tui.commands import shared_game
from lazaretto.tui.commands.choose_engine import engine_of
from lazaretto.tui.commands.command_error import RefusalError, UsageError
from lazaretto.tui.commands.open_record import read_record, record_path
from lazaretto.tui.commands.play import goes_on, lobby_paths, ordered
from lazaretto.tui.commands.resume_command import ResumeCommand
from lazaretto.tui.messages import commands as say
from lazaretto.tui.messages import line_mode
from lazaretto.tui.safe_output import write_err, write_out

if TYPE_CHECKING:
    from lazaretto.tui.app import Lazaretto, Wish

RARELY = (5_000, 20, 50)
"""Thresholds of Python's garbage collector: with a game in memory, a full collection takes longer than
players want to wait after a key."""


def play_full(arguments: argparse.Namespace) -> int:
    """Show the launcher, or the requested game.

    Raises:
        RefusalError: the request cannot be fulfilled.
    """
    from lazaretto.host.crash_report import keep_crash
    from lazaretto.host.lobby.local_lobby import LocalLobby
    from lazaretto.host.settings.user_settings import from_environment, read_settings, settings_file
    from lazaretto.lab.playing.bots import COMPANIONS
    from lazaretto.lab.playing.win_chance import WinChance
    from lazaretto.tui.app import Lazaretto
    from lazaretto.tui.terminal.terminal_capabilities import encoding, plain_letters

    wish = _wish(arguments)
    settings, notice = read_settings(settings_file())
    given = {name: getattr(arguments, name) for name in ("ascii", "theme", "colours", "mouse")}
    letters = {"ascii": True} if encoding() != "utf-8" or plain_letters(os.environ) else {}
    forced = (
        letters
        | from_environment(os.environ)
        | {name: value for name, value in given.items() if value is not None}
    )
    app = Lazaretto(
        LocalLobby(
            lobby_paths(arguments, wish.campaign if wish is not None else None),
            bots=COMPANIONS,
            estimator=WinChance,
            engine=engine_of(arguments),
        ),
        settings,
        forced=forced,
        environ=os.environ,
        wish=wish,
        notices=(notice,) if notice else (),
        on_crash=keep_crash,
    )
    usually = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        app.run()
    finally:
        gc.set_threshold(*usually)
        app.stand_up()
    folder = None if wish is None else wish.order.folder if wish.order is not None else None
    if wish is not None and wish.campaign is not None:
        folder = wish.campaign.folder
    return _told(app, ResumeCommand(arguments.path, folder))


def _wish(arguments: argparse.Namespace) -> "Wish | None":
    from lazaretto.tui.app import Point, Wish

    if (game := goes_on(arguments)) is not None:
        return Wish(campaign=game)
    if shared_game.wanted(arguments):
        return Wish(what_if=Point(_readable(arguments.branch), arguments.at, arguments.seed))
    if arguments.resume:
        return Wish(resume=_readable(arguments.resume))
    if arguments.replay:
        return Wish(replay=_readable(arguments.replay))
    if not arguments.scenario:
        asked = [
            name
            for name in ("players", "names", "bots", "campaign", "seed", "option")
            if getattr(arguments, name)
        ]
        if asked:
            raise UsageError(say.NAME_SCENARIO(option=asked[0]))
        return None
    order, _ = ordered(arguments, arguments.scenario)
    return Wish(order)


def _readable(path: Path) -> Path:
    """The file of a record, after checking that it can be read."""
    found = record_path(path)
    read_record(found)
    return found


def _told(app: "Lazaretto", resume: ResumeCommand) -> int:
    """Print the messages after the app has ended; return the status of the command."""
    if app.refusal is not None:
        raise RefusalError(app.refusal)
    if app.failure is not None:
        where = "" if app.crash_file is None else f" {say.CRASH_FILE(path=app.crash_file)}"
        write_err(f"lazaretto: {app.failure}{where}")
    if app.campaign_to_go_on and not app.hung_up:
        write_out(line_mode.NEXT_GAME(command=resume.campaign_line(app.campaign_to_go_on)))
    elif app.left is not None and not app.hung_up:
        write_out(say.KEPT(command=resume.line(app.left, app.left_place)))
    return app.return_code or 0
