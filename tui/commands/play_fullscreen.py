"""The full screen, as `lazaretto play` starts it: what it is given, and what is said when it has ended."""

import argparse
import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tui.commands.command_error import RefusalError
from tui.commands.open_record import read_record, record_path
from tui.commands.play import ordered
from tui.messages import commands as say
from tui.sanitize import clean

if TYPE_CHECKING:
    from tui.app import Lazaretto, Wish

CRASH = "crash.txt"
"""In the player's folder: what went wrong, for somebody who can mend it."""

RARELY = (5_000, 20, 50)
"""How many new things make Python look for garbage: with a game in memory a whole look takes longer than
anybody wants to wait for an answer to a key."""


def play_full(arguments: argparse.Namespace) -> int:
    """Show the launcher, or the game that is wished for.

    Raises:
        RefusalError: the wish cannot be granted.
    """
    from host.local_lobby import LocalLobby
    from host.user_settings import from_environment, read_settings, settings_file
    from lab.bots import COMPANIONS
    from tui.app import Lazaretto

    wish = _wish(arguments)
    settings, notice = read_settings(settings_file())
    given = {name: getattr(arguments, name) for name in ("ascii", "theme", "colours", "mouse")}
    forced = from_environment(os.environ) | {
        name: value for name, value in given.items() if value is not None
    }
    details: list[str] = []
    app = Lazaretto(
        LocalLobby(arguments.path, bots=COMPANIONS),
        settings,
        forced=forced,
        environ=os.environ,
        wish=wish,
        notices=(notice,) if notice else (),
        on_crash=details.append,
    )
    usually = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        app.run()
    finally:
        gc.set_threshold(*usually)
    return _told(app, details)


def _wish(arguments: argparse.Namespace) -> "Wish | None":
    from tui.app import Wish

    if arguments.resume:
        return Wish(resume=_readable(arguments.resume))
    if arguments.replay:
        return Wish(replay=_readable(arguments.replay))
    if not arguments.scenario:
        asked = [name for name in ("players", "names", "bots", "seed", "option") if getattr(arguments, name)]
        if asked:
            raise RefusalError(say.NAME_SCENARIO(option=asked[0]))
        return None
    order, _ = ordered(arguments, arguments.scenario)
    return Wish(order)


def _readable(path: Path) -> Path:
    """The file of a record, once it is clear that it can be read."""
    found = record_path(path)
    read_record(found)
    return found


def _told(app: "Lazaretto", details: list[str]) -> int:
    """Say what there is to say after the screen; the status of the command."""
    if app.refusal is not None:
        raise RefusalError(clean(app.refusal))
    if app.failure is not None:
        where = _kept("\n".join(details))
        print(f"lazaretto: {app.failure}{where}", file=sys.stderr)
    if app.left is not None and not app.hung_up:
        print(clean(say.KEPT(name=app.left)))
    return app.return_code or 0


def _kept(details: str) -> str:
    from host.record_store import put
    from rules.find_scenarios import data_folder

    path = data_folder() / CRASH
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, details)
    except OSError:
        return ""
    return f" {say.CRASH_FILE(path=path)}"
