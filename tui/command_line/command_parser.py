"""The parsers of the command line: grouped help, and one sentence for whatever is wrong with the words.

`CommandLine` is the whole, `CommandParser` one command, which `command` adds. Each error with which a command
stops holds the sentence. Completion and the manual page are made from them.
"""

import argparse
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from lazaretto.grammar.message import Message
from lazaretto.rules.errors.did_you_mean import DID_YOU_MEAN, did_you_mean, either, nearest
from lazaretto.tui.command_line.exit_status import REFUSED, WRONG_USAGE
from lazaretto.tui.messages import command_line as say, commands as commands_say
from lazaretto.tui.safe_output import write_out

HELP = ("-h", "--help")
VERSION = "--version"


class RefusalError(Exception):
    """The command cannot do what it should: the sentence is printed on standard error."""

    status = REFUSED
    program = "lazaretto"
    """What stands before the sentence."""


class UsageError(RefusalError):
    """The command line is wrong in itself, whatever files and games there are."""

    status = WRONG_USAGE

    def __init__(self, sentence: str, program: str = RefusalError.program) -> None:
        super().__init__(sentence)
        self.program = program


class CommandParser(argparse.ArgumentParser):
    """Reads the words of one command."""

    summary = ""
    """A line that says what the command does; empty for a command that people do not type."""
    example = ""

    def __init__(self, *words: Any, **named: Any) -> None:
        super().__init__(*words, **named)
        self.color = False
        """From 3.14 on, Python would colour help, and our output takes control characters out."""

    def error(self, message: str) -> NoReturn:
        """Refuse the words; what `argparse` says about an argument is said in plain words."""
        about = re.fullmatch(r"argument\s(?:\S+/)?(\S+):\s(.*)", message, re.DOTALL)
        if about is not None and about[2].startswith("expected "):
            message = say.VALUE_MISSING(name=about[1])
        elif about is not None:
            message = say.VALUE_WRONG(name=about[1], problem=about[2])
        self._refuse(say.WRONG_USAGE(problem=message, help=say.HELP_EXPLAINS(program=self.prog)))

    def _refuse(self, sentence: str) -> NoReturn:
        raise UsageError(sentence, self.prog)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print the help; where that fails, `argparse` would go on without a word."""
        write_out(message, end="")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices]
        help = did_you_mean(str(value), known, say.CHOOSE_FROM(names=either(known)))
        self._refuse(say.NO_CHOICE(name=name_of(action), value=value, help=help))

    def refuse_unknown_options(self, words: Sequence[str]) -> None:
        """Refuse an option that the command does not have, before anything else that may be wrong."""
        known = [action for action in self._option_string_actions if action.startswith("--")]
        for word in words:
            name = word.partition("=")[0]
            if word == "--" or word in HELP:
                return
            if name.startswith("--") and " " not in word and not any(one.startswith(name) for one in known):
                self.refuse_option(name)

    def refuse_option(self, name: str) -> NoReturn:
        """Refuse an option, with the nearest that there is."""
        known = [action.lstrip("-") for action in self._option_string_actions if action.startswith("--")]
        near = nearest(name.lstrip("-"), known)
        names = either(f"--{each}" for each in near)
        help = DID_YOU_MEAN(names=names) if near else say.HELP_LISTS_OPTIONS(program=self.prog)
        self._refuse(say.NO_OPTION(name=name, help=help))

    def refuse_rest(self, words: Sequence[str]) -> NoReturn:
        """Refuse words that are left when all arguments have theirs."""
        if words[0].startswith("-"):
            self.refuse_option(words[0])
        self._refuse(say.ONE_TOO_MANY(word=words[0], help=say.HELP_EXPLAINS(program=self.prog)))

    def options(self) -> Iterator[argparse.Action]:
        """The options, in the order of the help."""
        return (action for action in self._actions if action.option_strings)

    def places(self) -> Iterator[argparse.Action]:
        """The arguments that have no name, in their order."""
        return (action for action in self._actions if not action.option_strings)


def name_of(action: argparse.Action) -> str:
    """What the user knows an argument by."""
    return f"`{action.option_strings[-1]}`" if action.option_strings else str(action.metavar or action.dest)


class CommandGroup(NamedTuple):
    """Commands that people look for together."""

    title: Message
    modules: Mapping[str, str]
    """For each command the module that adds it, which is imported when it is wanted."""


class CommandLine(CommandParser):
    """Reads a whole command line; of the commands it knows only the names until it needs more."""

    def __init__(self, groups: Sequence[CommandGroup]) -> None:
        super().__init__(prog="lazaretto", add_help=False)
        self.add_argument(*HELP, action="help", help=say.SHOW_HELP())
        self.add_argument(VERSION, action=_ShowVersion, help=say.SHOW_VERSION())
        self._groups = groups
        self._modules = {name: module for group in groups for name, module in group.modules.items()}
        self._added = self.add_subparsers(metavar="COMMAND", required=True, parser_class=CommandParser)

    def command(self, name: str) -> CommandParser:
        """The parser of a command."""
        if name not in self._added.choices:
            import_module(self._modules[name]).add(self._added)
        return self._added.choices[name]

    @property
    def commands(self) -> dict[str, CommandParser]:
        """The parsers of all commands, in the order of the help."""
        return {name: self.command(name) for name in self._modules}

    @property
    def groups(self) -> list[tuple[str, list[CommandParser]]]:
        """The commands that people type, by group."""
        return [
            (group.title(), [parser for name in group.modules if (parser := self.command(name)).summary])
            for group in self._groups
        ]

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Read the words.

        Raises:
            UsageError: they are wrong.
            SystemExit: they asked for help, which was printed.
        """
        if words[:1] == ["help"]:
            words = [*words[1:2], "--help"]
        first = words[0] if words else ""
        if first not in self._modules:
            self._check_first(first)
            parser: CommandParser = self
        else:
            parser = self.command(first)
            parser.refuse_unknown_options(words[1:])
        arguments, rest = self.parse_known_args(words)
        if rest:
            parser.refuse_rest(rest)
        arguments.command_line = self
        return arguments

    def _check_first(self, word: str) -> None:
        """Refuse a first word that is no command, unless it is an option of the whole."""
        if not word:
            self._refuse(say.NO_COMMAND_YET())
        if not word.startswith("-"):
            self._refuse(say.NO_COMMAND(name=word, help=self._nearest(word)))
        if any(each.startswith(word) for each in (*HELP, VERSION)) and word not in ("-", "--"):
            return
        if word.startswith("--") and word.partition("=")[0] in self.command("play")._option_string_actions:
            self._refuse(say.OPTION_OF_PLAY(name=word))
        self.refuse_option(word)

    def _nearest(self, word: str) -> str:
        """A hint about what somebody meant who wrote this word for a command."""
        from lazaretto.rules.link.find_scenarios import scenarios  # noqa: PLC0415

        known = [each for each, parser in self.commands.items() if parser.summary]
        if word in {scenario.name for scenario in scenarios(())}:
            return say.DID_YOU_MEAN_PLAY(name=word)
        return did_you_mean(word, known, say.HELP_LISTS())

    def format_help(self) -> str:
        """The groups with a line for each command."""
        lines = [say.USAGE(program=self.prog), "", say.DESCRIPTION()]
        width = max(map(len, self._modules)) + 2
        for title, commands in self.groups:
            lines += ["", title]
            lines += (f"  {parser.prog.partition(' ')[2]:{width}}{parser.summary}" for parser in commands)
        lines += ["", say.OPTIONS()]
        lines += (f"  {', '.join(option.option_strings):{width}}{option.help}" for option in self.options())
        return "\n".join([*lines, "", say.EPILOG(), ""])


class _ShowVersion(argparse.Action):
    """Prints the version; it is looked for only then."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_words: object) -> NoReturn:
        from lazaretto.rules.version_and_extras import version  # noqa: PLC0415

        write_out(f"lazaretto {version()}")
        parser.exit()


if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[CommandParser]
else:
    Commands = object


class _HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Breaks long lines of a description; indented ones stay as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        lines: list[str] = []
        for whole, part in groupby(text.splitlines(), lambda line: line.startswith(" ") or not line):
            paragraph = list(part)
            lines += paragraph if whole else textwrap.wrap(" ".join(paragraph), width)
        return "\n".join(f"{indent}{line}".rstrip() for line in lines)


def command(
    commands: Commands,
    name: str,
    example: str,
    run: Callable[[argparse.Namespace], int],
    message: Message | None = None,
) -> CommandParser:
    """Add a command and the function it runs; what it does is in the catalogue, or in a given message."""
    message = message or commands_say.COMMAND[name]
    parser = commands.add_parser(
        name,
        description=message.helped(),
        epilog=commands_say.EXAMPLE(example=example),
        formatter_class=_HelpFormatter,
    )
    parser.summary, parser.example = message(), example
    parser.set_defaults(run=run)
    return parser
