"""Executes statements of the lowered form: one method for each class of node."""

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, get_args

from lazaretto.rules.backends.interpret.activation import Activation
from lazaretto.rules.backends.interpret.expressions import Expressions, Value
from lazaretto.rules.lower import ir
from lazaretto.rules.run.backend import Services
from lazaretto.rules.run.limits import spent
from lazaretto.rules.run.runtime_functions import CALLABLE, finish, prevented, say, shift
from lazaretto.rules.run.state import Frame, State
from lazaretto.rules.run.unseen_pieces import alone


class Way(Enum):
    """How control continues after a statement, if not with the next one."""

    BREAK = "break"
    CONTINUE = "continue"
    RETURN = "return"


Method = Callable[[Any, Activation], Way | None]

_PERFORM: dict[str, Callable[..., Any]] = {name: CALLABLE[name] for name in get_args(ir.ActionName)}


class Statements(Expressions):
    """Executes statements."""

    def __init__(
        self, constants: dict[str, Any], resumables: Mapping[int, ir.Resumable], services: Services
    ) -> None:
        super().__init__(constants, services)
        self._resumables = resumables
        self.executed: dict[type, Method] = {
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
        for each in tuple(many) if isinstance(many, list) else many:
            self._set(node.target, each, here)
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
        shortages = [self.function(each, here) for each in node.shortages]
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
