"""Lowers pure functions: values with their changes, prohibitions, outcomes, invariants, visibility."""

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import at_most, longest
from lazaretto.rules.lower.builders import all_of, at, checked, place, plus, sort_of, when
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.entity_infos import TableInfos
from lazaretto.rules.lower.expressions import constant_call
from lazaretto.rules.lower.nonwaiting_statements import Statements
from lazaretto.rules.lower.quantifiers import local
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import KindType, ManyType
from lazaretto.rules.model.named_values import number_of_player
from lazaretto.rules.run.views.term_infos import (
    Best,
    Called,
    Each,
    Either,
    Leaf,
    Part,
    Sum,
    TermInfo,
    TermTree,
    Weighted,
)


def value_function(value: tree.ValueRule, context: Context) -> ir.Function:
    """Lower a value: its base, then the changes that set it, then those that add to it, then its limits."""
    code = Statements(context)
    assert value.base is not None
    if value.body is not None and not value.changes:
        body = code.block(value.body.body)
    else:
        body = _body(value, value.base, code)
    ref = ir.Ref(ir.Role.VALUE, context.numbering.values[value])
    return ir.Function(ref, value.name, tuple(map(local, value.parameters)), body, value.span)


def _body(value: tree.ValueRule, base: tree.Expression, code: Statements) -> ir.Block:
    if not value.changes:
        return [ir.Return(_kept(value, base, code))]
    sort = sort_of(value.type)
    body: ir.Block = [ir.Let(_x(sort), _kept(value, base, code))]
    setting = [each for each in value.changes if each.word == "to"]
    several = len(setting) > 1 or any(each.me is not None or each.this is not None for each in setting)
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


def _kept(value: tree.ValueRule, node: tree.Expression, code: Statements) -> ir.Expression:
    """Return the result of a value; a list is frozen."""
    made = code.lower(node)
    fixed = isinstance(node, tree.ListOf | tree.KindSet)
    if isinstance(value.type, ManyType) and not fixed:
        return ir.Frozen(made, length=at_most(node))
    return made


def _set(value: tree.ValueRule, change: tree.ChangeRule, code: Statements, several: bool) -> ir.Statement:
    """Lower a change that sets the value; if there are several, collect them and compare them later."""
    new = _kept(value, change.value, code)
    if not several:
        return ir.Let(_x(sort_of(value.type)), new)
    rule = ir.Const((change.owner, change.over, place(change.span)))
    return ir.Append(_found(), ir.TupleOf((rule, new)))


def _where_active(
    rule: tree.ChangeRule | tree.ForbidRule, code: Statements, statement: ir.Statement
) -> ir.Block:
    """Run a statement if a rule applies: for each member that has it, and each player it is active for."""
    made = statement
    if rule.conditions:
        made = when(all_of([code.lower(each) for each in rule.conditions]), made)
    if rule.me is not None and rule.players is not None:
        made = _for_each_active(rule.me, rule.players, code, made)
    if rule.this is not None and isinstance(rule.this.type, KindType):
        members = tree.KindSet(rule.this.type.kind, ManyType(rule.this.type), rule.span)
        made = ir.ForEach(local(rule.this), code.looped(members), [made], longest(members))
    return [at(made, rule.span)]


def _for_each_active(
    me: tree.Local, players: tree.Expression, code: Statements, statement: ir.Statement
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
    code = Statements(context)
    body: ir.Block = []
    for forbid in procedure.forbids:
        body += _where_active(forbid, code, ir.Return(code.said(forbid.text)))
    body.append(ir.Return(ir.Const(None)))
    ref = ir.Ref(ir.Role.MAY, context.numbering.procedures[procedure])
    return ir.Function(ref, procedure.name, tuple(map(local, procedure.parameters)), body, procedure.span)


def need_function(number: int, need: tree.OptionNeed, context: Context) -> ir.Function:
    """Return the reason why the chosen options do not fit, or none."""
    code = Statements(context)
    body: ir.Block = [
        when(code.lower(need.condition), ir.Return(ir.Const(None))),
        ir.Return(code.said(need.reason)),
    ]
    return ir.Function(ir.Ref(ir.Role.NEED, number), need.option, (), body, need.span)


def outcome_function(outcome: tree.OutcomeRule, context: Context) -> ir.Function:
    """Check a condition; or, for a supply that runs out, whether that ends the game for its owner."""
    code = Statements(context)
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
    body: ir.Block = [ir.Return(Statements(context).stored(value))]
    parameters = (local(this),) if this is not None else ()
    return ir.Function(ref, title, parameters, body, value.span)


def _x(sort: ir.Sort) -> ir.Local:
    return ir.Local("x", sort)


def _found() -> ir.Local:
    return ir.Local("found", ir.Sort.VALUE)


Scope = tuple[tree.Local, ...]


class ScoreTerms:
    """Makes the functions of all parts of the score."""

    def __init__(self, context: Context, infos: TableInfos) -> None:
        self.functions: list[ir.Function] = []
        self.tree: TermTree | None = None
        self._context = context
        self._infos = infos
        self._terms: dict[tuple[tree.ValueRule, Scope], int] = {}
        self._found: list[TermInfo] = []
        self._words: dict[tree.ValueRule, int] = {}
        self._open: list[tree.ValueRule] = []
        score = context.world.values.get("score")
        if score is not None and number_of_player(score):
            given = tuple(tree.LocalValue(each, each.type, score.span) for each in score.parameters)
            call = tree.CallValue(score, given, score.type, score.span)
            root = self._call(call, score.parameters)
            self.tree = TermTree(root, tuple(self._found))

    def _function(self, node: tree.Expression, scope: Scope, title: str) -> int:
        """Return the number of a function that evaluates an expression."""
        body: ir.Block = [ir.Return(Statements(self._context).stored(node))]
        return self._made(body, scope, title, node)

    def _made(self, body: ir.Block, scope: Scope, title: str, node: tree.Expression | tree.Template) -> int:
        number = len(self.functions)
        ref = ir.Ref(ir.Role.TERM, number)
        self.functions.append(ir.Function(ref, title, tuple(map(local, scope)), body, node.span))
        return number

    def _term(self, value: tree.ValueRule, scope: Scope) -> int:
        """Return the number of a term: a value, with the members that loops in it stand at."""
        key = value, scope
        if key not in self._terms:
            self._terms[key] = len(self._found)
            tags = tuple(self._infos.tag(each.type) for each in scope)
            self._found.append(TermInfo(value.name, tags, value.documentation, self._said(value)))
        return self._terms[key]

    def _said(self, value: tree.ValueRule) -> int | None:
        if value.because is None:
            return None
        if value not in self._words:
            body: ir.Block = [ir.Return(Statements(self._context).said(value.because))]
            self._words[value] = self._made(body, value.parameters, value.name, value.because)
        return self._words[value]

    def _part(self, node: tree.Expression, scope: Scope, value: tree.ValueRule) -> Part:
        match node:
            case tree.Operation("+" | "-" as sign, (left, right)):
                first, second = self._part(left, scope, value), self._part(right, scope, value)
                return Sum((first, second if sign == "+" else Weighted(second, -1)))
            case tree.Operation("neg", (inner,)):
                return Weighted(self._part(inner, scope, value), -1)
            case tree.Operation("*", (tree.Constant(value=int(factor)), inner)):
                return Weighted(self._part(inner, scope, value), factor)
            case tree.Operation("*", (inner, tree.Constant(value=int(factor)))):
                return Weighted(self._part(inner, scope, value), factor)
            case tree.Operation("/", (inner, tree.Constant(value=int(divisor)))) if divisor != 0:
                part = self._part(inner, scope, value)
                return self._leaf(node, scope, value) if _is_single(part) else Weighted(part, 1 / divisor)
            case tree.Conditional():
                chosen = self._part(node.then, scope, value), self._part(node.otherwise, scope, value)
                return Either(self._function(node.test, scope, value.name), *chosen)
            case tree.Quantifier(word="sum" | "count" | "highest" | "lowest"):
                return self._quantified(node, scope, value)
            case tree.CallValue(value=called) if called.because is not None or not constant_call(node):
                return self._call(node, scope)
            case _:
                return self._leaf(node, scope, value)

    def _leaf(self, node: tree.Expression, scope: Scope, value: tree.ValueRule) -> Leaf:
        return Leaf(self._function(node, scope, value.name), self._term(value, scope))

    def _quantified(self, node: tree.Quantifier, scope: Scope, value: tree.ValueRule) -> Part:
        one = node.variable
        inside = (*scope, one)
        if node.word == "count":
            unit: tree.Expression = tree.Constant(1, node.type, node.span)
        else:
            assert node.value is not None
            unit = node.value
        part = self._part(unit, inside, value)
        best = node.word in ("highest", "lowest")
        if best and _is_single(part):
            return self._leaf(node, scope, value)
        those = tree.Quantifier("those", one, node.set, node.where, None, ManyType(one.type), node.span)
        members = self._function(those, scope, value.name)
        if not best:
            return Each(members, part)
        number = self._function(unit, inside, value.name)
        return Best(members, number, node.word == "highest", part)

    def _call(self, node: tree.CallValue, scope: Scope) -> Part:
        value = node.value
        number = self._context.numbering.values[value]
        arguments = tuple(self._function(each, scope, value.name) for each in node.arguments)
        term = self._term(value, value.parameters)
        if value.because is not None or value in self._open or not _can_be_split(value):
            return Called(number, arguments, term)
        self._open.append(value)
        assert value.base is not None
        parts: list[tuple[tuple[int, ...], Part]] = []
        for change in value.changes:
            tests = tuple(self._function(each, value.parameters, value.name) for each in change.conditions)
            parts.append((tests, self._part(change.value, value.parameters, value)))
        parts.append(((), self._part(value.base, value.parameters, value)))
        self._open.pop()
        return Called(number, arguments, term, tuple(parts))


def _is_single(part: Part) -> bool:
    """Whether a part is a number that cannot be taken apart."""
    return isinstance(part, Leaf) or (isinstance(part, Weighted) and _is_single(part.part))


def _can_be_split(value: tree.ValueRule) -> bool:
    """Whether a value is written as one expression, and changed only by rules that set it."""
    plain = all(each.word == "to" and each.me is None and each.this is None for each in value.changes)
    return plain and value.body is None
