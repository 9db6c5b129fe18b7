"""The settings of a player: how the screen looks and sounds, saved in the user's folder.

A file that cannot be read is renamed and the player gets a message; it is never overwritten. The environment
and the command line override the file while the program runs, and are not written into it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from grammar.message import with_commas
from host import messages as say
from host.bounds import Many, ShortText, Text, Word
from host.consent import ASKED, GIVEN
from host.record_store import StoreError, put, set_aside, unwritten
from host.stops import ALWAYS, CHANGE, NEVER, Moments, Stops, sound
from rules.engines import ENGINES, Engine
from rules.find_scenarios import data_folder

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
LONGEST_TABLE = 16_384
"""The maximum length of the tables `[keys]` and `[letters]`, in characters."""


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
        """The table `[keys]` as it was read, whatever it holds."""
        return tomllib.loads(self.keys)

    @property
    def own_letters(self) -> Mapping[str, object]:
        """The table `[letters]` as it was read, whatever it holds."""
        return tomllib.loads(self.letters)


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
        if name in FLAGS and not isinstance(value, bool):
            raise SettingsError(say.TRUE_OR_FALSE(name=name, value=value))
        if name in CHOICES and value not in CHOICES[name]:
            raise SettingsError(say.ONE_OF(name=name, known=with_commas(CHOICES[name]), value=value))
        fit[name] = value
    return replace(settings, **fit)


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
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), say.CANNOT_BE_READ(path=path, reason=error.strerror or str(error))
    except ValueError as error:
        return Settings(), _aside(path, str(error))
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
    if not wrong:
        return settings, ""
    return settings, say.SETTINGS_WRONG(file=path.name, problems="; ".join(wrong))


def write_settings(settings: Settings, path: Path) -> None:
    """Write the settings atomically.

    Raises:
        StoreError: the system refuses.
    """
    values: dict[str, object] = {name: getattr(settings, name) for name in NAMES}
    values["names"] = list(settings.names)
    if settings.moments:
        values["moments"] = dict(settings.moments)
    values |= {name: tomllib.loads(text) for name in TABLES if (text := getattr(settings, name))}
    text = f"# How Lazaretto looks and sounds.\n{_toml(values)}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, text)
    except OSError as error:
        raise StoreError(unwritten(path, error)) from None


def _toml(values: Mapping[str, object]) -> str:
    import tomli_w  # noqa: PLC0415

    return tomli_w.dumps(values)


def _aside(path: Path, why: str) -> str:
    reason = why[:1].lower() + why[1:]
    try:
        aside = set_aside(path)
    except OSError:
        return say.SETTINGS_DAMAGED(path=path, reason=reason)
    return say.SETTINGS_SET_ASIDE(path=path, reason=reason, name=aside.name)
