"""Evaluates expressions by walking the tree.

A local is identified by its object and not by its name, a pile is copied whenever it is read, and nothing is
precomputed: the interpreter avoids the compiler's optimisations, so that it can reveal their mistakes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, assert_never

from lazaretto.rules.check.state_layout import Layout
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import TEXT, Kind, KindType, ManyType, PileType, Supply, Variable
from lazaretto.rules.run.errors import FaultError
from lazaretto.rules.run.limits import MOST
from lazaretto.rules.run.runtime_functions import pick
from lazaretto.rules.run.state import Said, State
from tests.reference.places import Bound, Places, Value, each_once

TWO: Mapping[str, Callable[[Value, Value], Value]] = {
    "=": lambda first, second: first == second,
    "!=": lambda first, second: first != second,
    "<": lambda first, second: first < second,
    "<=": lambda first, second: first <= second,
    ">": lambda first, second: first > second,
    ">=": lambda first, second: first >= second,
    "in": lambda first, second: first in second,
    "not in": lambda first, second: first not in second,
    "+": lambda first, second: _number(first + second),
    "-": lambda first, second: _number(first - second),
    "*": lambda first, second: _number(first * second),
    "/": lambda first, second: first // second,
    "mod": lambda first, second: first % second,
    "set +": lambda first, second: each_once((*first, *second)),
    "set -": lambda first, second: tuple(each for each in first if each not in second),
}
"""The operators as functions of two operands."""


class StateReadError(Exception):
    """The state was read although the expression should not depend on it."""


class Unreadable(State):
    """A state that cannot be read."""

    def __init__(self) -> None:
        pass

    def __getattribute__(self, name: str) -> Any:
        raise StateReadError(name)


class Expressions(Places):
    """Evaluates expressions in one state of one game."""

    def __init__(self, world: World, layout: Layout, state: State, streams: Sequence[str]) -> None:
        super().__init__(world)
        self.layout = layout
        self.state = state
        self.streams = streams

    def called(self, procedure: tree.Procedure, arguments: Sequence[Value]) -> Value:
        """Return the result of a procedure that never asks."""
        raise NotImplementedError

    # --- addresses -----------------------------------------------------------------------------

    def variable_place(self, variable: Variable, thing: Value) -> int:
        """Return the index of a variable of a thing."""
        return variable.offset if variable.owner is None else variable.offset + thing - variable.owner.first

    def pile_place(self, pile: tree.PileValue | tree.BoxValue, kind: Kind, here: Bound) -> int:
        """Return the number of a pile, or of the box for a kind of pieces."""
        if isinstance(pile, tree.BoxValue):
            return self.layout.boxes[kind.root]
        if pile.thing is None or pile.pile.owner is None:
            return pile.pile.first
        thing: int = self.look(pile.thing, here)
        return pile.pile.first + thing - pile.pile.owner.first

    def owner_place(self, supply: Supply, thing: Value) -> int:
        """Return the index of a supply in its family, counted from 0."""
        return 0 if supply.owner is None else int(thing) - supply.owner.first

    def holder_place(self, supply: Supply, thing: Value, kind: Kind, holder: Value) -> int:
        """Return the index of the count of a supply on a holder."""
        root = kind.root
        return supply.holders[root] + self.owner_place(supply, thing) * root.count + int(holder)

    # --- expressions ---------------------------------------------------------------------------

    def look(self, node: tree.Expression, here: Bound) -> Value:
        """Return the current value of an expression; frequent forms come first, for speed."""
        if type(node) is tree.LocalValue:
            return here[node.local]
        if type(node) is tree.Operation:
            return self._operation(node, here)
        if type(node) is tree.Constant:
            return node.value
        if type(node) is tree.VariableValue:
            return self._variable(node, here)
        if type(node) is tree.CountOn:
            return self._count_on(node, here)
        return self._look(node, here)

    def _look(self, node: tree.Expression, here: Bound) -> Value:
        state = self.state
        match node:
            case (
                tree.LocalValue() | tree.Operation() | tree.Constant() | tree.VariableValue() | tree.CountOn()
            ):
                raise AssertionError("looked up before")
            case tree.PileValue():
                return tuple(state.p[self.pile_place(node, node.pile.kind, here)])
            case tree.BoxValue(type=ManyType(item=KindType(kind=kind))):
                return tuple(state.p[self.layout.boxes[kind.root]])
            case tree.BoxValue() | tree.SupplyValue():
                raise AssertionError("not a value")
            case tree.TrackValue(track):
                return track.spaces[state.v[track.offset]]
            case tree.TrackPosition(track):
                return state.v[track.offset]
            case tree.KindSet(kind):
                return self.members(kind)
            case tree.Conditional():
                return self.look(node.then if self.look(node.test, here) else node.otherwise, here)
            case tree.IsA(_, kind, negated):
                return (self.look(node.operand, here) in self.members(kind)) != negated
            case tree.StockLeft(supply):
                return state.v[supply.stock + self.owner_place(supply, self.optional(node.thing, here))]
            case tree.OnlyKind(_, kind):
                many = node.set
                wanted = set(self.members(kind))
                return tuple(each for each in self.look(many, here) if each in wanted)
            case tree.ListOf(items):
                return tuple(self.look(item, here) for item in items)
            case tree.EndOf(end, _, pile):
                assert isinstance(pile, tree.PileValue)
                return self._end(end, node.count, state.p[self.pile_place(pile, pile.pile.kind, here)], here)
            case tree.RandomOf(_, stream):
                return pick(state, self.streams.index(stream), self.look(node.set, here))
            case tree.Written(template):
                number, values = self.said(template, here)
                kinds = [argument.type for argument in template.arguments]
                inner = [value for value, kind in zip(values, kinds, strict=True) if kind == TEXT]
                return number, values, 1 + sum(each[2] for each in inner if not isinstance(each, str))
            case tree.MadeFor(kind, things):
                given = [self.look(thing, here) for thing in things]
                return next(member.id for member in kind.own if given == [of.id for of in member.made_for])
            case tree.Quantifier():
                return self._quantifier(node, here)
            case tree.Graph():
                return self.graph(node, here)
            case tree.BuiltIn("nth", (many, number)):
                return self._nth(many, number, here)
            case tree.BuiltIn(name, arguments):
                return self._built_in(name, [self.look(argument, here) for argument in arguments])
            case tree.CallValue(rule, arguments):
                return self.value(rule, [self.look(argument, here) for argument in arguments])
            case tree.CallProcedure(procedure, arguments):
                return self.called(procedure, [self.look(argument, here) for argument in arguments])
            case tree.MayCall(procedure, arguments):
                return (
                    self.forbidden(procedure, [self.look(argument, here) for argument in arguments]) is None
                )
            case _:
                assert_never(node)

    def _variable(self, node: tree.VariableValue, here: Bound) -> Value:
        variable = node.variable
        owner: Value = None if node.thing is None else self.look(node.thing, here)
        if variable.constant:
            return variable.defaults[0 if variable.owner is None else owner - variable.owner.first]
        return self.state.v[self.variable_place(variable, owner)]

    def _count_on(self, node: tree.CountOn, here: Bound) -> Value:
        owner = None if node.thing is None else self.look(node.thing, here)
        values, kind = self.state.v, node.kind
        if node.holder is not None:
            return values[self.holder_place(node.supply, owner, kind, self.look(node.holder, here))]
        first = self.holder_place(node.supply, owner, kind, kind.first)
        return sum(values[first : first + kind.count])

    def constant(self, node: tree.Expression) -> tuple[Value] | None:
        """Return the value of an expression in every state; None if it reads the state."""
        state, self.state = self.state, Unreadable()
        try:
            return (self.look(node, {}),)
        except StateReadError:
            return None
        finally:
            self.state = state

    def optional(self, node: tree.Expression | None, here: Bound) -> Value:
        """Return the value of an optional expression."""
        return None if node is None else self.look(node, here)

    def said(self, template: tree.Template, here: Bound) -> Said:
        """Return a text with its placeholder values."""
        return template.number, tuple(self.look(argument, here) for argument in template.arguments)

    def members(self, kind: Kind) -> tuple[int, ...]:
        """Return all members of a kind that exist at this table; for the seats, those that are taken."""
        if kind.is_player:
            return tuple(range(self.state.players))
        return tuple(member.id for member in kind.members() if member.seats <= self.state.players)

    def _operation(self, node: tree.Operation, here: Bound) -> Value:
        look, operands = self.look, node.operands
        first = look(operands[0], here)
        two = TWO.get(node.operator)
        if two is not None:
            return two(first, look(operands[1], here))
        match node.operator:
            case "or":
                return first or any(look(operand, here) for operand in operands[1:])
            case "not":
                return not first
            case "and":
                return first and all(look(operand, here) for operand in operands[1:])
            case "neg":
                return _number(-first)
            case other:
                raise AssertionError(other)

    def _end(self, end: str, count: tree.Expression | None, pile: list[int], here: Bound) -> Value:
        topmost_first = pile[::-1]
        if count is None:
            if not pile:
                raise FaultError("the pile is empty")
            return topmost_first[0] if end == "top" else topmost_first[-1]
        wanted = max(0, min(self.look(count, here), len(pile)))
        return tuple(topmost_first[:wanted] if end == "top" else topmost_first[len(pile) - wanted :])

    def _nth(self, many: tree.Expression, number: tree.Expression, here: Bound) -> Value:
        items, wanted = self.look(many, here), self.look(number, here)
        if wanted < 1 or wanted > len(items):
            raise FaultError("there is no such member")
        topmost_first = isinstance(many.type, PileType)
        return (items[::-1] if topmost_first else items)[wanted - 1]

    def _quantifier(self, node: tree.Quantifier, here: Bound) -> Value:
        found = self._found(node, here)
        match node.word:
            case "any":
                return any(True for _ in found)
            case "no":
                return not any(True for _ in found)
            case "all":
                every = [self._applies(node, each, here) for each in self.look(node.set, here)]
                return all(every)
            case "count":
                return len(tuple(found))
            case "first":
                return next(found, None)
            case _:
                return self._measured(node, found, here)

    def _measured(self, node: tree.Quantifier, found: Iterator[Value], here: Bound) -> Value:
        values = [(each, self._measure(node, each, here)) for each in found]
        match node.word:
            case "those":
                return (
                    each_once(value for _, value in values)
                    if node.value is not None
                    else tuple(each for each, _ in values)
                )
            case "list":
                return tuple(value for _, value in values)
            case "sorted":
                rest, ordered = list(values), []
                while rest:
                    least = min(value for _, value in rest)
                    ordered += [each for each, value in rest if value == least]
                    rest = [one for one in rest if one[1] != least]
                return tuple(ordered)
            case "sum":
                return sum(value for _, value in values)
            case "highest":
                return max((value for _, value in values), default=0)
            case "lowest":
                return min((value for _, value in values), default=0)
            case "greatest" | "least":
                wanted = (max if node.word == "greatest" else min)(
                    (value for _, value in values), default=None
                )
                return next((each for each, value in values if value == wanted), None)
            case other:
                raise AssertionError(other)

    def _found(self, node: tree.Quantifier, here: Bound) -> Iterator[Value]:
        for each in self.look(node.set, here):
            if self._applies(node, each, here):
                yield each

    def _applies(self, node: tree.Quantifier, each: Value, here: Bound) -> bool:
        here[node.variable] = each
        return node.where is None or bool(self.look(node.where, here))

    def _measure(self, node: tree.Quantifier, each: Value, here: Bound) -> Value:
        here[node.variable] = each
        return each if node.value is None else self.look(node.value, here)

    def _built_in(self, name: str, arguments: list[Value]) -> Value:
        match name:
            case "count":
                return len(arguments[0])
            case "min":
                return min(arguments)
            case "max":
                return max(arguments)
            case "next":
                return (arguments[0] + 1) % self.state.players
            case "abs":
                return arguments[0] if arguments[0] >= 0 else _number(-arguments[0])
            case "joined":
                return (*arguments[0], *arguments[1])
            case _:
                raise AssertionError(name)

    # --- values and prohibitions ---------------------------------------------------------------

    def applies(self, rule: tree.ChangeRule | tree.ForbidRule | tree.HookRule, here: Bound) -> Iterator[None]:
        """Yield once for each application of a rule: of each member, for each player it is active for."""
        if rule.this is not None and rule.this not in here:
            assert isinstance(rule.this.type, KindType)
            for member in self.members(rule.this.type.kind):
                here[rule.this] = member
                yield from self.applies(rule, here)
            del here[rule.this]
            return
        if rule.me is None or rule.players is None:
            if all(self.look(condition, here) for condition in rule.conditions):
                yield
            return
        for player in self.look(rule.players, here):
            here[rule.me] = player
            if all(self.look(condition, here) for condition in rule.conditions):
                yield

    def value(self, rule: tree.ValueRule, arguments: Sequence[Value]) -> Value:
        """Return a value: set first, then increased, then limited to its bounds."""
        here: Bound = dict(zip(rule.parameters, arguments, strict=True))
        assert rule.base is not None
        worth = self.look(rule.base, here)
        changes = [
            (change, self.look(change.value, here))
            for word in ("to", "by", "at least", "at most")
            for change in rule.changes
            if change.word == word
            for _ in self.applies(change, here)
        ]
        settings = [each for each in changes if each[0].word == "to"]
        beaten = {owner for change, _ in settings for owner in change.over}
        standing = [value for change, value in settings if change.owner not in beaten]
        if len(set(standing)) > 1:
            raise FaultError(f"`{rule.name}` is set to different values")
        for value in standing:
            worth = value
        for change, value in changes:
            match change.word:
                case "by":
                    worth += value
                case "at least":
                    worth = max(worth, value)
                case "at most":
                    worth = min(worth, value)
                case _:
                    assert change.word == "to"
        return worth

    def forbidden(self, procedure: tree.Procedure, arguments: Sequence[Value]) -> Said | None:
        """Return the reason of the first prohibition of a procedure that applies."""
        here: Bound = dict(zip(procedure.parameters, arguments, strict=True))
        for rule in procedure.forbids:
            for _ in self.applies(rule, here):
                return self.said(rule.text, here)
        return None


def _number(value: int) -> int:
    if abs(value) > MOST:
        raise FaultError("this number becomes too large")
    return value
