"""Finds the choices that tell a secret, because it says which candidates there are.

Whoever picks something shows that it is allowed; that alone is no secret, such as a bid of at most the own
coins. But if only what is equal to a secret may be picked, or nothing that is, then what is picked tells the
secret: with one candidate nobody even picks.
"""

from lazaretto.rules.flow.effort import spend
from lazaretto.rules.flow.facts import DEEPEST, assumed
from lazaretto.rules.flow.labels import NOTHING, Label, through, union
from lazaretto.rules.flow.read_secrets import Reading
from lazaretto.rules.flow.scope import Scope
from lazaretto.rules.model import tree

_EQUATIONS = frozenset(("=", "!=", "in", "not in"))


def told_by_bounds(low: Label, high: Label) -> Label:
    """Return the secrets that a number tells: it may be neither below them nor above them."""
    return {atom: origin for atom, origin in low.items() if atom in high}


def told_by_candidates(
    condition: tree.Expression | None, candidate: tree.Local, scope: Scope, reading: Reading, depth: int = 0
) -> Label:
    """Return the secrets to which candidates have to be equal or unequal under a condition."""
    spend()
    match condition:
        case tree.Operation(operator="and" | "or" | "not" as word, operands=operands):
            found = NOTHING
            for each in operands:
                found = union(found, told_by_candidates(each, candidate, scope, reading, depth))
                if word != "not":
                    scope = scope.supposing(assumed(each, word == "and", scope.terms, scope.facts))
            return found
        case tree.Operation(operator=operator, operands=operands) if operator in _EQUATIONS:
            same = any(_is_of(each, candidate) for each in operands)
            return reading.label(condition, scope) if same else NOTHING
        case tree.Quantifier(word="any" | "all" | "no", variable=variable):
            inner = reading.with_local(variable, reading.bind(variable, condition.set, scope), scope)
            told = told_by_candidates(condition.where, candidate, inner, reading, depth)
            return reading.close(variable, told)
        case tree.CallValue(value=value, arguments=arguments) if depth < DEEPEST:
            inner = scope.inside()
            known = reading.arguments(value.parameters, arguments, scope)
            for parameter, (term, label) in known.items():
                inner.terms[parameter], inner.labels[parameter] = term, label
            found = NOTHING
            for parameter, each in zip(value.parameters, arguments, strict=False):
                if _is_of(each, candidate):
                    told = told_by_candidates(value.base, parameter, inner, reading, depth + 1)
                    found = union(found, through(told, value.name, condition.span))
            return found
        case _:
            return NOTHING


def _is_of(node: tree.Expression, candidate: tree.Local) -> bool:
    """Whether an expression is a candidate, or an attribute of it that never changes."""
    while isinstance(node, tree.VariableValue) and node.thing is not None and node.variable.constant:
        node = node.thing
    return isinstance(node, tree.LocalValue) and node.local is candidate
