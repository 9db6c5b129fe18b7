"""The lowered form does not depend on back ends, and back ends do not depend on each other."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.python_trees import nodes_of

ROOT = Path(__file__).resolve().parents[2]


def imported(folder: str) -> Iterator[tuple[str, str]]:
    """Yield everything that the modules of a folder import, with the importing module."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in nodes_of(path):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                continue
            yield from ((f"{path.relative_to(ROOT)}:{node.lineno}", name) for name in names)


@pytest.mark.parametrize(
    ("folder", "never"),
    [
        ("rules/lower", ("ast", "lazaretto.rules.backends")),
        (
            "rules/backends/interpret",
            ("ast", "lazaretto.rules.backends.python", "lazaretto.rules.check", "lazaretto.rules.model"),
        ),
        (
            "rules/backends/python",
            ("lazaretto.rules.backends.interpret", "lazaretto.rules.check", "lazaretto.rules.model"),
        ),
        (
            "rules/run",
            (
                "ast",
                "lazaretto.rules.backends",
                "lazaretto.rules.lower",
                "lazaretto.rules.check",
                "lazaretto.rules.model",
            ),
        ),
    ],
)
def test_who_knows_whom(folder: str, never: tuple[str, ...]) -> None:
    found = [*imported(folder)]
    assert found
    assert [each for each in found if any(f"{each[1]}.".startswith(f"{name}.") for name in never)] == []


def test_the_lowered_form_knows_nothing_of_the_checked_tree() -> None:
    found = [*imported("rules/lower/ir")]
    allowed = (
        *(
            "lazaretto.rules.lower.ir",
            "lazaretto.grammar.node_dataclass",
            "lazaretto.grammar.node_dataclass",
            "lazaretto.grammar.source",
        ),
        *("dataclasses", "enum", "typing", "collections.abc"),
    )
    assert [each for each in found if not each[1].startswith(allowed)] == []
