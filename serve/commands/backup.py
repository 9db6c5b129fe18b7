"""`lazaretto backup`: copies everything that a server keeps to a new file, also while it runs."""

import argparse
from pathlib import Path

from lazaretto.serve import messages as say
from lazaretto.tui.command_line.command_parser import Commands, RefusalError, command
from lazaretto.tui.safe_output import write_out


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(commands, "backup", "lazaretto backup monday.db", run, say.COMMAND_BACKUP)
    parser.add_argument("file", metavar="FILE", type=Path, help=say.OPTION_BACKUP())
    parser.add_argument("--data", metavar="DIR", type=Path, help=say.OPTION_DATA())


def run(arguments: argparse.Namespace) -> int:
    """Write the copy.

    Raises:
        RefusalError: there are no data, or the file cannot be written.
    """
    from lazaretto.host.server.admin import backup, open_store
    from lazaretto.host.server.store.store_protocol import ServerStoreError
    from lazaretto.serve.config import Config

    try:
        store = open_store(arguments.data or Config().data)
        try:
            write_out(backup(store, arguments.file))
        finally:
            store.close()
    except ServerStoreError as error:
        raise RefusalError(str(error)) from None
    return 0
