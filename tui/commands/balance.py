"""`lazaretto balance`: how often a game is won with each number of players and at each difficulty."""

import argparse
import json
from typing import TYPE_CHECKING

from lazaretto.tui.bot_names import typed_bots
from lazaretto.tui.command_line.command_parser import Commands, RefusalError, UsageError, command
from lazaretto.tui.command_line.exit_status import INTERRUPTED
from lazaretto.tui.commands.arguments import (
    add_path,
    add_seed,
    add_settings,
    common_options,
    player_count,
    positive,
    program_of,
    search,
)
from lazaretto.tui.commands.simulate import add_means, check_bots, cores, means_of, width
from lazaretto.tui.messages import commands as common, simulation as say
from lazaretto.tui.safe_output import out_width, write_document, write_err, write_out

if TYPE_CHECKING:
    from lazaretto.lab.balance import Balance, Level
    from lazaretto.rules import Program

GAMES, MINUTES, UNTIL = 400, 8, 0.06
"""How many games a cell has at most, how long all may take, and how well shares should be known."""
BOTS = "thinker"
"""The bots that play: the best that are fast."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(commands, "balance", "lazaretto balance my_mod --against my_game", run)
    parser.add_argument("scenario", metavar="SCENARIO", help=common.SCENARIO())
    parser.add_argument("--against", metavar="SCENARIO", help=say.BALANCE_AGAINST())
    parser.add_argument(
        "--players", metavar="N", type=player_count, action="append", help=say.BALANCE_PLAYERS()
    )
    parser.add_argument("--bots", metavar="BOT", type=typed_bots, default=BOTS, help=say.BALANCE_BOTS())
    parser.add_argument("--until", metavar="WIDTH", type=width, default=UNTIL, help=say.BALANCE_UNTIL())
    parser.add_argument("--games", metavar="N", type=positive, default=GAMES, help=say.BALANCE_GAMES())
    parser.add_argument("--minutes", metavar="M", type=positive, default=MINUTES, help=say.BALANCE_MINUTES())
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=common.JSON_OBJECT())
    form.add_argument("--csv", action="store_true", help=say.BALANCE_CSV())
    form.add_argument("--html", action="store_true", help=say.HTML())
    add_seed(parser)
    add_settings(parser)
    add_means(parser, jobs=cores())
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play and print the table; status 1 if any game was aborted by an error."""
    from lazaretto.lab.balance import Balance, Plan, fill
    from lazaretto.tui.simulation.progress_bar import BalanceBar

    if "," in arguments.bots:
        raise UsageError(say.ONE_BOT(bot=arguments.bots.partition(",")[0].strip()))
    check_bots(arguments.bots, 1)
    program, options = program_of(arguments.scenario, arguments.path, arguments.option)
    seed = arguments.seed or 0
    balances = [Balance(program, levels_of(program, arguments), arguments.bots, seed, options)]
    if arguments.against is not None:
        base, options = program_of(arguments.against, arguments.path)
        if common := common_options(base, arguments.option):
            base, options = program_of(arguments.against, arguments.path, common)
        balances.append(Balance(base, levels_of(base, arguments), arguments.bots, seed, options))
    _lay_out(balances, arguments.players)
    interrupted = False
    plan, bar = Plan(arguments.until, arguments.games, 60.0 * arguments.minutes), BalanceBar()
    with means_of(arguments, arguments.engine, shared=True) as means:
        try:
            done = fill(balances, plan, means, bar)
            stopped = "" if done else say.TIME_WAS_OVER(number=arguments.minutes)
        except KeyboardInterrupt:
            played = sum(cell.tally.games for balance in balances for cell in balance.cells)
            if not played:
                raise
            done, interrupted = False, True
            stopped = say.INTERRUPTED(number=played)
        finally:
            bar.close()
    for balance in balances:
        if balance.fallback is not None:
            write_err(f"lazaretto: {balance.program.title}: {say.FALLBACK(reason=balance.fallback)}")
    _print(arguments, balances, done, stopped)
    if interrupted:
        return INTERRUPTED
    return 1 if any(cell.errors for balance in balances for cell in balance.cells) else 0


def _print(arguments: argparse.Namespace, balances: "list[Balance]", done: bool, stopped: str) -> None:
    """Print in the form that was asked for."""
    from lazaretto.tui.simulation.balance_text import balance_csv, balance_page, balance_text

    if arguments.json:
        data = balances[0].data() | {"done": done}
        if len(balances) > 1:
            data["against"] = balances[1].data()
        write_out(json.dumps(data, indent=2))
    elif arguments.csv:
        write_document(balance_csv(balances))
    elif arguments.html:
        write_document(balance_page(balances, stopped))
    else:
        write_out(balance_text(balances, out_width(), stopped))


def _lay_out(balances: "list[Balance]", players: list[int] | None) -> None:
    """Add the cells that all scenarios have in common.

    Raises:
        RefusalError: there are none.
    """
    low = max(balance.program.players[0] for balance in balances)
    high = min(balance.program.players[1] for balance in balances)
    for balance in balances:
        balance.lay_out(count for count in range(low, high + 1) if not players or count in players)
        if not balance.cells:
            raise RefusalError(say.NO_CELLS(title=balance.program.title))


def levels_of(program: "Program", arguments: argparse.Namespace) -> tuple["Level", ...]:
    """Return the difficulties of a scenario, the easiest first; one without a name if it declares none.

    Raises:
        RefusalError: it declares an option that it does not have.
    """
    from lazaretto.lab.balance import Level
    from lazaretto.rules.tools.difficulty_option import difficulty_of

    difficulty = difficulty_of(program.folder, search(arguments.path))
    if difficulty is None or difficulty.option in dict(arguments.option):
        return (Level(say.AS_IT_IS(), {}),)
    if difficulty.option not in {option.name for option in program.options}:
        raise RefusalError(say.NO_SUCH_DIFFICULTY(title=program.title, option=difficulty.option))
    return tuple(Level(name, {difficulty.option: value}) for value, name in difficulty.levels.items())
