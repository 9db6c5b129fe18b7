"""Values with their changes, prohibitions, outcomes, invariants: small functions of the state."""

import ast

from rules.compile import python as py
from rules.compile.emitter import Emitter
from rules.compile.statements import Statements, Watchers, plain_function
from rules.model import tree
from rules.model.types import ManyType


def value_function(value: tree.ValueRule, emitter: Emitter, watchers: Watchers) -> ast.FunctionDef:
    """`value_N(s, ...)`: set, then add, then held within bounds."""
    code = Statements(emitter, watchers)
    parameters = [each.name for each in value.parameters]
    assert value.base is not None
    if not value.changes:
        body: list[ast.stmt] = [ast.Return(_listed(value, value.base, code))]
        return plain_function(f"value_{value.number}", parameters, body, value.span)
    body = [py.assign(py.store("x"), _listed(value, value.base, code))]
    setting = [each for each in value.changes if each.word == "to"]
    several = len(setting) > 1 or any(each.me is not None for each in setting)
    if several:
        body.append(py.assign(py.store("found"), ast.List([], ast.Load())))
    for change in setting:
        body += _applied(change, code, [_set(value, change, code, several)])
    if several:
        chosen = py.call("settled", py.const(value.name), py.name("x"), py.name("found"))
        body.append(py.assign(py.store("x"), chosen))
    for word in ("by", "at least", "at most"):
        for change in value.changes:
            if change.word == word:
                made = code.emit(change.value)
                if word == "by":
                    result: ast.expr = py.plus(py.name("x"), made)
                else:
                    result = py.call("max" if word == "at least" else "min", py.name("x"), made)
                body += _applied(change, code, [py.assign(py.store("x"), result)])
    body.append(ast.Return(py.name("x")))
    return plain_function(f"value_{value.number}", parameters, body, value.span)


def _listed(value: tree.ValueRule, node: tree.Expression, code: Statements) -> ast.expr:
    made = code.emit(node)
    fixed = isinstance(node, tree.ListOf | tree.KindSet)
    return py.call("tuple", made) if isinstance(value.type, ManyType) and not fixed else made


def _set(value: tree.ValueRule, change: tree.ChangeRule, code: Statements, several: bool) -> ast.stmt:
    """A setting: of several, it is only found here, and they are held against each other later."""
    new = _listed(value, change.value, code)
    if not several:
        return py.assign(py.store("x"), new)
    one = ast.Tuple([py.const(change.owner), py.const(change.over), new], ast.Load())
    return ast.Expr(ast.Call(ast.Attribute(py.name("found"), "append", ast.Load()), [one], []))


def _applied(change: tree.ChangeRule, code: Statements, body: list[ast.stmt]) -> list[ast.stmt]:
    """A change where its conditions hold, for each player it is active for."""
    made = body
    if change.conditions:
        made = [py.when(py.both([code.emit(each) for each in change.conditions]), *made)]
    if change.me is not None and change.players is not None:
        made = _for_each_active(change.me, change.players, code, made)
    return [py.placed(each, change.span) for each in made]


def _for_each_active(
    me: tree.Local, players: tree.Expression, code: Statements, body: list[ast.stmt]
) -> list[ast.stmt]:
    """A body for each player a rule is active for; nothing changes meanwhile, so it is asked as it goes."""
    match players:
        case tree.Quantifier("those", each, everyone, where, None) if where is not None:
            active = code.renamed(where, {each.name: me.name})
            loop = ast.For(py.store(me.name), code.looped(everyone), [py.when(active, *body)], [])
            return [loop]
        case _:
            return [ast.For(py.store(me.name), code.emit(players), body, [])]


def may_function(procedure: tree.Procedure, emitter: Emitter, watchers: Watchers) -> ast.FunctionDef:
    """`may_N(s, ...)`: the reason of the first prohibition that holds, or None."""
    code = Statements(emitter, watchers)
    body: list[ast.stmt] = []
    for forbid in procedure.forbids:
        made: list[ast.stmt] = [ast.Return(code.said(forbid.text))]
        if forbid.conditions:
            made = [py.when(py.both([code.emit(each) for each in forbid.conditions]), *made)]
        if forbid.me is not None and forbid.players is not None:
            made = _for_each_active(forbid.me, forbid.players, code, made)
        body += [py.placed(each, forbid.span) for each in made]
    body.append(ast.Return(py.const(None)))
    names = [each.name for each in procedure.parameters]
    return plain_function(f"may_{procedure.number}", names, body, procedure.span)


def outcome_function(outcome: tree.OutcomeRule, emitter: Emitter, watchers: Watchers) -> ast.FunctionDef:
    """`watch_N(s)` for a condition; `short_N(s, owner)` for a supply that runs out: whether that is told."""
    code = Statements(emitter, watchers)
    end = code.finish(outcome.word, outcome.text, outcome.players)
    if outcome.supply is not None:
        owner = outcome.owner.name if outcome.owner is not None else "owner"
        told: list[ast.stmt] = [end, ast.Return(py.const(True))]
        if outcome.condition is not None:
            told = [py.when(code.emit(outcome.condition), *told), ast.Return(py.const(False))]
        return plain_function(f"short_{outcome.number}", [owner], told, outcome.span)
    assert outcome.condition is not None
    body: list[ast.stmt] = [py.when(code.emit(outcome.condition), end)]
    return plain_function(f"watch_{outcome.number}", [], body, outcome.span)


def flag_function(
    title: str,
    condition: tree.Expression,
    emitter: Emitter,
    watchers: Watchers,
    this: tree.Local | None = None,
) -> ast.FunctionDef:
    """A function of the state that gives the value of one expression."""
    code = Statements(emitter, watchers)
    body: list[ast.stmt] = [ast.Return(code.stored(condition))]
    return plain_function(title, [this.name] if this is not None else [], body, condition.span)
