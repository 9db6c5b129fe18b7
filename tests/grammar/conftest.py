"""Helpers for tests of the syntax: parse a text in one call, and print trees as short text."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lazaretto.grammar import Diagnostic, Source, parse
from lazaretto.grammar.node_dataclass import fields
from lazaretto.grammar.nodes import Module, Name, Number, Statement, Text

HERE = Path(__file__).resolve().parent
FOLDERS = (HERE / "texts", HERE.parents[1] / "scenarios", HERE.parent / "data")


def _shape(node: object) -> str:
    if isinstance(node, Name):
        return node.text
    if isinstance(node, Number):
        return str(node.value)
    if isinstance(node, Text):
        return (
            "{" + " ".join(repr(part) if isinstance(part, str) else _shape(part) for part in node.parts) + "}"
        )
    if fields(node):
        inner = [_shape(getattr(node, field)) for field in fields(node) if field != "span"]
        return f"{type(node).__name__}({' '.join(inner)})"
    if isinstance(node, tuple):
        return "[" + " ".join(_shape(each) for each in node) + "]"
    if node is None:
        return "-"
    if isinstance(node, bool):
        return "yes" if node else "no"
    return repr(node)


@pytest.fixture
def shape() -> Callable[[object], str]:
    """Print a tree without positions; names and numbers as themselves, `-` for nothing."""
    return _shape


@pytest.fixture
def read() -> Callable[[str], Module]:
    """Return the tree of a text without mistakes."""

    def run(text: str) -> Module:
        module, diagnostics = parse(Source("a.rules", text), "a")
        assert diagnostics == ()
        return module

    return run


@pytest.fixture
def body(read: Callable[[str], Module]) -> Callable[[str], tuple[Statement, ...]]:
    """Return the statements of a text without mistakes."""

    def run(text: str) -> tuple[Statement, ...]:
        indented = "".join(f"    {line}\n" for line in text.splitlines())
        (procedure,) = read(f"to f()\n{indented}").declarations
        found: tuple[Statement, ...] = procedure.body  # type: ignore[union-attr]
        return found

    return run


@pytest.fixture
def mistakes() -> Callable[[str], tuple[Diagnostic, ...]]:
    """Return the mistakes of a text."""
    return lambda text: parse(Source("a.rules", text), "a")[1]


@pytest.fixture(scope="session")
def texts() -> list[Path]:
    """Return all rules files of the repository."""
    return sorted(
        path for folder in FOLDERS for path in folder.rglob("*.*") if path.suffix in (".rules", ".tests")
    )


@pytest.fixture(scope="session")
def modules(texts: list[Path]) -> list[tuple[Source, Module]]:
    """Return the trees of all these files, which have no mistakes."""
    sources = [Source(text.name, text.read_text(encoding="utf-8")) for text in texts]
    parsed = [(source, *parse(source, "a")) for source in sources]
    assert [source.name for source, _, diagnostics in parsed if diagnostics] == []
    return [(source, module) for source, module, _ in parsed]
