"""Forgets facts: a rule that changes something no longer knows what conditions have said about it."""

from lazaretto.rules.check.effects import reads
from lazaretto.rules.flow.facts import Facts
from lazaretto.rules.flow.terms import Term, locals_in
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Pile, Supply, Track, Variable

PILES = "piles"
"""Stands for all piles: a piece that goes to one comes from another."""


class Forgetting:
    """Finds out which facts a change makes doubtful; what a value reads is found once."""

    def __init__(self) -> None:
        self._read: dict[tree.ValueRule, frozenset[str]] = {}
        self._written: dict[tree.Procedure, frozenset[str]] = {}
        self.piles: frozenset[str] = frozenset()
        """The names of all piles."""

    def about(self, local: tree.Local, facts: Facts) -> Facts:
        """Return the facts that do not speak of a local, which gets another value."""
        return {term: truth for term, truth in facts.items() if local not in locals_in(term)}

    def after(self, written: frozenset[str], facts: Facts) -> Facts:
        """Return the facts that hold after something was written, by the names of what was written."""
        if not facts or not written:
            return facts
        return {term: truth for term, truth in facts.items() if written.isdisjoint(self.names(term))}

    def written_by(self, procedure: tree.Procedure) -> frozenset[str]:
        """Return what a procedure may change."""
        found = self._written.get(procedure)
        if found is None:
            found = procedure.writes
            if not found.isdisjoint(self.piles):
                found |= {PILES}
            self._written[procedure] = found
        return found

    def names(self, term: Term) -> set[str]:
        """Return what the truth of a fact depends on."""
        if not isinstance(term, tuple):
            return {PILES} if isinstance(term, Pile) else set()
        found: set[str] = set()
        for each in term:
            if isinstance(each, Variable):
                found.add(each.full_name)
            elif isinstance(each, Pile):
                found.add(PILES)
            elif isinstance(each, tree.ValueRule):
                found |= self._read_by(each)
            else:
                found |= self.names(each)
        return found

    def _read_by(self, value: tree.ValueRule) -> frozenset[str]:
        found = self._read.get(value)
        if found is None:
            changes = tuple((each.conditions, each.players, each.value) for each in value.changes)
            found = frozenset(_name(each) for each in reads((value.base, changes)))
            self._read[value] = found
        return found


def _name(thing: object) -> str:
    match thing:
        case Pile():
            return PILES
        case Variable() | Supply():
            return thing.full_name
        case Track():
            return thing.name
        case _:
            return ""
