"""Rules whose change no test notices: a scenario's text is changed in one spot, and its own tests are run.

Usage: python benchmarks/mutants.py [SCENARIO] [--module NAME] [--line N] [--jobs N] [--every N] [--verbose]

A change drops a line with all that is indented below it, turns a condition round, or puts another word or
number in the place of one. What does not compile does not count. A change that every test survives is listed:
either a test is missing, or the change means the same. Nothing here is a test: it takes minutes.
"""

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from multiprocessing import Pool
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE))

from grammar import nodes  # noqa: E402
from grammar.parser import parse  # noqa: E402
from grammar.source import Source  # noqa: E402
from rules.build import Linked, compile_linked, link_pack  # noqa: E402
from rules.check.check import check  # noqa: E402
from rules.link.modules import compose  # noqa: E402
from rules.link.pack import Pack, read_pack  # noqa: E402
from rules.testing import Bench  # noqa: E402

SWAPS = {
    "=": "!=",
    "!=": "=",
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "+": "-",
    "-": "+",
    "and": "or",
    "or": "and",
    "yes": "no",
    "no": "any",
    "any": "no",
    "all": "any",
    "min": "max",
    "max": "min",
    "highest": "lowest",
    "lowest": "highest",
    "greatest": "least",
    "least": "greatest",
    "top": "bottom",
    "bottom": "top",
    "put": "take",
    "take": "put",
    "by": "at most",
    "at least": "at most",
    "after": "before",
    "before": "after",
    "not in": "in",
    "in": "not in",
    "me": "_",
}
"""What stands for what; most that does not fit the grammar is refused by it."""

NAMED = re.compile(r": (\w+(?: \| \w+)+)|is one of (\w+(?:, \w+)+)")
"""The words of an enumeration: each is changed into the next one."""
PILE = re.compile(r"\bpile (\w+) of |\b(\w+) +: pile of ")
"""The name of a pile: what goes there goes into the box."""
WORD = re.compile(r'"(?:\\.|[^"\\])*"|#.*|\b(?:not in|at least)\b|[<>!]=|[A-Za-z_][\w.]*|\d+|[-+<>=]')
CONDITION = re.compile(
    r"(.*?\b(?:if|when|where|while|needs) )(?!may\b)(.*?)( else \".*| because \".*| by .*|\)*)$"
)
KEPT = re.compile(r"\s*(?:#|\"|look |option |$)")
"""Lines that are not changed: words for the reader."""
CHECKS = ("test ", "invariant ")
"""How the blocks begin that only look whether the rules are right."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the lines from `line` up to `end` become `new`."""

    module: str
    line: int
    end: int
    old: str
    new: str


def swaps(text: str) -> dict[str, str]:
    """What stands for what in this game."""
    found = dict(SWAPS)
    for match in NAMED.finditer(text):
        words = re.split(r" \| |, ", match[1] or match[2])
        found |= dict(zip(words, words[1:] + words[:1], strict=True))
    for match in PILE.finditer(text):
        name = match[1] or match[2]
        found |= {name: "box", f"my.{name}": "box", f"player.{name}": "box"}
    return found


def mutants(module: str, text: str, swap: dict[str, str]) -> Iterator[Mutant]:
    """All changes of one text; its tests stay as they are."""
    lines = text.split("\n")
    checking = False
    for number, line in enumerate(lines):
        if line and not line.startswith((" ", "#")):
            checking = line.startswith(CHECKS) or (checking and line.startswith(")"))
        if checking or KEPT.match(line):
            continue
        depth = len(line) - len(line.lstrip())
        end = number + 1
        while end < len(lines) and (not lines[end].strip() or lines[end].startswith(" " * (depth + 1))):
            end += 1
        if depth or not line.startswith(
            ("kind", "extend", "track", "pile", "supply", "var", "value", "to", "phase")
        ):
            yield Mutant(module, number, end, line, "")
        for new in changed(line, swap):
            yield Mutant(module, number, number + 1, line, new)


def changed(line: str, swap: dict[str, str]) -> Iterator[str]:
    """The line with one thing in it changed."""
    condition = CONDITION.match(line)
    if condition:
        head, what, tail = condition.groups()
        yield f"{head}not ({what}){tail}"
    for word in WORD.finditer(line):
        found, before, after = word[0], line[: word.start()], line[word.end() :]
        if found.isdecimal():
            yield f"{before}{int(found) + 1}{after}"
            if int(found):
                yield f"{before}{int(found) - 1}{after}"
        elif found in swap:
            yield f"{before}{swap[found]}{after}"


class Suspects:
    """A scenario whose parsed texts are kept, so that only the changed one is parsed again."""

    def __init__(self, folder: Path) -> None:
        pack, problems, sources = read_pack(folder)
        assert pack is not None, problems
        self.pack: Pack = pack
        self.linked: Linked = link_pack(pack, sources)
        assert not self.linked.diagnostics, self.linked.diagnostics

    def all(self) -> list[Mutant]:
        """Every change there is."""
        swap = swaps("\n".join(source.text for _, source in self.pack.texts))
        return [each for name, source in self.pack.texts for each in mutants(name, source.text, swap)]

    def verdict(self, mutant: Mutant) -> str | None:
        """The first test that fails; None where all pass, and an empty text where it does not compile."""
        news = (
            [mutant.new]
            if mutant.new
            else ["", " " * (len(mutant.old) - len(mutant.old.lstrip())) + "nothing"]
        )
        linked = next((found for new in news if (found := self._link(mutant, new)) is not None), None)
        if linked is None or linked.checked is None:
            return ""
        tables = compile_linked(linked)
        if tables is None:
            return ""
        bench = Bench(tables, linked)
        for case in linked.checked.cases:
            try:
                failure = bench.run(case, "plain")
            except Exception as error:
                return f"{case.name} ({type(error).__name__} in the engine: {error})"
            if failure is not None:
                return case.name
        return None

    def _link(self, mutant: Mutant, new: str) -> Linked | None:
        modules: list[nodes.Module] = []
        for (name, source), old in zip(self.pack.texts, self.linked.modules, strict=True):
            if name != mutant.module:
                modules.append(old)
                continue
            lines = source.text.split("\n")
            lines[mutant.line : mutant.end] = [new] + [""] * (mutant.end - mutant.line - 1)
            module, problems = parse(Source(source.name, "\n".join(lines)), name)
            if problems:
                return None
            modules.append(module)
        checked = check(compose(modules, self.pack.rows), self.pack.manifest.players)
        if checked.diagnostics:
            return None
        return Linked(checked, self.linked.head, (), self.linked.sources)


@cache
def suspects(folder: Path) -> Suspects:
    """One of each in a process."""
    return Suspects(folder)


def judge(task: tuple[Path, Mutant]) -> tuple[Mutant, str | None]:
    """Try one change, in any process."""
    folder, mutant = task
    return mutant, suspects(folder).verdict(mutant)


def main() -> None:
    """Try all changes and list those that no test notices."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenario", nargs="?", default="pandemic")
    parser.add_argument("--module", help="only this one")
    parser.add_argument("--line", type=int, help="only this line")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1, help="only each N-th change")
    parser.add_argument("--verbose", action="store_true", help="also the tests that noticed")
    arguments = parser.parse_args()
    folder = HOUSE / "scenarios" / arguments.scenario
    tasks = [
        (folder, each)
        for each in suspects(folder).all()
        if arguments.module in (None, each.module) and arguments.line in (None, each.line + 1)
    ][:: arguments.every]
    noticed = survived = 0
    with Pool(arguments.jobs) as pool:
        for mutant, verdict in pool.imap(judge, tasks, chunksize=4):
            if verdict == "":
                continue
            place = f"{mutant.module}.rules:{mutant.line + 1}: {mutant.old.strip()}"
            place = f"{place}  ->  {mutant.new.strip() or 'gone'}"
            if verdict is None:
                survived += 1
                print(place, flush=True)
            else:
                noticed += 1
                if arguments.verbose or "in the engine" in verdict:
                    print(f"    {place}\n        {verdict}", flush=True)
    print(f"{noticed + survived} changes, {noticed} noticed, {survived} not")


if __name__ == "__main__":
    main()
