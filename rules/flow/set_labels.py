"""Labels sets: on what a member of a set depends, whether there is one, and how many there are."""

from abc import abstractmethod
from dataclasses import dataclass

from lazaretto.rules.flow.facts import Facts, assumed, contained
from lazaretto.rules.flow.labels import NOTHING, Argument, Label, Secret, in_change, through, union
from lazaretto.rules.flow.scope import Scope
from lazaretto.rules.flow.secret_atoms import Secrets
from lazaretto.rules.flow.terms import OTHERS
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind
from lazaretto.rules.model.types import KindType, item_of

DEEPEST = 8
"""How deeply sets are followed into values."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A local that runs over a set: on what its value depends, and whether there is such a member at all."""

    value: Label
    there: Label
    facts: Facts


class Sets(Secrets):
    """Labels sets."""

    def __init__(self, open_values: frozenset[tree.ValueRule]) -> None:
        super().__init__()
        self.open_values = open_values
        """Values that decide who sees something: everybody knows what they see."""

    @abstractmethod
    def number_in(self, call: tree.CallValue, scope: Scope) -> Label:
        """Return on what the number of members of a value depends."""

    def quantified(self, node: tree.Quantifier, scope: Scope) -> Label:
        """Return on what the value of a quantifier depends."""
        bound = self.bind(node.variable, node.set, scope)
        inner = self.with_local(node.variable, bound, scope)
        where = self.label(node.where, inner)
        inner = inner.supposing(assumed(node.where, True, inner.terms, inner.facts))
        found = union(bound.there, where, self.label(node.value, inner))
        chosen = node.word in ("greatest", "least", "sorted")
        if chosen or (node.word in ("first", "those") and node.value is None):
            found = union(found, bound.value)
        if node.where is None and node.value is None:
            found = union(found, self.size(node.set, scope))
        return self.close(node.variable, found)

    def close(self, local: tree.Local | None, label: Label) -> Label:
        """Return a label outside the expression in which a local runs over a set."""
        if local is None or not label:
            return label
        made: Label = {}
        for atom, origin in label.items():
            if isinstance(atom, Secret) and atom.owner is not None:
                owner = OTHERS if atom.owner == local else atom.owner
                atom = Secret(atom.entity, owner, atom.seers - {local})
            made.setdefault(atom, origin)
        return made

    def with_local(self, local: tree.Local, bound: Bound, scope: Scope) -> Scope:
        """Return the scope in which a local runs over a set."""
        inner = scope.inside(bound.facts)
        inner.labels[local] = bound.value
        inner.terms.pop(local, None)
        inner.picked.add(local)
        return inner

    def bind(self, local: tree.Local, many: tree.Expression, scope: Scope, depth: int = 0) -> Bound:
        """Let a local run over a set."""
        if depth == 0 and _any_player(many):
            self.bound.add(local)
        facts = contained(local, many, scope.terms, scope.facts)
        value, there = self._over(local, many, scope, depth)
        return Bound(value, there, facts)

    def _over(
        self, local: tree.Local, many: tree.Expression, scope: Scope, depth: int
    ) -> tuple[Label, Label]:
        """Return on what a member of a set depends, and on what it depends whether it is a member."""
        match many:
            case tree.PileValue() | tree.LocalValue():
                return self.label(many, scope), NOTHING
            case tree.EndOf():
                return self.label(many, scope), self.label(many.count, scope)
            case tree.Quantifier(word="those", value=None):
                bound = self.bind(local, many.set, scope, depth + 1)
                inner = self.with_local(local, bound, scope)
                inner.terms[many.variable] = local
                inner.labels[many.variable] = bound.value
                return bound.value, union(bound.there, self.label(many.where, inner))
            case tree.Quantifier(word="sorted"):
                bound = self.bind(local, many.set, scope, depth + 1)
                inner = self.with_local(many.variable, bound, scope)
                inner.terms[many.variable] = local
                order = self.label(many.value, inner)
                return union(bound.value, order), union(bound.there, self.label(many.where, inner))
            case tree.BuiltIn(name="joined", arguments=(left, right)):
                one, other = (self.bind(local, each, scope, depth + 1) for each in (left, right))
                return union(one.value, other.value), union(one.there, other.there)
            case tree.OnlyKind(kind=kind):
                inner_set = many.set
                bound = self.bind(local, inner_set, scope, depth + 1)
                kept = NOTHING if _always_in(inner_set, kind) else bound.value
                return bound.value, union(bound.there, kept)
            case tree.Operation(operator="set +" | "set -" as word, operands=(left, right)):
                one, other = (self.bind(local, each, scope, depth + 1) for each in (left, right))
                if word == "set +":
                    return union(one.value, other.value), union(one.there, other.there)
                return one.value, union(one.there, other.value, other.there)
            case tree.CallValue(value=rule) if depth < DEEPEST and rule not in self.open_values:
                return self._over_value(local, many, scope, depth)
            case _:
                return self.label(many, scope), NOTHING

    def _over_value(
        self, local: tree.Local, call: tree.CallValue, scope: Scope, depth: int
    ) -> tuple[Label, Label]:
        inner = scope.inside()
        for parameter, (term, label) in self.arguments(call.value.parameters, call.arguments, scope).items():
            inner.terms[parameter], inner.labels[parameter] = term, label
        value, there = NOTHING, NOTHING
        if call.value.base is not None:
            bound = self.bind(local, call.value.base, inner, depth + 1)
            value, there = bound.value, bound.there
        for change in call.value.changes:
            here, met = inner, NOTHING
            if change.me is not None and change.players is not None:
                over = self.bind(change.me, change.players, inner)
                met, here = over.there, self.with_local(change.me, over, inner)
            bound = self.bind(local, change.value, here, depth + 1)
            met = union(met, bound.there, *(self.label(each, here) for each in change.conditions))
            value = union(value, in_change(self.close(change.me, bound.value), change))
            there = union(there, in_change(self.close(change.me, met), change))
        name = call.value.name
        return through(value, name, call.span), through(there, name, call.span)

    def size(self, node: tree.Expression | None, scope: Scope) -> Label:
        """Return on what the number of members of a set depends."""
        match node:
            case None:
                return NOTHING
            case tree.PileValue():
                return self.label(node.thing, scope)
            case tree.LocalValue(local=local):
                if local in scope.sizes:
                    return scope.sizes[local]
                return {
                    atom: origin
                    for atom, origin in self.label(node, scope).items()
                    if isinstance(atom, Argument)
                }
            case tree.EndOf(pile=pile):
                return union(self.label(node.count, scope), self.size(pile, scope))
            case tree.ListOf():
                return NOTHING
            case tree.OnlyKind(kind=kind) if _always_in(node.set, kind):
                return self.size(node.set, scope)
            case tree.Quantifier(word="those" | "sorted" | "list" as word, where=None) if (
                node.value is None or word != "those"
            ):
                return self.size(node.set, scope)
            case tree.BuiltIn(name="joined", arguments=operands):
                return union(*(self.size(each, scope) for each in operands))
            case tree.Quantifier(word="those" | "sorted" | "list" as word) if (
                node.value is None or word != "those"
            ):
                bound = self.bind(node.variable, node.set, scope)
                where = self.label(node.where, self.with_local(node.variable, bound, scope))
                return union(self.size(node.set, scope), self.close(node.variable, union(bound.there, where)))
            case tree.CallValue():
                return self.number_in(node, scope)
            case tree.Operation(operator="set +", operands=operands) if _apart(operands):
                return union(*(self.size(each, scope) for each in operands))
            case _:
                return self.label(node, scope)


def _any_player(many: tree.Expression, depth: int = 0) -> bool:
    """Whether a set is made from all players, so that one who hides something may be among them."""
    match many:
        case tree.KindSet(kind=kind):
            return kind.is_player
        case tree.Quantifier(word="those", value=None) | tree.OnlyKind():
            return _any_player(many.set, depth)
        case tree.Operation(operator="set +" | "set -", operands=(left, *_)):
            return _any_player(left, depth)
        case tree.CallValue(value=value) if depth < DEEPEST and value.base is not None:
            return _any_player(value.base, depth + 1)
        case _:
            return False


def _apart(operands: tuple[tree.Expression, ...]) -> bool:
    """Whether sets have no member in common: two piles never hold the same piece."""
    return all(isinstance(each, tree.PileValue | tree.EndOf) for each in operands)


def _always_in(many: tree.Expression, kind: Kind) -> bool:
    item = item_of(many.type)
    return isinstance(item, KindType) and item.kind.count == kind.count
