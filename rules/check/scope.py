"""What a name means at a place in a rule: locals first, with what conditions have told of them."""

from dataclasses import dataclass, field

from grammar.source import Span
from rules.model import tree
from rules.model.sorts import Type


@dataclass(slots=True)
class Frame:
    """The locals of one procedure, each with a name of its own.

    What is written once and used inside the rules of others has a mark of its own, so that its locals
    never go by the name of one of theirs.
    """

    locals: list[tree.Local] = field(default_factory=list)
    mark: str = "v"

    def local(self, name: str, kind: Type, span: Span) -> tree.Local:
        """A new local; the same word twice gives two of them, and none is named like anything compiled."""
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
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def fact(self, key: str) -> Type | None:
        """What conditions have told of a path."""
        scope: Scope | None = self
        while scope is not None:
            if key in scope.facts:
                return scope.facts[key]
            scope = scope.parent
        return None

    def bind(self, name: str, kind: Type, span: Span) -> tree.Local:
        """Declare a local."""
        local = self.frame.local(name, kind, span)
        self.names[name] = tree.LocalValue(local, kind, span)
        return local

    def visible(self) -> set[str]:
        """All names that could be written here."""
        found: set[str] = set()
        scope: Scope | None = self
        while scope is not None:
            found.update(scope.names)
            scope = scope.parent
        return found
