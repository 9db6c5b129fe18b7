"""`lazaretto test`: runs the test blocks of scenarios."""

import argparse
import sys

from tui.commands.add_parser import Commands, command
from tui.commands.command_error import RefusalError
from tui.commands.find_scenario import (
    add_backend,
    add_parts,
    add_path,
    folders_of,
    mistakes,
    search,
    switched,
)
from tui.sanitize import clean


def add(commands: Commands) -> None:
    """Enter the command."""
    parser = command(
        commands,
        "test",
        "run the test blocks of scenarios",
        "Runs the `test` blocks of scenarios. The last line is `N passed, M failed`; status 1 if any failed.",
        "lazaretto test scenarios --mode plain --mode forked",
        run,
    )
    parser.add_argument(
        "scenario", metavar="PATH", nargs="+", help="a scenario's folder, its name, or a folder of them"
    )
    parser.add_argument(
        "--mode",
        metavar="MODE",
        action="append",
        default=[],
        help="how each test is run (may be given several times): `plain` unless told, or `all`",
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="also name the tests that pass")
    add_parts(parser)
    add_backend(parser)
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the tests of each scenario."""
    from rules import scenario_tests as testing

    passed = failed = broken = changed = 0
    modes, places = _modes(arguments.mode, testing.MODES), search(arguments.path)
    for folder in folders_of(arguments.scenario, arguments.path):
        parts = switched(folder, arguments.path, arguments.option)
        tested = testing.run(folder, search=places, modes=modes, switches=parts, backend=arguments.backend)
        if tested.diagnostics:
            print(mistakes(tested.diagnostics, tested.sources, folder), file=sys.stderr)
            broken += 1
        for result in tested.results:
            bad = result.failure is not None
            passed += not bad
            failed += bad and not result.inherited
            changed += bad and result.inherited
            if result.failure is not None:
                word = "CHANGED" if result.inherited else "FAILED"
                place = f"{result.file}:{result.line}"
                print(clean(f"{word} {place}: {result.name}\n    " + result.failure.replace("\n", "\n    ")))
            elif arguments.verbose:
                print(clean(f"passed {result.file}:{result.line}: {result.name}"))
    if changed:
        print(f"{changed} tests of used games come out differently: see that you meant it")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or broken else 0


def _modes(asked: list[str], known: tuple[str, ...]) -> tuple[str, ...]:
    from rules.errors.did_you_mean import did_you_mean, listed

    for each in asked:
        if each not in (*known, "all"):
            help = did_you_mean(each, known, f"there are {listed(known)}")
            raise RefusalError(f"there is no mode `{each}`; {help}")
    return known if "all" in asked else tuple(asked) or known[:1]
