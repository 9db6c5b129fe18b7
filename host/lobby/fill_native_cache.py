"""A process that compiles a scenario to native code and leaves it in the cache.

Compiling takes a second or more, in which Python would do little else: whoever plays does not wait for it.
What this process is given comes from a program that was loaded, so its texts have no mistakes. Nobody plays
here, so no Python code is made of them.
"""

import json
import sys
from pathlib import Path

from lazaretto.rules import load
from lazaretto.rules.engine.choose_engine import native_runner
from lazaretto.rules.engine.engine_names import EngineError

LONGEST = 300
"""Seconds of processor time that compiling may take, with the C compiler."""
MEMORY = 4 * 1024**3
"""Bytes that it may take."""


def order(folder: Path, switches: frozenset[str], search: tuple[Path, ...], lane: str) -> str:
    """Return the argument of a process that compiles a scenario."""
    places = [str(path.absolute()) for path in (folder, *search)]  # the process works in another folder
    return json.dumps([places[0], sorted(switches), places[1:], lane])


def main(order: str) -> int:
    """Compile; return 0 if the code is in the cache."""
    folder, switches, search, lane = json.loads(order)
    found = load(
        Path(folder),
        switches=frozenset(switches),
        search=[Path(each) for each in search],
        backend="interpret",
    )
    if found.program is None:
        return 1
    try:
        native_runner(found.program, "cc" if lane == "cc" else "wasm")
    except EngineError:
        return 1
    return 0


def limit() -> None:
    """Let the system end a process that takes too much, and prefer all others to it."""
    if sys.platform != "win32":
        import os  # noqa: PLC0415
        import resource  # noqa: PLC0415

        for which, most in ((resource.RLIMIT_CPU, LONGEST), (resource.RLIMIT_DATA, MEMORY)):
            _, hard = resource.getrlimit(which)
            resource.setrlimit(which, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
        os.nice(19)


if __name__ == "__main__":
    limit()
    sys.exit(main(sys.argv[1]))
