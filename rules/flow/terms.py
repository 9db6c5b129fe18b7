"""Terms: simple expressions as hashable values, so that two of them can be compared and facts looked up.

A local stands for itself. An expression whose value cannot be compared by its form has no term.
"""

from collections.abc import Mapping

from lazaretto.rules.model import tree

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
