"""Secrets as rules read them: who is known to see one, and what one becomes when a rule calls another."""

from abc import ABC, abstractmethod

from lazaretto.grammar.source import Span
from lazaretto.rules.flow.facts import Facts
from lazaretto.rules.flow.labels import NOTHING, Argument, Atom, Chosen, Label, Origin, Secret, union
from lazaretto.rules.flow.scope import Scope
from lazaretto.rules.flow.terms import EVERYONE, UNKNOWN, Term, locals_in, replaced, term_of
from lazaretto.rules.flow.visibility import Sight, Visibility
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Pile, Variable
from lazaretto.rules.model.types import KindType

Arguments = dict[tree.Local, tuple[Term, Label]]
"""What the parameters of a called rule stand for, and on what that depends."""


class Secrets(ABC):
    """Makes the labels of secrets."""

    def __init__(self) -> None:
        self.bound: set[tree.Local] = set()
        """Locals that run over a set of players."""
        self.visibility = Visibility(self.bound)
        self._named: dict[int, tuple[Facts, set[tree.Local]]] = {}

    @abstractmethod
    def label(self, node: tree.Expression | tree.Template | None, scope: Scope) -> Label:
        """Return on what the value of an expression depends."""

    def secret(self, entity: Pile | Variable, owner: Term | None, span: Span, scope: Scope) -> Label:
        """Return the label of reading an entity; nothing if everybody is known to see it."""
        if entity.seen.word == "all" or (isinstance(entity, Variable) and entity.constant):
            return NOTHING
        return self._atom(Secret(entity, owner), Origin(span), scope.facts)

    def _atom(self, atom: Secret, origin: Origin, facts: Facts) -> Label:
        sees = self.visibility.sees
        if sees(EVERYONE, atom.entity, atom.owner, facts) is Sight.YES:
            return NOTHING
        if facts:
            known = self._players_in(facts)
            found = {each for each in known if sees(each, atom.entity, atom.owner, facts) is Sight.YES}
            if found:
                atom = atom._replace(seers=atom.seers | found)
        return {atom: origin}

    def _players_in(self, facts: Facts) -> set[tree.Local]:
        """Return the players of whom facts say something."""
        found = self._named.get(id(facts))
        if found is None:
            players = {each for term in facts for each in locals_in(term) if _is_player(each)}
            found = self._named[id(facts)] = (facts, players)
        return found[1]

    def who_knows(self, label: Label, facts: Facts) -> frozenset[Term]:
        """Return the players who are known to see all secrets of a label."""
        found: frozenset[Term] | None = None
        for atom in label:
            if isinstance(atom, Argument) and _is_player(atom.local):
                continue  # whose piece it was, everybody has seen
            if not isinstance(atom, Secret):
                return frozenset()
            seers, owner = atom.seers, atom.owner
            if owner is not None and self.visibility.sees(owner, atom.entity, owner, facts) is not Sight.NO:
                seers |= {owner}
            found = seers if found is None else found & seers
        return found or frozenset()

    def passed(self, label: Label, known: Arguments, facts: Facts) -> Label:
        """Return a label of a called rule in terms of the caller."""
        if not label:
            return NOTHING
        terms = {local: term for local, (term, _) in known.items()}
        return union(*(self.passed_atom(atom, origin, known, terms, facts) for atom, origin in label.items()))

    def passed_atom(
        self,
        atom: Atom,
        origin: Origin,
        known: Arguments,
        terms: dict[tree.Local, Term],
        facts: Facts,
    ) -> Label:
        """Return one atom of a called rule in terms of the caller."""
        match atom:
            case Argument(local):
                return known[local][1] if local in known else {atom: origin}
            case Chosen(owner):
                return {Chosen(replaced(owner, terms)): origin}
            case Secret(entity, owner, seers):
                owner = replaced(owner, terms) if owner is not None else None
                found = frozenset(replaced(each, terms) for each in seers)
                return self._atom(Secret(entity, owner, found), origin, facts)

    def arguments(
        self, parameters: tuple[tree.Local, ...], arguments: tuple[tree.Expression, ...], scope: Scope
    ) -> Arguments:
        """Return what the parameters of a called rule stand for."""
        made: Arguments = {}
        for local, each in zip(parameters, arguments, strict=False):
            term = term_of(each, scope.terms)
            made[local] = (UNKNOWN if term is None else term, self.label(each, scope))
        return made

    def owner(self, thing: tree.Expression | None, scope: Scope) -> Term | None:
        """Return whose something is; None if it belongs to the whole game."""
        if thing is None:
            return None
        found = term_of(thing, scope.terms)
        return UNKNOWN if found is None else found


def _is_player(local: tree.Local) -> bool:
    return isinstance(local.type, KindType) and local.type.kind.is_player
