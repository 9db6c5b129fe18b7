"""Maps each use of a name to its definition, for language servers, renaming and `explain`.

While the checker resolves names it only records pairs of a name and its meaning; the indexes are built on
first use. Names that the language predefines have no definition.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal, NamedTuple

from lazaretto.grammar import nodes
from lazaretto.grammar.source import NOWHERE, Span
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, Member, Pile, Supply, Track, Variable

Sort = Literal[
    "kind",
    "member",
    "attribute",
    "variable",
    "option",
    "pile",
    "supply",
    "track",
    "value",
    "procedure",
    "phase",
    "action",
    "menu",
    "local",
    "player",
]
Entity = Kind | Variable | Pile | Supply | Track | tree.ValueRule | tree.Procedure | tree.Action | tree.Menu
Target = Entity | Member | tree.LocalValue | tree.Constant
"""What a name can mean; a local value represents the place that binds its name, a constant a player."""

Use = tuple[nodes.Name, Target]

_IMPLICIT = frozenset({"me", "this", "cost"})
"""Names that rules can use without declaring them; in a pattern `me` is declared."""


class Definition(NamedTuple):
    """What is defined, under which name, and the position of the name."""

    sort: Sort
    name: str
    span: Span


class References:
    """All uses of names in a game, and their definitions."""

    def __init__(self, uses: Iterable[Use] = (), declared: Iterable[Target] = ()) -> None:
        self._noted = uses
        self._declared = declared

    def definition_at(self, file: str, line: int, column: int) -> Definition | None:
        """Return the meaning of the name at a position; the name of a definition means itself."""
        starts, found = self._by_line.get((file, line), ([], []))
        at = bisect_right(starts, column) - 1
        if at < 0:
            return None
        span, definition = found[at]
        return definition if column < span.end_column else None

    def uses_of(self, definition: Definition) -> tuple[Span, ...]:
        """Return all uses of a definition, in order, without its own name."""
        return self._by_definition.get(definition, ())

    def definitions(self) -> tuple[Definition, ...]:
        """Return everything that is defined in a text or table, by position."""
        return tuple(sorted(self._definitions, key=lambda definition: (definition.span, definition.sort)))

    @cached_property
    def _uses(self) -> dict[Span, Definition]:
        definitions: dict[Span, Definition] = {}
        for name, target in self._noted:
            definition = _definition(name.text, target)
            if definition is not None and name.span != definition.span:
                definitions[name.span] = definition
        return definitions

    @cached_property
    def _definitions(self) -> set[Definition]:
        declared = (_definition("", each) for each in self._declared)
        new = {
            definition
            for definition in declared
            if definition is not None and definition.span not in self._uses
        }
        return new | set(self._uses.values())

    @cached_property
    def _by_definition(self) -> dict[Definition, tuple[Span, ...]]:
        found: dict[Definition, list[Span]] = {}
        for span, definition in self._uses.items():
            found.setdefault(definition, []).append(span)
        return {definition: tuple(sorted(spans)) for definition, spans in found.items()}

    @cached_property
    def _by_line(self) -> dict[tuple[str, int], tuple[list[int], list[tuple[Span, Definition]]]]:
        found: dict[tuple[str, int], dict[Span, Definition]] = {}
        for span, definition in (*((each.span, each) for each in self._definitions), *self._uses.items()):
            found.setdefault((span.file, span.line), {})[span] = definition
        return {
            place: ([span.column for span in sorted(row)], [(span, row[span]) for span in sorted(row)])
            for place, row in found.items()
        }


def _definition(name: str, target: Target) -> Definition | None:
    """Return the definition of what a name means; None if no text defines it."""
    match target:
        case tree.LocalValue() | tree.Constant():
            return _bound(name, target)
        case Member():
            return _member(target)
        case Variable(owner=owner) if owner is not None and target.span == owner.span:
            return _definition("", owner)  # the implicit attribute of a `for each` kind
        case _:
            pass
    return Definition(_sort(target), target.name, target.span) if target.span != NOWHERE else None


def _bound(name: str, target: tree.LocalValue | tree.Constant) -> Definition | None:
    """Return the definition of a bound name, which comes first in the span of its statement, head or test."""
    span = target.span
    alone = span.line == span.end_line and span.end_column - span.column == len(name)
    if name in _IMPLICIT and not (name == "me" and alone):
        return None
    if isinstance(target, tree.Constant) and not alone:
        return None  # a player whom the test does not name
    end = span.column + len(name)
    sort: Sort = "local" if isinstance(target, tree.LocalValue) else "player"
    return Definition(sort, name, Span(span.file, span.line, span.column, span.line, end))


def _member(member: Member) -> Definition:
    """Return the declaration of a member; a generated member is defined by its kind."""
    if member.span == member.kind.span:
        return Definition("kind", member.kind.name, member.kind.span)
    return Definition("member", member.name, member.span)


def _sort(target: Entity) -> Sort:
    match target:
        case Kind():
            return "kind"
        case Variable(option=True):
            return "option"
        case Variable(owner=None):
            return "variable"
        case Variable():
            return "attribute"
        case Pile():
            return "pile"
        case Supply():
            return "supply"
        case Track():
            return "track"
        case tree.ValueRule():
            return "value"
        case tree.Procedure(phase=True):
            return "phase"
        case tree.Procedure():
            return "procedure"
        case tree.Action():
            return "action"
        case tree.Menu():
            return "menu"


def declared_in(kinds: Mapping[str, Kind]) -> Iterator[Target]:
    """Yield kinds with everything that belongs to them; the kind of a choice such as `a | b` has no name."""
    for name, kind in kinds.items():
        if name == kind.name:
            yield kind
        yield from kind.own
        yield from kind.variables.values()
        yield from kind.piles.values()
        yield from kind.supplies.values()
