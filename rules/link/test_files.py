"""Finds the files of tests in a folder: `turns.tests` belongs to the module `turns.rules`.

`scenario.tests` belongs to the scenario as a whole.
"""

from collections.abc import Iterator, Set

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Span
from lazaretto.rules.link.messages import NO_MODULE_TESTED

RULES, TESTS = ".rules", ".tests"
"""The endings of a module and of the tests beside it."""

WHOLE = "scenario"
"""`scenario.tests` stands beside `scenario.toml`: its tests belong to no single module."""


def tests_without_module(scenario: str, present: Set[str]) -> Iterator[Diagnostic]:
    """Yield a mistake for each file of tests in a folder that has no module beside it."""
    for file in sorted(each for each in present if each.endswith(TESTS) and not each.startswith(".")):
        module = file.removesuffix(TESTS) + RULES
        if module not in present and file != WHOLE + TESTS:
            yield diagnose(NO_MODULE_TESTED, Span(f"{scenario}/{file}", 1, 1, 1, 1), file=file, module=module)
