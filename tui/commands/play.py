"""`lazaretto play`: plays a game, full-screen or in line mode.

The arguments say which game: a new one, a saved one, the next one of a campaign, or that of a share line.
"""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lazaretto.tui.bot_names import shown_bots, typed_bots
from lazaretto.tui.command_line.command_parser import Commands, RefusalError, UsageError, command
from lazaretto.tui.commands import daily_and_branch
from lazaretto.tui.commands.arguments import (
    add_engine_to_play,
    add_game,
    add_path,
    engine_of,
    folder_of,
    program_for,
    program_of,
    read_record,
    record_path,
    scenario_of,
    seats,
    switch,
)
from lazaretto.tui.commands.how_to_resume import ResumeCommand
from lazaretto.tui.messages import commands as say, common, guide as learning, line_mode
from lazaretto.tui.random_seed import drawn
from lazaretto.tui.safe_output import write_err, write_out

if TYPE_CHECKING:
    import asyncio

    from lazaretto.host import Sitting
    from lazaretto.host.lobby.lobby_protocol import Access, Lobby, NextGame, Order
    from lazaretto.rules.link.find_scenarios import FoundScenario
    from lazaretto.tui.app import Lazaretto, Wish


PERSON = "person"
"""Stands for a person in a list of bots."""


THEMES = ("auto", "dark", "light", "contrast", "dusk", "sepia")
COLOURS = ("auto", "truecolor", "256", "16", "none")
"""What the settings of these names can be; reading the settings takes too long for a command line."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "play",
        "lazaretto play my_game --players 3 --seed 7 --option name=value",
        run,
    )
    add_arguments(parser)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what a game is started with; `learn` uses the defaults of all of it."""
    parser.add_argument("scenario", metavar="SCENARIO", nargs="?", help=say.SCENARIO())
    parser.add_argument("--plain", action="store_true", help=say.PLAIN())
    parser.add_argument("--names", metavar="NAMES", type=names, default=(), help=say.NAMES())
    parser.add_argument(
        "--bots",
        metavar="BOTS",
        type=bots,
        default=(),
        help=say.SEATS(),
    )
    parser.add_argument("--campaign", metavar="CAMPAIGN", help=say.CAMPAIGN())
    parser.add_argument("--resume", metavar="RECORD", type=Path, help=say.RESUME())
    parser.add_argument("--replay", metavar="RECORD", type=Path, help=say.REPLAY())
    parser.set_defaults(guide=None)
    daily_and_branch.add_branch(parser)
    daily_and_branch.add(parser)
    add_game(parser)
    add_path(parser)
    add_engine_to_play(parser)
    add_looks(parser)


def add_looks(parser: argparse.ArgumentParser) -> None:
    """Add the options for the screen."""
    looks = parser.add_argument_group(say.LOOKS(), say.LOOKS.helped())
    looks.add_argument("--ascii", action=argparse.BooleanOptionalAction, default=None, help=say.ASCII())
    looks.add_argument("--theme", choices=THEMES, help=say.THEME())
    looks.add_argument("--colours", choices=COLOURS, help=say.COLOURS())
    looks.add_argument("--mouse", action="store_true", default=None, help=say.MOUSE())


def names(text: str) -> tuple[str, ...]:
    """Names separated by commas, for argparse."""
    from lazaretto.host.settings.player_names import wrong_with

    found = tuple(each.strip() for each in text.split(","))
    wrong = wrong_with(found)
    if wrong:
        raise argparse.ArgumentTypeError(say.WRONG_NAMES(wrong=wrong))
    return found


def bots(text: str) -> tuple[str, ...]:
    """Bots separated by commas, for argparse; a person becomes an empty name."""
    from lazaretto.lab.playing.bots import COMPANIONS

    names = (each.strip() for each in typed_bots(text).split(","))
    found = tuple("" if name == PERSON else name for name in names)
    unknown = [each for each in found if each and each not in COMPANIONS]
    if unknown:
        known = ", ".join(shown_bots(COMPANIONS))
        raise argparse.ArgumentTypeError(say.NO_BOT(bot=unknown[0], known=known, person=PERSON))
    return found


def run(arguments: argparse.Namespace) -> int:
    """Play until the end, or until the player leaves."""
    told = daily_and_branch.settle(arguments)
    if arguments.plain or not has_screen():
        if arguments.replay:
            raise RefusalError(say.NO_SCREEN())
        if told:
            write_out(told)
        return _play_plain(arguments)
    return play_full(arguments)


def seated(limits: tuple[int, int], arguments: argparse.Namespace) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players, and the bot for each seat (empty for a person).

    Raises:
        UsageError: names, number and bots do not match.
    """
    players = seats(limits, arguments.players, arguments.names)
    wanted: tuple[str, ...] = arguments.bots
    if len(wanted) == 1 and wanted[0]:
        wanted = ("", *wanted * (len(players) - 1))
    if wanted and len(wanted) != len(players):
        raise UsageError(say.SEATS_AND_BOTS(players=len(players), bots=len(wanted)))
    if wanted and all(wanted):
        raise UsageError(say.NO_PERSON())
    return players, wanted if any(wanted) else ()


def has_screen() -> bool:
    """Whether the input and output are a terminal that supports a full screen."""
    from lazaretto.tui.terminal.terminal_capabilities import full_screen

    return sys.stdin.isatty() and sys.stdout.isatty() and full_screen(os.environ)


def _play_plain(arguments: argparse.Namespace) -> int:
    import asyncio

    from lazaretto.host.lobby.local_lobby import LocalLobby
    from lazaretto.host.settings.user_settings import read_settings, settings_file
    from lazaretto.lab.playing.bots import COMPANIONS
    from lazaretto.rules import RuleError
    from lazaretto.tui.line.mode import Plain

    _, notice = read_settings(settings_file())
    if notice:
        write_out(notice)
    with asyncio.Runner() as runner:
        game = next_game(arguments)
        lobby = LocalLobby(lobby_paths(arguments, game), bots=COMPANIONS, engine=engine_of(arguments))
        if daily_and_branch.wanted(arguments):
            sitting = daily_and_branch.branched(arguments, lobby, runner)
        elif game is not None:
            sitting = _campaign(game, lobby, runner)
        else:
            sitting = (_resumed if arguments.resume else _new)(arguments, lobby, runner)
        resume = ResumeCommand(arguments.path, _named_folder(arguments), plain=True)
        try:
            first = partial(_first_goals, lobby)
            return Plain(sitting, runner, sys.stdin, sys.stdout, resume, first).play()
        except KeyboardInterrupt:
            write_out(say.KEPT_PLAIN(command=resume.line(sitting.name, sitting.place)))
            return 0
        except RuleError as error:
            raise RefusalError(say.BOT_STUCK(error=error)) from None
        except OSError:
            raise
        except Exception:
            command = resume.line(sitting.name, sitting.place)
            write_out(say.KEPT_PLAIN(command=command))  # after the last choice that was made
            raise
        finally:
            sitting.leave()


async def _first_goals(lobby: "Lobby", record: str) -> frozenset[str]:
    from lazaretto.tui.line.ending_words import first_reached

    return first_reached(await lobby.statistics(), record)


def lobby_paths(arguments: argparse.Namespace, game: "NextGame | None") -> tuple[Path, ...]:
    """Where the lobby looks for scenarios: also where that of a campaign was found."""
    own = () if game is None or game.folder is None else (game.folder,)
    return (*arguments.path, *own)


def _named_folder(arguments: argparse.Namespace) -> Path | None:
    """The folder of the scenario, if the player named one for a new game."""
    if arguments.resume or not arguments.scenario:
        return None
    return folder_of(arguments.scenario, arguments.path)


def _new(arguments: argparse.Namespace, lobby: "Lobby", runner: "asyncio.Runner") -> "Sitting":
    from lazaretto.host.lobby.lobby_protocol import LobbyError
    from lazaretto.host.table.seat_client import sit_down

    order, title = ordered(arguments, arguments.scenario or _asked(arguments.path))
    try:
        sitting = runner.run(sit_down(runner.run(lobby.open(order))))
    except LobbyError as error:
        raise RefusalError(str(error)) from None
    write_out(_started(order, title, sitting))
    for notice in sitting.notices:
        write_out(notice)
    return sitting


def _started(order: "Order", title: str, sitting: "Sitting") -> str:
    guide = sitting.info.guide
    if guide is not None:
        return learning.STARTED(title=sitting.title, guide=guide.title)
    return say.STARTED(title=title, players=", ".join(order.players), seed=order.seed)


def ordered(arguments: argparse.Namespace, scenario: str) -> tuple["Order", str]:
    """The requested game, and the title of its scenario.

    Raises:
        RefusalError: there is no such scenario, it has mistakes, or the request does not fit it.
    """
    from lazaretto.host.lobby.lobby_protocol import Order

    folder = folder_of(scenario, arguments.path)
    _try_to_save()
    if arguments.guide is not None:
        return Order(folder, (), 0, guide=arguments.guide), folder.name
    program, options = program_of(scenario, arguments.path, arguments.option)
    players, bots = seated(program.players, arguments)
    switches = frozenset(switch(name, value) for name, value in arguments.option if name not in options)
    seed = drawn() if arguments.seed is None else arguments.seed
    return Order(folder, players, seed, options, switches, bots, arguments.campaign or ""), program.title


def _try_to_save() -> None:
    """Refuse a game that cannot be saved before its rules are compiled.

    Raises:
        RefusalError: nothing can be written in the folder of saved games.
    """
    from lazaretto.host.records.record_store import Store, StoreError

    try:
        Store().try_folder()
    except StoreError as error:
        raise RefusalError(str(error)) from None


def next_game(arguments: argparse.Namespace) -> "NextGame | None":
    """The game of a campaign to go on with, or None if no campaign is requested, or if it is to be begun.

    Raises:
        RefusalError: its file cannot be used, or the request does not fit it.
    """
    if arguments.campaign is None:
        return None
    from lazaretto.host.campaigns import campaign_messages
    from lazaretto.host.campaigns.campaign_file import CampaignError, CampaignStore
    from lazaretto.host.campaigns.local_campaigns import like
    from lazaretto.host.lobby.lobby_protocol import NextGame

    name = arguments.campaign
    for option in ("resume", "replay"):
        if getattr(arguments, option):
            raise UsageError(say.CAMPAIGN_AND_RECORD(option=option))
    try:
        campaign = CampaignStore().find(name)
    except CampaignError as error:
        raise RefusalError(str(error)) from None
    if campaign is None:
        return None
    if campaign.over:
        raise RefusalError(campaign_messages.IS_OVER(name=name))
    _try_to_save()
    for option in ("players", "names", "bots"):
        if getattr(arguments, option):
            players = ", ".join(campaign.players)
            raise RefusalError(say.CAMPAIGN_HAS_PLAYERS(name=name, players=players, option=option))
    if arguments.scenario:
        folder, paths = folder_of(arguments.scenario, arguments.path), tuple(arguments.path)
    else:
        folder, paths = scenario_of(like(campaign), arguments.path)
    program, options = program_of(str(folder), paths, arguments.option)
    for part, _ in arguments.option:
        if part not in options:
            raise RefusalError(say.CAMPAIGN_HAS_PARTS(name=name, part=part))
    if program.name != campaign.scenario:
        raise RefusalError(
            campaign_messages.ANOTHER_SCENARIO(name=name, scenario=campaign.scenario, other=program.name)
        )
    seed = drawn() if arguments.seed is None else arguments.seed
    return NextGame(name, seed, options, folder)


def _campaign(game: "NextGame", lobby: "Lobby", runner: "asyncio.Runner") -> "Sitting":
    sitting = _opened(runner, partial(lobby.go_on, *game), str)
    players = ", ".join(seat.name for seat in sitting.seats[0].look().view.seats)
    write_out(say.CAMPAIGN_GAME_OF(title=sitting.info.title, players=players))
    for notice in sitting.notices:
        write_out(notice)
    return sitting


def _resumed(arguments: argparse.Namespace, lobby: "Lobby", runner: "asyncio.Runner") -> "Sitting":
    path = record_path(arguments.resume)
    record = read_record(path)
    program_for(record, arguments.path)

    async def resume(*access: "Access") -> Any:
        return await lobby.resume(await lobby.find(path), *access)

    sitting = _opened(runner, resume, lambda error: say.CANNOT_RESUME(error=error))
    players = ", ".join(record.players)
    over = sitting.seats[0].look().outcome is not None
    write_out((say.RESUMED_OVER if over else say.RESUMED)(title=record.title, players=players))
    for notice in sitting.notices:
        write_out(notice)
    return sitting


def _opened(
    runner: "asyncio.Runner",
    opened: Callable[..., Coroutine[Any, Any, Any]],
    refusal: Callable[[Exception], str],
) -> "Sitting":
    """Sit down at a table; if another process has its game open, the player says how to open it.

    Raises:
        RefusalError: it cannot be opened.
    """
    from lazaretto.host.lobby.lobby_protocol import HeldError, LobbyError
    from lazaretto.host.table.seat_client import sit_down

    try:
        try:
            table = runner.run(opened())
        except HeldError as error:
            table = runner.run(opened(_how_to_open(error)))
        return runner.run(sit_down(table))
    except LobbyError as error:
        raise RefusalError(refusal(error)) from None


def _how_to_open(problem: Exception) -> "Access":
    """How the player wants to open a game that another process has open.

    Raises:
        RefusalError: none of the ways was chosen.
    """
    from lazaretto.host.lobby.lobby_protocol import ELSEWHERE

    write_out(str(problem))
    for number, access in enumerate(ELSEWHERE, 1):
        way = common.ELSEWHERE[access.value]
        write_out(f"  {number}. {way()}: {way.helped()}")
    write_out(say.WHICH_ONE(), end="")
    sys.stdout.flush()
    answer = sys.stdin.readline().strip()
    if answer not in {str(number + 1) for number in range(len(ELSEWHERE))}:
        raise RefusalError(str(problem))
    return ELSEWHERE[int(answer) - 1]


def _asked(paths: Sequence[Path]) -> str:
    """The scenario that the player picks from the list; if there is only one, that one."""
    from lazaretto.rules.link.find_scenarios import scenarios

    found_scenarios = [scenario for scenario in scenarios(paths) if not scenario.problem]
    if len(found_scenarios) == 1:
        return found_scenarios[0].name
    if not found_scenarios:
        raise RefusalError(say.NOTHING_TO_PLAY())
    return asked_among(found_scenarios)


def asked_among(found: "Sequence[FoundScenario]") -> str:
    """The scenario that the player picks by its number or name.

    Raises:
        RefusalError: none was picked.
    """
    for number, scenario in enumerate(found, 1):
        write_out(f"  {number}. {scenario.title} [{scenario.name}]")
    write_out(say.WHICH_ONE(), end="")
    sys.stdout.flush()
    answer = sys.stdin.readline().strip()
    if answer.isdecimal() and 1 <= int(answer) <= len(found):
        return found[int(answer) - 1].name
    if not answer:
        raise RefusalError(say.NONE_CHOSEN())
    return answer


RARELY = (5_000, 20, 50)
"""Thresholds of Python's garbage collector: with a game in memory, a full collection takes longer than
players want to wait after a key."""


def play_full(arguments: argparse.Namespace) -> int:
    """Show the launcher, or the requested game.

    Raises:
        RefusalError: the request cannot be fulfilled.
    """
    from lazaretto.tui.terminal.opening_screen import opening_screen

    with opening_screen() if sys.platform != "win32" else nullcontext():
        app, wish = _app(arguments)
        _run(app)
    folder = None if wish is None else wish.order.folder if wish.order is not None else None
    if wish is not None and wish.campaign is not None:
        folder = wish.campaign.folder
    return _told(app, ResumeCommand(arguments.path, folder))


def _run(app: "Lazaretto") -> None:
    usually = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        app.run()
    finally:
        gc.set_threshold(*usually)
        app.stand_up()


def _app(arguments: argparse.Namespace) -> tuple["Lazaretto", "Wish | None"]:
    from lazaretto.host.crash_report import keep_crash
    from lazaretto.host.lobby.local_lobby import LocalLobby
    from lazaretto.host.settings.user_settings import from_environment, read_settings, settings_file
    from lazaretto.lab.playing.bots import COMPANIONS
    from lazaretto.lab.playing.finished_game_chances import WinChance
    from lazaretto.tui.app import Lazaretto
    from lazaretto.tui.terminal.terminal_capabilities import encoding, plain_letters

    wish = _wish(arguments)
    settings, notice = read_settings(settings_file())
    given = {name: getattr(arguments, name) for name in ("ascii", "theme", "colours", "mouse")}
    letters = {"ascii": True} if encoding() != "utf-8" or plain_letters(os.environ) else {}
    forced = (
        letters
        | from_environment(os.environ)
        | {name: value for name, value in given.items() if value is not None}
    )
    app = Lazaretto(
        LocalLobby(
            lobby_paths(arguments, wish.campaign if wish is not None else None),
            bots=COMPANIONS,
            estimator=WinChance,
            engine=engine_of(arguments),
        ),
        settings,
        forced=forced,
        environ=os.environ,
        wish=wish,
        notices=(notice,) if notice else (),
        on_crash=keep_crash,
    )
    return app, wish


def _wish(arguments: argparse.Namespace) -> "Wish | None":
    from lazaretto.tui.app import Point, Wish

    if (game := next_game(arguments)) is not None:
        return Wish(campaign=game)
    if daily_and_branch.wanted(arguments):
        return Wish(what_if=Point(_readable(arguments.branch), arguments.at, arguments.seed))
    if arguments.resume:
        return Wish(resume=_readable(arguments.resume))
    if arguments.replay:
        return Wish(replay=_readable(arguments.replay))
    if not arguments.scenario:
        asked = [
            name
            for name in ("players", "names", "bots", "campaign", "seed", "option")
            if getattr(arguments, name)
        ]
        if asked:
            raise UsageError(say.NAME_SCENARIO(option=asked[0]))
        return None
    order, _ = ordered(arguments, arguments.scenario)
    return Wish(order)


def _readable(path: Path) -> Path:
    """The file of a record, after checking that it can be read."""
    found = record_path(path)
    read_record(found)
    return found


def _told(app: "Lazaretto", resume: ResumeCommand) -> int:
    """Print the messages after the app has ended; return the status of the command."""
    if app.refusal is not None:
        raise RefusalError(app.refusal)
    if app.failure is not None:
        where = "" if app.crash_file is None else f" {say.CRASH_FILE(path=app.crash_file)}"
        write_err(f"lazaretto: {app.failure}{where}")
    if app.campaign_to_go_on and not app.hung_up:
        write_out(line_mode.NEXT_GAME(command=resume.campaign_line(app.campaign_to_go_on)))
    elif app.left is not None and not app.hung_up:
        write_out(say.KEPT(command=resume.line(app.left, app.left_place)))
    return app.return_code or 0
