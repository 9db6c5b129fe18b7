"""Writes the manual page from the parsers of the command line, in the macros of man(7)."""

import argparse
import re
from collections.abc import Iterator

from lazaretto.rules.version_and_extras import version
from lazaretto.tui.command_line.command_parser import CommandLine, CommandParser
from lazaretto.tui.command_line.exit_status import STATUSES
from lazaretto.tui.command_line.shell_scripts import help_of
from lazaretto.tui.messages import command_line as say


def manual_page(line: CommandLine) -> str:
    """The page, in roff."""
    return "\n".join([*_page(line), ""])


def _page(line: CommandLine) -> Iterator[str]:
    yield '.\\" ' + "Made by `lazaretto man`."
    yield f'.TH LAZARETTO 1 "" "Lazaretto {version()}" "{_plain(say.PAGE_MANUAL())}"'
    yield from (_section(say.PAGE_NAME()), f"lazaretto \\- {_text(say.PAGE_TITLE())}")
    yield from (_section(say.PAGE_SYNOPSIS()), ".B lazaretto", "[\\fICOMMAND\\fR ...]")
    for option in line.options():
        yield from (".br", f".B lazaretto {_plain(option.option_strings[-1])}")
    yield from (_section(say.PAGE_DESCRIPTION()), _text(say.PAGE_ABOUT()))
    for title, commands in line.groups:
        yield _section(title.upper())
        for parser in commands:
            yield from _command(parser)
    yield _section(say.PAGE_STATUS())
    for status, means in STATUSES:
        yield from _item(f"\\fB{status}\\fR", means())
    yield _section(say.PAGE_ENVIRONMENT())
    for name, means in say.ENVIRONMENT.items():
        yield from _item(f"\\fB{_plain(name)}\\fR", means())
    yield _section(say.PAGE_FILES())
    for name, means in say.FILES.items():
        yield from _item(f"\\fI{_plain(name)}\\fR", means())
    yield from (_section(say.PAGE_MORE()), _text(say.PAGE_DOCS()))


def _command(parser: CommandParser) -> Iterator[str]:
    """What a command does, its arguments and its options."""
    places = "".join(f" {_place(place)}" for place in parser.places())
    yield f'.SS "{_plain(parser.prog)}{places} [\\fIOPTIONS\\fP]"'
    for paragraph in (parser.description or "").split("\n\n"):
        yield from (".PP", *_kept_lines(paragraph))
    for action in parser.places():
        yield from _item(f"\\fI{_plain(str(action.metavar))}\\fR", help_of(parser, action))
    for action in parser.options():
        if action.help != argparse.SUPPRESS and "--help" not in action.option_strings:
            names = ", ".join(f"\\fB{_plain(string)}\\fR" for string in action.option_strings)
            yield from _item(f"{names}{_value(action)}", help_of(parser, action))
    yield from (".PP", _text(say.PAGE_EXAMPLE()), ".RS 4", f"\\fB{_plain(parser.example)}\\fR", ".RE")


def _kept_lines(paragraph: str) -> list[str]:
    """A paragraph; one whose lines are indented keeps them as they are."""
    if paragraph.startswith(" "):
        return [".nf", *map(_text, paragraph.split("\n")), ".fi"]
    return [_text(" ".join(paragraph.split()))]


def _place(action: argparse.Action) -> str:
    """An argument in the heading of a command."""
    name = f"\\fI{_plain(str(action.metavar))}\\fP"
    if action.nargs in ("+", "*"):
        name += " ..."
    return f"[{name}]" if action.nargs in ("?", "*") else name


def _value(action: argparse.Action) -> str:
    """What follows an option."""
    if action.nargs == 0:
        return ""
    known = "|".join(map(str, action.choices)) if action.choices is not None else str(action.metavar)
    value = f"\\fI{_plain(known)}\\fR"
    return f" [{value}]" if action.nargs == "?" else f" {value}"


def _section(title: str) -> str:
    return f'.SH "{_plain(title)}"'


def _item(head: str, text: str) -> tuple[str, ...]:
    return (".TP", head, _text(text))


def _text(text: str) -> str:
    """A text in which words in backticks are bold; a line of it never becomes a request."""
    bold = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", _plain(text))
    return re.sub(r"(?m)^(?=[.'])", r"\\&", bold)


def _plain(text: str) -> str:
    """A text without its meaning for roff: dashes stay dashes that can be copied."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return escaped.replace("~", "\\(ti").replace("^", "\\(ha").replace("…", "...")
