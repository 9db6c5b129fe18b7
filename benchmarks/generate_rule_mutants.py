"""Generates mutants of a rules text, each changed in one spot, for `mutants.py`.

A mutant drops a line with everything indented below it, negates a condition, or replaces one word or
number. Texts for the reader stay unchanged: descriptions, looks, log lines.
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
"""The replacement of each word; the grammar rejects most replacements that do not fit."""

NAMED = re.compile(r": (\w+(?: \| \w+)+)|is one of (\w+(?:, \w+)+)")
"""The words of an enumeration; each is replaced by the next one."""
PILE = re.compile(r"\bpile (\w+) of |\b(\w+) +: pile of ")
"""The name of a pile; the mutant puts its pieces into the box instead."""
WORD = re.compile(r'"(?:\\.|[^"\\])*"|#.*|\b(?:not in|at least)\b|[<>!]=|[A-Za-z_][\w.]*|\d+|[-+<>=]')
CONDITION = re.compile(
    r"(.*?\b(?:if|when|where|while|needs) )(?!may\b)(.*?)( else \".*| because \".*| by .*|\)*)$"
)
KEPT = re.compile(r"\s*(?:#|\"|look |alias |reveals |(?:replace )?option |say |tell |nothing$|$)")
"""Lines that stay unchanged: texts for the reader, former names, and empty statements."""
CHECKS = ("test ", "replace test ", "invariant ", "replace invariant ")
"""The beginnings of blocks that only check the rules."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutant: the lines from `line` up to `end` become `new`."""

    file: str
    line: int
    end: int
    old: str
    new: str


def swaps(text: str) -> dict[str, str]:
    """The replacements for this game's words."""
    found = dict(SWAPS)
    for match in NAMED.finditer(text):
        words = re.split(r" \| |, ", match[1] or match[2])
        found |= dict(zip(words, words[1:] + words[:1], strict=True))
    for match in PILE.finditer(text):
        name = match[1] or match[2]
        found |= {name: "box", f"my.{name}": "box", f"player.{name}": "box"}
    return found


def mutants(file: str, text: str, swap: dict[str, str]) -> Iterator[Mutant]:
    """All mutants of one text; its tests stay unchanged."""
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
    """The line with one element changed."""
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
