"""Writes the two copies of a text of rules: new names in the second, both menus at every question.

Names of the second copy end with `twin`. What the engine knows by its name is joined: the first copy has it
as `game_first`, and a rule of the old name calls both copies.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lazaretto.grammar import nodes
from lazaretto.grammar.node_dataclass import fields
from lazaretto.grammar.source import Source, Span
from lazaretto.rules.check.builtin_calls import BUILT_IN

TWIN = "twin"
"""A parameter `city` is a `City`, so the ending is such that `citytwin` is a `Citytwin`."""
KEPT = frozenset({"Player", "player"})
"""The only kind that both copies share."""

_JOINED = {
    "game": "phase game()\n    game%()\n    game_first()\n",
    "turn": "phase turn(player)\n    turn_first(player)\n    turn%(player)\n",
    "settle": "to settle()\n    settle_first()\n    settle%()\n",
    "ending": "to ending()\n    ending_first()\n    ending%()\n",
    "score": "value score(player) : number = score_first(player) + score%(player)\n",
}
_PREDEFINED = frozenset({"place", "piece", "number", "flag", "text"})
"""Words of the language where a kind or a type is expected; elsewhere they may be names of a game."""

_NAMED = (
    nodes.KindDeclaration,
    nodes.MemberDeclaration,
    nodes.Field,
    nodes.Variable,
    nodes.SupplyDeclaration,
    nodes.TrackDeclaration,
    nodes.PileDeclaration,
    nodes.OptionDeclaration,
    nodes.ValueDeclaration,
    nodes.MenuDeclaration,
    nodes.Procedure,
    nodes.Action,
)


def walked(node: object) -> Iterator[object]:
    """Yield a node and everything in it, except words of the app."""
    if isinstance(node, tuple) and not isinstance(node, Span):
        for each in node:
            yield from walked(each)
    elif isinstance(node, nodes.Look):
        yield node
        yield from walked(node.subject)
    elif fields(node) and not isinstance(node, Span):
        yield node
        for name in fields(node):
            yield from walked(getattr(node, name))


def declared(module: nodes.Module) -> set[str]:
    """Return all names that a module declares, and the words that mean its kinds."""
    found: set[str] = set()
    for node in walked(module.declarations):
        if isinstance(node, _NAMED):
            found.add(node.name.text)
        if isinstance(node, nodes.Alias):
            found.add(node.old.text)
        if isinstance(node, nodes.KindDeclaration | nodes.ChoiceType):
            found |= {member.text for member in node.members}
        if isinstance(node, nodes.KindDeclaration):
            found.add(node.name.text.lower())
    return found - KEPT


def callable_names(modules: Iterable[nodes.Module]) -> frozenset[str]:
    """Return the names of all procedures and values."""
    return frozenset(
        node.name.text
        for module in modules
        for node in walked(module.declarations)
        if isinstance(node, nodes.Procedure | nodes.ValueDeclaration)
    )


@dataclass(frozen=True, slots=True)
class Copy:
    """Writes one of the two copies of a text."""

    names: frozenset[str]
    """All names that the game declares."""
    called: frozenset[str]
    """The names of procedures and values."""
    second: bool

    def text(self, source: Source, module: nodes.Module) -> str:
        """Return the text of a module with new names; the second copy also joins both."""
        lines = source.text.split("\n")
        edits: dict[tuple[int, int, int], str] = {}
        for line, start, end, text in self._edits(lines, module):
            edits.setdefault((line, start, end), text)
        for (line, start, end), text in sorted(edits.items(), reverse=True):
            lines[line] = lines[line][:start] + text + lines[line][end:]
        return "\n".join(lines) + (_joined(module) if self.second else "")

    def _edits(self, lines: list[str], module: nodes.Module) -> Iterator[tuple[int, int, int, str]]:
        """Yield what to write where; of several texts for one place the first counts."""
        for node in walked(module.declarations):
            match node:
                case nodes.Name(text=text, span=span):
                    if _written(lines, span) == text:
                        yield *_place(span), self.named(text)
                    elif self.second and _written(lines, span).startswith('"'):
                        yield *_end(span), " again"
                case nodes.KindDeclaration(parent=name) | nodes.NamedType(name=name):
                    if name is not None and name.text in _PREDEFINED:
                        yield *_place(name.span), _written(lines, name.span)
                case nodes.Call(name=name):
                    built_in = name.text in BUILT_IN and name.text not in self.called
                    if built_in or (name.text == "turn" and not self.second):
                        yield *_place(name.span), name.text
                case nodes.Offer(menus=menus, interrupts=more):
                    yield from map(self._both, (*menus, *more))
                case nodes.Window(menus=menus):
                    yield from map(self._both, menus)
                case nodes.Outcome(text=title) | nodes.Invariant(text=title):
                    if self.second:
                        yield *_end(title.span), " again"
                case nodes.Look(pairs=pairs):
                    for key, label in pairs:
                        if self.second and key.text == "label" and isinstance(label, nodes.Text):
                            yield *_end(label.span), " again"
                case nodes.Test(span=span):
                    found = _TITLE.search(lines[span.line - 1])
                    if self.second and found is not None:
                        yield span.line - 1, found.end(), found.end(), " again"
                case nodes.Repeat(times=None, condition=None, span=span):
                    if self.second and _endless(node):
                        start = lines[span.line - 1].index("forever")
                        yield span.line - 1, start, start + len("forever"), "1 times"
                case _:
                    pass

    def named(self, name: str) -> str:
        """Return the name that stands for a name in this copy."""
        if not self.second:
            return f"{name}_first" if name in _JOINED and name in self.called else name
        if name in self.names or name.replace("_", "").lower() in self.names:
            return f"{name}{TWIN}"
        kind, _, number = name.rpartition("_")
        return f"{kind}{TWIN}_{number}" if number.isdigit() and kind in self.names else name

    def _both(self, menu: nodes.Name) -> tuple[int, int, int, str]:
        """Offer the menu of the other copy, too."""
        both = (f"{menu.text}{TWIN}", menu.text) if self.second else (menu.text, f"{menu.text}{TWIN}")
        return *_place(menu.span), ", ".join(both)


def _joined(module: nodes.Module) -> str:
    """Return the rules that join both copies of what a module declares for the engine."""
    declared = (
        declaration.name.text
        for declaration in module.declarations
        if isinstance(declaration, nodes.Procedure | nodes.ValueDeclaration)
    )
    return "".join("\n" + _JOINED[each].replace("%", TWIN) for each in declared if each in _JOINED)


_TITLE = re.compile(r'test "(?:[^"\\]|\\.)*(?=")')


def _place(span: Span) -> tuple[int, int, int]:
    return span.line - 1, span.column - 1, span.end_column - 1


def _written(lines: list[str], span: Span) -> str:
    return lines[span.line - 1][span.column - 1 : span.end_column - 1]


def _end(span: Span) -> tuple[int, int, int]:
    """Return the place before the last quotation mark of a text."""
    return span.end_line - 1, span.end_column - 2, span.end_column - 2


def _endless(node: nodes.Repeat) -> bool:
    return not any(isinstance(each, nodes.Stop | nodes.Return) for each in walked(node.body))
