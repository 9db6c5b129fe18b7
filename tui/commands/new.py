"""`lazaretto new`: creates a scenario folder to start from."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from lazaretto.grammar.file_messages import LINKS_IN_CIRCLE
from lazaretto.tui.command_line.command_parser import Commands, RefusalError, UsageError, command
from lazaretto.tui.commands.arguments import add_path, folder_of, program_of, search
from lazaretto.tui.messages import commands as say
from lazaretto.tui.safe_output import clean_line, write_out

STARTER = Path(__file__).resolve().parents[1] / "starter"
"""A small commented game."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "new",
        "lazaretto new ~/my-games/my_game",
        run,
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help=say.FOLDER())
    parser.add_argument("--from", dest="base", metavar="SCENARIO", help=say.BASE())
    parser.add_argument("--copy", action="store_true", help=say.COPY())
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Create the folder."""
    from lazaretto.tui.shared_texts import title

    folder: Path = arguments.folder
    try:
        last = folder.resolve().name
    except (OSError, RuntimeError):
        raise RefusalError(say.CANNOT_BE_MADE(folder=folder, why=LINKS_IN_CIRCLE())) from None
    name = re.sub(r"\W+", "_", last).strip("_").lower()
    if not name:
        raise RefusalError(say.NO_NAME(folder=folder))
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise RefusalError(say.THERE_ALREADY(folder=folder))
        if arguments.base is None:
            if arguments.copy:
                raise UsageError(say.COPY_OF_WHAT())
            _copy(STARTER, folder, name)
            write_out(say.SMALL_GAME(folder=folder, path=quote(str(folder))))
            return 0
        program, _ = program_of(arguments.base, arguments.path)
        if name == program.name:
            raise RefusalError(say.NAME_TAKEN(name=name))
        if _is_layer(folder_of(arguments.base, arguments.path), arguments.path):
            raise RefusalError(say.BASE_IS_LAYER(name=program.name))
        if arguments.copy:
            _copy(folder_of(arguments.base, arguments.path), folder, name)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            words = {
                "name": name,
                "title": title(name),
                "original": _quoted(clean_line(program.title)),
                "least": program.players[0],
                "most": program.players[1],
                "base": program.name,
                "folder": folder.name,
            }
            (folder / "scenario.toml").write_text(say.MANIFEST(**words), encoding="utf-8")
            (folder / "changes.rules").write_text(say.CHANGES(**words), encoding="utf-8")
    except OSError as error:
        raise RefusalError(say.CANNOT_BE_MADE(folder=folder, why=error.strerror or error)) from None
    write_out(say.READY(folder=folder, path=quote(str(folder))))
    return 0


def _is_layer(folder: Path, paths: Sequence[Path]) -> bool:
    """Whether a scenario is no game: it has no board but the small one that tests it."""
    from lazaretto.rules.link.read_scenario import read_pack

    pack, _, _ = read_pack(folder, search=search(paths))
    return pack is not None and pack.manifest.layer is not None


def _copy(source: Path, folder: Path, name: str) -> None:
    """Copy the texts of a game under another name; the small game to start from gets another title, too."""
    from lazaretto.grammar.read_untrusted_files import read_bytes, read_text
    from lazaretto.rules.link.safe_files import LARGEST
    from lazaretto.tui.shared_texts import title

    folder.mkdir(parents=True, exist_ok=True)
    for file in sorted(source.iterdir()):
        if file.suffix in (".rules", ".tests", ".toml", ".txt") and file.is_file():
            (folder / file.name).write_bytes(read_bytes(file, LARGEST, source))
    manifest = folder / "scenario.toml"
    text = read_text(manifest, LARGEST)
    text = _with_value(text, "name", name)
    if source == STARTER:
        text = _with_value(text, "title", title(name))
    manifest.write_text(text, encoding="utf-8")


def _with_value(manifest: str, key: str, value: str) -> str:
    """Return a manifest in which a key has another value."""
    return re.sub(rf"(?m)^{key}\s*=.*$", f'{key} = "{value}"', manifest, count=1)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
