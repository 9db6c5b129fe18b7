"""Improves the help of syntax errors in lines that change something of the game: says what to write for it.

The parser knows the forms, but not what a name stands for. Here the declarations of all modules are known:
`remove Smith` is `remove Captain Smith`.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.link.declaration_keys import taken_names
from lazaretto.rules.link.read_tables import Row

CODES = frozenset({"G020", "G029", "G048"})
"""Something else was expected in a line, or a name has no brackets."""
_BARE = re.compile(r"(replace|remove|extend|change)\s+(\w+)\s*(\(|\"|:|=|by\b|to\b|at\b|$)")
"""A line without the word for the sort of thing, up to what follows the name."""
_LABELLED = re.compile(r"(replace|remove|extend)\s+(action|menu)\s+\"([^\"{]*)\"")
"""A line with a label instead of a name."""


def with_known_names(
    problems: Sequence[Diagnostic],
    modules: Iterable[nodes.Module],
    rows: Iterable[Row],
    sources: Mapping[str, Source],
) -> tuple[Diagnostic, ...]:
    """Return syntax errors, with what to write if a line names something of the game in another way.

    What is wrong in the block below such a line follows from it and is left out.
    """
    if not any(diagnostic.code in CODES for diagnostic in problems):
        return tuple(problems)
    modules = tuple(modules)
    names, labels, phases = _sorts(modules, rows), dict(_labels(modules)), set(_phases(modules))
    diagnostics: list[Diagnostic] = []
    mended: list[Span] = []
    for problem in problems:
        help = _help(_line(problem.span, sources), names, labels, phases) if problem.code in CODES else ""
        if help:
            mended.append(problem.span)
        diagnostics.append(replace(problem, help=help) if help else problem)
    blocks = [(span, _end_of_block(sources[span.file], span.line)) for span in mended]
    return tuple(
        diagnostic
        for diagnostic in diagnostics
        if not any(
            diagnostic.span.file == head.file and head.line < diagnostic.span.line < end
            for head, end in blocks
        )
    )


def _line(span: Span, sources: Mapping[str, Source]) -> str:
    source = sources.get(span.file)
    return source.line(span.line) if source is not None else ""


def _sorts(modules: Iterable[nodes.Module], rows: Iterable[Row]) -> dict[str, str]:
    """Return the sort of each name that has only one."""
    found: dict[str, set[str]] = {}
    for sort, name in taken_names(modules, rows):
        if sort and not sort.endswith("."):
            found.setdefault(name, set()).add(sort)
    return {name: sorts.pop() for name, sorts in found.items() if len(sorts) == 1}


def _labels(modules: Iterable[nodes.Module]) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the sort and label of each action and menu, and its name."""
    for module in modules:
        for node in module.declarations:
            inner = node.declaration if isinstance(node, nodes.Replace) else node
            rules = inner.rules if isinstance(inner, nodes.MemberDeclaration | nodes.KindDeclaration) else ()
            for rule in (inner, *rules):
                if isinstance(rule, nodes.Action | nodes.MenuDeclaration) and rule.label is not None:
                    sort = "action" if isinstance(rule, nodes.Action) else "menu"
                    yield (sort, rule.label.plain), rule.name.text


def _phases(modules: Iterable[nodes.Module]) -> Iterator[str]:
    for module in modules:
        for node in module.declarations:
            if isinstance(node, nodes.Procedure) and node.phase:
                yield node.name.text


def _help(
    line: str, sorts: Mapping[str, str], labels: Mapping[tuple[str, str], str], phases: Collection[str]
) -> str:
    """Return what to write instead of a line; empty if that is not known."""
    labelled = _LABELLED.match(line)
    if labelled is not None:
        word, sort, label = labelled.groups()
        name = labels.get((sort, label))
        return messages.write_sort(word, sort, name) if name is not None else ""
    bare = _BARE.match(line)
    if bare is None or bare[2] not in sorts:
        return ""
    word, name = bare[1], bare[2]
    sort = "phase" if word == "replace" and name in phases else sorts[name]
    return messages.write_named(word, sort, name)


def _end_of_block(source: Source, head: int) -> int:
    """Return the first line after the block below a line."""
    last = source.text.count("\n") + 1
    return next(
        (each for each in range(head + 1, last + 1) if source.line(each)[:1] not in ("", " ")), last + 1
    )
