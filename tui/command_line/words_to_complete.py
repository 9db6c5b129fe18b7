"""What may stand where on a command line, for shells that complete it and for the manual page."""

import argparse
from collections.abc import Mapping
from typing import Literal, NamedTuple

from lazaretto.tui.command_line.command_parser import CommandLine, CommandParser

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
        tuple(flag_of(parser, each) for each in parser.options() if each.help != argparse.SUPPRESS),
        tuple(Place(str(each.metavar), expected(each), each.nargs in ("?", "*")) for each in places),
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
        return Expected("words", tuple(str(each) for each in action.choices))
    return Expected(KINDS[str(action.metavar)])


def help_of(parser: CommandParser, action: argparse.Action) -> str:
    """The help of an argument, with its gaps filled as argparse fills them."""
    return (action.help or "") % {**vars(action), "prog": parser.prog}
