"""Evaluates expressions and executes statements of the lowered form: one method for each class of node.

Every method names its node `node`, because a fault gets the position of the innermost one in its traceback.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from itertools import compress
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, not_, sub
from typing import Any, get_args

from lazaretto.rules.lower import ir
from lazaretto.rules.run.backend import Services
from lazaretto.rules.run.limits import charge, skim, spent
from lazaretto.rules.run.runtime_functions import CALLABLE, finish, prevented, say, shift
from lazaretto.rules.run.secrets.choose_unseen_pieces import alone
from lazaretto.rules.run.state import Frame, State


class Activation:
    """The state, the frame if the function reads one, and the local variables."""

    __slots__ = ("frame", "names", "result", "state")

    def __init__(self, state: State, frame: Frame, names: dict[str, Any]) -> None:
        self.state = state
        self.frame = frame
        self.names = names
        self.result: Any = None
        """The result, once the function has returned."""


Value = Any
Evaluation = Callable[[Any, Activation], Value]

_COMPUTE: dict[str, Callable[[Any, Any], Value]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": floordiv,
    "mod": mod,
}
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "in": lambda left, right: left in right,
    "not in": lambda left, right: left not in right,
}
_APPLY: dict[str, Callable[..., Value]] = {**CALLABLE, "min": min, "max": max, "abs": abs}


class ExpressionInterpreter:
    """Evaluates expressions; the subclass calls lowered functions."""

    def __init__(self, constants: dict[str, Any], services: Services) -> None:
        self._constants = constants
        self._services = services
        self.methods: dict[type, Evaluation] = {
            ir.Const: self._const,
            ir.Local: self._local,
            ir.Slot: self._slot,
            ir.Players: self._players,
            ir.Veiled: self._veiled,
            ir.Returned: self._returned,
            ir.Cell: self._cell,
            ir.Cells: self._cells,
            ir.PileAt: self._pile_at,
            ir.PileOf: self._pile_of,
            ir.PilesOf: self._piles_of,
            ir.Table: self._table,
            ir.Item: self._item,
            ir.Compute: self._compute,
            ir.Negative: self._negative,
            ir.Compare: self._compare,
            ir.IsNone: self._is_none,
            ir.Between: self._between,
            ir.Not: self._not,
            ir.And: self._and,
            ir.Or: self._or,
            ir.IfElse: self._if_else,
            ir.TupleOf: self._tuple_of,
            ir.Words: self.words,
            ir.Call: self._call,
            ir.Apply: self._apply,
            ir.Condition: self._condition,
            ir.MayHoldHidden: self._may_hold_hidden,
            **self._list_methods(),
        }
        """The method that evaluates each class of expression."""

    def _list_methods(self) -> dict[type, Evaluation]:
        return {
            ir.Select: self._select,
            ir.AnyOf: self._any_of,
            ir.AllOf: self._all_of,
            ir.FirstOf: self._first_of,
            ir.SumOf: self._sum_of,
            ir.Extreme: self._extreme,
            ir.Best: self._best,
            ir.Sorted: self._sorted,
            ir.Length: self._length,
            ir.NotEmpty: self._not_empty,
            ir.Frozen: self._frozen,
            ir.Unique: self._unique,
            ir.Picked: self._picked,
            ir.Joined: self._joined,
            ir.NewList: self._new_list,
            ir.Range: self._range,
            ir.Charged: self._charged,
        }

    def value(self, node: ir.Expression, here: Activation) -> Value:
        """Return the value of an expression."""
        return self.methods[node.__class__](node, here)

    def values(self, nodes: tuple[ir.Expression, ...], here: Activation) -> tuple[Value, ...]:
        """Return the values of several expressions, evaluated from left to right."""
        methods = self.methods
        return tuple([methods[node.__class__](node, here) for node in nodes])

    def call(self, ref: ir.Ref, arguments: tuple[Value, ...], here: Activation) -> Value:
        """Call a lowered function."""
        raise NotImplementedError

    # --- reads ----------------------------------------------------------------------------------

    def _const(self, node: ir.Const, here: Activation) -> Value:
        return node.value

    def _local(self, node: ir.Local, here: Activation) -> Value:
        return here.names[node.name]

    def _slot(self, node: ir.Slot, here: Activation) -> Value:
        return here.frame[node.number]

    def _players(self, node: ir.Players, here: Activation) -> int:
        return here.state.players

    def _veiled(self, node: ir.Veiled, here: Activation) -> bool:
        return here.state.veiled

    def _returned(self, node: ir.Returned, here: Activation) -> Value:
        return here.state.ret

    def _cell(self, node: ir.Cell, here: Activation) -> Value:
        return here.state.v[self.value(node.index, here)]

    def _cells(self, node: ir.Cells, here: Activation) -> list[Value]:
        first = self.value(node.first, here)
        return here.state.v[first : first + self.value(node.count, here)]

    def _pile_at(self, node: ir.PileAt, here: Activation) -> list[int]:
        return here.state.p[self.value(node.index, here)]

    def _pile_of(self, node: ir.PileOf, here: Activation) -> int:
        return here.state.w[self.value(node.piece, here)]

    def _piles_of(self, node: ir.PilesOf, here: Activation) -> list[int]:
        return here.state.w[node.first : node.first + node.count]

    def _table(self, node: ir.Table, here: Activation) -> Value:
        return self._constants[node.name]

    def _item(self, node: ir.Item, here: Activation) -> Value:
        return self.value(node.many, here)[self.value(node.index, here)]

    # --- numbers and conditions ----------------------------------------------------------------

    def _compute(self, node: ir.Compute, here: Activation) -> Value:
        return _COMPUTE[node.operator](self.value(node.left, here), self.value(node.right, here))

    def _negative(self, node: ir.Negative, here: Activation) -> Value:
        return -self.value(node.operand, here)

    def _compare(self, node: ir.Compare, here: Activation) -> bool:
        return _COMPARE[node.operator](self.value(node.left, here), self.value(node.right, here))

    def _is_none(self, node: ir.IsNone, here: Activation) -> bool:
        return (self.value(node.operand, here) is None) != node.negated

    def _between(self, node: ir.Between, here: Activation) -> bool:
        low, value = self.value(node.low, here), self.value(node.value, here)
        return bool(low <= value) and bool(value < self.value(node.high, here))

    def _not(self, node: ir.Not, here: Activation) -> bool:
        return not self.value(node.operand, here)

    def _and(self, node: ir.And, here: Activation) -> Value:
        found: Value = True
        for operand in node.operands:
            found = self.value(operand, here)
            if not found:
                break
        return found

    def _or(self, node: ir.Or, here: Activation) -> Value:
        found: Value = False
        for operand in node.operands:
            found = self.value(operand, here)
            if found:
                break
        return found

    def _if_else(self, node: ir.IfElse, here: Activation) -> Value:
        return self.value(node.then if self.value(node.test, here) else node.otherwise, here)

    def _tuple_of(self, node: ir.TupleOf, here: Activation) -> tuple[Value, ...]:
        return self.values(node.items, here)

    def words(self, node: ir.Words, here: Activation) -> tuple[int, tuple[Value, ...]]:
        """Return a text as data."""
        return node.template, self.values(node.gaps, here)

    # --- calls ---------------------------------------------------------------------------------

    def _call(self, node: ir.Call, here: Activation) -> Value:
        return self.call(node.function, self.values(node.arguments, here), here)

    def _apply(self, node: ir.Apply, here: Activation) -> Value:
        function, arguments = _APPLY[node.name], self.values(node.arguments, here)
        if node.name in ir.TAKES_STATE:
            return function(here.state, *arguments)
        if node.name == "total":
            return function(here.state.v, *arguments)
        return function(*arguments)

    def _condition(self, node: ir.Condition, here: Activation) -> Callable[[Value], Value]:
        return lambda value: self._with(node.body, here, node.variable.name, value)

    def _with(self, node: ir.Expression, here: Activation, name: str, value: Value) -> Value:
        """Return the value of an expression in which a name is bound to a value."""
        before = here.names.get(name)
        here.names[name] = value
        found = self.value(node, here)
        here.names[name] = before
        return found

    # --- lists ---------------------------------------------------------------------------------

    def _found(
        self, node: ir.Select, here: Activation, last: Callable[[Value], bool] | None = None
    ) -> list[Value]:
        """Return the results of a search up to the `last`; its variable is bound only meanwhile."""
        found: list[Value] = []
        names, name = here.names, node.variable.name
        many, before = self.value(node.many, here), names.get(name)
        for names[name] in many:
            for test in node.tests:
                if not self.value(test, here):
                    break
            else:
                result = self.value(node.result, here)
                found.append(result)
                if last is not None and last(result):
                    break
        names[name] = before
        return found

    def _select(self, node: ir.Select, here: Activation) -> list[Value]:
        return self._found(node, here)

    def _any_of(self, node: ir.AnyOf, here: Activation) -> bool:
        return any(self._found(node.select, here, bool))

    def _all_of(self, node: ir.AllOf, here: Activation) -> bool:
        return all(self._found(node.select, here, not_))

    def _first_of(self, node: ir.FirstOf, here: Activation) -> Value:
        found = self._found(node.select, here, lambda _: True)
        return found[0] if found else None

    def _sum_of(self, node: ir.SumOf, here: Activation) -> int:
        return sum(self.value(node.many, here))

    def _extreme(self, node: ir.Extreme, here: Activation) -> Value:
        many = self.value(node.many, here)
        return max(many, default=0) if node.word == "max" else min(many, default=0)

    def _best(self, node: ir.Best, here: Activation) -> Value:
        best: Value = None
        best_key: Value = None
        better = gt if node.word == "max" else lt
        for index, each in enumerate(self.value(node.many, here)):
            key = self._with(node.key, here, node.variable.name, each)
            if index == 0 or better(key, best_key):
                best, best_key = each, key
        return best

    def _sorted(self, node: ir.Sorted, here: Activation) -> list[Value]:
        found: list[tuple[Value, int, Value]] = []
        for index, each in enumerate(self.value(node.many, here)):
            found.append((self._with(node.key, here, node.variable.name, each), index, each))
        return [each for _, _, each in sorted(found)]

    def _length(self, node: ir.Length, here: Activation) -> int:
        return len(self.value(node.many, here))

    def _not_empty(self, node: ir.NotEmpty, here: Activation) -> bool:
        return bool(self.value(node.many, here))

    def _frozen(self, node: ir.Frozen, here: Activation) -> tuple[Value, ...]:
        return tuple(self.value(node.many, here))

    def _unique(self, node: ir.Unique, here: Activation) -> list[Value]:
        return list(dict.fromkeys(self.value(node.many, here)))

    def _picked(self, node: ir.Picked, here: Activation) -> list[Value]:
        return [*compress(self.value(node.many, here), self.value(node.by, here))]

    def _joined(self, node: ir.Joined, here: Activation) -> list[Value]:
        return [each for many in node.lists for each in self.value(many, here)]

    def _new_list(self, node: ir.NewList, here: Activation) -> list[Value]:
        return []

    def _range(self, node: ir.Range, here: Activation) -> range:
        return range(self.value(node.low, here), self.value(node.high, here))

    def _charged(self, node: ir.Charged, here: Activation) -> Value:
        many = self.value(node.many, here)
        if node.share > 1:
            return skim(here.state, many, node.share)
        return charge(here.state, many, node.each)

    def _may_hold_hidden(self, node: ir.MayHoldHidden, here: Activation) -> bool:
        return self._services.hidden(here.state, node.question)


class Way(Enum):
    """How control continues after a statement, if not with the next one."""

    BREAK = "break"
    CONTINUE = "continue"
    RETURN = "return"


Execution = Callable[[Any, Activation], Way | None]

_PERFORM: dict[str, Callable[..., Any]] = {name: CALLABLE[name] for name in get_args(ir.ActionName)}


class StatementInterpreter(ExpressionInterpreter):
    """Executes statements."""

    def __init__(
        self, constants: dict[str, Any], resumables: Mapping[int, ir.Resumable], services: Services
    ) -> None:
        super().__init__(constants, services)
        self._resumables = resumables
        self.executed: dict[type, Execution] = {
            ir.Let: self._let,
            ir.Store: self._store,
            ir.Add: self._add,
            ir.Reset: self._reset,
            ir.AddToSlot: self._add_to_slot,
            ir.Pay: self._pay,
            ir.If: self._if,
            ir.ForEach: self._for_each,
            ir.While: self._while,
            ir.Break: self._break,
            ir.Continue: self._continue,
            ir.Return: self._return,
            ir.Evaluate: self._evaluate,
            ir.Append: self._append,
            ir.SortEntries: self._sort_entries,
            ir.MoveCounted: self._move_counted,
            ir.Perform: self._perform,
            ir.Log: self._log,
            ir.LogPrevented: self._log_prevented,
            ir.Barrier: self._barrier,
            ir.CountTurn: self._count_turn,
            ir.CheckOutcome: self._check_outcome,
            ir.Finish: self._finish,
            ir.KeepCandidates: self._keep_candidates,
            ir.AnswerAlone: self._answer_alone,
            ir.Settle: self._settle,
            ir.Goto: self._goto,
            ir.Enter: self._enter,
            ir.Act: self._act,
            ir.Ask: self._ask,
            ir.Leave: self._leave,
        }
        """The method that executes each class of statement."""

    def block(self, body: ir.Block, here: Activation) -> Way | None:
        """Execute statements up to the first that transfers control."""
        for node in body:
            way = self.executed[node.__class__](node, here)
            if way is not None:
                return way
        return None

    def function(self, ref: ir.Ref, here: Activation) -> Callable[..., Value]:
        """Return a lowered function for the runtime, called with the state and its arguments."""
        return lambda _, *arguments: self.call(ref, arguments, here)

    # --- names and cells -----------------------------------------------------------------------

    def _set(self, node: ir.Local | ir.Slot, value: Value, here: Activation) -> None:
        if isinstance(node, ir.Local):
            here.names[node.name] = value
        else:
            here.frame[node.number] = value

    def _let(self, node: ir.Let, here: Activation) -> None:
        self._set(node.target, self.value(node.value, here), here)

    def _store(self, node: ir.Store, here: Activation) -> None:
        value = self.value(node.value, here)
        here.state.v[self.value(node.index, here)] = value

    def _add(self, node: ir.Add, here: Activation) -> None:
        here.state.v[self.value(node.index, here)] += self.value(node.value, here)

    def _reset(self, node: ir.Reset, here: Activation) -> None:
        here.state.v[node.first : node.first + node.count] = self._constants[node.table]

    def _add_to_slot(self, node: ir.AddToSlot, here: Activation) -> None:
        here.frame[node.slot] += node.value

    def _append(self, node: ir.Append, here: Activation) -> None:
        here.names[node.target.name].append(self.value(node.value, here))

    def _sort_entries(self, node: ir.SortEntries, here: Activation) -> None:
        here.names[node.target.name].sort()

    # --- control -------------------------------------------------------------------------------

    def _pay(self, node: ir.Pay, here: Activation) -> None:
        here.state.fuel -= node.units
        if here.state.fuel < 0:
            spent(here.state)

    def _if(self, node: ir.If, here: Activation) -> Way | None:
        return self.block(node.then if self.value(node.test, here) else node.otherwise, here)

    def _for_each(self, node: ir.ForEach, here: Activation) -> Way | None:
        many: Iterable[Value] = self.value(node.many, here)
        for member in tuple(many) if isinstance(many, list) else many:
            self._set(node.target, member, here)
            way = self.block(node.body, here)
            if way is Way.BREAK:
                break
            if way is Way.RETURN:
                return way
        return None

    def _while(self, node: ir.While, here: Activation) -> Way | None:
        while self.value(node.test, here):
            way = self.block(node.body, here)
            if way is Way.BREAK:
                break
            if way is Way.RETURN:
                return way
        return None

    def _break(self, node: ir.Break, here: Activation) -> Way:
        return Way.BREAK

    def _continue(self, node: ir.Continue, here: Activation) -> Way:
        return Way.CONTINUE

    def _return(self, node: ir.Return, here: Activation) -> Way:
        if node.value is not None:
            here.result = self.value(node.value, here)
        return Way.RETURN

    def _evaluate(self, node: ir.Evaluate, here: Activation) -> None:
        self.value(node.value, here)

    # --- pieces and texts -----------------------------------------------------------------------

    def _move_counted(self, node: ir.MoveCounted, here: Activation) -> None:
        places = self.value(node.source, here), self.value(node.target, here)
        amount, owner = self.value(node.amount, here), self.value(node.owner, here)
        shortages = [self.function(shortage, here) for shortage in node.shortages]
        shift(here.state, *places, amount, shortages, owner)

    def _perform(self, node: ir.Perform, here: Activation) -> None:
        _PERFORM[node.name](here.state, *self.values(node.arguments, here))

    def _log(self, node: ir.Log, here: Activation) -> None:
        template, gaps = self.words(node.words, here)
        if node.readers is None:
            here.state.log = (here.state.log, None, "says", template, *gaps)
        else:
            say(here.state, template, gaps, self.value(node.readers, here))

    def _log_prevented(self, node: ir.LogPrevented, here: Activation) -> None:
        prevented(here.state, self.value(node.words, here))

    def _barrier(self, node: ir.Barrier, here: Activation) -> None:
        here.state.barrier += 1

    def _count_turn(self, node: ir.CountTurn, here: Activation) -> None:
        here.state.turns += 1

    # --- outcomes and questions ----------------------------------------------------------------

    def _check_outcome(self, node: ir.CheckOutcome, here: Activation) -> None:
        self.call(ir.Ref(ir.Role.OUTCOME, node.outcome), (), here)

    def _finish(self, node: ir.Finish, here: Activation) -> None:
        words = self.words(node.words, here)
        players = self.value(node.players, here) if node.players is not None else None
        ending = self.function(node.ending, here) if node.ending is not None else None
        finish(here.state, node.word, words, players, ending)

    def _keep_candidates(self, node: ir.KeepCandidates, here: Activation) -> None:
        here.state.open = self.value(node.value, here)

    def _answer_alone(self, node: ir.AnswerAlone, here: Activation) -> None:
        answer = self.value(node.answer, here)
        if node.seat is None:
            here.state.forced.append((node.question, answer))
        else:
            alone(here.state, node.question, answer, node.base, self.value(node.seat, here))

    def _settle(self, node: ir.Settle, here: Activation) -> None:
        self._services.settle(here.state)

    # --- terminators ----------------------------------------------------------------------------

    def _goto(self, node: ir.Goto, here: Activation) -> Way:
        here.frame[0] = node.segment
        return Way.RETURN

    def _go_on(self, node: ir.Enter | ir.Act, here: Activation) -> None:
        """Update the frame before another procedure starts."""
        if node.tail:
            here.state.stack.pop()
        else:
            here.frame[0] = node.then

    def _enter(self, node: ir.Enter, here: Activation) -> Way:
        self._go_on(node, here)
        arguments = self.values(node.arguments, here)
        if node.recursive:
            self._services.enter(here.state, node.procedure, *arguments)
        else:
            self._begin(self._resumables[node.procedure], arguments, here.state)
        return Way.RETURN

    def _begin(self, resumable: ir.Resumable, arguments: tuple[Value, ...], s: State) -> None:
        """Push the frame of a procedure; the machine runs it next."""
        first, question = resumable.question or (resumable.entry, None)
        rest = [None] * (len(resumable.slots) - 1 - len(arguments))
        frame: Frame = [first, *arguments, *rest]
        s.stack.append(frame)
        if question is not None:
            s.ask = question

    def _act(self, node: ir.Act, here: Activation) -> Way:
        self._go_on(node, here)
        seat, action = self.value(node.entry, here)
        self._services.actions[action](here.state, seat)
        return Way.RETURN

    def _ask(self, node: ir.Ask, here: Activation) -> Way:
        here.frame[0] = node.then
        here.state.ask = node.question
        return Way.RETURN

    def _leave(self, node: ir.Leave, here: Activation) -> Way:
        if node.returns:
            here.state.ret = self.value(node.value, here) if node.value is not None else None
        here.state.stack.pop()
        self.block(node.after, here)
        return Way.RETURN
