"""`lazaretto new`: a scenario folder to start from."""

import argparse
import re
import shutil
from pathlib import Path

from tui.commands.add_parser import Commands, command
from tui.commands.command_error import RefusalError
from tui.commands.find_scenario import add_path, folder_of, program_of
from tui.phrases import title

MANIFEST = """\
# What this scenario is made of. `lazaretto check {folder}` reads it and tells every mistake.
name = "{name}"
title = "{title}"
description = "A change of {original}."
players = [{least}, {most}]

# All rules and tables of these scenarios come first; the modules below change them.
uses = ["{base}"]
modules = ["changes"]
"""

CHANGES = """\
# Your rules: each line changes or adds to `{base}`.
#
#   change NAME(...) to 4        another value, such as a limit or a number of actions
#   before / after NAME(...)     something more when a rule runs; `instead of` replaces it
#   replace to NAME(...)         a rule of that name, written anew
#   test "what you expect"       a test; `lazaretto test {folder}` runs them all
#
# `lazaretto explain {base} NAME` shows a rule with everything that is woven into it.
"""


def add(commands: Commands) -> None:
    """Enter the command."""
    parser = command(
        commands,
        "new",
        "make a scenario folder to start from",
        "Makes a folder with a scenario that builds on another one and is ready to be changed.",
        "lazaretto new ~/my-games/my_game --from other_game",
        run,
    )
    parser.add_argument(
        "folder", metavar="DIR", type=Path, help="the folder to make; its name becomes the scenario's"
    )
    parser.add_argument("--from", dest="base", metavar="GAME", required=True, help="the scenario to build on")
    parser.add_argument("--copy", action="store_true", help="copy its texts instead of building on them")
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Make the folder."""
    folder: Path = arguments.folder
    name = re.sub(r"\W+", "_", folder.resolve().name).strip("_").lower()
    if not name:
        raise RefusalError(f"{folder} gives no name for a scenario; use letters, digits and `_`")
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise RefusalError(f"{folder} is there already; choose a new folder")
        program, _ = program_of(arguments.base, arguments.path)
        if name == program.name:
            raise RefusalError(f"a scenario called `{name}` is there already; choose another name")
        if arguments.copy:
            _copy(folder_of(arguments.base, arguments.path), folder, name)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            words = {
                "name": name,
                "title": title(name),
                "original": _quoted(program.title),
                "least": program.players[0],
                "most": program.players[1],
                "base": program.name,
                "folder": folder.name,
            }
            (folder / "scenario.toml").write_text(MANIFEST.format(**words), encoding="utf-8")
            (folder / "changes.rules").write_text(CHANGES.format(**words), encoding="utf-8")
    except OSError as error:
        raise RefusalError(f"{folder} cannot be made: {error.strerror or error}") from None
    print(f"{folder} is ready. Next: lazaretto check {folder}")
    return 0


def _copy(source: Path, folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file in sorted(source.iterdir()):
        if file.suffix in (".rules", ".toml", ".txt") and file.is_file():
            shutil.copyfile(file, folder / file.name)
    manifest = folder / "scenario.toml"
    text = manifest.read_text(encoding="utf-8")
    manifest.write_text(re.sub(r"(?m)^name\s*=.*$", f'name = "{name}"', text, count=1), encoding="utf-8")


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
