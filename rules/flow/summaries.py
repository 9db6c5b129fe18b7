"""What is known of a procedure without looking into it again: whom its effects and its arguments reach."""

from dataclasses import dataclass, field
from typing import NamedTuple

from lazaretto.grammar.source import Span
from lazaretto.rules.flow.labels import NOTHING, Atom, Label, Origin
from lazaretto.rules.flow.terms import Term, Terms, replaced
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Variable


class Target(NamedTuple):
    """Readers: all who see a variable that is set."""

    variable: Variable
    owner: Term | None


class Told(NamedTuple):
    """Readers: all members of a set of players; `one` stands for any of them."""

    many: Term | None
    one: tree.Local


Reader = Term | Target | Told


class Sink(NamedTuple):
    """Where somebody learns something: a word of the catalogue, and the place."""

    word: str
    span: Span


class Demand(NamedTuple):
    """Something that a reader must be allowed to see; only the callers can tell whether that is so."""

    atom: Atom
    reader: Reader


@dataclass(slots=True)
class Summary:
    """What a procedure does with its arguments."""

    demands: dict[Demand, tuple[Origin, Sink]] = field(default_factory=dict)
    effects: dict[Reader, Sink] = field(default_factory=dict)
    """Who notices that it runs at all, and by what."""
    result: Label = field(default_factory=lambda: NOTHING)
    turns: frozenset[tree.Local] = frozenset()
    """Parameters that are pieces which it lays open for all."""

    def size(self) -> tuple[int, int, int, int]:
        """Return a measure that grows with every addition."""
        return len(self.demands), len(self.effects), len(self.result), len(self.turns)


def reader_for(reader: Reader, known: Terms) -> Reader:
    """Return a reader of a called procedure in terms of the caller."""
    match reader:
        case Target(variable, owner):
            return Target(variable, replaced(owner, known) if owner is not None else None)
        case Told(many, one):
            return Told(replaced(many, known) if many is not None else None, one)
        case _:
            return replaced(reader, known)
