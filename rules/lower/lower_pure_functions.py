"""Lowers pure functions: values with their changes, prohibitions, outcomes, invariants, visibility."""

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import at_most, longest
from lazaretto.rules.lower.builders import all_of, at, checked, local, place, plus, sort_of, when
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.statements_without_questions import StatementLowering
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import KindType, ManyType


def value_function(value: tree.ValueRule, context: Context) -> ir.Function:
    """Lower a value: its base, then the changes that set it, then those that add to it, then its limits."""
    code = StatementLowering(context)
    assert value.base is not None
    if value.body is not None and not value.changes:
        body = code.block(value.body.body)
    else:
        body = _body(value, value.base, code)
    ref = ir.Ref(ir.Role.VALUE, context.numbering.values[value])
    return ir.Function(ref, value.name, tuple(map(local, value.parameters)), body, value.span)


def _body(value: tree.ValueRule, base: tree.Expression, code: StatementLowering) -> ir.Block:
    if not value.changes:
        return [ir.Return(_kept(value, base, code))]
    sort = sort_of(value.type)
    body: ir.Block = [ir.Let(_x(sort), _kept(value, base, code))]
    setting = [rule for rule in value.changes if rule.word == "to"]
    several = len(setting) > 1 or any(rule.me is not None or rule.this is not None for rule in setting)
    if several:
        body.append(ir.Let(_found(), ir.NewList(ir.Sort.VALUE)))
    for change in setting:
        body += _where_active(change, code, _set(value, change, code, several))
    if several:
        chosen = ir.Apply("settled", (ir.Const(value.name), _x(sort), _found()), sort)
        body.append(when(ir.NotEmpty(_found()), ir.Let(_x(sort), chosen)))
    for word in ("by", "at least", "at most"):
        for change in value.changes:
            if change.word == word:
                result = _result(change, code.lower(change.value), sort)
                if word == "by" and not code.context.bounds.adding_fits(value):
                    result = checked(result)
                body += _where_active(change, code, ir.Let(_x(sort), result))
    return [*body, ir.Return(_x(sort))]


def _result(change: tree.ChangeRule, made: ir.Expression, sort: ir.Sort) -> ir.Expression:
    match change.word:
        case "by":
            return plus(_x(sort), made)
        case "at least":
            return ir.Apply("max", (_x(sort), made), sort)
        case _:
            return ir.Apply("min", (_x(sort), made), sort)


def _kept(value: tree.ValueRule, node: tree.Expression, code: StatementLowering) -> ir.Expression:
    """Return the result of a value; a list is frozen."""
    made = code.lower(node)
    fixed = isinstance(node, tree.ListOf | tree.KindSet)
    if isinstance(value.type, ManyType) and not fixed:
        return ir.Frozen(made, length=at_most(node))
    return made


def _set(
    value: tree.ValueRule, change: tree.ChangeRule, code: StatementLowering, several: bool
) -> ir.Statement:
    """Lower a change that sets the value; if there are several, collect them and compare them later."""
    new = _kept(value, change.value, code)
    if not several:
        return ir.Let(_x(sort_of(value.type)), new)
    rule = ir.Const((change.owner, change.over, place(change.span)))
    return ir.Append(_found(), ir.TupleOf((rule, new)))


def _where_active(
    rule: tree.ChangeRule | tree.ForbidRule, code: StatementLowering, statement: ir.Statement
) -> ir.Block:
    """Run a statement if a rule applies: for each member that has it, and each player it is active for."""
    made = statement
    if rule.conditions:
        made = when(all_of([code.lower(condition) for condition in rule.conditions]), made)
    if rule.me is not None and rule.players is not None:
        made = _for_each_active(rule.me, rule.players, code, made)
    if rule.this is not None and isinstance(rule.this.type, KindType):
        members = tree.KindSet(rule.this.type.kind, ManyType(rule.this.type), rule.span)
        made = ir.ForEach(local(rule.this), code.looped(members), [made], longest(members))
    return [at(made, rule.span)]


def _for_each_active(
    me: tree.Local, players: tree.Expression, code: StatementLowering, statement: ir.Statement
) -> ir.Statement:
    """Run a statement for each player a rule is active for; nothing changes meanwhile."""
    match players:
        case tree.Quantifier("those", each, _, _, None) if players.where is not None:
            everyone = players.set
            active = code.lower_renamed(players.where, {each.name: me.name})
            return ir.ForEach(local(me), code.looped(everyone), [when(active, statement)], longest(everyone))
        case _:
            return ir.ForEach(local(me), code.lower(players), [statement], longest(players))


def may_function(procedure: tree.Procedure, context: Context) -> ir.Function:
    """Return the reason of the first prohibition that holds, or none."""
    code = StatementLowering(context)
    body: ir.Block = []
    for forbid in procedure.forbids:
        body += _where_active(forbid, code, ir.Return(code.said(forbid.text)))
    body.append(ir.Return(ir.Const(None)))
    ref = ir.Ref(ir.Role.MAY, context.numbering.procedures[procedure])
    return ir.Function(ref, procedure.name, tuple(map(local, procedure.parameters)), body, procedure.span)


def need_function(number: int, need: tree.OptionNeed, context: Context) -> ir.Function:
    """Return the reason why the chosen options do not fit, or none."""
    code = StatementLowering(context)
    body: ir.Block = [
        when(code.lower(need.condition), ir.Return(ir.Const(None))),
        ir.Return(code.said(need.reason)),
    ]
    return ir.Function(ir.Ref(ir.Role.NEED, number), need.option, (), body, need.span)


def outcome_function(outcome: tree.OutcomeRule, context: Context) -> ir.Function:
    """Check a condition; or, for a supply that runs out, whether that ends the game for its owner."""
    code = StatementLowering(context)
    number = context.numbering.outcomes[outcome]
    end = code.finish(outcome.word, outcome.text, outcome.players)
    if outcome.supply is not None:
        owner = local(outcome.owner) if outcome.owner is not None else ir.Local("owner", ir.Sort.MEMBER)
        told: ir.Block = [end, ir.Return(ir.Const(True))]
        if outcome.condition is not None:
            told = [when(code.lower(outcome.condition), *told), ir.Return(ir.Const(False))]
        return ir.Function(ir.Ref(ir.Role.SHORTAGE, number), outcome.word, (owner,), told, outcome.span)
    assert outcome.condition is not None
    body: ir.Block = [when(code.lower(outcome.condition), end)]
    return ir.Function(ir.Ref(ir.Role.OUTCOME, number), outcome.word, (), body, outcome.span)


def expression_function(
    ref: ir.Ref, title: str, value: tree.Expression, context: Context, this: tree.Local | None = None
) -> ir.Function:
    """Return the value of one expression: an invariant, or who sees something."""
    body: ir.Block = [ir.Return(StatementLowering(context).stored(value))]
    parameters = (local(this),) if this is not None else ()
    return ir.Function(ref, title, parameters, body, value.span)


def _x(sort: ir.Sort) -> ir.Local:
    return ir.Local("x", sort)


def _found() -> ir.Local:
    return ir.Local("found", ir.Sort.VALUE)
