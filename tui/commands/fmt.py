"""`lazaretto fmt`: lays rule texts out in the one agreed way."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tui.commands.add_parser import Commands, command
from tui.commands.command_error import RefusalError
from tui.phrases import many
from tui.sanitize import clean


def add(commands: Commands) -> None:
    """Enter the command."""
    parser = command(
        commands,
        "fmt",
        "lay rule texts out in the one agreed way",
        "Lays .rules files out in the one agreed way. Comments stay; the meaning never changes.",
        "lazaretto fmt --check ~/my-games",
        run,
    )
    parser.add_argument(
        "files", metavar="PATH", nargs="+", type=Path, help="a .rules file, or a folder with some"
    )
    parser.add_argument(
        "--check", action="store_true", help="change nothing; status 1 if something would change"
    )


def run(arguments: argparse.Namespace) -> int:
    """Lay out each file, or say which are not."""
    from grammar import Source, format_text, render_all

    status = changed = total = 0
    for path in _files(arguments.files):
        total += 1
        source = Source(str(path), _text(path))
        text, diagnostics = format_text(source)
        if diagnostics:
            print(clean(render_all(diagnostics, {source.name: source})), file=sys.stderr)
            status = 1
        elif text != source.text:
            changed += 1
            print(f"{'would change' if arguments.check else 'changed'} {path}")
            if not arguments.check:
                path.write_text(text, encoding="utf-8", newline="\n")
    print(f"{many(total, 'file')}, {changed} {'to change' if arguments.check else 'changed'}")
    return 1 if status or (arguments.check and changed) else 0


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.rules"))
        elif path.is_file():
            yield path
        else:
            raise RefusalError(f"there is no file or folder {path}")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RefusalError(f"{path} is not UTF-8 text") from None
    except OSError as error:
        raise RefusalError(f"{path}: {error.strerror or error}") from None
