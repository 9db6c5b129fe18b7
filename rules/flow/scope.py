"""What is known at one line of a rule: the labels of its locals, facts, and pieces that are turned up."""

from dataclasses import dataclass, field

from lazaretto.rules.flow.facts import NO_FACTS, Facts
from lazaretto.rules.flow.labels import NOTHING, Label, union
from lazaretto.rules.flow.terms import EVERYONE, Term
from lazaretto.rules.model import tree

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


def turned_for_all(turned: Turned, term: Term) -> bool:
    """Whether everybody sees a piece."""
    return EVERYONE in turned.get(term, ())
