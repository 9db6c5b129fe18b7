"""What the operator sets: a TOML file, and the options of the command line that override it."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from shutil import which
from typing import Any

from lazaretto.grammar.foreign_toml import parse_toml
from lazaretto.grammar.message import with_commas
from lazaretto.grammar.read_untrusted_files import read_text
from lazaretto.grammar.xdg_folders import data_folder
from lazaretto.rules.engine.engine_names import ENGINES, Engine
from lazaretto.serve import messages as say
from lazaretto.serve.limits import Limits

BOTS = "lazaretto.lab.playing.bots:COMPANIONS"
"""Where the bots are defined that play at tables."""
MOST = 1_000_000_000
"""The highest limit: more is a mistake, and more than some clocks and databases can hold."""
MOST_WORKERS = 64
LEAST = 0.001
"""The lowest limit that may be a fraction: less would do nothing but keep a core busy."""
LARGEST = 100_000
"""The maximum length of the file in characters."""


class ConfigError(Exception):
    """A setting is unknown or has an invalid value; the message is a sentence for the operator."""


def _usual_data() -> Path:
    return data_folder() / "server"


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of a server."""

    port: int = 2222
    address: str = ""
    """The address to listen on; empty for all addresses of the machine."""
    name: str = ""
    """The host name that people type to connect; empty for the name of the machine."""
    data: Path = field(default_factory=_usual_data)
    """The folder that holds everything the server keeps."""
    guests: bool = False
    motd: Path | None = None
    """A file with the message of the day."""
    scenarios: tuple[Path, ...] = ()
    """Folders with further scenarios."""
    status_port: int = 2223
    """The loopback port for metrics and the health check; 0 for none."""
    socket: Path | None = None
    """A Unix socket for `lazaretto join --socket`; None for none."""
    socket_group: str = ""
    """The group whose accounts may connect to the socket; empty for its owner only."""
    socket_trusted: tuple[str, ...] = ()
    """The accounts that may say which person sits in front of them."""
    remind: tuple[str, ...] = ()
    """The program with its arguments that reminds people of their turn; empty for none."""
    workers: int = 1
    """The number of processes that run the rules of tables."""
    engine: Engine = "auto"
    """What plans for bots and gives hints; texts that do not come with us never become C here."""
    limits: Limits = field(default_factory=Limits)


def read_config(path: Path | None) -> Config:
    """The settings in a file; the usual ones without a file.

    Raises:
        ConfigError: the file cannot be read, or a setting in it is wrong.
    """
    if path is None:
        return Config()
    try:
        values: dict[str, Any] = parse_toml(read_text(path, LARGEST))
    except OSError as error:
        raise ConfigError(say.CONFIG_UNREADABLE(path=path, reason=error.strerror or str(error))) from None
    except ValueError as error:
        raise ConfigError(say.CONFIG_UNREADABLE(path=path, reason=str(error))) from None
    folder = path.absolute().parent
    if values.get("socket") == "":
        del values["socket"]
    for name in ("data", "motd", "socket"):
        if isinstance(values.get(name), str):
            values[name] = folder / values[name]
    given = values.get("scenarios")
    if isinstance(given, list) and all(isinstance(each, str) for each in given):
        values["scenarios"] = tuple(folder / each for each in given)
    for name in ("socket_trusted", "remind"):
        given = values.get(name)
        if isinstance(given, list) and all(isinstance(each, str) for each in given):
            values[name] = tuple(given)
    match values.get("remind"):
        case (str(program), *words) if os.sep in program:  # another name is looked up on PATH
            values["remind"] = (str(folder / program), *words)
    if isinstance(values.get("limits"), dict):
        values["limits"] = _changed(Limits(), values["limits"], "limits.")
    config = changed(Config(), values)
    for scenario in config.scenarios:
        if not scenario.is_dir():
            raise ConfigError(say.NO_SUCH_FOLDER(name="scenarios", path=scenario))
    if config.remind and which(config.remind[0]) is None:
        raise ConfigError(say.NO_SUCH_PROGRAM(path=config.remind[0]))
    return config


def changed(config: Config, values: Mapping[str, Any]) -> Config:
    """The settings with some values replaced; paths count from the folder in which the server is started.

    Raises:
        ConfigError: a setting is unknown or has an invalid value.
    """
    found: Config = _changed(config, values)  # other processes of the server work in another folder
    paths = {name: getattr(found, name) for name in ("data", "motd", "socket")}
    found = replace(found, **{name: path.absolute() for name, path in paths.items() if path is not None})
    if found.engine not in ENGINES:
        expected = say.ONE_OF(known=with_commas(ENGINES))
        raise ConfigError(say.CONFIG_WRONG(name="engine", value=found.engine, expected=expected))
    for name in ("port", "status_port"):
        if not 0 <= getattr(found, name) <= 65_535:
            raise ConfigError(say.CONFIG_WRONG(name=name, value=getattr(found, name), expected=say.A_PORT()))
    return found


def _changed(before: Any, values: Mapping[str, Any], prefix: str = "") -> Any:
    known = [each.name for each in fields(before)]
    for name, value in values.items():
        if name not in known:
            raise ConfigError(say.CONFIG_UNKNOWN(name=f"{prefix}{name}", known=with_commas(known)))
        if not _fits(getattr(before, name), value, name):
            expected = _expected(getattr(before, name), name, value)
            raise ConfigError(say.CONFIG_WRONG(name=f"{prefix}{name}", value=value, expected=expected))
    return replace(before, **values)


def _expected(usual: object, name: str, value: object) -> str:
    """What a setting with this usual value can be, instead of a wrong one."""
    most = _most(name)
    if "port" not in name and isinstance(usual, int | float) and isinstance(value, int | float):
        if value > most:
            return say.AT_MOST(most=most)
        if 0 < value < LEAST:
            return say.AT_LEAST(least=LEAST)
    if not _is_text(value):
        return say.WITHOUT_NUL()
    match usual:
        case bool():
            return say.A_SWITCH()
        case int():
            return say.A_PORT() if "port" in name else say.A_COUNT()
        case float():
            return say.A_NUMBER()
        case tuple():
            return say.A_LIST()
        case Limits():
            return say.A_TABLE()
        case _:
            return say.A_TEXT()


def _fits(usual: object, value: object, name: str) -> bool:
    """Whether a value is of the same sort as the usual one, and within its bounds."""
    if not _is_text(value):
        return False
    if name in ("motd", "socket"):
        return isinstance(value, Path)
    if isinstance(usual, bool) or isinstance(value, bool):
        return isinstance(usual, bool) and isinstance(value, bool)
    if isinstance(usual, int):
        return isinstance(value, int) and ("port" in name or 0 < value <= _most(name))
    if isinstance(usual, float):
        return isinstance(value, int | float) and LEAST <= value <= _most(name)
    return isinstance(value, Path) if isinstance(usual, Path) else isinstance(value, type(usual))


def _most(name: str) -> int:
    """The highest value of a setting that is a number."""
    return MOST_WORKERS if name == "workers" else MOST


def _is_text(value: object) -> bool:
    """Whether the texts in a value can be given to the system: no name there has U+0000."""
    texts = value if isinstance(value, tuple | list) else (value,)
    return not any("\0" in str(text) for text in texts if isinstance(text, str | Path))
