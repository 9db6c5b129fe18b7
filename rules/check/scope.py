"""Scopes: the locals that are visible at a place in a rule, with the types that conditions narrowed."""

from collections.abc import Iterator
from dataclasses import field

from lazaretto.grammar.node_dataclass import changing_node
from lazaretto.grammar.source import Span
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Type


@changing_node
class Frame:
    """The locals of one procedure, each with a unique name.

    Code that is written once and used inside other rules has its own `mark`, so that its locals never share a
    name with theirs.
    """

    locals: list[tree.Local] = field(default_factory=list)
    mark: str = "v"
    questions: int = 0
    """How many questions it has asked so far."""

    def local(self, name: str, kind: Type, span: Span) -> tree.Local:
        """Create a local with a unique name; the same word twice gives two locals."""
        made = tree.Local(f"{name}_{self.mark}{len(self.locals)}", kind, span)
        self.locals.append(made)
        return made


@changing_node
class Scope:
    """Names and narrowed types visible at one place."""

    frame: Frame
    stream: str
    parent: "Scope | None" = None
    names: dict[str, tree.LocalValue | tree.Constant] = field(default_factory=dict)
    facts: dict[str, Type] = field(default_factory=dict)
    in_loop: bool = False
    result: Type | None = None
    proceed: tree.CallProcedure | None = None
    inherited: tree.Procedure | None = None

    def child(self) -> "Scope":
        """Return a scope inside this one."""
        return Scope(
            self.frame,
            self.stream,
            self,
            in_loop=self.in_loop,
            result=self.result,
            proceed=self.proceed,
            inherited=self.inherited,
        )

    def find(self, name: str) -> tree.LocalValue | tree.Constant | None:
        """Return the binding of a name, searched from the inside out."""
        return next((outward.names[name] for outward in self._outwards() if name in outward.names), None)

    def fact(self, key: str) -> Type | None:
        """Return the type to which conditions have narrowed a path."""
        return next((outward.facts[key] for outward in self._outwards() if key in outward.facts), None)

    def bind(self, name: str, kind: Type, span: Span) -> tree.Local:
        """Declare a local."""
        local = self.frame.local(name, kind, span)
        self.names[name] = tree.LocalValue(local, kind, span)
        return local

    def retype(self, name: str, kind: Type) -> None:
        """Set the type of a local that was not fully known when it was declared."""
        for frame in self._outwards():
            bound = frame.names.get(name)
            if isinstance(bound, tree.LocalValue):
                bound.local.type = kind
                frame.names[name] = tree.LocalValue(bound.local, kind, bound.span)
                return

    def visible(self) -> set[str]:
        """Return all names that could be written here."""
        return {name for outward in self._outwards() for name in outward.names}

    def _outwards(self) -> "Iterator[Scope]":
        """Yield this scope and the enclosing ones."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent
