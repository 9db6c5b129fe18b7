"""Opens a record by file or name, and loads the program that can play it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.tui.commands.command_error import RefusalError
from lazaretto.tui.commands.find_scenario import load_program

if TYPE_CHECKING:
    from lazaretto.rules import Program, Record


def record_path(path: Path) -> Path:
    """The file itself, or the record of that name in the player's store."""
    from lazaretto.host import Store

    kept = Store().path(str(path).removesuffix(".toml"))
    return path if path.exists() or not kept.exists() else kept


def read_record(path: Path) -> "Record":
    """The record in a file.

    Raises:
        RefusalError: there is no such file, or it is damaged.
    """
    from lazaretto.host import load_record
    from lazaretto.rules.run.records.record_file import RecordError

    try:
        return load_record(record_path(path))
    except RecordError as error:
        raise RefusalError(str(error)) from None


def program_for(record: "Record", paths: Sequence[Path]) -> "Program":
    """The program of the scenario that a record names.

    Raises:
        RefusalError: the scenario is not found or has mistakes.
    """
    folder, paths = scenario_of(record, paths)
    switches = frozenset(record.switches)
    program = load_program(folder, paths, switches)
    off = {f"-{each.name}" for each in program.switches if each.default and each.name not in switches}
    return load_program(folder, paths, switches | off) if off else program


def scenario_of(record: "Record", paths: Sequence[Path]) -> tuple[Path, tuple[Path, ...]]:
    """The folder of the scenario that a record names, and the folders to search for what it uses.

    Raises:
        RefusalError: it is not found, neither in the usual folders nor where the player has played from.
    """
    from lazaretto.host.lobby.program_loader import MissingError, Programs
    from lazaretto.host.settings.known_folders import KnownFolders
    from lazaretto.rules.tools.find_scenarios import places

    programs = Programs(paths, KnownFolders())
    try:
        folder = programs.folder_of(record)
    except MissingError as error:
        raise RefusalError(str(error)) from None
    return folder, programs.search(folder)[len(places()) :]
