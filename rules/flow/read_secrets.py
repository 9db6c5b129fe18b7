"""Labels expressions: on which secrets the value of an expression depends, and the number of its members.

How many pieces a pile holds is known to all; which they are, and in which order, only to those who see it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from grammar.node_dataclass import fields
from grammar.source import Span
from rules.flow.facts import Facts, assumed, contained
from rules.flow.labels import NOTHING, Argument, Atom, Chosen, Label, Origin, Secret, Way, union
from rules.flow.scope import Scope
from rules.flow.terms import EVERYONE, OTHERS, UNKNOWN, Term, locals_in, replaced, term_of
from rules.flow.visibility import Sight, Visibility
from rules.model import tree
from rules.model.entities import Kind, Pile, Variable
from rules.model.tree_walk import walk
from rules.model.types import KindType, NoneType, item_of

DEEPEST = 8
"""How deeply sets are followed into values."""


@dataclass(frozen=True, slots=True)
class ValueLabel:
    """On what a value depends, in terms of its parameters."""

    value: Label = None  # type: ignore[assignment]
    size: Label = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Bound:
    """A local that runs over a set: on what its value depends, and whether there is such a member at all."""

    value: Label
    there: Label
    facts: Facts


class Reading:
    """Labels expressions."""

    def __init__(self, open_values: frozenset[tree.ValueRule]) -> None:
        self.bound: set[tree.Local] = set()
        self.visibility = Visibility(self.bound)
        self.open_values = open_values
        """Values that decide who sees something: everybody knows what they see."""
        self._values: dict[tree.ValueRule, ValueLabel] = {}
        self._locals: dict[int, tuple[tree.Local, ...] | None] = {}
        self._named: dict[int, tuple[Facts, set[tree.Local]]] = {}
        self.results: dict[tree.Procedure, Label] = {}
        """What the results of procedures depend on."""

    # --- secrets -------------------------------------------------------------------------------

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

    def passed(self, label: Label, known: dict[tree.Local, tuple[Term, Label]], facts: Facts) -> Label:
        """Return a label of a called rule in terms of the caller."""
        if not label:
            return NOTHING
        terms = {local: term for local, (term, _) in known.items()}
        return union(*(self.passed_atom(atom, origin, known, terms, facts) for atom, origin in label.items()))

    def passed_atom(
        self,
        atom: Atom,
        origin: Origin,
        known: dict[tree.Local, tuple[Term, Label]],
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
    ) -> dict[tree.Local, tuple[Term, Label]]:
        """Return what the parameters of a called rule stand for."""
        made: dict[tree.Local, tuple[Term, Label]] = {}
        for local, each in zip(parameters, arguments, strict=False):
            term = term_of(each, scope.terms)
            made[local] = (UNKNOWN if term is None else term, self.label(each, scope))
        return made

    # --- values --------------------------------------------------------------------------------

    def of_value(self, value: tree.ValueRule) -> ValueLabel:
        """Return on what a value depends, in terms of its parameters."""
        found = self._values.get(value)
        if found is None:
            self._values[value] = ValueLabel(NOTHING, NOTHING)  # for values that need themselves
            scope = Scope({each: {Argument(each): Origin(each.span)} for each in value.parameters})
            label = self.label(value.base, scope)
            size = self.size(value.base, scope)
            for change in value.changes:
                inner = scope
                there = NOTHING
                if change.me is not None and change.players is not None:
                    bound = self.bind(change.me, change.players, scope)
                    there, inner = bound.there, self.with_local(change.me, bound, scope)
                when = NOTHING
                for each in change.conditions:
                    when = union(when, self.label(each, inner))
                    inner = inner.supposing(assumed(each, True, inner.terms, inner.facts))
                there = self.close(change.me, union(there, when))
                made = self.close(change.me, self.label(change.value, inner))
                number = self.close(change.me, self.size(change.value, inner))
                label = union(label, _in_change(there, change), _in_change(made, change))
                size = union(size, _in_change(there, change), _in_change(number, change))
            if value in self.open_values:
                label, size = _arguments_of(label), _arguments_of(size)
            found = self._values[value] = ValueLabel(label, size)
        return found

    def _called(self, node: tree.CallValue, label: Label, scope: Scope) -> Label:
        known = self.arguments(node.value.parameters, node.arguments, scope)
        through = {
            atom: origin
            if isinstance(atom, Argument)
            else Origin(node.span, (Way("through", node.value.name, origin.span), *origin.via))
            for atom, origin in label.items()
        }
        return self.passed(through, known, scope.facts)

    # --- expressions ---------------------------------------------------------------------------

    def label(self, node: tree.Expression | tree.Template | None, scope: Scope) -> Label:
        """Return on what the value of an expression depends."""
        if node is None or isinstance(node, tree.Constant | tree.KindSet):
            return NOTHING
        plain = self._plain(node)
        if plain is not None and scope.turned.keys().isdisjoint(plain):
            labels = [found for each in plain if (found := scope.labels.get(each))]
            if all(isinstance(atom, Argument) for each in labels for atom in each):
                return union(*labels)
        match node:
            case tree.LocalValue(local=local):
                return self._shown(local, scope.labels.get(local, NOTHING), scope)
            case tree.VariableValue(variable=variable, thing=thing, span=span):
                owner = self._owner(thing, scope)
                return union(self.label(thing, scope), self.secret(variable, owner, span, scope))
            case tree.PileValue(pile=pile, thing=thing, span=span):
                owner = self._owner(thing, scope)
                return union(self.label(thing, scope), self.secret(pile, owner, span, scope))
            case tree.EndOf(pile=pile, count=count):
                label = self.label(pile, scope)
                term = term_of(pile, scope.terms) if isinstance(pile, tree.PileValue) else None
                return union(self.label(count, scope), self._shown(term, label, scope))
            case tree.Operation():
                return self._operation(node, scope)
            case tree.IsA(operand=operand, kind=kind):
                return NOTHING if _always(operand, kind) else self.label(operand, scope)
            case tree.BuiltIn(name="count", arguments=(many,)):
                return self.size(many, scope)
            case tree.Quantifier():
                return self._quantifier(node, scope)
            case tree.CallValue(value=value):
                return self._called(node, self.of_value(value).value, scope)
            case tree.CallProcedure(procedure=procedure, arguments=arguments):
                known = self.arguments(procedure.parameters, arguments, scope)
                label = _through(self.results.get(procedure, NOTHING), procedure.name, node.span)
                return self.passed(label, known, scope.facts)
            case tree.MayCall():
                return self._may(node, scope)
            case tree.Graph():
                return self._graph(node, scope)
            case _:
                return union(*(self.label(each, scope) for each in _parts(node)))

    def _plain(self, node: tree.Expression | tree.Template) -> tuple[tree.Local, ...] | None:
        """Return the locals of an expression that reads no secret; None if it may read one."""
        key = id(node)
        if key not in self._locals:
            self._locals[key] = self._find_locals(node)
        return self._locals[key]

    def _find_locals(self, node: tree.Expression | tree.Template) -> tuple[tree.Local, ...] | None:
        found: dict[tree.Local, None] = {}
        for each in walk(node):
            match each:
                case tree.LocalValue(local=local):
                    found[local] = None
                case tree.VariableValue(variable=variable) if variable.seen.word != "all":
                    return None
                case tree.PileValue(pile=pile) if pile.seen.word != "all":
                    return None
                case tree.CallProcedure() | tree.MayCall():
                    return None
                case tree.CallValue(value=value):
                    label = self.of_value(value)
                    if not all(isinstance(atom, Argument) for atom in (*label.value, *label.size)):
                        return None
                case _:
                    pass
        return tuple(found)

    def _shown(self, term: Term | None, label: Label, scope: Scope) -> Label:
        """Return a label without what the rule itself shows."""
        readers = scope.turned.get(term) if term is not None else None
        if readers is None or not label:
            return label
        if EVERYONE in readers:
            return NOTHING
        return {
            atom._replace(seers=atom.seers | readers) if isinstance(atom, Secret) else atom: origin
            for atom, origin in label.items()
        }

    def _owner(self, thing: tree.Expression | None, scope: Scope) -> Term | None:
        if thing is None:
            return None
        found = term_of(thing, scope.terms)
        return UNKNOWN if found is None else found

    def _operation(self, node: tree.Operation, scope: Scope) -> Label:
        word, operands = node.operator, node.operands
        if word in ("and", "or"):
            found = NOTHING
            for each in operands:
                found = union(found, self.label(each, scope))
                scope = scope.supposing(assumed(each, word == "and", scope.terms, scope.facts))
            return found
        if word in ("in", "not in"):
            one, many = operands
            return union(self.label(one, scope), self._member(one, many, scope))
        if word in ("=", "!="):
            for one, other in (operands, operands[::-1]):
                absent = isinstance(other, tree.Constant) and isinstance(other.type, NoneType)
                if absent and isinstance(one, tree.LocalValue) and one.local in scope.picked:
                    return NOTHING
        return union(*(self.label(each, scope) for each in operands))

    def _member(self, one: tree.Expression, many: tree.Expression, scope: Scope) -> Label:
        """Return on what it depends whether something is in a set."""
        probe = tree.Local("probe_0", one.type, one.span)
        bound = self.bind(probe, many, scope)
        term = term_of(one, scope.terms)
        own = {probe: (UNKNOWN if term is None else term, NOTHING)}
        return self.passed(union(bound.value, bound.there), own, scope.facts)

    def _may(self, node: tree.MayCall, scope: Scope) -> Label:
        found = union(*(label for label, _ in self.forbidden(node.procedure, node.arguments, scope)))
        return _through(found, node.procedure.name, node.span)

    def forbidden(
        self, procedure: tree.Procedure, arguments: tuple[tree.Expression, ...], scope: Scope
    ) -> list[tuple[Label, tree.ForbidRule]]:
        """Return for each prohibition of a call on what it depends, its reason included."""
        known = self.arguments(procedure.parameters, arguments, scope)
        inner = scope.inside()
        for local, (term, label) in known.items():
            inner.terms[local], inner.labels[local] = term, label
        found: list[tuple[Label, tree.ForbidRule]] = []
        for forbid in procedure.forbids:
            there, here = NOTHING, inner
            if forbid.me is not None and forbid.players is not None:
                bound = self.bind(forbid.me, forbid.players, inner)
                there, here = bound.there, self.with_local(forbid.me, bound, inner)
            for each in forbid.conditions:
                there = union(there, self.label(each, here))
                here = here.supposing(assumed(each, True, here.terms, here.facts))
            label = union(there, self.label(forbid.text, here))
            found.append((self.close(forbid.me, label), forbid))
        return found

    def _graph(self, node: tree.Graph, scope: Scope) -> Label:
        found = union(*(self.label(each, scope) for each in node.arguments))
        through = node.through
        if through is not None and through.where is not None:
            found = union(found, self.close(through.variable, self.label(through.where, scope)))
        return found

    # --- sets ----------------------------------------------------------------------------------

    def _quantifier(self, node: tree.Quantifier, scope: Scope) -> Label:
        bound = self.bind(node.variable, node.set, scope)
        inner = self.with_local(node.variable, bound, scope)
        where = self.label(node.where, inner)
        inner = inner.supposing(assumed(node.where, True, inner.terms, inner.facts))
        found = union(bound.there, where, self.label(node.value, inner))
        if node.word in ("first", "those", "greatest", "least") and node.value is None:
            found = union(found, bound.value)
        elif node.word in ("greatest", "least"):
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
            case tree.EndOf(count=count):
                return self.label(many, scope), self.label(count, scope)
            case tree.Quantifier(word="those", value=None):
                bound = self.bind(local, many.set, scope, depth + 1)
                inner = self.with_local(local, bound, scope)
                inner.terms[many.variable] = local
                inner.labels[many.variable] = bound.value
                return bound.value, union(bound.there, self.label(many.where, inner))
            case tree.OnlyKind(set=inner_set, kind=kind):
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
            value = union(value, _in_change(self.close(change.me, bound.value), change))
            there = union(there, _in_change(self.close(change.me, met), change))
        name = call.value.name
        return _through(value, name, call.span), _through(there, name, call.span)

    def size(self, node: tree.Expression | None, scope: Scope) -> Label:
        """Return on what the number of members of a set depends."""
        match node:
            case None:
                return NOTHING
            case tree.PileValue(thing=thing):
                return self.label(thing, scope)
            case tree.LocalValue(local=local):
                if local in scope.sizes:
                    return scope.sizes[local]
                return {atom: origin for atom, origin in self.label(node, scope).items() if isinstance(atom, Argument)}
            case tree.EndOf(count=count, pile=pile):
                return union(self.label(count, scope), self.size(pile, scope))
            case tree.ListOf():
                return NOTHING
            case tree.OnlyKind(set=inner, kind=kind) if _always_in(inner, kind):
                return self.size(inner, scope)
            case tree.Quantifier(word="those", where=None, value=None):
                return self.size(node.set, scope)
            case tree.Quantifier(word="those", value=None):
                bound = self.bind(node.variable, node.set, scope)
                where = self.label(node.where, self.with_local(node.variable, bound, scope))
                return union(self.size(node.set, scope), self.close(node.variable, union(bound.there, where)))
            case tree.CallValue(value=value):
                return self._called(node, self.of_value(value).size, scope)
            case tree.Operation(operator="set +", operands=operands) if _apart(operands):
                return union(*(self.size(each, scope) for each in operands))
            case _:
                return self.label(node, scope)


def _is_player(local: tree.Local) -> bool:
    return isinstance(local.type, KindType) and local.type.kind.is_player


def _any_player(many: tree.Expression, depth: int = 0) -> bool:
    """Whether a set is made from all players, so that one who hides something may be among them."""
    match many:
        case tree.KindSet(kind=kind):
            return kind.is_player
        case tree.Quantifier(word="those", value=None, set=inner) | tree.OnlyKind(set=inner):
            return _any_player(inner, depth)
        case tree.Operation(operator="set +" | "set -", operands=(left, *_)):
            return _any_player(left, depth)
        case tree.CallValue(value=value) if depth < DEEPEST and value.base is not None:
            return _any_player(value.base, depth + 1)
        case _:
            return False


def _through(label: Label, name: str, span: Span) -> Label:
    """Return a label with the call of a value on its way."""
    return {
        atom: origin
        if isinstance(atom, Argument)
        else Origin(span, (Way("through", name, origin.span), *origin.via))
        for atom, origin in label.items()
    }


def _in_change(label: Label, change: tree.ChangeRule) -> Label:
    """Return a label with a change of a value on its way."""
    return {
        atom: origin
        if isinstance(atom, Argument)
        else Origin(change.span, (*origin.via, Way("read", "", origin.span)))
        for atom, origin in label.items()
    }


def _arguments_of(label: Label) -> Label:
    return {atom: origin for atom, origin in label.items() if isinstance(atom, Argument)}


def _apart(operands: tuple[tree.Expression, ...]) -> bool:
    """Whether sets have no member in common: two piles never hold the same piece."""
    return all(isinstance(each, tree.PileValue | tree.EndOf) for each in operands)


def _always(node: tree.Expression, kind: Kind) -> bool:
    """Whether everything that an expression can be belongs to a kind, because nothing else exists."""
    return isinstance(node.type, KindType) and node.type.kind.count == kind.count


def _always_in(many: tree.Expression, kind: Kind) -> bool:
    item = item_of(many.type)
    return isinstance(item, KindType) and item.kind.count == kind.count


def _parts(node: object) -> Iterable[tree.Expression]:
    """Yield the expressions directly inside a node."""
    for name in fields(node):
        value = getattr(node, name)
        for each in value if isinstance(value, tuple) else (value,):
            if type(each) in _EXPRESSIONS:
                yield each


_EXPRESSIONS = frozenset(tree.Expression.__args__)  # type: ignore[attr-defined]


def values_in(root: object) -> Iterable[tree.ValueRule]:
    """Yield all values that an expression uses, also through other values."""
    seen: set[tree.ValueRule] = set()
    waiting: list[object] = [root]
    while waiting:
        for node in walk(waiting.pop()):
            if isinstance(node, tree.CallValue) and node.value not in seen:
                value = node.value
                seen.add(value)
                yield value
                waiting.append(value.base)
                waiting.extend((each.conditions, each.players, each.value) for each in value.changes)
