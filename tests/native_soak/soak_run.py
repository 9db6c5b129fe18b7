"""Chooses what a soak does next, keeps its figures, and says how to see a difference again."""

import json
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from lazaretto.grammar import cache_dir
from lazaretto.rules.tools.scenario_tests import MODES
from tests.native_soak.work import Desk, Work
from tests.rules.backends.native.lanes import installed

TOLD = 60
"""Seconds between two lines of figures."""
ROUNDS = 3
"""How often each game is judged and planned."""
MOST_BYTES = 4_000_000_000
"""How much compiled code is kept."""
FIRST = 1_000
"""The numbers of random work begin there."""


class Soak:
    """Work that goes on until its time is up."""

    def __init__(self, folder: Path, ledger: Path | None, seed: int | None, quick: bool) -> None:
        cache_dir.MOST_BYTES = MOST_BYTES
        self._desk = Desk(folder, quick)
        self._ledger = ledger
        self._done: set[str] = set()
        self._seconds = 0.0
        self._runs = 0
        if ledger is not None and ledger.exists():
            kept = json.loads(ledger.read_text(encoding="utf-8"))
            self._desk.tally.update(kept["figures"])
            self._done, self._seconds, self._runs = {*kept["done"]}, kept["seconds"], kept["runs"]
        self._chance = Random(self._runs if seed is None else seed)

    def again(self, works: list[str]) -> int:
        """Do some work again."""
        for work in works:
            kind, name, number = work.split(":")
            if not self._did(Work(kind, name, int(number))):
                return 1
        _say(self._figures())
        return 0

    def run(self, seconds: float, weights: Mapping[str, int], games: list[str] | None) -> int:
        """Work so long; return 1 if something differs."""
        names = games or [*self._desk.tables]
        waiting = {kind: self._works(kind, names) for kind in weights}
        spent = dict.fromkeys(weights, 0.0)
        begun = told = time.monotonic()
        _say(f"{len(names)} games on {' and '.join(installed())}")
        while waiting and (now := time.monotonic()) - begun < seconds:
            kind = min(waiting, key=lambda each: spent[each] / weights[each])
            work = next(waiting[kind], None)
            if work is None:
                del waiting[kind]
                continue
            used = _processor_time()
            if not self._did(work):
                return 1
            took = _processor_time() - used
            spent[kind] += took
            self._seconds += took
            self._done.add(str(work))
            if now - told > TOLD:
                told = now
                _say(self._figures())
                self._keep()
        self._runs += 1
        self._keep()
        _say(f"{self._figures()}, 0 differences")
        left = {kind: self._left(kind, names) for kind in weights if kind in _ONCE}
        _say(f"left to do once: {left}")
        return 0

    def _did(self, work: Work) -> bool:
        try:
            self._desk.do(work)
        except Exception as error:
            _say("".join(traceback.format_exception(error)))
            _say(self._figures())
            _say(f'DIFFERENT {work}\nSee it again: make soak-native ARGS="--again {work}"')
            return False
        return True

    # --- what there is to do ----------------------------------------------------------------------

    def _works(self, kind: str, names: list[str]) -> Iterator[Work]:
        if kind in _ONCE:
            yield from self._once(kind, names)
        else:
            yield from self._random(kind, names)

    def _once(self, kind: str, names: list[str]) -> Iterator[Work]:
        found = [work for work in self._all(kind, names) if str(work) not in self._done]
        self._chance.shuffle(found)
        found.sort(key=lambda work: names.index(work.name))  # what is compiled is used at once
        first = self._chance.randrange(len(names))
        yield from (work for work in found if names.index(work.name) >= first)
        yield from (work for work in found if names.index(work.name) < first)

    def _all(self, kind: str, names: list[str]) -> list[Work]:
        if kind == "blocks":
            names = [each for each in names if self._desk.has_blocks(each)]
        else:
            names = [each for each in names if self._desk.tables[each].fuel is None]
        return [Work(kind, name, number) for name in names for number in range(_ONCE[kind])]

    def _left(self, kind: str, names: list[str]) -> int:
        return sum(str(work) not in self._done for work in self._all(kind, names))

    def _random(self, kind: str, names: list[str]) -> Iterator[Work]:
        known = [each for each in names if kind != "mutants" or self._desk.tables[each].fuel is None]
        while True:
            name = self._chance.choice(known) if kind != "generated" else "rules"
            for _ in range(_IN_A_ROW.get(kind, 1)):
                yield Work(kind, name, self._chance.randrange(FIRST, 1 << 31))

    # --- figures ----------------------------------------------------------------------------------

    def _figures(self) -> str:
        tally = Counter(self._desk.tally)
        shown = [f"{tally[name]:,} {words}" for name, words in _SHOWN.items() if tally[name]]
        return f"{self._seconds / 60:.1f} min of processor time: " + ", ".join(shown)

    def _keep(self) -> None:
        if self._ledger is not None:
            kept = {
                "figures": dict(self._desk.tally),
                "done": sorted(self._done & self._fixed()),
                "seconds": self._seconds,
                "runs": self._runs,
            }
            self._ledger.write_text(json.dumps(kept, indent=1), encoding="utf-8")

    def _fixed(self) -> set[str]:
        return {str(work) for kind in _ONCE for work in self._all(kind, [*self._desk.tables])}


_ONCE = {"blocks": len(MODES), "engines": len(installed()), "judgement": ROUNDS, "plans": ROUNDS + 1}
"""The kinds of work that come to an end, and how much there is for each game."""
_IN_A_ROW = {"games": 8}
"""How many pieces of work belong to the same game, which takes a while to compile."""
_SHOWN = {
    "games": "games",
    "decisions": "decisions",
    "steps": "steps compared",
    "compared wasm": "of them on wasm",
    "compared cc": "on cc",
    "wandered wasm": "decisions at once on wasm",
    "wandered cc": "on cc",
    "tests": "test blocks",
    "mutants played": "mutants",
    "mutants that fail": "of them fail",
    "mutants that do not compile": "do not compile",
    "generated games played": "generated games",
    "games simulated on wasm": "games simulated on wasm",
    "games simulated on cc": "on cc",
    "positions judged": "judgements",
    "positions planned": "plans",
    "fault": "faults",
    "veiled": "veils",
}


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _processor_time() -> float:
    """Return the seconds that this process and its compilers have used."""
    return sum(os.times()[:4])
