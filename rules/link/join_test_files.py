"""Joins a module with the tests in the file beside it: `turns.tests` belongs to `turns.rules`."""

from collections.abc import Iterable, Sequence

from lazaretto.grammar import nodes
from lazaretto.grammar.damage import together
from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.node_dataclass import changed
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.link.messages import DOCUMENTED_TESTS, NOT_A_TEST

MOST_TOLD = 20
"""After this many rules in a file of tests, the others are not reported."""


def with_tests(modules: Sequence[nodes.Module], tests: nodes.Module) -> list[nodes.Module]:
    """Return modules of which one has the tests of the file beside it, too.

    The tests of a whole scenario become a module of their own.
    """
    found = [_joined(module, tests) if module.name == tests.name else module for module in modules]
    return found if tests.name in {module.name for module in modules} else [*found, tests]


def _joined(module: nodes.Module, tests: nodes.Module) -> nodes.Module:
    return changed(
        module,
        declarations=(*module.declarations, *tests.declarations),
        damage=together((module.damage, tests.damage)),
    )


def not_tests(module: nodes.Module, source: Source) -> Iterable[Diagnostic]:
    """Return a mistake for everything in a file of tests that is no test."""
    diagnostics: list[Diagnostic] = []
    if module.documentation:
        lines = enumerate(source.text.split("\n"), start=1)
        line = next((number for number, text in lines if text.startswith('"')), 1)
        diagnostics.append(diagnose(DOCUMENTED_TESTS, Span(source.name, line, 1, line, 2)))
    for declaration in module.declarations:
        if not _about_a_test(declaration) and len(diagnostics) < MOST_TOLD:
            diagnostics.append(diagnose(NOT_A_TEST, declaration.span))
    return diagnostics


def _about_a_test(declaration: nodes.Declaration) -> bool:
    match declaration:
        case nodes.Replace(declaration=replacement):
            return isinstance(replacement, nodes.Test)
        case nodes.Remove(word=word):
            return word.text == "test"
        case _:
            return isinstance(declaration, nodes.Test)
