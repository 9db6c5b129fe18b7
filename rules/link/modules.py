"""Modules put together by name: what one adds, extends, replaces or removes of another.

Composition works on declarations before anything is checked, so a replaced rule is gone as if it had
never been written, and a change of something that is not there is a mistake.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grammar import nodes
from grammar.diagnostics import Diagnostic
from grammar.source import Span
from rules.check import messages
from rules.link.pack import Row

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Placed:
    """A declaration with the module it came from and, for a procedure, the one it replaced."""

    module: str
    declaration: nodes.Plain
    inherited: "Placed | None" = None


@dataclass(frozen=True, slots=True)
class Composed:
    """What is left to check, in order."""

    placed: tuple[Placed, ...]
    rows: tuple[Row, ...]
    diagnostics: tuple[Diagnostic, ...]


def key_of(declaration: nodes.Plain) -> Key | None:
    """The name others may replace or remove a declaration by."""
    match declaration:
        case nodes.KindDeclaration(name=name):
            return "kind", name.text
        case nodes.MemberDeclaration(kind=kind, name=name):
            return kind.text, name.text
        case nodes.Variable(name=name):
            return "var", name.text
        case nodes.SupplyDeclaration(name=name):
            return "supply", name.text
        case nodes.TrackDeclaration(name=name):
            return "track", name.text
        case nodes.PileDeclaration(name=name):
            return "pile", name.text
        case nodes.OptionDeclaration(name=name):
            return "option", name.text
        case nodes.ValueDeclaration(name=name):
            return "value", name.text
        case nodes.MenuDeclaration(name=name):
            return "menu", name.text
        case nodes.Procedure(name=name):
            return "to", name.text
        case nodes.Action(name=name):
            return "action", name.text
        case nodes.Outcome(word=word, text=text):
            return word, text.plain
        case nodes.Invariant(text=text):
            return "invariant", text.plain
        case nodes.Test(name=test):
            return "test", test
        case nodes.Change() | nodes.Hook() | nodes.Forbid() | nodes.Look():
            return None


def _extends(declaration: nodes.Plain) -> bool:
    return (
        isinstance(declaration, nodes.KindDeclaration | nodes.MemberDeclaration | nodes.MenuDeclaration)
        and declaration.extends
    )


def row_key(row: Row) -> Key:
    """The name a table's row goes by, as a rule would write it."""
    name = row.values.get("name")
    if isinstance(name, str):
        return row.kind, identifier(name)
    ends = row.values.get("ends")
    if isinstance(ends, list):
        return row.kind, "_".join(identifier(str(each)) for each in ends)
    return row.kind, f"row at line {row.span.line}"


def identifier(name: str) -> str:
    """How a rule writes a name with spaces or dots: `St. Petersburg` is `St_Petersburg`."""
    words: list[str] = []
    current = ""
    for letter in name:
        if letter.isalnum() or letter == "_":
            current += letter
        elif current:
            words.append(current)
            current = ""
    if current:
        words.append(current)
    joined = "_".join(words)
    return f"_{joined}" if joined[:1].isdigit() else joined


class _Composer:
    def __init__(self) -> None:
        self.order: list[Placed | Row] = []
        self.named: dict[Key, Placed | Row] = {}
        self.replaced: dict[Key, tuple[str, Span]] = {}
        self.diagnostics: list[Diagnostic] = []

    def add(self, item: Placed | Row, key: Key | None, span: Span) -> None:
        if key is not None:
            first = self.named.get(key)
            if first is not None:
                place = first.declaration.span if isinstance(first, Placed) else first.span
                self.diagnostics.append(messages.twice(key[1], span, place))
                return
            self.named[key] = item
        self.order.append(item)

    def target(self, word: str, key: Key, span: Span) -> "Placed | Row | None":
        found = self.named.get(key)
        if found is None:
            known = [name for kind, name in self.named if kind == key[0]]
            self.diagnostics.append(
                Diagnostic(
                    "R025",
                    f"there is no {_said(key)} to {word}",
                    span,
                    messages.nearest(key[1], known),
                )
            )
        return found

    def replace(self, module: str, node: nodes.Replace) -> None:
        key = key_of(node.declaration)
        if key is None:
            self.diagnostics.append(
                messages.bad_value(
                    "only what has a name can be replaced", node.span, "write a rule of its own"
                )
            )
            return
        old = self.target("replace", key, node.span)
        if old is None:
            return
        before = self.replaced.get(key)
        if before is not None and before[0] not in {name.text for name in node.over}:
            self.diagnostics.append(messages.overridden_twice(key[1], before[0], node.span, before[1]))
            return
        self.replaced[key] = (module, node.span)
        new = Placed(module, node.declaration, old if isinstance(old, Placed) else None)
        self.order[self.order.index(old)] = new
        self.named[key] = new

    def remove(self, node: nodes.Remove) -> None:
        word = "to" if node.word.text == "phase" else node.word.text
        old = self.target("remove", (word, node.name.text), node.span)
        if old is not None:
            del self.named[word, node.name.text]
            self.order.remove(old)


def _said(key: Key) -> str:
    words = {"to": "procedure", "var": "variable"}
    return f"{words.get(key[0], key[0])} `{key[1]}`"


def compose(modules: Sequence[nodes.Module], rows: Iterable[Row]) -> Composed:
    """Put modules and tables together, in link order."""
    composer = _Composer()
    for row in rows:
        composer.add(row, row_key(row), row.span)
    for module in modules:
        for declaration in module.declarations:
            if isinstance(declaration, nodes.Remove):
                composer.remove(declaration)
            elif isinstance(declaration, nodes.Replace):
                composer.replace(module.name, declaration)
            elif _extends(declaration):
                key = key_of(declaration)
                if key is not None and (
                    key == ("kind", "Player") or composer.target("extend", key, declaration.span)
                ):
                    composer.order.append(Placed(module.name, declaration))
            else:
                composer.add(Placed(module.name, declaration), key_of(declaration), declaration.span)
    placed = tuple(each for each in composer.order if isinstance(each, Placed))
    left = tuple(each for each in composer.order if isinstance(each, Row))
    return Composed(placed, left, tuple(composer.diagnostics))
