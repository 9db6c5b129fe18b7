"""Labels expressions: on which secrets the value of an expression depends.

How many pieces a pile holds is known to all; which they are, and in which order, only to those who see it.
`Secrets` knows who sees a secret and what one becomes when a rule calls another; `Sets` labels sets: on what
a member depends, whether there is one, and how many there are; `Reading` labels all other expressions.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import get_args

from lazaretto.grammar.node_dataclass import fields
from lazaretto.grammar.source import Span
from lazaretto.rules.flow.facts_from_conditions import (
    EVERYONE,
    OTHERS,
    UNKNOWN,
    Facts,
    Term,
    assumed,
    contained,
    locals_in,
    replaced,
    term_of,
    whole_of,
)
from lazaretto.rules.flow.labels import (
    NOTHING,
    Argument,
    Atom,
    Chosen,
    Label,
    Origin,
    Secret,
    also_seen_by,
    in_change,
    through,
    union,
)
from lazaretto.rules.flow.scope import Scope
from lazaretto.rules.flow.visibility import Sight, Visibility
from lazaretto.rules.flow.work_limit import spend
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, KindType, NoneType, Pile, Variable, item_of
from lazaretto.rules.model.tree_walk import walk

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
            found = {local for local in known if sees(local, atom.entity, atom.owner, facts) is Sight.YES}
            if found:
                atom = atom._replace(seers=atom.seers | found)
        return {atom: origin}

    def _players_in(self, facts: Facts) -> set[tree.Local]:
        """Return the players of whom facts say something."""
        found = self._named.get(id(facts))
        if found is None:
            players = {local for term in facts for local in locals_in(term) if _is_player(local)}
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
                found = frozenset(replaced(seer, terms) for seer in seers)
                return self._atom(Secret(entity, owner, found), origin, facts)

    def arguments(
        self, parameters: tuple[tree.Local, ...], arguments: tuple[tree.Expression, ...], scope: Scope
    ) -> Arguments:
        """Return what the parameters of a called rule stand for."""
        made: Arguments = {}
        for local, argument in zip(parameters, arguments, strict=False):
            term = term_of(argument, scope.terms)
            made[local] = (UNKNOWN if term is None else term, self.label(argument, scope))
        return made

    def owner(self, thing: tree.Expression | None, scope: Scope) -> Term | None:
        """Return whose something is; None if it belongs to the whole game."""
        if thing is None:
            return None
        found = term_of(thing, scope.terms)
        return UNKNOWN if found is None else found


def _is_player(local: tree.Local) -> bool:
    return isinstance(local.type, KindType) and local.type.kind.is_player


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
            met = union(met, bound.there, *(self.label(condition, here) for condition in change.conditions))
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
                return union(*(self.size(operand, scope) for operand in operands))
            case tree.Quantifier(word="those" | "sorted" | "list" as word) if (
                node.value is None or word != "those"
            ):
                bound = self.bind(node.variable, node.set, scope)
                where = self.label(node.where, self.with_local(node.variable, bound, scope))
                return union(self.size(node.set, scope), self.close(node.variable, union(bound.there, where)))
            case tree.CallValue():
                return self.number_in(node, scope)
            case tree.Operation(operator="set +", operands=operands) if _apart(operands):
                return union(*(self.size(operand, scope) for operand in operands))
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
    return all(isinstance(operand, tree.PileValue | tree.EndOf) for operand in operands)


def _always_in(many: tree.Expression, kind: Kind) -> bool:
    item = item_of(many.type)
    return isinstance(item, KindType) and item.kind.count == kind.count


_EXPRESSIONS = frozenset(get_args(tree.Expression))


@dataclass(frozen=True, slots=True)
class ValueLabel:
    """On what a value depends, in terms of its parameters."""

    value: Label = field(default_factory=lambda: NOTHING)
    size: Label = field(default_factory=lambda: NOTHING)


class Reading(Sets):
    """Labels expressions."""

    def __init__(self, open_values: frozenset[tree.ValueRule]) -> None:
        super().__init__(open_values)
        self._values: dict[tree.ValueRule, ValueLabel] = {}
        self._locals: dict[int, tuple[tree.Local, ...] | None] = {}
        self.follow: Callable[[tree.Procedure], None] = lambda procedure: None
        """Follows a procedure whose result is needed."""
        self.results: dict[tree.Procedure, Label] = {}
        """What the results of procedures depend on."""

    # --- values --------------------------------------------------------------------------------

    def of_value(self, value: tree.ValueRule) -> ValueLabel:
        """Return on what a value depends, in terms of its parameters."""
        value_label = self._values.get(value)
        if value_label is None:
            self._values[value] = ValueLabel(NOTHING, NOTHING)  # for values that need themselves
            scope = Scope(
                {parameter: {Argument(parameter): Origin(parameter.span)} for parameter in value.parameters}
            )
            label = self.label(value.base, scope)
            size = self.size(value.base, scope)
            for change in value.changes:
                inner = scope
                there = NOTHING
                if change.me is not None and change.players is not None:
                    bound = self.bind(change.me, change.players, scope)
                    there, inner = bound.there, self.with_local(change.me, bound, scope)
                when = NOTHING
                for condition in change.conditions:
                    when = union(when, self.label(condition, inner))
                    inner = inner.supposing(assumed(condition, True, inner.terms, inner.facts))
                there = self.close(change.me, union(there, when))
                made = self.close(change.me, self.label(change.value, inner))
                number = self.close(change.me, self.size(change.value, inner))
                label = union(label, in_change(there, change), in_change(made, change))
                size = union(size, in_change(there, change), in_change(number, change))
            if value in self.open_values:
                label, size = _arguments_of(label), _arguments_of(size)
            value_label = self._values[value] = ValueLabel(label, size)
        return value_label

    def number_in(self, call: tree.CallValue, scope: Scope) -> Label:
        """Return on what the number of members of a value depends."""
        return self._called(call, self.of_value(call.value).size, scope)

    def _called(self, node: tree.CallValue, label: Label, scope: Scope) -> Label:
        known = self.arguments(node.value.parameters, node.arguments, scope)
        return self.passed(through(label, node.value.name, node.span), known, scope.facts)

    # --- expressions ---------------------------------------------------------------------------

    def label(self, node: tree.Expression | tree.Template | None, scope: Scope) -> Label:
        """Return on what the value of an expression depends."""
        if node is None or isinstance(node, tree.Constant | tree.KindSet):
            return NOTHING
        spend()
        plain = self._plain(node)
        if plain is not None and scope.turned.keys().isdisjoint(plain):
            labels = [found for each in plain if (found := scope.labels.get(each))]
            if all(isinstance(atom, Argument) for each in labels for atom in each):
                return union(*labels)
        match node:
            case tree.LocalValue(local=local):
                return self._shown(local, scope.labels.get(local, NOTHING), scope)
            case tree.VariableValue(variable=variable, span=span):
                thing = node.thing
                owner = self.owner(thing, scope)
                return union(self.label(thing, scope), self.secret(variable, owner, span, scope))
            case tree.PileValue():
                return self._pile(node, scope)
            case tree.EndOf(pile=pile):
                label = self.label(pile, scope)
                term = term_of(pile, scope.terms) if isinstance(pile, tree.PileValue) else None
                return union(self.label(node.count, scope), self._shown(term, label, scope))
            case tree.Operation():
                return self._operation(node, scope)
            case tree.Conditional():
                return self._conditional(node, scope)
            case tree.Template(arguments=arguments):
                return union(*(self.label(argument, scope) for argument in arguments))
            case tree.Written(template=template):
                return self.label(template, scope)
            case tree.IsA(kind=kind):
                operand = node.operand
                return NOTHING if _always(operand, kind) else self.label(operand, scope)
            case tree.BuiltIn(name="count", arguments=(many,)):
                return self.size(many, scope)
            case tree.Quantifier():
                return self.quantified(node, scope)
            case tree.CallValue(value=value):
                return self._called(node, self.of_value(value).value, scope)
            case tree.CallProcedure(procedure=procedure, arguments=arguments):
                known = self.arguments(procedure.parameters, arguments, scope)
                return self.passed(self._result(procedure, node.span), known, scope.facts)
            case tree.MayCall():
                return self._may(node, scope)
            case tree.Graph():
                return self._graph(node, scope)
            case _:
                return union(*(self.label(part, scope) for part in _parts(node)))

    def _pile(self, node: tree.PileValue, scope: Scope) -> Label:
        secret = self.secret(node.pile, self.owner(node.thing, scope), node.span, scope)
        whole = whole_of(term_of(node, scope.terms))
        return union(self.label(node.thing, scope), self._shown(whole, secret, scope))

    def _conditional(self, node: tree.Conditional, scope: Scope) -> Label:
        met, unmet = (assumed(node.test, truth, scope.terms, scope.facts) for truth in (True, False))
        return union(
            self.label(node.test, scope),
            self.label(node.then, scope.supposing(met)),
            self.label(node.otherwise, scope.supposing(unmet)),
        )

    def _result(self, procedure: tree.Procedure, span: Span) -> Label:
        """Return on what the result of a procedure depends, in terms of its parameters."""
        if procedure not in self.results:
            self.results[procedure] = NOTHING  # for procedures that need themselves
            self.follow(procedure)
        return through(self.results[procedure], procedure.name, span)

    def _plain(self, node: tree.Expression | tree.Template) -> tuple[tree.Local, ...] | None:
        """Return the locals of an expression that reads no secret; None if it may read one."""
        key = id(node)
        if key not in self._locals:
            self._locals[key] = self._find_locals(node)
        return self._locals[key]

    def _find_locals(self, node: tree.Expression | tree.Template) -> tuple[tree.Local, ...] | None:
        found: dict[tree.Local, None] = {}
        for inner in walk(node):
            match inner:
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
        return also_seen_by(label, readers)

    def _operation(self, node: tree.Operation, scope: Scope) -> Label:
        word, operands = node.operator, node.operands
        if word in ("and", "or"):
            found = NOTHING
            for operand in operands:
                found = union(found, self.label(operand, scope))
                scope = scope.supposing(assumed(operand, word == "and", scope.terms, scope.facts))
            return found
        if word in ("in", "not in"):
            one, many = operands
            return union(self.label(one, scope), self._member(one, many, scope))
        if word in ("=", "!=") and _tells_nothing(operands, scope):
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
        return through(found, node.procedure.name, node.span)

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
            for condition in forbid.conditions:
                there = union(there, self.label(condition, here))
                here = here.supposing(assumed(condition, True, here.terms, here.facts))
            label = union(there, self.label(forbid.text, here))
            found.append((self.close(forbid.me, label), forbid))
        return found

    def _graph(self, node: tree.Graph, scope: Scope) -> Label:
        found = union(*(self.label(argument, scope) for argument in node.arguments))
        through = node.through
        if through is not None and through.where is not None:
            found = union(found, self.close(through.variable, self.label(through.where, scope)))
        return found


def _tells_nothing(operands: tuple[tree.Expression, ...], scope: Scope) -> bool:
    """Whether an equation is about what was picked from lists: whether that is there, or the same piece."""
    picked = [isinstance(operand, tree.LocalValue) and operand.local in scope.picked for operand in operands]
    none = [isinstance(operand, tree.Constant) and isinstance(operand.type, NoneType) for operand in operands]
    pieces = all(isinstance(operand.type, KindType) and operand.type.kind.root.piece for operand in operands)
    return (all(picked) and pieces) or (any(picked) and any(none))


def _arguments_of(label: Label) -> Label:
    return {atom: origin for atom, origin in label.items() if isinstance(atom, Argument)}


def _always(node: tree.Expression, kind: Kind) -> bool:
    """Whether everything that an expression can be belongs to a kind, because nothing else exists."""
    return isinstance(node.type, KindType) and node.type.kind.count == kind.count


def _parts(node: object) -> Iterable[tree.Expression]:
    """Yield the expressions directly inside a node."""
    for name in fields(node):
        value = getattr(node, name)
        for each in value if isinstance(value, tuple) else (value,):
            if type(each) in _EXPRESSIONS:
                yield each


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
                waiting.extend((change.conditions, change.players, change.value) for change in value.changes)
