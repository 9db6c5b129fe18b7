"""What is known at one line of a rule: the labels of its locals, facts, and pieces that are turned up.

Also the marks that authors set with `reveals`, with the secrets that they speak of, and the summary of a
procedure: whom its effects and its arguments reach.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.reveals_declarations import CHOICE, reveals_in
from lazaretto.rules.flow.facts_from_conditions import EVERYONE, NO_FACTS, Facts, Term, Terms, replaced
from lazaretto.rules.flow.labels import NOTHING, Argument, Atom, Chosen, Label, Origin, Secret, union
from lazaretto.rules.link.aliases import NO_ALIASES, Aliases
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Variable

Turned = dict[Term, frozenset[Term]]
"""Pieces that the rule itself shows, and to whom."""


@dataclass(slots=True)
class Scope:
    """What is known at one line of a rule; labels change from line to line."""

    labels: dict[tree.Local, Label] = field(default_factory=dict)
    sizes: dict[tree.Local, Label] = field(default_factory=dict)
    """What the number of members of a list depends on."""
    terms: dict[tree.Local, Term] = field(default_factory=dict)
    facts: Facts = field(default_factory=lambda: NO_FACTS)
    turned: Turned = field(default_factory=dict)
    picked: set[tree.Local] = field(default_factory=set)
    """Answers of players, and members of lists: whether there is one is no secret."""

    def inside(self, facts: Facts | None = None, turned: Turned | None = None) -> "Scope":
        """Return the scope of a block or a condition inside this one; it shares no labels."""
        return Scope(
            dict(self.labels),
            dict(self.sizes),
            dict(self.terms),
            self.facts if facts is None else facts,
            self.turned if turned is None else together(self.turned, turned),
            set(self.picked),
        )

    def supposing(self, facts: Facts) -> "Scope":
        """Return this scope with other facts, for a part of an expression."""
        return Scope(self.labels, self.sizes, self.terms, facts, self.turned, self.picked)

    def join(self, other: "Scope") -> None:
        """Take over what a block may have put into locals, and forget the facts that it has made doubtful."""
        if other.facts is not self.facts:
            kept = other.facts
            self.facts = {term: truth for term, truth in self.facts.items() if term in kept}
        for mine, theirs in ((self.labels, other.labels), (self.sizes, other.sizes)):
            for local, label in theirs.items():
                mine[local] = union(mine.get(local, NOTHING), label)
        self.picked |= other.picked


def together(one: Turned, other: Turned) -> Turned:
    """Return all pieces that are turned up, each for all who see it."""
    if not other:
        return one
    made = dict(one)
    for term, readers in other.items():
        made[term] = made.get(term, frozenset()) | readers
    return made


def _turned_for_all(turned: Turned, term: Term) -> bool:
    """Whether everybody sees a piece."""
    return EVERYONE in turned.get(term, ())


@dataclass(slots=True)
class Mark:
    """What an author says about a block: that it tells a secret on purpose."""

    node: nodes.Reveals
    block: Span
    aliases: Aliases = NO_ALIASES
    used: bool = False

    def names(self, atom: Atom) -> bool:
        """Whether it speaks of a secret."""
        name = CHOICE if isinstance(atom, Chosen) else atom.entity.name if isinstance(atom, Secret) else ""
        owner = None if isinstance(atom, Argument) else atom.owner
        whose = owner.word if isinstance(owner, tree.Local) else ""
        return any(
            secret.owner in ("", whose)
            and (
                secret.name.text == name
                or (bool(self.aliases) and self.aliases.may_mean(secret.name.text, name))
            )
            for secret in self.node.secrets
        )

    def covers(self, span: Span) -> bool:
        """Whether a place is inside the block."""
        block = self.block
        return span.file == block.file and block.line <= span.line <= block.end_line


def marks_in(placed: Iterable[Placed], aliases: Aliases = NO_ALIASES) -> list[Mark]:
    """Return all marks of a game; they may use old names."""
    return [Mark(reveal.node, reveal.block, aliases) for reveal in reveals_in(placed)]


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
