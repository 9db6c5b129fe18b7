"""The settings of a player: how the screen looks and sounds, saved in the user's folder.

A file that cannot be read is renamed and the player gets a message; it is never overwritten. The environment
and the command line override the file while the program runs, and are not written into it. On a server, a
stranger sends settings: wrong ones are refused before they are kept, and stored ones are mended.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from lazaretto.grammar.foreign_toml import TomlError, parse_toml
from lazaretto.grammar.message import with_commas
from lazaretto.grammar.read_untrusted_files import ForeignFileError, read_text
from lazaretto.grammar.xdg_folders import data_folder
from lazaretto.host import messages as say
from lazaretto.host.records.record_store import StoreError, put, set_aside, unwritten
from lazaretto.host.table.seat_protocol import ASKED, GIVEN
from lazaretto.host.table.stop_settings import ALWAYS, CHANGE, NEVER, Moments, Stops, sound
from lazaretto.host.wire.bounds import BoundsError, Check, Many, ShortText, Text, Word, checker
from lazaretto.rules.engine.engine_names import ENGINES, Engine

FILE = "settings.toml"
PREFIX = "LAZARETTO_"

AT_ONCE = "at-once"

CHOICES: Mapping[str, tuple[str, ...]] = {
    "theme": ("auto", "dark", "light", "contrast", "dusk", "sepia"),
    "colours": ("auto", "truecolor", "256", "16", "none"),
    "pace": ("off", "quick", "slow"),
    "pace_own": ("same", "off", "quick", "slow"),
    "pace_others": ("same", "off", "quick", "slow"),
    "layout": ("default", "vim", "vim-dvorak", "vim-colemak", "qwertz", "azerty"),
    "notice": ("off", "osc9", "osc777"),
    "stops": (ALWAYS, CHANGE, NEVER),
    "talk": ("auto", "yes", "no"),
    "consent": (GIVEN, ASKED),
    "typing": (AT_ONCE, "enter"),
    "engine": ENGINES,
}
"""The settings with a fixed set of values, and these values."""

FLAGS = ("ascii", "bell", "bell_track", "bell_over", "bell_chat", "mouse", "hints")
"""The settings that are on or off."""

NAMES = (*CHOICES, *FLAGS)

TABLES = ("keys", "letters")
"""The tables of the file that the full screen interprets."""

_YES = {"yes": True, "on": True, "1": True, "no": False, "off": False, "0": False}

MOST_NAMES = 16
LONGEST_TABLE = 8_192
"""The maximum length of the tables `[keys]` and `[letters]`, in characters: all actions with their usual keys
take 6,100. Reading one takes a few milliseconds."""
LARGEST = 100_000
"""The maximum length of the file, in characters."""
SHOWN = 100
"""So much of a wrong value is part of a message."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a player can set; each text setting has one of its `CHOICES`."""

    theme: Word = "auto"
    colours: Word = "auto"
    pace: Word = "quick"
    """How fast events are shown one after the other."""
    ascii: bool = False
    bell: bool = False
    mouse: bool = False
    hints: bool = True
    """Whether hints are given, and bots say what they are after."""
    notice: Word = "off"
    """The escape sequence with which the terminal shows a notice on the player's turn, on a server."""
    pace_own: Word = "same"
    """The pace of events in the player's own phases, such as their turn."""
    pace_others: Word = "same"
    """The pace of events in phases of other players."""
    layout: Word = "default"
    """The ready-made set of keys under the player's own ones."""
    bell_track: bool = False
    """Ring when the marker of a track moves."""
    bell_over: bool = False
    """Ring when the game is over."""
    bell_chat: bool = False
    """Ring when somebody writes, on a server."""
    stops: Word = ALWAYS
    """When the table waits at moments for which the player has set nothing else."""
    talk: Word = "auto"
    """Whether the players at this keyboard tell each other everything."""
    consent: Word = GIVEN
    """Whether players who tell each other everything are asked to consent to what one does with another."""
    typing: Word = AT_ONCE
    """When a place is taken whose name the player types: as soon as the name is clear, or on Enter."""
    engine: Engine = "auto"
    """What plans for bots and gives hints, at home."""
    moments: Moments = ()
    """When the table waits at other moments, by their names."""
    names: Annotated[tuple[ShortText, ...], Many(MOST_NAMES)] = ()
    """The players of the last game, in the order of their seats."""
    keys: Annotated[str, Text(LONGEST_TABLE, lines=True)] = ""
    """The table `[keys]` of the file as TOML: keys that the player chose. The full screen interprets them."""

    @property
    def table_stops(self) -> Stops:
        """When the table waits for the player."""
        general = () if self.stops == ALWAYS else (("", self.stops),)
        return Stops((*general, *self.moments))

    letters: Annotated[str, Text(LONGEST_TABLE, lines=True)] = ""
    """The table `[letters]` of the file as TOML: letters of options that the player chose."""

    @property
    def own_keys(self) -> Mapping[str, object]:
        """The table `[keys]` as it was read, whatever it holds; empty if it cannot be read."""
        return _table(self.keys)

    @property
    def own_letters(self) -> Mapping[str, object]:
        """The table `[letters]` as it was read, whatever it holds; empty if it cannot be read."""
        return _table(self.letters)


class SettingsError(Exception):
    """A setting is unknown or has an invalid value."""


def settings_file() -> Path:
    """The settings file of this user."""
    return data_folder() / FILE


def changed(settings: Settings, values: Mapping[str, object]) -> Settings:
    """The settings with some values replaced.

    Raises:
        SettingsError: a setting is unknown or a value is invalid.
    """
    fit: dict[str, Any] = {}
    for name, value in values.items():
        if name not in NAMES:
            raise SettingsError(say.NO_SETTING(name=name, known=with_commas(NAMES)))
        wrong = _wrong_word(name, value)
        if wrong:
            raise SettingsError(wrong)
        fit[name] = value
    return replace(settings, **fit)


def _wrong_word(name: str, value: object) -> str:
    """Why a setting cannot have a value; empty if it can."""
    if name in FLAGS and not isinstance(value, bool):
        return say.TRUE_OR_FALSE(name=name, value=str(value)[:SHOWN])
    if name in CHOICES and value not in CHOICES[name]:
        return say.ONE_OF(name=name, known=with_commas(CHOICES[name]), value=str(value)[:SHOWN])
    return ""


# --- settings that somebody else may have written --------------------------------------------------


def check_settings(settings: Settings) -> None:
    """Check settings before they are kept.

    Raises:
        SettingsError: one is wrong.
    """
    for _, wrong in _wrong(settings):
        raise SettingsError(wrong)


def mended(settings: Settings) -> tuple[Settings, tuple[str, ...]]:
    """The settings with the default in place of each that is wrong, and a sentence for each of those."""
    found = list(_wrong(settings))
    defaults: dict[str, Any] = {field.name: field.default for field in fields(Settings)}
    return replace(settings, **{name: defaults[name] for name, _ in found}), tuple(
        say.SETTING_RESET(problem=wrong) for _, wrong in found
    )


def _wrong(settings: Settings) -> Iterator[tuple[str, str]]:
    """Yield the names of settings that are wrong, and what is wrong with them."""
    for name, check in _checks().items():
        value = getattr(settings, name)
        wrong = _wrong_word(name, value)
        try:
            check(value, name)
            if name in TABLES:
                parse_toml(value)
        except BoundsError as error:
            wrong = wrong or str(error)
        except TomlError as error:
            wrong = say.NO_TABLE_OF_SETTINGS(name=name, reason=error)
        if wrong:
            yield name, wrong


@cache
def _checks() -> Mapping[str, Check]:
    """The check of the bounds of each setting."""
    hints = get_type_hints(Settings, include_extras=True)
    return {field.name: checker(hints[field.name]) for field in fields(Settings)}


def _table(text: str) -> Mapping[str, object]:
    try:
        return parse_toml(text)
    except TomlError:
        return {}


# --- reading and writing ---------------------------------------------------------------------------


def with_table(settings: Settings, name: str, values: Mapping[str, object]) -> Settings:
    """The settings with another table of keys or letters."""
    text = _toml(values) if values else ""
    return replace(settings, keys=text) if name == "keys" else replace(settings, letters=text)


def from_environment(environ: Mapping[str, str]) -> dict[str, object]:
    """The settings given by the environment; invalid values are ignored."""
    words = {name: environ.get(f"{PREFIX}{name.upper()}", "").lower() for name in NAMES}
    found: dict[str, object] = {name: words[name] for name in CHOICES if words[name] in CHOICES[name]}
    found |= {name: _YES[words[name]] for name in FLAGS if words[name] in _YES}
    if environ.get("NO_COLOR"):
        found.setdefault("colours", "none")
    return found


def read_settings(path: Path) -> tuple[Settings, str]:
    """The settings of a file, and a message for the player, usually empty.

    A file that cannot be read is renamed; unknown settings are ignored and listed in the message.
    """
    try:
        values = parse_toml(read_text(path, LARGEST))
    except FileNotFoundError:
        return Settings(), ""
    except (ForeignFileError, TomlError) as error:
        return Settings(), _aside(path, str(error))
    except UnicodeDecodeError:
        return Settings(), _aside(path, say.NOT_UTF8())
    except OSError as error:
        return Settings(), say.CANNOT_BE_READ(path=path, reason=error.strerror or str(error))
    settings = Settings()
    wrong: list[str] = []
    for name, value in values.items():
        if name == "names" and isinstance(value, list) and all(isinstance(each, str) for each in value):
            settings = replace(settings, names=tuple(value[:MOST_NAMES]))
            continue
        if name == "moments" and isinstance(value, dict):
            listed = tuple((key, word) for key, word in value.items() if isinstance(word, str))
            settings = replace(settings, moments=sound(Stops(listed)).moments)
            continue
        if name in TABLES and isinstance(value, dict):
            settings = with_table(settings, name, value)
            continue
        if name == "keys" and isinstance(value, str):
            name = "layout"  # `keys = "vim"` reads well, too
        try:
            settings = changed(settings, {name: value})
        except SettingsError as error:
            wrong.append(str(error))
    settings, reset = mended(settings)
    wrong += reset
    if not wrong:
        return settings, ""
    return settings, say.SETTINGS_WRONG(file=path.name, problems="; ".join(wrong))


def write_settings(settings: Settings, path: Path) -> None:
    """Write the settings atomically.

    Raises:
        StoreError: one of them is wrong, or the system refuses.
    """
    try:
        check_settings(settings)
    except SettingsError as error:
        raise StoreError(str(error)) from None
    values: dict[str, object] = {name: getattr(settings, name) for name in NAMES}
    values["names"] = list(settings.names)
    if settings.moments:
        values["moments"] = dict(settings.moments)
    values |= {name: parse_toml(text) for name in TABLES if (text := getattr(settings, name))}
    text = f"# How Lazaretto looks and sounds.\n{_toml(values)}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, text)
    except OSError as error:
        raise StoreError(unwritten(path, error)) from None


def _toml(values: Mapping[str, object]) -> str:
    import tomli_w  # noqa: PLC0415

    return tomli_w.dumps(values)


def _aside(path: Path, reason: str) -> str:
    try:
        aside = set_aside(path)
    except OSError:
        return say.SETTINGS_DAMAGED(path=path, reason=reason)
    return say.SETTINGS_SET_ASIDE(path=path, reason=reason, name=aside.name)
