"""`lazaretto test`: runs the test blocks of scenarios."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lazaretto.tui.command_line.command_parser import Commands, UsageError, command
from lazaretto.tui.commands.arguments import (
    add_backend,
    add_parts,
    add_path,
    folders_of,
    mistakes,
    search,
    switched,
)
from lazaretto.tui.messages import commands as say
from lazaretto.tui.safe_output import write_err, write_out

if TYPE_CHECKING:
    from lazaretto.rules.tools.scenario_tests import TestResult

MOST_UNFIT = 10
"""How many tests that no longer apply are named, unless all are asked for."""


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = command(
        commands,
        "test",
        "lazaretto test scenarios --mode plain --mode forked",
        run,
    )
    parser.add_argument("scenario", metavar="PATH", nargs="+", help=say.PATHS())
    parser.add_argument(
        "--mode",
        metavar="MODE",
        action="append",
        default=[],
        help=say.MODE(),
    )
    parser.add_argument("-v", "--verbose", action="store_true", help=say.VERBOSE())
    add_parts(parser)
    add_backend(parser)
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the tests of each scenario."""
    from lazaretto.rules.tools import scenario_tests as testing

    passed = failed = broken = changed = unfit = 0
    modes, places = _modes(arguments.mode, testing.MODES), search(arguments.path)
    for folder in folders_of(arguments.scenario, arguments.path):
        parts = switched(folder, arguments.path, arguments.option)
        tested = testing.run(folder, search=places, modes=modes, switches=parts, backend=arguments.backend)
        if tested.diagnostics:
            write_err(mistakes(tested.diagnostics, tested.sources, folder))
            broken += 1
        for result in tested.results:
            bad = result.failure is not None
            passed += not bad
            failed += bad and not result.changed
            changed += result.changed
            place = f"{result.file}:{result.line}"
            if result.failure is not None:
                message = say.TEST_CHANGED if result.changed else say.TEST_FAILED
                failure = result.failure.replace("\n", "\n    ")
                write_out(f"{message(place=place, name=result.name)}\n    {failure}")
            elif arguments.verbose:
                write_out(say.TEST_PASSED(place=place, name=result.name))
        unfit += len(tested.unfit)
        _tell_unfit(tested.unfit, len(tested.unfit) if arguments.verbose else MOST_UNFIT)
    if changed:
        write_out(say.DIFFERENTLY(number=changed))
    if unfit:
        write_out(say.UNFIT_TOTAL(number=unfit))
    write_out(say.TOTAL(passed=passed, failed=failed))
    return 1 if failed or broken else 0


def _tell_unfit(unfit: Sequence["TestResult"], most: int) -> None:
    """Name the tests of used games that no longer apply, and why."""
    for result in unfit[:most]:
        place = f"{result.file}:{result.line}"
        write_out(f"{say.TEST_UNFIT(place=place, name=result.name)}\n    {result.failure}")
    if len(unfit) > most:
        write_out(say.UNFIT_MORE(number=len(unfit) - most))


def _modes(asked: list[str], known: tuple[str, ...]) -> tuple[str, ...]:
    from lazaretto.rules.errors.did_you_mean import did_you_mean, listed

    for each in asked:
        if each not in (*known, "all"):
            help = did_you_mean(each, known, say.THERE_ARE(names=listed(known)))
            raise UsageError(say.NO_MODE(mode=each, help=help))
    return known if "all" in asked else tuple(asked) or known[:1]
