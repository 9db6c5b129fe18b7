"""Changes to a text of rules, each in one spot: what `mutants.py` tries.

A change drops a line with all that is indented below it, turns a condition round, or puts another word or
number in the place of one. Words for the reader are left alone: texts, looks, lines of the log.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

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
KEPT = re.compile(r"\s*(?:#|\"|look |(?:replace )?option |say |tell |nothing$|$)")
"""Lines that are not changed: words for the reader, and what says that there is nothing."""
CHECKS = ("test ", "replace test ", "invariant ", "replace invariant ")
"""How the blocks begin that only look whether the rules are right."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the lines from `line` up to `end` become `new`."""

    file: str
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


def mutants(file: str, text: str, swap: dict[str, str]) -> Iterator[Mutant]:
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
            yield Mutant(file, number, end, line, "")
        for new in changed(line, swap):
            yield Mutant(file, number, number + 1, line, new)


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
