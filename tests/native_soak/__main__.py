"""Compares native code with the interpreter and with Python, for as many minutes as it is told.

It goes through everything that there is a fixed number of (the `test` blocks of all games in all modes,
simulations on every lane), and plays random games, mutants and generated rules beside that. It stops at the
first difference, and says how to see it again. With a ledger, several runs continue each other.

`make soak-native ARGS="--minutes 10"` sets the time, `--again …` repeats the piece of work that a difference
names, and `--ledger FILE` adds up several runs.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from shutil import rmtree

CACHE = Path(tempfile.gettempdir()) / f"lazaretto-soak-{os.getuid()}"
WEIGHTS = {"blocks": 3, "games": 4, "mutants": 4, "generated": 1, "engines": 1, "judgement": 1, "plans": 1}
"""How much of the time each kind of work gets."""


def main() -> int:
    """Compare, and print figures."""
    parser = argparse.ArgumentParser(prog="make soak-native", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60, help="how long (default: 60)")
    parser.add_argument(
        "--seed", type=int, default=None, help="of the random choices (default: the ledger's)"
    )
    parser.add_argument("--ledger", type=Path, help="a file that keeps figures and what is done")
    parser.add_argument("--only", nargs="+", choices=WEIGHTS, default=[*WEIGHTS], help="kinds of work")
    parser.add_argument("--games", nargs="+", help="the games, by name (default: all)")
    parser.add_argument("--lanes", nargs="+", choices=("wasm", "cc"), default=["wasm", "cc"])
    parser.add_argument("--quick", action="store_true", help="let the C compiler optimise nothing")
    parser.add_argument("--again", nargs="+", metavar="WORK", help="do this again, as a difference names it")
    arguments = parser.parse_args()
    CACHE.mkdir(mode=0o700, exist_ok=True)
    os.environ["XDG_CACHE_HOME"], os.environ["NATIVE_LANES"] = str(CACHE), " ".join(arguments.lanes)
    rmtree(CACHE / "linked", ignore_errors=True)  # what tests share in one run
    from tests.native_soak.soak_run import Soak

    with tempfile.TemporaryDirectory(prefix="lazaretto-soak-") as folder:
        soak = Soak(Path(folder), arguments.ledger, arguments.seed, arguments.quick)
        if arguments.again:
            return soak.again(arguments.again)
        return soak.run(
            60 * arguments.minutes, {each: WEIGHTS[each] for each in arguments.only}, arguments.games
        )


if __name__ == "__main__":
    sys.exit(main())
