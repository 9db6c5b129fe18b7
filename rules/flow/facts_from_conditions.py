"""Facts: what the conditions around a line have established, by the terms of the conditions.

A term is a simple expression as a hashable value, so that two of them can be compared and facts looked up. A
local stands for itself. An expression whose value cannot be compared by its form has no term.
"""

from collections.abc import Mapping

from lazaretto.rules.flow.work_limit import spend
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import FLAG

Term = object
"""A local, or a tuple that begins with a word; equal terms have equal values at the same moment."""

EVERYONE: Term = ("everyone",)
"""The reader of what all players read: any player at all."""
UNKNOWN: Term = ("unknown",)
"""Some player, about whom nothing is known."""
OTHERS: Term = ("others",)
"""Any of several players, so that at least one of them may be meant who hides something."""

NEXT = "next"
"""The built-in function that names the next player; it always gives the same answer."""

Terms = Mapping[tree.Local, Term]
"""Locals that stand for something else."""


def term_of(node: tree.Expression | None, known: Terms) -> Term | None:
    """Return the term of an expression, or None if it has none."""
    match node:
        case tree.LocalValue(local=local):
            return known.get(local, local)
        case tree.Constant(value=value):
            return ("constant", value)
        case tree.VariableValue(variable=variable, thing=None):
            return ("variable", variable)
        case tree.VariableValue(variable=variable) if node.thing is not None:
            return _made("variable", variable, (node.thing,), known)
        case tree.PileValue(pile=pile):
            thing = node.thing
            return ("pile", pile) if thing is None else _made("pile", pile, (thing,), known)
        case tree.KindSet(kind=kind):
            return ("kind", kind)
        case tree.CallValue(value=value, arguments=arguments):
            return _made("value", value, arguments, known)
        case tree.BuiltIn(name=name, arguments=arguments):
            return _made("builtin", name, arguments, known)
        case tree.Operation(operator=operator, operands=operands):
            return _made("operation", operator, operands, known)
        case tree.IsA(kind=kind, negated=False):
            return _made("is a", kind, (node.operand,), known)
        case _:
            return None


def _made(word: str, what: object, parts: tuple[tree.Expression, ...], known: Terms) -> Term | None:
    found: list[Term] = []
    for each in parts:
        part = term_of(each, known)
        if part is None:
            return None
        found.append(part)
    return (word, what, *found)


def next_of(player: Term) -> Term:
    """Return the term of the next player after one."""
    return ("builtin", NEXT, player)


def is_next(node: tree.Expression | tree.CallProcedure) -> bool:
    """Whether an expression names the next player after one."""
    return isinstance(node, tree.BuiltIn) and node.name == NEXT


def whole_of(pile: Term | None) -> Term | None:
    """Return the term of all pieces of a pile: that of the pile also stands for its ends."""
    return None if pile is None else ("whole", pile)


def equality(one: Term, other: Term) -> Term:
    """Return the term of an equation, the same for both orders."""
    first, second = sorted((one, other), key=_rank)
    return ("equal", first, second)


def _rank(term: Term) -> tuple[bool, int]:
    return isinstance(term, tuple) and term[0] == "constant", hash(term)


def membership(one: Term, many: Term) -> Term:
    """Return the term of `one in many`."""
    return ("in", one, many)


def replaced(term: Term, known: Terms) -> Term:
    """Return a term with some locals replaced."""
    if isinstance(term, tree.Local):
        return known.get(term, term)
    if isinstance(term, tuple):
        return tuple(replaced(each, known) for each in term)
    return term


def mentions(term: Term, locals: frozenset[tree.Local]) -> bool:
    """Whether a term depends on one of some locals."""
    if isinstance(term, tree.Local):
        return term in locals
    return isinstance(term, tuple) and any(mentions(each, locals) for each in term)


def locals_in(term: Term) -> set[tree.Local]:
    """Return the locals that a term depends on."""
    if isinstance(term, tree.Local):
        return {term}
    return {local for each in term for local in locals_in(each)} if isinstance(term, tuple) else set()


Facts = Mapping[Term, bool]
"""Whether a condition holds; what is not there is not known."""

NO_FACTS: Facts = {}
DEEPEST = 8
"""How deeply a condition is followed into values."""


def holds(node: tree.Expression, known: Terms, facts: Facts, depth: int = 0) -> bool | None:
    """Whether a condition holds; None if that is not known."""
    spend()
    match node:
        case tree.Constant(value=bool(value)):
            return value
        case tree.Operation(operator="not", operands=(inner,)):
            told = holds(inner, known, facts, depth)
            return None if told is None else not told
        case tree.Operation(operator="and" | "or" as word, operands=operands):
            end = word == "or"
            parts = [holds(operand, known, facts, depth) for operand in operands]
            return end if end in parts else None if None in parts else not end
        case tree.Operation(operator="=" | "!=" as word, operands=(left, right)):
            told = equal(term_of(left, known), term_of(right, known), facts)
            return told if word == "=" or told is None else not told
        case tree.Operation(operator="in" | "not in" as word, operands=(left, right)):
            one, many = term_of(left, known), term_of(right, known)
            told = facts.get(membership(one, many)) if one is not None and many is not None else None
            return told if word == "in" or told is None else not told
        case _:
            return _named(node, known, facts, depth)


def _named(node: tree.Expression, known: Terms, facts: Facts, depth: int) -> bool | None:
    term = term_of(node, known)
    told = facts.get(term) if term is not None else None
    if told is None and isinstance(node, tree.CallValue) and depth < DEEPEST:
        value = node.value
        if value.base is not None and not value.changes and value.type == FLAG:
            return holds(value.base, _inner(node, known), facts, depth + 1)
    return told


def _inner(node: tree.CallValue, known: Terms) -> Terms:
    return {
        parameter: term
        for parameter, argument in zip(node.value.parameters, node.arguments, strict=True)
        if (term := term_of(argument, known)) is not None
    }


def equal(one: Term | None, other: Term | None, facts: Facts) -> bool | None:
    """Whether two things are equal; None if that is not known."""
    if one is None or other is None:
        return None
    if one == other:
        return True
    if _constant(one) and _constant(other):
        return False
    told = facts.get(equality(one, other))
    if told is not None:
        return told
    for this, constant in ((one, other), (other, one)):
        if _constant(constant) and facts.get(("is", this)):
            return facts.get(("is", this, constant), False)
    return True if _linked(one, other, facts) else None


def _linked(one: Term, other: Term, facts: Facts) -> bool:
    """Whether two things are equal because both are equal to the same others."""
    pairs = [
        term[1:] for term, truth in facts.items() if truth and isinstance(term, tuple) and term[0] == "equal"
    ]
    reached, waiting = {one}, [one]
    while waiting and len(pairs) > 1:
        this = waiting.pop()
        for left, right in pairs:
            if this in (left, right):
                next = right if this == left else left
                if next == other:
                    return True
                if next not in reached:
                    reached.add(next)
                    waiting.append(next)
    return False


def _constant(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "constant"


def assumed(node: tree.Expression | None, truth: bool, known: Terms, facts: Facts, depth: int = 0) -> Facts:
    """Return the facts that also hold once a condition is known to hold, or not to hold."""
    if node is None:
        return facts
    spend()
    match node:
        case tree.Operation(operator="not", operands=(inner,)):
            return assumed(inner, not truth, known, facts, depth)
        case tree.Operation(operator="and" | "or" as word, operands=operands):
            if (word == "and") is truth:
                for operand in operands:
                    facts = assumed(operand, truth, known, facts, depth)
            return facts
        case tree.Operation(operator="=" | "!=" as word, operands=(left, right)):
            return _assumed_equal(left, right, truth is (word == "="), known, facts, depth)
        case tree.Operation(operator="in" | "not in" as word, operands=(left, right)):
            one, many = term_of(left, known), term_of(right, known)
            if one is None:
                return facts
            truth = truth is (word == "in")
            if many is not None:
                facts = {**facts, membership(one, many): truth}
            return contained(one, right, known, facts, depth) if truth else facts
        case _:
            return _assumed_named(node, truth, known, facts, depth)


def _assumed_equal(
    left: tree.Expression, right: tree.Expression, truth: bool, known: Terms, facts: Facts, depth: int
) -> Facts:
    one, other = term_of(left, known), term_of(right, known)
    if one is None or other is None:
        return facts
    if truth:
        return assigned(one, other, facts)
    found = {**facts, equality(one, other): False}
    if depth < DEEPEST:
        for call, outcome in ((left, other), (right, one)):
            if isinstance(call, tree.CallValue):
                found = dict(_unchanged(call, outcome, known, found, depth))
    return found


def assigned(one: Term | None, other: Term | None, facts: Facts) -> Facts:
    """Return the facts that also hold once two things are known to be equal."""
    if one is None or other is None:
        return facts
    found = {**facts, equality(one, other): True}
    for this, constant in ((one, other), (other, one)):
        if _constant(constant):
            found["is", this] = found["is", this, constant] = True
            if isinstance(constant, tuple) and isinstance(constant[1], bool):
                found[this] = constant[1]
    return found


def _unchanged(call: tree.CallValue, outcome: Term, known: Terms, facts: Facts, depth: int) -> Facts:
    """If a value is not what a change would make of it, the condition of that change does not hold."""
    inner = _inner(call, known)
    for change in call.value.changes:
        alone = len(change.conditions) == 1 and change.players is None and change.word == "to"
        if alone and term_of(change.value, inner) == outcome:
            facts = assumed(change.conditions[0], False, inner, facts, depth + 1)
    return facts


def _assumed_named(node: tree.Expression, truth: bool, known: Terms, facts: Facts, depth: int) -> Facts:
    term = term_of(node, known)
    if term is not None:
        facts = {**facts, term: truth}
    if isinstance(node, tree.CallValue) and depth < DEEPEST:
        value = node.value
        if value.base is not None and not value.changes:
            return assumed(value.base, truth, _inner(node, known), facts, depth + 1)
    return facts


def contained(one: Term, many: tree.Expression, known: Terms, facts: Facts, depth: int = 0) -> Facts:
    """Return the facts that also hold once something is known to be in a set."""
    spend()
    if depth > DEEPEST:
        return facts
    term = term_of(many, known)
    if term is not None:
        facts = {**facts, membership(one, term): True}
    match many:
        case tree.Quantifier(word="those", value=None) | tree.Quantifier(word="sorted"):
            facts = contained(one, many.set, known, facts, depth + 1)
            return assumed(many.where, True, {**known, many.variable: one}, facts, depth + 1)
        case tree.OnlyKind():
            return contained(one, many.set, known, facts, depth + 1)
        case tree.Operation(operator="set -", operands=(left, right)):
            facts = contained(one, left, known, facts, depth + 1)
            without = term_of(right, known)
            return facts if without is None else {**facts, membership(one, without): False}
        case tree.ListOf(items=(item,)):
            same = term_of(item, known)
            return facts if same is None else {**facts, equality(one, same): True}
        case tree.CallValue(value=value):
            made = value.base
            for change in value.changes:
                made = change.value if not change.conditions and change.players is None else None
            return facts if made is None else contained(one, made, _inner(many, known), facts, depth + 1)
        case _:
            return facts
