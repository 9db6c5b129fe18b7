"""`lazaretto fmt`: formats rule files in the standard style."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from lazaretto.tui.command_line.command_parser import Commands, RefusalError, command
from lazaretto.tui.commands.arguments import add_path, search
from lazaretto.tui.messages import commands as say, common
from lazaretto.tui.safe_output import write_err, write_out

ENDINGS = (".rules", ".tests")
"""Files of rules, and of tests beside them."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "fmt",
        "lazaretto fmt --check ~/my-games",
        run,
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help=say.FILES())
    parser.add_argument("--check", action="store_true", help=say.CHECK())
    parser.add_argument("--upgrade", action="store_true", help=say.UPGRADE())
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Format each file, or list the files that are not formatted."""
    from lazaretto.grammar import Source, format_text, render_all

    files = dict(_files(arguments.files))
    upgraded, status = set[Path](), 0
    if arguments.upgrade:
        upgraded, status = _upgrade(arguments.files, arguments.path, arguments.check)
    changed = total = 0
    for path, inside in files.items():
        total += 1
        source = Source(str(path), _text(path, inside))
        text, diagnostics = format_text(source)
        if diagnostics:
            write_err(render_all(diagnostics, {source.name: source}))
            status = 1
            changed += path.resolve() in upgraded
        elif text != source.text:
            changed += 1
            write_out((say.WOULD_CHANGE if arguments.check else say.CHANGED)(path=path))
            if not arguments.check:
                _replace(path, text)
        elif path.resolve() in upgraded:
            changed += 1
    tables = upgraded - {path.resolve() for path in files}
    total, changed = total + len(tables), changed + len(tables)
    message = say.TO_CHANGE_TOTAL if arguments.check else say.CHANGED_TOTAL
    write_out(message(files=common.FILES(number=total), changed=changed))
    return 1 if status or (arguments.check and changed) else 0


def _upgrade(paths: Sequence[Path], search_paths: Sequence[Path], only_check: bool) -> tuple[set[Path], int]:
    """Rewrite the scenarios in some folders, and single files, for this edition of the language.

    Returns the files that change, and 1 if something is left to the author.
    """
    from lazaretto.grammar import render_all
    from lazaretto.rules.tools.upgrade_texts import upgrades

    wanted = {path.resolve() for path in paths if path.is_file()}
    folders = {each.parent for path in paths if path.is_dir() for each in path.rglob("scenario.toml")}
    whole = {each.resolve() for each in folders}
    for path in sorted(each for each in paths if each.is_file()):
        if (path.parent / "scenario.toml").is_file():
            folders.add(path.parent)
        else:
            write_err(say.NO_UPGRADE(path=path))
    done, status = set[Path](), 0
    for folder in sorted(folders):
        found = upgrades(folder, search(search_paths))
        if found is None:
            write_err(say.UNREADABLE_UPGRADE(folder=folder))
            status = 1
        elif found.partial:
            write_err(say.PARTIAL_UPGRADE(folder=folder))
            status = 1
        for file, upgrade in sorted((found or {}).items()):
            if folder.resolve() not in whole and file.resolve() not in wanted:
                continue
            if upgrade.doubtful:
                sources = {upgrade.source.name: upgrade.source}
                write_err(render_all(tuple(upgrade.doubtful.values()), sources))
                status = 1
            if upgrade.lines:
                lines = ", ".join(map(str, upgrade.lines))
                write_out((say.WOULD_UPGRADE if only_check else say.UPGRADED)(path=file, lines=lines))
                done.add(file.resolve())
                if not only_check:
                    _replace(file, upgrade.text)
    return done, status


def _replace(path: Path, text: str) -> None:
    """Replace a file as a whole, so that a full disk leaves the old text; a link stays."""
    from lazaretto.host.records.record_store import replace_file

    real = path.resolve()
    mode = real.stat().st_mode
    replace_file(real, text)
    real.chmod(mode)


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, Path | None]]:
    """Yield the files, and for those that were found in a folder the one that they must not lead out of."""
    for path in paths:
        if path.is_dir():
            found = sorted(each for ending in ENDINGS for each in path.rglob(f"*{ending}"))
            yield from ((each, path) for each in found)
        elif path.is_file():
            yield path, None
        else:
            raise RefusalError(say.NO_FILE(path=path))


def _text(path: Path, inside: Path | None) -> str:
    from lazaretto.grammar.read_untrusted_files import read_text
    from lazaretto.rules.link.safe_files import LARGEST

    try:
        return read_text(path, LARGEST, inside)
    except UnicodeDecodeError:
        raise RefusalError(say.NOT_UTF8(path=path)) from None
    except OSError as error:
        raise RefusalError(f"{path}: {error.strerror or error}") from None
