"""`lazaretto admin`: what the operator does with the data of a server, also while it runs."""

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.serve import messages as say
from lazaretto.tui.command_line.command_parser import Commands, RefusalError, UsageError, command
from lazaretto.tui.commands.arguments import add_path
from lazaretto.tui.safe_output import write_out

if TYPE_CHECKING:
    from lazaretto.host.server.store.store_protocol import ServerStore

Words = list[str]

ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "people": (),
    "tables": (),
    "bans": (),
    "limits": (),
    "ban": ("WHOM", "REASON"),
    "unban": ("WHOM",),
    "close": ("TABLE", "REASON"),
    "announce": ("TEXT",),
    "rename": ("NAME", "NEW"),
    "delete": ("NAME",),
    "code": ("NAME",),
    "export": ("TABLE", "FILE"),
    "import": ("FILE",),
}
"""What can be done, and what each needs."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(commands, "admin", "lazaretto admin ban anna cheating", run, say.COMMAND_ADMIN)
    parser.add_argument(
        "do", choices=[*ARGUMENTS], metavar="DO", help=say.OPTION_DO(known=", ".join(ARGUMENTS))
    )
    parser.add_argument("words", nargs="*", default=[], metavar="WORD", help=say.OPTION_WORDS())
    parser.add_argument("--clear", action="store_true", help=say.OPTION_CLEAR())
    parser.add_argument("--data", metavar="DIR", type=Path, help=say.OPTION_DATA())
    parser.add_argument("--config", metavar="FILE", type=Path, help=say.OPTION_CONFIG_LIMITS())
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do one thing.

    Raises:
        UsageError: words are missing, or too many.
        RefusalError: the store refuses.
    """
    from lazaretto.host.server.admin import open_store
    from lazaretto.host.server.store.store_protocol import ServerStoreError
    from lazaretto.serve.config import Config

    words: Words = arguments.words
    if arguments.clear and (arguments.do != "announce" or words):
        raise UsageError(say.ADMIN_USAGE(usage="lazaretto admin announce --clear"))
    do = "clear" if arguments.clear else arguments.do
    needed = () if arguments.clear else ARGUMENTS[do]
    if needed and len(words) > len(needed) and needed[-1] in ("REASON", "TEXT"):
        words = [*words[: len(needed) - 1], " ".join(words[len(needed) - 1 :])]
    if len(words) != len(needed):
        usage = " ".join(("lazaretto admin", arguments.do, *needed))
        raise UsageError(say.ADMIN_USAGE(usage=usage))
    if do == "limits":
        write_out(_limits(arguments.config))
        return 0
    try:
        store = open_store(arguments.data or Config().data)
        try:
            write_out(_done(do, store, words, arguments.path))
        finally:
            store.close()
    except ServerStoreError as error:
        raise RefusalError(str(error)) from None
    return 0


def _done(do: str, store: "ServerStore", words: Words, paths: list[Path]) -> str:
    """Do it, and return what is to be told."""
    from lazaretto.host.server import admin
    from lazaretto.host.server.workers.table_worker import bots_named
    from lazaretto.serve.config import BOTS

    deeds: Mapping[str, Callable[..., str]] = {
        "people": _people,
        "tables": _tables,
        "bans": _bans,
        "ban": admin.ban,
        "unban": admin.unban,
        "close": admin.close_table,
        "announce": admin.announce,
        "clear": admin.clear_announcement,
        "rename": admin.rename_person,
        "delete": admin.delete_person,
        "code": admin.make_key_code,
        "export": lambda store, table, file: admin.export_table(store, table, Path(file)),
        "import": lambda store, file: admin.import_table(store, Path(file), paths, bots_named(BOTS)),
    }
    return deeds[do](store, *words)


def _limits(config: Path | None) -> str:
    """All limits of a server with this configuration.

    Raises:
        RefusalError: the file cannot be read, or a setting in it is wrong.
    """
    from lazaretto.host.server.call_budgets import ADDRESS
    from lazaretto.serve.config import ConfigError, read_config
    from lazaretto.serve.limits import cost_rows, limit_rows

    try:
        limits = read_config(config).limits
    except ConfigError as error:
        raise RefusalError(str(error)) from None
    lines: list[str] = [
        say.ADMIN_LIMIT(name=name, value=value, means=means) for name, value, means in limit_rows(limits)
    ]
    lines += ["", say.ADMIN_CALLS(times=ADDRESS)]
    for means, at_once, a_minute, parallel in cost_rows():
        lines.append(
            say.ADMIN_CALL_IN_PARALLEL(means=means, at_once=at_once, a_minute=a_minute, parallel=parallel)
            if parallel
            else say.ADMIN_CALL(means=means, at_once=at_once, a_minute=a_minute)
        )
    return "\n".join(lines)


def _people(store: "ServerStore") -> str:
    from lazaretto.host.server.admin import list_people

    people = list_people(store)
    lines = (
        say.ADMIN_PERSON(
            name=person.person.name,
            since=person.person.since.date(),
            keys=", ".join(key.fingerprint for key in person.keys) or say.GUEST_HERE(),
        )
        for person in people
    )
    return "\n".join(lines) or say.ADMIN_NOTHING()


def _tables(store: "ServerStore") -> str:
    from lazaretto.host.server.admin import list_tables

    lines = (
        say.ADMIN_TABLE(
            code=table.table.code,
            title=table.table.title,
            state=table.table.state.value,
            people=", ".join(seat.name or seat.bot or "-" for seat in table.seats),
            choices=table.choices,
        )
        for table in list_tables(store)
    )
    return "\n".join(lines) or say.ADMIN_NOTHING()


def _bans(store: "ServerStore") -> str:
    from lazaretto.host.server.admin import list_bans

    lines = (
        say.ADMIN_BAN(value=ban.value, since=ban.since.date(), reason=ban.reason) for ban in list_bans(store)
    )
    return "\n".join(lines) or say.ADMIN_NOTHING()
