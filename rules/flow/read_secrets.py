"""Labels expressions: on which secrets the value of an expression depends.

How many pieces a pile holds is known to all; which they are, and in which order, only to those who see it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import get_args

from lazaretto.grammar.node_dataclass import fields
from lazaretto.grammar.source import Span
from lazaretto.rules.flow.effort import spend
from lazaretto.rules.flow.facts import assumed
from lazaretto.rules.flow.labels import (
    NOTHING,
    Argument,
    Label,
    Origin,
    also_seen_by,
    in_change,
    through,
    union,
)
from lazaretto.rules.flow.scope import Scope
from lazaretto.rules.flow.set_labels import Sets
from lazaretto.rules.flow.terms import EVERYONE, UNKNOWN, Term, term_of, whole_of
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind
from lazaretto.rules.model.tree_walk import walk
from lazaretto.rules.model.types import KindType, NoneType

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
                label = union(label, in_change(there, change), in_change(made, change))
                size = union(size, in_change(there, change), in_change(number, change))
            if value in self.open_values:
                label, size = _arguments_of(label), _arguments_of(size)
            found = self._values[value] = ValueLabel(label, size)
        return found

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
            case tree.PileValue(pile=pile, span=span):
                thing = node.thing
                owner = self.owner(thing, scope)
                secret = self.secret(pile, owner, span, scope)
                whole = whole_of(term_of(node, scope.terms))
                return union(self.label(thing, scope), self._shown(whole, secret, scope))
            case tree.EndOf(pile=pile):
                label = self.label(pile, scope)
                term = term_of(pile, scope.terms) if isinstance(pile, tree.PileValue) else None
                return union(self.label(node.count, scope), self._shown(term, label, scope))
            case tree.Operation():
                return self._operation(node, scope)
            case tree.Conditional():
                test = node.test
                met, unmet = (assumed(test, truth, scope.terms, scope.facts) for truth in (True, False))
                return union(
                    self.label(test, scope),
                    self.label(node.then, scope.supposing(met)),
                    self.label(node.otherwise, scope.supposing(unmet)),
                )
            case tree.Template(arguments=arguments):
                return union(*(self.label(each, scope) for each in arguments))
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
                return union(*(self.label(each, scope) for each in _parts(node)))

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
        return also_seen_by(label, readers)

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


def _tells_nothing(operands: tuple[tree.Expression, ...], scope: Scope) -> bool:
    """Whether an equation is about what was picked from lists: whether that is there, or the same piece."""
    picked = [isinstance(each, tree.LocalValue) and each.local in scope.picked for each in operands]
    none = [isinstance(each, tree.Constant) and isinstance(each.type, NoneType) for each in operands]
    pieces = all(isinstance(each.type, KindType) and each.type.kind.root.piece for each in operands)
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
                waiting.extend((each.conditions, each.players, each.value) for each in value.changes)
