"""Takes the score apart into the values that it adds up, so that a hint can say which of them moved.

Only sums are taken apart: additions, sums over members, products with a constant, the best of several, and
values that are such sums themselves. Everything else is a number on its own. The functions that this makes
are called for hints only; the score itself stays as it is.
"""

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.builders import local
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.entity_infos import TableInfos
from lazaretto.rules.lower.expressions import constant_call
from lazaretto.rules.lower.statements_without_questions import StatementLowering
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import ManyType
from lazaretto.rules.model.values_known_by_name import number_of_player
from lazaretto.rules.run.planning.score_sums import (
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
            given = tuple(
                tree.LocalValue(parameter, parameter.type, score.span) for parameter in score.parameters
            )
            call = tree.CallValue(score, given, score.type, score.span)
            root = self._call(call, score.parameters)
            self.tree = TermTree(root, tuple(self._found))

    def _function(self, node: tree.Expression, scope: Scope, title: str) -> int:
        """Return the number of a function that evaluates an expression."""
        body: ir.Block = [ir.Return(StatementLowering(self._context).stored(node))]
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
            body: ir.Block = [ir.Return(StatementLowering(self._context).said(value.because))]
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
        arguments = tuple(self._function(argument, scope, value.name) for argument in node.arguments)
        term = self._term(value, value.parameters)
        if value.because is not None or value in self._open or not _can_be_split(value):
            return Called(number, arguments, term)
        self._open.append(value)
        assert value.base is not None
        parts: list[tuple[tuple[int, ...], Part]] = []
        for change in value.changes:
            tests = tuple(
                self._function(condition, value.parameters, value.name) for condition in change.conditions
            )
            parts.append((tests, self._part(change.value, value.parameters, value)))
        parts.append(((), self._part(value.base, value.parameters, value)))
        self._open.pop()
        return Called(number, arguments, term, tuple(parts))


def _is_single(part: Part) -> bool:
    """Whether a part is a number that cannot be taken apart."""
    return isinstance(part, Leaf) or (isinstance(part, Weighted) and _is_single(part.part))


def _can_be_split(value: tree.ValueRule) -> bool:
    """Whether a value is written as one expression, and changed only by rules that set it."""
    plain = all(change.word == "to" and change.me is None and change.this is None for change in value.changes)
    return plain and value.body is None
