"""`lazaretto rulebook`: prints the rules of a game as text, as Markdown or as a page to print."""

import argparse

from lazaretto.tui.command_line.command_parser import Commands, command
from lazaretto.tui.commands.arguments import add_parts, add_path, folder_of, program_of, search
from lazaretto.tui.messages import commands as say
from lazaretto.tui.safe_output import write_document, write_out


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(commands, "rulebook", "lazaretto rulebook my_game --html > my_game.html", run)
    parser.add_argument("scenario", metavar="SCENARIO", help=say.SCENARIO())
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--md", action="store_true", help=say.AS_MARKDOWN())
    form.add_argument("--html", "--pdf-ready", action="store_true", help=say.AS_PAGE())
    add_parts(parser)
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the rulebook."""
    from lazaretto.rules.tools.rulebook_with_parts import rulebook_with_parts
    from lazaretto.tui.reading.rulebook_export import as_markdown, as_page, as_text, empty_board

    program, _ = program_of(arguments.scenario, arguments.path, arguments.option)
    folder, places = folder_of(arguments.scenario, arguments.path), search(arguments.path)
    write = as_markdown if arguments.md else as_page if arguments.html else as_text
    players = tuple(map(str, range(1, program.players[0] + 1)))
    coast = program.coast if arguments.html else ()
    board = empty_board(program.start(seed=1, players=players).view(None), coast)
    text = write(rulebook_with_parts(program, folder, places), board)
    if arguments.md or arguments.html:
        write_document(text)
    else:
        write_out(text, end="")
    return 0
