"""Makes the scripts with which shells complete commands, from the parsers of the command line.

What may stand where on a command line is computed here, also for the manual page.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from shutil import which
from typing import Literal, NamedTuple

from lazaretto.tui.command_line.command_parser import CommandLine, CommandParser
from lazaretto.tui.messages import command_line as say

Kind = Literal["words", "file", "folder", "scenarios", "records", "campaigns", "free"]
"""`words` are listed, the plural kinds are asked for with `lazaretto names`, and `free` is anything."""

KINDS: Mapping[str, Kind] = {
    "CAMPAIGN": "campaigns",
    "DIR": "folder",
    "FILE": "file",
    "PATH": "scenarios",
    "RECORD": "records",
    "SCENARIO": "scenarios",
    **dict.fromkeys(("ADDRESS", "BOT", "BOTS", "CODE", "DATE", "GUIDE", "MODE", "NAME", "NAMES"), "free"),
    **dict.fromkeys(("NAME=VALUE", "NAME=VALUE,…", "N", "N,N…", "PERSON", "PORT", "PROGRAM"), "free"),
    **dict.fromkeys(("M", "S", "WIDTH", "WORD", "WxH", "[USER@]HOST[:PORT]"), "free"),
}
"""What is expected where the help has one of these words."""


class Expected(NamedTuple):
    """What may stand in one place."""

    kind: Kind
    words: tuple[str, ...] = ()


class Flag(NamedTuple):
    """An option."""

    names: tuple[str, ...]
    """All ways to write it, the long one last."""
    value: Expected | None
    """What follows it, if anything does."""
    help: str
    may_stand_alone: bool = False
    """Whether the value can be left out."""
    repeats: bool = False
    """Whether it may be given several times."""


class Place(NamedTuple):
    """An argument without a name of its own on the command line."""

    title: str
    """What the help calls it."""
    value: Expected
    may_be_missing: bool


class Words(NamedTuple):
    """What a command takes."""

    name: str
    summary: str
    flags: tuple[Flag, ...]
    places: tuple[Place, ...]
    repeats: bool
    """Whether what is expected last may stand there several times."""


def words_of(line: CommandLine) -> list[Words]:
    """What each command takes that people type."""
    return [_words_of(parser) for _, parsers in line.groups for parser in parsers]


def _words_of(parser: CommandParser) -> Words:
    places = list(parser.places())
    return Words(
        parser.prog.partition(" ")[2],
        parser.summary,
        tuple(flag_of(parser, option) for option in parser.options() if option.help != argparse.SUPPRESS),
        tuple(Place(str(place.metavar), expected(place), place.nargs in ("?", "*")) for place in places),
        bool(places) and places[-1].nargs in ("+", "*"),
    )


def flag_of(parser: CommandParser, action: argparse.Action) -> Flag:
    """An option as shells need it."""
    return Flag(
        tuple(action.option_strings),
        None if action.nargs == 0 else expected(action),
        help_of(parser, action),
        action.nargs == "?",
        isinstance(action, argparse._AppendAction),
    )


def expected(action: argparse.Action) -> Expected:
    """What may stand where an argument is."""
    if action.choices is not None:
        return Expected("words", tuple(str(choice) for choice in action.choices))
    return Expected(KINDS[str(action.metavar)])


def help_of(parser: CommandParser, action: argparse.Action) -> str:
    """The help of an argument, with its gaps filled as argparse fills them."""
    return (action.help or "") % {**vars(action), "prog": parser.prog}


NAME = "lazaretto"


def script(shell: str, line: CommandLine) -> str:
    """The script for a shell."""
    template = (Path(__file__).parent / f"completion.{shell}").read_text(encoding="utf-8")
    gaps = {"PROGRAM": program(), **_SHELLS[shell](words_of(line))}
    for name, text in gaps.items():
        template = template.replace(f"@{name}@", text)
    return template


def program() -> str:
    """How the script reaches this program: by its name if that leads here, or else by its place."""
    here = Path(sys.argv[0]).absolute()
    found = which(NAME)
    if here.name != NAME or not here.is_file() or (found is not None and here.samefile(found)):
        return NAME
    return quote(str(here))


def _lines(lines: Iterable[str], depth: int) -> str:
    return "\n".join(f"{' ' * depth}{line}" for line in lines)


# --- bash --------------------------------------------------------------------------------------------


def _bash(commands: Sequence[Words]) -> dict[str, str]:
    flags, values, places = list[str](), list[str](), list[str]()
    for command in commands:
        names = " ".join(name for flag in command.flags for name in flag.names)
        valued = " ".join(name for flag in command.flags if flag.value for name in flag.names)
        last = f" last={len(command.places) - 1}" if command.repeats else ""
        flags.append(f'{command.name}) flags="{names}" valued="{valued}"{last} ;;')
        for flag in command.flags:
            if flag.value is not None:
                heads = " | ".join(f'"{command.name} {name}"' for name in flag.names)
                values.append(f"{heads}) {_bash_kind(flag.value)} ;;")
        for number, place in enumerate(command.places):
            places.append(f'"{command.name} {number}") {_bash_kind(place.value)} ;;')
    return {
        "COMMANDS": " ".join(words.name for words in commands),
        "FLAGS": _lines(flags, 8),
        "VALUES": _lines(values, 8),
        "PLACES": _lines(places, 8),
    }


def _bash_kind(value: Expected) -> str:
    return f'kind={value.kind} words="{" ".join(value.words)}"' if value.words else f"kind={value.kind}"


# --- zsh ---------------------------------------------------------------------------------------------

_ZSH_ACTIONS = {
    "file": "_files",
    "folder": "_files -/",
    "scenarios": "_lazaretto_scenarios",
    "records": "_lazaretto_records",
    "campaigns": "_lazaretto_campaigns",
    "free": " ",
}


def _zsh(commands: Sequence[Words]) -> dict[str, str]:
    arguments = list[str]()
    for command in commands:
        specs = [_zsh_flag(flag, name) for flag in command.flags for name in flag.names]
        for number, place in enumerate(command.places, 1):
            where = "*" if command.repeats and number == len(command.places) else str(number)
            colons = "::" if place.may_be_missing and where != "*" else ":"
            specs.append(_zsh_quoted(f"{where}{colons}{_zsh_text(place.title)}:{_zsh_action(place.value)}"))
        arguments.append(f"{command.name}) _arguments \\")
        arguments += (f"    {spec} \\" for spec in specs[:-1])
        arguments.append(f"    {specs[-1]} ;;")
    return {
        "COMMANDS": _lines((_zsh_quoted(f"{words.name}:{words.summary}") for words in commands), 12),
        "HELP": _zsh_quoted(f"[{_zsh_text(say.SHOW_HELP())}]"),
        "VERSION": _zsh_quoted(f"[{_zsh_text(say.SHOW_VERSION())}]"),
        "ARGUMENTS": _lines(arguments, 8),
    }


def _zsh_flag(flag: Flag, name: str) -> str:
    many = "*" if flag.repeats else "(- *)" if "--help" in flag.names else ""
    if flag.value is None:
        return _zsh_quoted(f"{many}{name}[{_zsh_text(flag.help)}]")
    equals = "=" if name.startswith("--") else ""
    colons = "::" if flag.may_stand_alone else ":"
    return _zsh_quoted(
        f"{many}{name}{equals}[{_zsh_text(flag.help)}]{colons}{name.lstrip('-')}:{_zsh_action(flag.value)}"
    )


def _zsh_action(value: Expected) -> str:
    return f"({' '.join(value.words)})" if value.words else _ZSH_ACTIONS[value.kind]


def _zsh_text(text: str) -> str:
    return "".join(f"\\{each}" if each in "\\[]:$`" else each for each in text)


def _zsh_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


# --- fish --------------------------------------------------------------------------------------------

_FISH_VALUES = {
    "file": "-r -F",
    "folder": "-x -a '(__fish_complete_directories)'",
    "scenarios": "-x -a '(__lazaretto_names scenarios; __fish_complete_directories)'",
    "records": "-r -F -a '(__lazaretto_names records)'",
    "campaigns": "-x -a '(__lazaretto_names campaigns)'",
    "free": "-x",
}


def _fish(commands: Sequence[Words]) -> dict[str, str]:
    lines = list[str]()
    for command in commands:
        head = f"complete -c {NAME} -n __lazaretto_no_command"
        lines += ["", f"{head} -a {command.name} -d {_fish_text(command.summary)}"]
        head = f"complete -c {NAME} -n '__lazaretto_in {command.name}'"
        for place in command.places:
            value = _fish_value(place.value).removeprefix("-x").removeprefix("-r").strip()
            if value:
                lines.append(f"{head} {value}")
        for flag in command.flags:
            names = " ".join(
                f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in flag.names
            )
            value = f" {_fish_value(flag.value)}" if flag.value else ""
            lines.append(f"{head} {names}{value} -d {_fish_text(flag.help)}")
    return {
        "COMMANDS": "\n".join(lines).lstrip("\n"),
        "HELP": _fish_text(say.SHOW_HELP()),
        "VERSION": _fish_text(say.SHOW_VERSION()),
    }


def _fish_value(value: Expected) -> str:
    return f"-x -a {_fish_text(' '.join(value.words))}" if value.words else _FISH_VALUES[value.kind]


def _fish_text(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


_SHELLS: Mapping[str, Callable[[Sequence[Words]], dict[str, str]]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
