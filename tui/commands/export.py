"""`lazaretto export`: writes a recorded game as an asciicast, or as a page for browsers."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.tui.command_line.command_parser import Commands, RefusalError, UsageError, command
from lazaretto.tui.commands.arguments import add_path, read_record, record_path
from lazaretto.tui.messages import common, export as say, replay as say_replay
from lazaretto.tui.safe_output import write_err, write_out

if TYPE_CHECKING:
    from lazaretto.tui.replay.frame_timeline import Reel

SPEEDS = ("0.25", "0.5", "1", "2", "4", "8")
COLOURS = {"truecolor": "truecolor", "256": "256", "16": "16", "none": "mono"}
"""The words for colour depths, as the other commands have them, and the values of `Depth`."""
LEAST = (80, 24)
MOST = (400, 150)


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(commands, "export", "lazaretto export my_game-2026-01-31-2015 --html", run)
    parser.add_argument("record", metavar="RECORD", type=Path, help=say.GAME())
    parser.add_argument("--cast", metavar="FILE", type=Path, nargs="?", const=Path(), help=say.CAST())
    parser.add_argument("--html", metavar="FILE", type=Path, nargs="?", const=Path(), help=say.HTML())
    parser.add_argument("--size", metavar="WxH", type=size, default=(120, 40), help=say.SIZE())
    parser.add_argument("--seat", metavar="NAME", help=say.SEAT())
    parser.add_argument("--speed", choices=SPEEDS, default="1", help=say.SPEED())
    parser.add_argument("--theme", choices=("dark", "light"), default="dark", help=say.THEME())
    parser.add_argument("--colours", choices=tuple(COLOURS), default="truecolor", help=say.COLOURS())
    parser.add_argument("--force", action="store_true", help=say.FORCE())
    add_path(parser)


def size(text: str) -> tuple[int, int]:
    """`120x40`, for argparse."""
    if not re.fullmatch(r"[0-9]{1,5}x[0-9]{1,5}", text):
        raise argparse.ArgumentTypeError(say.NOT_A_SIZE(text=text))
    width, height = map(int, text.split("x"))
    if not (LEAST[0] <= width <= MOST[0] and LEAST[1] <= height <= MOST[1]):
        least, most = (f"{one}x{other}" for one, other in (LEAST, MOST))
        raise argparse.ArgumentTypeError(say.SIZE_LIMITS(least=least, most=most, text=text))
    return width, height


def run(arguments: argparse.Namespace) -> int:
    """Write the files."""
    import asyncio

    record = record_path(arguments.record)
    targets = _targets(arguments, record)
    read_record(record)
    _keep_what_exists(targets, record, arguments.force)
    texts = asyncio.run(_texts(arguments, record))
    for kind, path in targets.items():
        text, choices = texts[kind]
        _write(path, text, arguments.force)
        kilobytes = -(-len(text.encode()) // 1000)
        write_out(say.WRITTEN(path=path, choices=common.CHOICES(number=choices), size=kilobytes))
    return 0


def _targets(arguments: argparse.Namespace, record: Path) -> dict[str, Path]:
    """The files to write, by kind.

    Raises:
        UsageError: nothing is to be written, or not there.
    """
    wanted: dict[str, Path] = {}
    for kind in ("cast", "html"):
        path: Path | None = getattr(arguments, kind)
        if path is not None:
            wanted[kind] = path if path != Path() else Path(f"{record.stem}.{kind}")
    if not wanted:
        raise UsageError(say.WHICH())
    if len(set(wanted.values())) < len(wanted):
        raise UsageError(say.SAME_FILE(path=wanted["cast"]))
    if "html" in wanted and arguments.colours not in ("truecolor", "none"):
        raise UsageError(say.PAGE_COLOURS())
    return wanted


def _keep_what_exists(targets: dict[str, Path], record: Path, force: bool) -> None:
    """Refuse to write where something is.

    Raises:
        RefusalError: it is the game itself, or something that may not be overwritten.
    """
    for path in targets.values():
        if path.exists() and path.samefile(record):
            raise RefusalError(say.IS_THE_GAME(path=path))
        if path.exists() and not force:
            raise RefusalError(say.THERE_ALREADY(path=path))


def _write(path: Path, text: str, force: bool) -> None:
    try:
        with path.open("w" if force else "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise RefusalError(say.THERE_ALREADY(path=path)) from None
    except OSError as error:
        raise RefusalError(say.CANNOT_WRITE(path=path, why=error.strerror or error)) from None


async def _texts(arguments: argparse.Namespace, record: Path) -> dict[str, tuple[str, int]]:
    """The contents of the files with the number of choices in them, by kind.

    Raises:
        RefusalError: the record cannot be shown.
    """
    from lazaretto.host.lobby.lobby_protocol import LobbyError
    from lazaretto.host.lobby.local_lobby import LocalLobby
    from lazaretto.host.records.replay_protocol import ReplayClient
    from lazaretto.rules import RuleError
    from lazaretto.tui.export.record_screens import ExportError, Looks
    from lazaretto.tui.export.recording_files import cast_text, page_text
    from lazaretto.tui.replay.frame_timeline import Reel
    from lazaretto.tui.shared_texts import went_wrong
    from lazaretto.tui.terminal.terminal_capabilities import Depth

    lobby = LocalLobby(arguments.path)
    try:
        showing = await lobby.replay(await lobby.find(record))
        reel = Reel(ReplayClient(showing.replay))
        seat = _seat(arguments.seat, reel)
        _warn(reel)
        depth = Depth(COLOURS[arguments.colours])
        (width, height), dark = arguments.size, arguments.theme == "dark"
        looks = Looks(width, height, dark, depth, float(arguments.speed))
        found: dict[str, tuple[str, int]] = {}
        if arguments.cast is not None:
            found["cast"] = await cast_text(showing, reel, seat, looks), reel.end
        if arguments.html is not None:
            found["html"] = await page_text(showing, reel, seat, looks), reel.end
    except (LobbyError, ExportError) as error:
        raise RefusalError(str(error)) from None
    except RuleError as error:
        raise RefusalError(went_wrong(error)) from None
    return found


def _seat(name: str | None, reel: "Reel") -> int | None:
    """The seat whose view is wanted.

    Raises:
        RefusalError: nobody has that name, or the game is not over.
    """
    if name is None:
        return None
    if name not in reel.players:
        raise RefusalError(say.NO_SEAT(name=name, players=", ".join(reel.players)))
    if not reel.over:
        raise RefusalError(say_replay.STILL_SECRET())
    return reel.players.index(name)


def _warn(reel: "Reel") -> None:
    """Say what the files do not show."""
    if reel.changed:
        write_err(common.SCENARIO_CHANGED())
    if reel.difference is not None:
        write_err(say_replay.NOT_FOLLOWING(difference=reel.difference))
    elif not reel.over:
        write_err(say.PUBLIC())
