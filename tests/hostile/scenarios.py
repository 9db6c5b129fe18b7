"""Runs made-up scenarios, each in a process of its own, and measures what they cost.

Usage: python -m tests.hostile.scenarios [--seconds N] [--seed N] [--first N] [--keep FOLDER]

Prints a summary as JSON. Scenarios that break a promise are kept in the folder, with the reason. Time is the
processor's, so that other work on the machine does not count.
"""

import argparse
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Protocol

from lazaretto.grammar import Source, parse
from lazaretto.rules import ChoiceError, Program, RuleError, StartError
from lazaretto.rules.build import Linked, TooDeepError, compile_linked, link
from lazaretto.rules.run.views.view_types import View
from tests.hostile.made_scenarios import scenarios

CHECKED, DECIDED = 10.0, 2.0
"""The seconds in which a scenario is checked and loaded, and in which a decision and its views are made."""
MOST_LOADED, MOST_DECIDED = 500, 200
"""The megabytes that this takes at most."""
PATIENCE = 60
"""After so many seconds of processor time a scenario is killed."""
DECISIONS = 6


@dataclass(slots=True)
class Result:
    """What one scenario did."""

    loaded: bool = False
    mistake: str = ""
    """The first mistake in its texts."""
    fault: str = ""
    """The sentence of a rule that failed."""
    load_seconds: float = 0.0
    decision_seconds: float = 0.0
    load_megabytes: int = 0
    decision_megabytes: int = 0
    """How much more memory than before."""
    error: str = ""
    decisions: int = 0
    sizes: dict[str, int] = field(default_factory=dict)
    """How much there is in its texts, its state and its views."""
    phases: list[str] = field(default_factory=list)
    """The phases in which somebody decided."""

    def broken(self) -> str:
        """Return the promise that was broken, if any."""
        if self.error:
            return self.error
        if self.load_seconds > CHECKED or self.load_megabytes > MOST_LOADED:
            return f"loading took {self.load_seconds:.1f} s and {self.load_megabytes} MB"
        if self.decision_seconds > DECIDED or self.decision_megabytes > MOST_DECIDED:
            return f"a decision took {self.decision_seconds:.1f} s and {self.decision_megabytes} MB"
        return ""


@dataclass(slots=True)
class Summary:
    """What all scenarios did."""

    seed: int
    first: int
    scenarios: int = 0
    mistakes: int = 0
    loaded: int = 0
    faults: int = 0
    slowest_load: tuple[float, str] = (0.0, "")
    slowest_decision: tuple[float, str] = (0.0, "")
    most_memory_to_load: tuple[int, str] = (0, "")
    most_memory_to_decide: tuple[int, str] = (0, "")
    shapes: dict[str, int] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def count(self, name: str, result: Result) -> None:
        """Add the result of one scenario."""
        self.scenarios += 1
        shape = name.partition(":")[0].split()[-1]
        self.shapes[shape] = self.shapes.get(shape, 0) + 1
        self.loaded += result.loaded
        self.mistakes += not result.loaded and not result.error
        self.faults += bool(result.fault)
        self.slowest_load = max(self.slowest_load, (round(result.load_seconds, 2), name))
        self.slowest_decision = max(self.slowest_decision, (round(result.decision_seconds, 2), name))
        self.most_memory_to_load = max(self.most_memory_to_load, (result.load_megabytes, name))
        self.most_memory_to_decide = max(self.most_memory_to_decide, (result.decision_megabytes, name))
        if result.broken():
            self.errors.append(f"{name}: {result.broken()}")


def memory() -> int:
    """Return the largest memory of this process so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def forget_peak() -> None:
    """Let the largest memory begin at what is in use now, where Linux can do that."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


class Written(Protocol):
    """A scenario that can be written to a folder."""

    def write(self, folder: Path) -> None:
        """Write the files into a folder; the scenarios that it uses go beside it."""


def sizes_of_texts(linked: Linked) -> dict[str, int]:
    """Count what a scenario declares, and the values of its state."""
    assert linked.checked is not None and linked.checked.layout is not None
    assert linked.composed is not None and linked.head is not None
    world = linked.checked.world
    found = Counter(type(each.declaration).__name__ for each in linked.composed.placed)
    return {
        **found,
        "rows": len(linked.composed.rows),
        "statements": world.statements,
        "questions": world.questions,
        "expressions": world.expressions,
        "members": sum(len(kind.own) for kind in world.kinds.values()),
        "values": len(linked.checked.layout.values),
        "tests": len(linked.checked.cases),
        "points": sum(map(len, linked.head.coast)),
    }


def sizes_of_view(view: View) -> dict[str, int]:
    """Count what a seat sees."""
    return {
        "things seen": sum(map(len, view.things.values())),
        "links seen": len(view.links),
        "piles seen": len(view.piles),
        "variables seen": len(view.variables),
        "options seen": len(view.options),
        "facts of seats": sum(len(seat.attributes) + len(seat.piles) for seat in view.seats),
    }


def measured(folder: Path, seed: int, decisions: int = DECISIONS) -> Result:
    """Check, load and play the scenario of a folder in this process."""
    result = Result()
    before, start = memory(), time.process_time()
    try:
        linked = link(folder)
        result.mistake = "".join(
            f"{diagnostic.span.file}: {diagnostic.message}" for diagnostic in linked.diagnostics[:1]
        )
        try:
            tables = compile_linked(linked)
        except TooDeepError:
            tables = None
        program = Program(tables, folder) if tables is not None else None
        result.load_seconds = time.process_time() - start
        result.load_megabytes = memory() - before
        if program is not None:
            result.loaded = True
            result.sizes = sizes_of_texts(linked)
            play(program, seed, decisions, result)
    except Exception:
        result.error = traceback.format_exc(limit=-6)
    return result


def play(program: Program, seed: int, decisions: int, result: Result) -> None:
    """Play some decisions at random, with all views; after the end of a game begin another."""
    forget_peak()
    before, random = memory(), Random(seed)
    low, high = program.machine.tables.players
    names = [f"player {number}" for number in range(random.choice((low, high)))]
    start = time.process_time()
    try:
        game = program.start(seed=seed, players=names)
        for number in range(decisions):
            public, _ = game.views()
            result.decision_seconds = max(result.decision_seconds, time.process_time() - start)
            if game.seat is None:
                start = time.process_time()
                game = program.start(seed=seed + number, players=names)
                continue
            result.decisions += 1
            for what, size in sizes_of_view(public).items():
                result.sizes[what] = max(size, result.sizes.get(what, 0))
            result.phases += [phase for phase, _ in public.phases if phase not in result.phases]
            start = time.process_time()
            game.answer(game.sample(lambda limit: int(random.random() * limit)))
    except (RuleError, ChoiceError, StartError) as error:
        result.fault = str(error)
    result.decision_seconds = max(result.decision_seconds, time.process_time() - start)
    result.decision_megabytes = memory() - before


def tried(scenario: Written, seed: int, decisions: int = DECISIONS) -> Result:
    """Run a scenario in a process of its own; another one writes it, so that this needs no memory here."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "hostile"
        _, status = in_child(lambda: scenario.write(folder))
        assert status == 0, "the scenario could not be written"
        text, status = in_child(lambda: asdict(measured(folder, seed, decisions)))
    if not text:
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        return Result(error=f"killed by {signal.Signals(number).name if number else status}")
    return Result(**json.loads(text))


def in_child(work: Callable[[], object]) -> tuple[str, int]:
    """Do some work in a process of its own; return the result as JSON, and how the process ended."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
            with os.fdopen(writer, "w") as out:
                json.dump(work(), out)
            status = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader) as answer:
        text = answer.read()
    _, status = os.waitpid(child, 0)
    return text, status


def run(
    seed: int, seconds: float, first: int = 0, keep: Path | None = None, most: int | None = None
) -> Summary:
    """Run scenarios for some seconds, from the one with number `first` on, and so many at most."""
    summary = Summary(seed, first)
    next(scenarios(seed))  # builds the tables of the grammar, which all processes inherit
    parse(Source("warm.rules", "to f(\n"), "warm")
    end = time.monotonic() + seconds
    last = None if most is None else first + most
    for number, scenario in enumerate(islice(scenarios(seed), first, last), first):
        if time.monotonic() >= end:
            break
        result = tried(scenario, number)
        summary.count(f"{number} {scenario.shape}", result)
        if result.broken() and keep is not None:
            scenario.write(keep / f"{seed}-{number}")
            (keep / f"{seed}-{number}" / "reason.txt").write_text(f"{scenario.shape}\n{result.broken()}\n")
    return summary


def main(arguments: list[str]) -> int:
    """Run scenarios as the command line says, and print the summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=None)
    chosen = parser.parse_args(arguments)
    summary = run(chosen.seed, chosen.seconds, chosen.first, chosen.keep)
    sys.stdout.write(json.dumps({"what": "generated scenarios"} | asdict(summary), indent=2) + "\n")
    return 1 if summary.errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
