"""Scopes: the locals that are visible at a place in a rule, with the types that conditions narrowed."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from grammar.source import Span
from rules.model import tree
from rules.model.types import Type


@dataclass(slots=True)
class Frame:
    """The locals of one procedure, each with a name of its own.

    What is written once and used inside the rules of others has a mark of its own, so that its locals
    never go by the name of one of theirs.
    """

    locals: list[tree.Local] = field(default_factory=list)
    mark: str = "v"

    def local(self, name: str, kind: Type, span: Span) -> tree.Local:
        """A new local with a unique name; the same word twice gives two locals."""
        made = tree.Local(f"{name}_{self.mark}{len(self.locals)}", kind, span)
        self.locals.append(made)
        return made


@dataclass(slots=True)
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
        """A scope inside this one."""
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
        """What a name is bound to, from the inside out."""
        return next((each.names[name] for each in self._outwards() if name in each.names), None)

    def fact(self, key: str) -> Type | None:
        """What conditions have told of a path."""
        return next((each.facts[key] for each in self._outwards() if key in each.facts), None)

    def bind(self, name: str, kind: Type, span: Span) -> tree.Local:
        """Declare a local."""
        local = self.frame.local(name, kind, span)
        self.names[name] = tree.LocalValue(local, kind, span)
        return local

    def visible(self) -> set[str]:
        """All names that could be written here."""
        return {name for each in self._outwards() for name in each.names}

    def _outwards(self) -> "Iterator[Scope]":
        """This scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent
