"""The arguments that commands share: which scenario, seats, record and engine, and what they name.

First come the options for the parser and the types of their values, then finding and loading a scenario, the
record in a file with the program that can play it, and the engine that plans for bots and gives hints. What
cannot be found or loaded is told in one sentence.
"""

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lazaretto.rules.engine.engine_names import ENGINES, Engine, MissingEngineError
from lazaretto.tui.command_line.command_parser import RefusalError, UsageError
from lazaretto.tui.messages import commands as say
from lazaretto.tui.safe_output import write_err

if TYPE_CHECKING:
    from lazaretto.grammar import Diagnostic, Source
    from lazaretto.rules import Program, Record


def add_path(parser: argparse.ArgumentParser) -> None:
    """Add the option for more folders to search for scenarios."""
    parser.add_argument(
        "--path",
        metavar="DIR",
        type=Path,
        action="append",
        default=[],
        help=say.PATH(),
    )


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options with which a game starts."""
    parser.add_argument("--players", metavar="N", type=player_count, help=say.PLAYERS())
    add_seed(parser)
    add_settings(parser)


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the option for the seed."""
    parser.add_argument("--seed", metavar="S", type=whole, help=say.SEED())


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the option for options and parts of a scenario."""
    _add_option(parser, say.OPTION())


def add_parts(parser: argparse.ArgumentParser) -> None:
    """Add the option that switches parts of a scenario on and off."""
    _add_option(parser, say.PART())


def add_backend(parser: argparse.ArgumentParser) -> None:
    """Add the option for the back end that runs the rules."""
    from lazaretto.rules.backends import BACKENDS

    parser.add_argument(
        "--backend",
        choices=BACKENDS,
        default=BACKENDS[0],
        help=say.BACKEND(),
    )


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add the option for the engine that plays many games."""
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0], help=say.ENGINE())


def _add_option(parser: argparse.ArgumentParser, help: str) -> None:
    parser.add_argument(
        "--option", metavar="NAME=VALUE", type=assignment, action="append", default=[], help=help
    )


def whole(text: str) -> int:
    """A whole number, for argparse."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(say.NOT_WHOLE(text=text)) from None


def positive(text: str) -> int:
    """A positive whole number, for argparse."""
    if not text.isdecimal() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(say.NOT_POSITIVE(text=text))
    return int(text)


def player_count(text: str) -> int:
    """A number of players that some game may have, for argparse."""
    from lazaretto.rules.link.manifest import MOST_PLAYERS

    number = positive(text)
    if number > MOST_PLAYERS:
        raise argparse.ArgumentTypeError(say.TOO_MANY_PLAYERS(most=MOST_PLAYERS, number=number))
    return number


def count(text: str) -> int:
    """A whole number from 0, for argparse."""
    return 0 if text == "0" else positive(text)


def assignment(text: str) -> tuple[str, str]:
    """`name=value`, for argparse."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(say.NOT_ASSIGNED(text=text))
    return name.strip(), value.strip()


def search(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The folders to search for scenarios that others use."""
    from lazaretto.rules.link.find_scenarios import places

    return places(paths)


def folder_of(text: str, paths: Sequence[Path]) -> Path:
    """The folder of a scenario, given its path or its name.

    Raises:
        RefusalError: there is none; the message suggests similar names.
    """
    from lazaretto.rules.errors.did_you_mean import did_you_mean
    from lazaretto.rules.link.find_scenarios import scenarios

    path = Path(text)
    if (path / "scenario.toml").is_file():
        return path
    found_scenarios = scenarios(paths, layers=True)
    for scenario in found_scenarios:
        if scenario.name == text:
            return scenario.folder
    for scenario in found_scenarios:
        if text in scenario.formerly:
            return scenario.folder
    if path.is_dir():
        raise RefusalError(say.NO_MANIFEST(folder=text))
    names = [scenario.name for scenario in found_scenarios]
    help = did_you_mean(text, names, say.LIST_SHOWS())
    raise RefusalError(say.NO_SCENARIO(name=text, help=help))


def folders_of(texts: Sequence[str], paths: Sequence[Path]) -> Iterator[Path]:
    """The folders named by several arguments; a folder of scenario folders stands for all of them.

    Raises:
        RefusalError: an argument names neither.
    """
    for text in texts:
        path = Path(text)
        within = sorted(each.parent for each in path.glob("*/scenario.toml")) if path.is_dir() else []
        if within and not (path / "scenario.toml").is_file():
            yield from within
        else:
            yield folder_of(text, paths)


def mistakes(found: Sequence["Diagnostic"], sources: Mapping[str, "Source"], folder: Path) -> str:
    """Every mistake as text."""
    from lazaretto.rules.tools.render_diagnostics import mistakes

    return mistakes(found, sources, folder)


def program_of(
    text: str, paths: Sequence[Path], options: Sequence[tuple[str, str]] = (), backend: str = "python"
) -> tuple["Program", dict[str, str]]:
    """The program of a scenario with its optional parts switched as requested, and the remaining options.

    Raises:
        RefusalError: there is no such scenario, or it has mistakes (which are printed).
    """
    folder = folder_of(text, paths)
    switches, parts, options = _switched(folder, paths, options)
    program = load_program(folder, paths, switches, backend)
    return program, {name: value for name, value in options if name not in (parts or ())}


def common_options(program: "Program", options: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Those of some options that a program has, too, among its options or its parts."""
    tables = program.machine.tables
    known = {option.name for option in tables.options} | {each.name for each in tables.switches}
    present = [tables.former.option(name, value) for name, value in options]
    return [each for each in present if each[0] in known]


def all_options(program: "Program", options: Mapping[str, str]) -> dict[str, str]:
    """All options of a program: the given ones, and the others as they are by default."""
    former = program.machine.tables.former
    given = dict(former.option(name, value) for name, value in options.items())
    return {option.name: option.default for option in program.options} | given


def _switched(
    folder: Path, paths: Sequence[Path], options: Sequence[tuple[str, str]]
) -> tuple[frozenset[str], list[str] | None, Sequence[tuple[str, str]]]:
    """The switches that options mean, the names of all parts, and the options with present names of parts.

    A part may use scenarios with further ones. If the scenario has mistakes, nothing is known of its parts.
    """
    from lazaretto.rules.link.read_scenario import read_pack

    switches: frozenset[str] = frozenset()
    parts: list[str] | None = None
    while options:
        pack, _, _ = read_pack(folder, switches=switches, search=search(paths))
        if pack is None:
            break
        parts = [each.name for each in pack.switches]
        options = [(pack.former_parts.get(name, name), value) for name, value in options]
        wanted = frozenset(switch(name, value) for name, value in options if name in parts)
        if wanted <= switches:
            break
        switches |= wanted
    return switches, parts, options


def switched(folder: Path, paths: Sequence[Path], options: Sequence[tuple[str, str]]) -> frozenset[str]:
    """The parts of a scenario that the options switch on or off.

    Raises:
        RefusalError: it has no such part.
    """
    from lazaretto.rules.errors.did_you_mean import did_you_mean

    switches, parts, options = _switched(folder, paths, options)
    known = say.ITS_PARTS(parts=", ".join(parts)) if parts else say.NO_PARTS()
    for name, _ in options:
        if parts is not None and name not in parts:
            help = did_you_mean(name, parts, known)
            raise RefusalError(say.NO_PART(folder=folder, part=name, help=help))
    return switches


def switch(name: str, value: str) -> str:
    """The switch for an optional part: its name for on, with a `-` in front for off.

    Raises:
        RefusalError: the value is neither yes nor no.
    """
    if value not in ("yes", "no"):
        raise RefusalError(say.YES_OR_NO(part=name))
    return name if value == "yes" else f"-{name}"


def load_program(
    folder: Path, paths: Sequence[Path], switches: frozenset[str], backend: str = "python"
) -> "Program":
    """The program of a folder.

    Raises:
        RefusalError: it has mistakes (which are printed).
    """
    from lazaretto.rules import load

    loaded = load(folder, switches=switches, search=search(paths), backend=backend)
    if loaded.program is None:
        write_err(mistakes(loaded.diagnostics, loaded.sources, folder))
        raise RefusalError(say.HAS_MISTAKES(folder=folder))
    return loaded.program


def refusal(error: Exception) -> RefusalError:
    """The error for a game that cannot start, with suggestions if a name was wrong."""
    near = getattr(error, "nearest", ())
    if not near:
        return RefusalError(str(error))
    *others, names = [f"`{each}`" for each in near]
    for other in reversed(others):
        names = say.OR(others=other, last=names)
    return RefusalError(say.DID_YOU_MEAN(error=error, names=names))


def seats(limits: tuple[int, int], players: int | None, names: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of the players: the given ones, or generated ones; by default for two players, if allowed.

    Raises:
        UsageError: the names do not match the number of players.
    """
    from lazaretto.lab import names_for

    least, most = limits
    if names and players is not None and len(names) != players:
        raise UsageError(say.PLAYERS_AND_NAMES(players=players, names=len(names)))
    return tuple(names) or names_for(players or max(least, min(2, most)))


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

    file = record_path(path)
    if not file.exists():
        raise RefusalError(say.NOT_SAVED(name=path))
    try:
        return load_record(file)
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
    from lazaretto.host.settings.folders_played_from import KnownFolders
    from lazaretto.rules.link.find_scenarios import places

    programs = Programs(paths, KnownFolders())
    try:
        folder = programs.folder_of(record)
    except MissingError as error:
        raise RefusalError(str(error)) from None
    return folder, programs.search(folder)[len(places()) :]


def add_engine_to_play(parser: argparse.ArgumentParser) -> None:
    """Add the option for the engine that helps those who play."""
    parser.add_argument("--engine", choices=ENGINES, help=say.ENGINE_TO_PLAY())


def engine_of(arguments: argparse.Namespace) -> "Engine":
    """The engine to play with.

    Raises:
        RefusalError: the command names one that is not installed.
    """
    from lazaretto.host.settings.user_settings import (
        Settings,
        changed,
        from_environment,
        read_settings,
        settings_file,
    )
    from lazaretto.rules.engine.choose_engine import must_be_installed

    if arguments.engine is None:
        settings, _ = read_settings(settings_file())
        given = from_environment(os.environ)
        return changed(settings, {name: given[name] for name in given if name == "engine"}).engine
    try:
        must_be_installed(arguments.engine)
    except MissingEngineError as error:
        raise RefusalError(str(error)) from None
    return changed(Settings(), {"engine": arguments.engine}).engine
