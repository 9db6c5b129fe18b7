"""Runs a mutated scenario's tests, in an order that finds a failing test early.

Compiling takes most of the time, so the tests run in batches: first those that reach the changed lines and
are nearest to them, and the others only if all of these pass. Mutants of different rules share their first
batch: a test that never enters a rule cannot notice a change to it, so several mutants are compiled
together if the tests of each never enter the other changed rules.
"""

import marshal
import signal
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from types import CodeType, FrameType

from benchmarks.generate_rule_mutants import Mutant
from lazaretto.grammar import nodes
from lazaretto.grammar.parser import parse
from lazaretto.grammar.source import Source
from lazaretto.rules.backends.python.compile_passes import compile_plain
from lazaretto.rules.backends.python.compiled_code import RULES, PythonCode
from lazaretto.rules.build import Linked, compile_linked, link_pack
from lazaretto.rules.check.checker import check
from lazaretto.rules.link.compose_modules import compose
from lazaretto.rules.link.pack import Pack
from lazaretto.rules.tools.scenario_tests import Bench

HELPING = 12
"""The size of the first batch of tests for each mutant."""
BEST = 4
"""A mutant does not join a group if it would lose one of this many best tests."""
MORE = 60
"""The size of the second batch, for a mutant that survived the first."""
TOGETHER = 8
"""The most mutants that are compiled together."""
PATIENCE = 5
"""CPU seconds that a test may run before it counts as endless."""

Place = tuple[str, int]
"""A file and a line, counted from one."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result for a mutant: whether it compiled, and the test that failed."""

    mutant: Mutant
    compiled: bool
    test: str | None = None

    @property
    def unnoticed(self) -> bool:
        """Whether the mutant compiled and no test failed."""
        return self.compiled and self.test is None


@dataclass(frozen=True, slots=True)
class _Tried:
    """A mutant that compiles: its new line, the enclosing rule, and its tests, the best first."""

    mutant: Mutant
    new: str
    block: frozenset[Place]
    tests: tuple[Place, ...]
    reaching: int
    """The number of tests that enter the rule."""


def _tired(*_: object) -> None:
    raise TimeoutError("does not come to an end")


class Suspect:
    """A scenario in one arrangement, parsed once, with the lines that each of its tests reaches."""

    def __init__(self, pack: Pack, sources: dict[str, Source], files: Collection[str]) -> None:
        self.pack = pack
        self.files = files
        """The files whose tests run."""
        self.linked = link_pack(pack, sources)
        assert not self.linked.diagnostics, self.linked.diagnostics
        self.texts = {source.name: source for _, source in pack.texts}
        self.lines = {name: source.text.split("\n") for name, source in self.texts.items()}
        self.reached: dict[Place, frozenset[Place]] = {}
        self.coded: frozenset[Place] = frozenset()
        """Lines for which code was generated."""
        self._look()

    def _look(self) -> None:
        """Run every test once without changes, and record the lines of all functions it enters."""
        tables = compile_linked(self.linked, compile_plain)
        assert tables is not None and self.linked.checked is not None
        code = tables.code
        assert isinstance(code, PythonCode)
        bench = Bench(tables, self.linked)
        entered: set[CodeType] = set()

        def enter(frame: FrameType, event: str, _: object) -> None:
            if event == "call" and frame.f_code.co_filename == RULES:
                entered.add(frame.f_code)

        for case in self.linked.checked.cases:
            if case.span.file not in self.files:
                continue
            entered.clear()
            sys.setprofile(enter)
            failure = bench.run(case, "plain")
            sys.setprofile(None)
            assert failure is None, f"{case.name}: {failure}"
            self.reached[case.span.file, case.span.line] = _lines(entered, code)
        functions = {const for const in marshal.loads(code.code).co_consts if isinstance(const, CodeType)}
        self.coded = _lines(functions, code)

    def verdicts(self, mutants: Sequence[Mutant]) -> Iterator[Verdict]:
        """Try some mutants, grouped where possible; then each that survived its group alone."""
        groups: list[list[_Tried]] = []
        for mutant in mutants:
            tried = self._tried(mutant)
            if tried is None:
                yield Verdict(mutant, False)
                continue
            for group in groups:
                if len(group) < TOGETHER and self._shares([*group, tried]):
                    group.append(tried)
                    break
            else:
                groups.append([tried])
        for group in groups:
            helpings = [self._helping(each, group) for each in group]
            failures = self._run(group, helpings)
            for each, helping, failure in zip(group, helpings, failures, strict=True):
                yield failure or self._alone(each, set(helping))

    def _alone(self, tried: _Tried, done: set[Place]) -> Verdict:
        rest = [test for test in tried.tests if test not in done]
        for helping in (tuple(rest[:MORE]), tuple(rest[MORE:])):
            found = self._run([tried], [helping])[0] if helping else None
            if found is not None:
                return found
        return Verdict(tried.mutant, True)

    def _run(self, group: Sequence[_Tried], helpings: Sequence[tuple[Place, ...]]) -> list[Verdict | None]:
        """Compile a group of mutants together, and judge each by its own tests."""
        linked = self._linked(group, {place for helping in helpings for place in helping})
        tables = compile_linked(linked, compile_plain) if linked is not None else None
        if linked is None or tables is None or linked.checked is None:
            return [Verdict(group[0].mutant, False) if len(group) == 1 else None] * len(group)
        bench = Bench(tables, linked)
        signal.signal(signal.SIGPROF, _tired)
        cases = {(case.span.file, case.span.line): case for case in linked.checked.cases}
        found: list[Verdict | None] = []
        for tried, helping in zip(group, helpings, strict=True):
            verdict = None
            for case in (cases[place] for place in helping if place in cases):
                signal.setitimer(signal.ITIMER_PROF, PATIENCE)
                try:
                    failure = bench.run(case, "plain")
                except Exception as error:
                    failure = f"{type(error).__name__} in the engine: {error}"
                signal.setitimer(signal.ITIMER_PROF, 0)
                if failure is not None:
                    verdict = Verdict(tried.mutant, True, f"{case.name}: {failure}")
                    break
            found.append(verdict)
        return found

    # --- compiling -----------------------------------------------------------------------------

    def _tried(self, mutant: Mutant) -> _Tried | None:
        indent = " " * (len(mutant.old) - len(mutant.old.lstrip()))
        block = self._block(mutant)
        tests, reaching = self._tests(mutant, block)
        for new in [mutant.new] if mutant.new else ["", f"{indent}nothing"]:
            tried = _Tried(mutant, new, block, tests, reaching)
            linked = self._linked([tried], set())
            if linked is not None and not linked.diagnostics:
                return tried
        return None

    def _linked(self, group: Sequence[_Tried], tests: set[Place]) -> Linked | None:
        """The mutated scenario with only these tests, which come from the original text."""
        modules: list[nodes.Module] = []
        for old in self.linked.modules:
            changes = [each for each in group if each.mutant.file == old.span.file]
            if not changes:
                modules.append(old)
                continue
            lines = [*self.lines[old.span.file]]
            for change in changes:
                gap = change.mutant.end - change.mutant.line
                lines[change.mutant.line : change.mutant.end] = [change.new] + [""] * (gap - 1)
            module, problems = parse(Source(old.span.file, "\n".join(lines)), old.name, False)
            if problems:
                return None
            kept = tuple(declaration for declaration in old.declarations if _is_test(declaration))
            modules.append(replace(module, declarations=(*module.declarations, *kept)))
        composed = compose(modules, self.pack.rows)
        placed = tuple(
            each
            for each in composed.placed
            if not isinstance(each.declaration, nodes.Test)
            or (each.declaration.span.file, each.declaration.span.line) in tests
        )
        checked = check(replace(composed, placed=placed), self.pack.manifest.players, self.pack.manifest.name)
        return Linked(checked, self.linked.head, checked.diagnostics, self.linked.sources)

    # --- selecting tests -----------------------------------------------------------------------

    def _tests(self, mutant: Mutant, block: frozenset[Place]) -> tuple[tuple[Place, ...], int]:
        """All tests, the best first, and the number of them that enter the rule."""
        lines = {(mutant.file, line + 1) for line in range(mutant.line, mutant.end)}

        def rank(test: Place) -> tuple[bool, bool, bool, int]:
            reached = self.reached[test]
            away = test[1] - mutant.line
            distance = away if away > 0 else 10_000 - away
            return (
                reached.isdisjoint(block),
                reached.isdisjoint(lines),
                _module(test[0]) != _module(mutant.file),
                distance,
            )

        ranks = {test: rank(test) for test in self.reached}
        tests = sorted(ranks, key=ranks.__getitem__)
        return tuple(tests), sum(1 for each in ranks.values() if not each[0])

    def _helping(self, tried: _Tried, group: Sequence[_Tried]) -> tuple[Place, ...]:
        """The first batch of tests of a mutant in a group: they enter no other changed rule."""
        others = [each.block for each in group if each is not tried]
        tests = tried.tests[: tried.reaching] or tried.tests
        apart = (test for test in tests if all(self.reached[test].isdisjoint(block) for block in others))
        return tuple(test for test, _ in zip(apart, range(HELPING), strict=False))

    def _shares(self, group: Sequence[_Tried]) -> bool:
        """Whether the failing tests identify which of these mutants they noticed.

        A line without generated code (such as the number of a kind) can affect any test.
        """
        return all(
            (each.mutant.file, each.mutant.line + 1) in self.coded
            and each.reaching
            and self._helping(each, group)[:BEST] == each.tests[: min(BEST, each.reaching)]
            and all(other is each or other.block != each.block for other in group)
            for each in group
        )

    def _block(self, mutant: Mutant) -> frozenset[Place]:
        """The lines of the declaration that contains a mutant."""
        lines = self.lines[mutant.file]
        first = mutant.line
        while first and (not lines[first] or lines[first].startswith((" ", ")"))):
            first -= 1
        last = mutant.end
        while last < len(lines) and (not lines[last] or lines[last].startswith((" ", ")"))):
            last += 1
        return frozenset((mutant.file, line) for line in range(first + 1, last + 1))


def _is_test(declaration: nodes.Declaration) -> bool:
    if isinstance(declaration, nodes.Replace):
        declaration = declaration.declaration
    return isinstance(declaration, nodes.Test)


def _module(file: str) -> str:
    """The module of a file of rules or of the tests beside it."""
    return file.rpartition(".")[0]


def _lines(functions: set[CodeType], code: PythonCode) -> frozenset[Place]:
    lines = {line for function in functions for *_, line in function.co_lines() if line}
    return frozenset(code.line(line) for line in lines)
