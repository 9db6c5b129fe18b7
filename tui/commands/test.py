"""`lazaretto test`: runs the test blocks of scenarios."""

import argparse
import sys

from tui.clean import clean
from tui.commands.chosen import add_path, folders_of, mistakes, search
from tui.commands.parsers import Commands, command


def add(commands: Commands) -> None:
    """Enter the command."""
    parser = command(
        commands,
        "test",
        "run the test blocks of scenarios",
        "Runs the `test` blocks of scenarios. The last line is `N passed, M failed`; status 1 if any failed.",
        "lazaretto test scenarios --mode plain --mode fork",
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
        help="how each test is run (may be given several times; `plain` unless told)",
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="also name the tests that pass")
    add_path(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run the tests of each scenario."""
    from rules import load, testing

    passed = failed = broken = 0
    places = search(arguments.path)
    for folder in folders_of(arguments.scenario, arguments.path):
        loaded = load(folder, search=places)
        if loaded.program is None:
            print(mistakes(loaded, folder), file=sys.stderr)
            broken += 1
            continue
        for result in testing.run(folder, search=places, modes=tuple(arguments.mode) or ("plain",)):
            failed += result.failure is not None
            passed += result.failure is None
            if result.failure is not None:
                place = f"{result.file}:{result.line}"
                print(clean(f"FAILED {place}: {result.name}\n    " + result.failure.replace("\n", "\n    ")))
            elif arguments.verbose:
                print(clean(f"passed {result.file}:{result.line}: {result.name}"))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or broken else 0
