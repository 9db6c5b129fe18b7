"""What a soak compares: each piece of work has a kind, a name and a number, and can be done again."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.generate_rule_mutants import mutants, swaps
from lazaretto.lab.simulate import simulate
from lazaretto.rules import Program, load
from lazaretto.rules.backends import backend_named
from lazaretto.rules.backends.native import compile_program
from lazaretto.rules.backends.native.load_machine_code import compile_c
from lazaretto.rules.backends.native.native_code import Lane
from lazaretto.rules.build import compile_linked, link, link_pack
from lazaretto.rules.engine.choose_engine import native_runner
from lazaretto.rules.link.read_scenario import read_pack
from lazaretto.rules.run.errors import RuleError
from lazaretto.rules.tools.scenario_tests import MODES, Bench
from tests.lab import test_judgement, test_native_plans
from tests.native_soak.tables import SEARCH, Shelf, Table, parsing, tables
from tests.rules.backends.native.lanes import ONCE, installed
from tests.rules.backends.native.native_twin import NativeTwin
from tests.rules.backends.native.paired_machine import DifferentError, PairedMachine
from tests.rules.backends.native.paired_play import paired, play
from tests.rules.backends.native.test_native_blocks import paired_bench
from tests.rules.backends.test_agreement import LITTLE
from tests.rules.test_fuzz import made_up

DECISIONS = 600
"""How many decisions a random game is played."""
MUTATED = 80
"""How many decisions a mutant is played."""
MUTANT_FUEL = 2_000_000
SIMULATED = 10
BUDGETS = (
    test_native_plans.QUICK,
    test_native_plans.DEEP,
    test_native_plans.SHORT_SIGHTED,
    replace(test_native_plans.DEEP, fuel=2_000_000),
)


class Work(NamedTuple):
    """One piece of work."""

    kind: str
    name: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}:{self.number}"


class Desk:
    """Does one piece of work after the other, and counts what it has compared."""

    def __init__(self, folder: Path, quick: bool) -> None:
        """With `quick`, C is compiled quickly everywhere."""
        self.tables = tables(folder, quick)
        self.tally: Counter[str] = Counter()
        self._shelf = Shelf()
        self.kinds: dict[str, Callable[[str, int], None]] = {
            "blocks": self._blocks,
            "engines": self._engines,
            "judgement": self._judgement,
            "plans": self._plans,
            "games": self._games,
            "mutants": self._mutants,
            "generated": self._generated,
        }

    def do(self, work: Work) -> None:
        """Compare, and raise an error if something differs."""
        self.kinds[work.kind](work.name, work.number)

    def has_blocks(self, name: str) -> bool:
        """Whether a game has `test` blocks."""
        texts = (path for path in self.tables[name].folder.iterdir() if path.suffix in (".rules", ".tests"))
        return any('\ntest "' in text.read_text(encoding="utf-8") for text in texts)

    def _count(self, machine: PairedMachine) -> None:
        self.tally.update(machine.tally)
        machine.tally.clear()

    # --- random games ---------------------------------------------------------------------------

    def _games(self, name: str, number: int) -> None:
        """A random game with copies, undo and play at once, with random options and any number of seats."""
        table = self.tables[name]
        machine = self._bench(table, "python" if number % 4 == 3 else "interpret").machine
        assert isinstance(machine, PairedMachine)
        fault = play(machine, number, DECISIONS)
        self._count(machine)
        if fault and table.fuel is None:
            raise DifferentError(f"a rule fails: {fault}")

    def _bench(self, table: Table, backend: str) -> Bench:
        """Return a game with its tests, so that random games and tests share what is compiled."""

        def made() -> Bench:
            linked = link(table.folder, table.switches, SEARCH, parsing=parsing)
            compiled = compile_linked(linked, backend_named(backend))
            assert compiled is not None
            return paired_bench(linked, compiled, table.fuel, table.level)

        return self._shelf.get((table, backend), Bench, made)

    # --- tests of scenarios -----------------------------------------------------------------------

    def _blocks(self, name: str, number: int) -> None:
        """All `test` blocks of a game, in one mode."""
        table, mode = self.tables[name], MODES[number % len(MODES)]
        trying = self._bench(table, "python")
        machine, checked = trying.machine, trying.linked.checked
        assert checked is not None and isinstance(machine, PairedMachine)
        in_python = Bench(machine.tables, trying.linked)
        for case in checked.cases:
            if case.unfit:
                continue
            failure = trying.run(case, mode)
            self.tally["tests"] += 1
            if failure is not None and failure != in_python.run(case, mode):
                raise DifferentError(f"{case.name}: {failure}")
        self._count(machine)

    # --- changed and made-up rules ----------------------------------------------------------------

    def _mutants(self, name: str, number: int) -> None:
        """A game with one change in its rules, or in those that it uses; many do not compile."""
        table = self.tables[name]
        pack, problems, sources = read_pack(table.folder, switches=table.switches, search=SEARCH)
        assert pack is not None and not problems
        chance = Random(f"{name} {number}")
        module, source = chance.choice(pack.texts)
        words = swaps("".join(each.text for _, each in pack.texts))
        found = [*mutants(source.name, source.text, words)]
        if not found:
            return
        mutant = chance.choice(found)
        lines = source.text.split("\n")
        lines[mutant.line : mutant.end] = [mutant.new]
        changed = replace(source, text="\n".join(lines))
        texts = tuple((each, changed if each == module else text) for each, text in pack.texts)
        linked = link_pack(replace(pack, texts=texts), {**sources, source.name: changed}, False)
        if linked.checked is None or linked.head is None or linked.diagnostics:
            self.tally["mutants that do not compile"] += 1
            return
        lanes = installed()[number % len(installed()) :][:1] if number % 4 else installed()[:1]
        backend = "python" if number % 3 == 2 else "interpret"
        machine = paired(linked.checked, linked.head, MUTANT_FUEL, lanes, backend, level=ONCE)
        try:
            fault = play(machine, number, MUTATED)
        except Exception as error:
            error.add_note(f"{mutant}")
            raise
        self.tally["mutants played"] += 1
        self.tally["mutants that fail"] += bool(fault)
        self._count(machine)

    def _generated(self, _: str, number: int) -> None:
        """A game whose rules are made up."""
        random = Random(number)
        rules = made_up(random)
        if rules is None:
            return
        lanes = installed() if number % 3 == 0 else installed()[:1]
        backend = "python" if number % 2 else "interpret"
        machine = paired(rules, fuel=LITTLE, lanes=lanes, backend=backend, level=ONCE)
        play(machine, random.randrange(100), 30)
        self.tally["generated games played"] += 1
        self._count(machine)

    # --- what users run ---------------------------------------------------------------------------

    def _program(self, table: Table) -> Program:
        vars(compile_program)["compile_c"] = partial(compile_c, level=table.level)
        program = load(table.folder, switches=table.switches, search=SEARCH).program
        assert program is not None
        return program

    def _engines(self, name: str, number: int) -> None:
        """Simulations count the same on every engine, and nothing falls back."""
        table, lane = self.tables[name], installed()[number % len(installed())]
        program = self._program(table)
        low, high = program.players
        for players in range(low, high + 1):
            for bots in ("random", "keen"):
                found, wanted = (
                    simulate(program, SIMULATED, number, players, bots=bots, engine=engine, most=2_000)
                    for engine in (lane, "python")
                )
                if (found.engine, found.fallback) != (lane, None):
                    raise DifferentError(f"{found.engine} played: {found.fallback}")
                different = {
                    key: (value, wanted.data()[key])
                    for key, value in found.data().items()
                    if key not in ("engine", "fallback", "seconds", "compiling", "games_per_second")
                    and value != wanted.data()[key]
                }
                if different:
                    raise DifferentError(f"{players} players, {bots}: {different}")
                self.tally[f"games simulated on {lane}"] += SIMULATED

    def _twin(self, name: str, lane: Lane) -> NativeTwin:
        def made() -> NativeTwin:
            program = self._program(self.tables[name])
            program.machine.judgement_sought = True
            return NativeTwin(program.machine, native_runner(program, lane))

        return self._shelf.get((name, "twin", lane), NativeTwin, made)

    def _judgement(self, name: str, number: int) -> None:
        """A learned judgement says the same on every lane as in Python."""
        for lane in installed():
            judged = test_judgement.compare(self._twin(name, lane), range(number, number + 10))
            self.tally["positions judged"] += len(judged)

    def _plans(self, name: str, number: int) -> None:
        """The search for plans finds the same on every lane as in Python."""
        for lane in installed():
            native, budget = self._twin(name, lane), BUDGETS[number % len(BUDGETS)]
            try:
                search = test_native_plans.compare(native, range(number, number + 3), budget)
            except RuleError:
                continue
            self.tally["positions planned"] += 3
            if search.failed:
                raise DifferentError(f"{lane}: a search failed")
