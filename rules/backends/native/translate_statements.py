"""Translates statements of the lowered form into flat code."""

from collections.abc import Iterable

from lazaretto.rules.backends.native.flat import build
from lazaretto.rules.backends.native.flat.nodes import (
    After,
    Again,
    Binary,
    Call,
    Copy,
    Do,
    Exit,
    Get,
    If,
    Load,
    Number,
    Repeat,
    Return,
    Set,
    Step,
    Store,
    Value,
)
from lazaretto.rules.backends.native.helpers.copy_values import ARENA
from lazaretto.rules.backends.native.helpers.faults import LESS_THAN_NONE, TOO_FEW_THERE
from lazaretto.rules.backends.native.helpers.log import BULK, SAYS, LogLine
from lazaretto.rules.backends.native.helpers.memory_types import size_of
from lazaretto.rules.backends.native.infer_ranges import Facts
from lazaretto.rules.backends.native.native_code import function_name
from lazaretto.rules.backends.native.shapes import LIST, PLAIN
from lazaretto.rules.backends.native.translate_expressions import Expressions
from lazaretto.rules.backends.native.translate_loops import Body
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import PURE, Role
from lazaretto.rules.lower.ir.walk import walk
from lazaretto.rules.run.questions.question_forms import offers_actions

ENDED = 1
"""The code of a stop because the game has ended; 2 is one because something would be revealed."""
_WORDS = {"win": 1, "lose": 2, "draw": 3}
_CHANGING = (
    ir.Store,
    ir.Add,
    ir.Reset,
    ir.MoveCounted,
    ir.Perform,
    ir.CheckOutcome,
    ir.Finish,
    ir.Settle,
)
_IN_PLACE = (ir.PileAt, ir.Cells, ir.PilesOf, ir.Select, ir.Picked, ir.Charged, ir.Frozen)


def end_of(name: str) -> str:
    """Return the variable that holds where the last member of a list is."""
    return f"{name}_end"


def _lasting(value: Value, shape: int) -> Value:
    """Return a value of a log line, copied to where it stays."""
    return value if shape == PLAIN else Call("copied", (value, Number(shape), Number(ARENA)))


class Statements(Expressions):
    """Translates statements; those that end segments are left to a subclass."""

    stops: bool
    """Whether this function returns the code of a stop, and its result by `given`."""
    gives_back: bool
    """Whether lists that this function makes are free again when it returns."""
    room: dict[str, int]
    """The lists that statements outside of loops append to, and how often."""
    _loops: list[tuple[str, str]]
    """The labels of the loops around a statement: to leave it, and to go on with it."""

    def block(self, body: ir.Block) -> list[Step]:
        """Translate statements."""
        steps: list[Step] = []
        for node in body:
            if node.span is None:
                steps += self._statement(node)
            else:
                outer, self.span = self.span, node.span
                steps += self._statement(node)
                self.span = outer
        return steps

    def terminated(self, node: ir.Terminator | ir.Settle) -> list[Step]:
        """Translate a statement of segments."""
        raise NotImplementedError

    def _statement(self, node: ir.Statement) -> list[Step]:
        match node:
            case ir.Let(ir.Local(name), ir.NewList()) if name in self.room:
                spot = Set(end_of(name), Get(name))
                return [Set(name, Call("new_list", (Number(self.room[name]),))), spot]
            case ir.Let(target):
                return self._assigned(target, self.value(node.value))
            case ir.If(_, then, otherwise):
                return self._if(node.test, then, otherwise)
            case ir.Return():
                return self._returned(node.value)
            case ir.Evaluate():
                return self._evaluated(node.value)
            case ir.Pay(units):
                return self.spend(Number(units))
            case ir.ForEach():
                return self._for_each(node)
            case ir.Append(target):
                return self._append(target, node.value)
            case ir.Store():
                return self._store(node.index, node.value)
            case ir.Add():
                return self._add(node.index, node.value)
            case ir.Reset(first, count, table):
                source = self.game.data.table(table) + 8
                return [Copy(Number(self.at.v + 8 * first), Number(source), Number(8 * count))]
            case ir.AddToSlot(slot, value):
                changed = build.plus(Load("i64", Get("frame"), 8 * slot), Number(value))
                return [Store("i64", Get("frame"), changed, 8 * slot)]
            case ir.While(_, body):
                label = self.fresh("loop")
                self._loops.append((label, label))
                leave = If(build.negated(self.truth(node.test)), [Exit(label)], [])
                steps: list[Step] = [Repeat(label, [leave, *self.block(body)])]
                self._loops.pop()
                return steps
            case ir.Break():
                return [Exit(self._loops[-1][0])]
            case ir.Continue():
                return [Again(self._loops[-1][1])]
            case ir.SortEntries(target):
                return [build.do("sort_list", self.value(target))]
            case ir.MoveCounted():
                return self._move_counted(node)
            case ir.Perform(name, arguments):
                return self._perform(name, arguments)
            case ir.Log(words):
                return self._log(words, node.readers)
            case ir.LogPrevented():
                return [build.do("prevented", self.value(node.words))]
            case ir.Barrier():
                return self.stopping(Call("raise_barrier", ()))
            case ir.CountTurn():
                turns = build.plus(build.scalar(self.at.turns), Number(1))
                return [build.set_scalar(self.at.turns, turns)]
            case ir.CheckOutcome(outcome):
                return self._called_for_effect(ir.Ref(Role.OUTCOME, outcome), [])
            case ir.Finish():
                return self._finish(node)
            case ir.KeepCandidates(value):
                return [build.set_scalar(self.at.open, self.value(value))]
            case ir.AnswerAlone():
                return self._answer_alone(node)
            case ir.Settle() | ir.Goto() | ir.Enter() | ir.Act() | ir.Ask() | ir.Leave():
                return self.terminated(node)

    def local(self, name: str) -> Value:
        """Translate a variable; a list that grows here gets its length when it is read."""
        if name not in self.room or name in self.names:
            return Get(self.names.get(name, name))
        count = Binary(">>s", Binary("-", Get(end_of(name)), Get(name)), Number(3))
        return After([Store("i64", Get(name), count)], Get(name))

    # --- names and cells -----------------------------------------------------------------------

    def _assigned(self, target: ir.Local | ir.Slot, value: Value) -> list[Step]:
        if isinstance(target, ir.Slot):
            store: Step = Store("i64", Get("frame"), value, 8 * target.number)
            return [store, *self.kept_later(target.sort)]
        return [Set(self.names.get(target.name, target.name), value)]

    def kept_later(self, sort: ir.Sort) -> list[Step]:
        """Return what notes that a list or text has been stored, so that it is kept when a decision ends."""
        if sort in (ir.Sort.NUMBER, ir.Sort.FLAG, ir.Sort.MEMBER, ir.Sort.ENTRY):
            return []
        return [build.set_scalar(self.at.lists_changed, Number(1))]

    def kept_if(self, nodes: Iterable[ir.Expression]) -> list[Step]:
        """Return that if one of some values is a list or text, and not a constant."""
        for node in nodes:
            if self.shape(node) != PLAIN and not isinstance(node, ir.Const | ir.Table):
                return self.kept_later(ir.Sort.LIST)
        return []

    def _store(self, index: ir.Expression, value: ir.Expression) -> list[Step]:
        steps: list[Step] = []
        kept = self.kept(self.value(value), steps)
        address, offset = self.cell(index)
        return [*steps, Store("i64", address, kept, offset), *self.kept_if((value,))]

    def _add(self, index: ir.Expression, value: ir.Expression) -> list[Step]:
        steps: list[Step] = []
        address, offset = self.cell(index)
        spot = self.kept(address, steps)
        large = Facts(-(2**63), 2**63)
        total = self._sum(Load("i64", spot, offset), self.present(value), large, self.facts(value))
        return [*steps, Store("i64", spot, total, offset)]

    def _append(self, target: ir.Local, value: ir.Expression) -> list[Step]:
        name = self.names.get(target.name, target.name)
        match value:
            case ir.TupleOf((ir.Const(tuple() as setting), chosen)) if target.sort is ir.Sort.VALUE:
                number = Number(self.game.setting(setting))
                return [
                    Set(name, Call("append", (Get(name), number))),
                    Set(name, Call("append", (Get(name), self.value(chosen)))),
                ]
            case _:
                if name in self.room:
                    end = end_of(name)
                    added = Store("i64", Get(end), self.value(value), 8)
                    return [added, Set(end, build.plus(Get(end), Number(8)))]
                return [Set(name, Call("append", (Get(name), self.value(value))))]

    # --- control -------------------------------------------------------------------------------

    def _if(self, test: ir.Expression, then: ir.Block, otherwise: ir.Block) -> list[Step]:
        condition = self.truth(test)
        if isinstance(condition, Number):
            return self.block(then if condition.value else otherwise)
        return [If(condition, self.block(then), self.block(otherwise))]

    def _returned(self, value: ir.Expression | None) -> list[Step]:
        if self.stops:
            given = build.none() if value is None else self.value(value)
            return [build.set_scalar(self.at.given, given), *self.ending(Number(0))]
        return self.ending(build.none() if value is None else self.value(value))

    def ending(self, value: Value) -> list[Step]:
        """Return the statements that return a value, and give back what only this call needed."""
        steps: list[Step] = []
        if self.gives_back or self.ref in self.game.recursive:
            value = self.kept(value, steps)
        if self.gives_back:
            steps.append(build.set_scalar(self.at.scratch_next, Get("scratch")))
        if self.ref in self.game.recursive:
            steps.append(build.do("leave_function"))
        return [*steps, Return(value)]

    def _evaluated(self, value: ir.Expression) -> list[Step]:
        if isinstance(value, ir.Call):
            outer = self.span
            self.span = value.span or outer
            steps = self._called_for_effect(
                value.function, [self.value(argument) for argument in value.arguments]
            )
            self.span = outer
            return steps
        return [Do(self.value(value))]

    def _called_for_effect(self, ref: ir.Ref, arguments: list[Value]) -> list[Step]:
        call = self.called(ref, arguments)
        if isinstance(call, After) and self.game.survey.functions[ref].stops:
            return call.statements
        return [Do(call)]

    def _for_each(self, node: ir.ForEach) -> list[Step]:
        many = self.plain_list(node.many)
        if isinstance(many, _IN_PLACE) and self._changes(node.body):
            steps: list[Step] = []
            kept = self.kept(self.value(many), steps)
            return [*steps, *self.over_list(kept, self._round(node))]
        return self.loop_over(many, self._round(node))

    def _round(self, node: ir.ForEach) -> Body:
        def body(member: Value, label: str) -> list[Step]:
            self._loops.append((label, label))
            steps = [*self._assigned(node.target, member), *self.block(node.body)]
            self._loops.pop()
            return steps

        return body

    def _changes(self, body: ir.Block) -> bool:
        """Whether statements may change what a loop goes through."""
        for node in walk(body):
            if isinstance(node, _CHANGING):
                return True
            if isinstance(node, ir.Call) and node.function.role not in PURE:
                return True
        return False

    # --- pieces and texts ----------------------------------------------------------------------

    def _move_counted(self, node: ir.MoveCounted) -> list[Step]:
        steps: list[Step] = []
        source, offset = self.cell(node.source)
        spot = self.kept(build.plus(source, Number(offset)), steps)
        target, offset = self.cell(node.target)
        aim = self.kept(build.plus(target, Number(offset)), steps)
        amount, have = self.fresh("amount"), self.fresh("have")
        steps.append(Set(amount, self.present(node.amount)))
        owner = self.kept(self.value(node.owner), steps) if node.shortages else Number(0)
        steps.append(Set(have, Load("i64", spot)))
        short: list[Step] = []
        too_few = self.failing(TOO_FEW_THERE, Get(amount), Get(have))
        if node.shortages:
            told = self.fresh("told")
            short.append(Set(told, Number(0)))
            for shortage in node.shortages:
                accepted = self._truth_of_call(self.called(shortage, [owner]))
                short.append(Set(told, Binary("|", Get(told), accepted)))
            short.append(If(build.equal(Get(told), Number(0)), too_few, []))
            short.append(Set(amount, Get(have)))
        else:
            short += too_few
        negative = If(Binary("<s", Get(amount), Number(0)), self.failing(LESS_THAN_NONE), [])
        steps.append(If(Binary(">s", Get(amount), Get(have)), short, [negative]))
        steps.append(Store("i64", spot, Binary("-", Get(have), Get(amount))))
        steps.append(Store("i64", aim, Binary("+", Load("i64", aim), Get(amount))))
        return steps

    def _truth_of_call(self, call: Value) -> Value:
        return Binary("==", call, Number(1))

    def _perform(self, name: ir.ActionName, arguments: tuple[ir.Expression, ...]) -> list[Step]:
        steps: list[Step] = []
        given = [self.kept(self._argument(argument), steps) for argument in arguments]
        if name == "move_all" and len(given) == 4:
            given.append(Number(0))
        return [*steps, self.here(), *self.stopping(Call(name, tuple(given)))]

    def _argument(self, node: ir.Expression) -> Value:
        return self.value(node) if self.shape(node) >= LIST else self.present(node)

    def _log(self, words: ir.Words, readers: ir.Expression | None) -> list[Step]:
        steps: list[Step] = []
        line: list[Step] = []
        if readers is not None:
            idle = self._is_idle(words) and self._is_idle(readers)
            text = self.kept(self.words(words), line if idle else steps)
            line.append(build.do("say", text, self.kept(self.value(readers), line if idle else steps)))
            return [*steps, self._if_logged(line)]
        shapes = [self.shape(gap) for gap in words.gaps]
        self.game.gaps(words.template, shapes)
        given = [self.kept(self.value(gap), line if self._is_idle(gap) else steps) for gap in words.gaps]
        gaps = [self.kept(_lasting(each, shape), line) for each, shape in zip(given, shapes, strict=True)]
        call = Call("new_line", (Number(SAYS), Number(words.template), Number(len(gaps))))
        if not gaps:
            return [*steps, self._if_logged([*line, Do(call)])]
        link = self.fresh("link")
        line.append(Set(link, call))
        for index, gap in enumerate(gaps):
            line.append(build.set_word(Get(link), gap, size_of(LogLine) + 8 * index))
        return [*steps, self._if_logged(line)]

    def _is_idle(self, node: ir.Expression) -> bool:
        return self.game.idle.is_idle(node, self.ref)

    def _if_logged(self, steps: list[Step]) -> Step:
        return If(build.equal(build.scalar(self.at.quiet), Number(0)), steps, [])

    # --- outcomes and questions ----------------------------------------------------------------

    def _finish(self, node: ir.Finish) -> list[Step]:
        steps: list[Step] = []
        words = self.kept(self.words(node.words), steps)
        players = build.none() if node.players is None else self.value(node.players)
        over = Call("finish", (Number(_WORDS[node.word]), words, players))
        ended: list[Step] = []
        if node.ending is not None:
            stop = self.fresh("stop")
            if self.game.survey.functions[node.ending].stops:
                ended.append(Set(stop, Call(function_name(node.ending), ())))
                ended.append(If(Binary("==", Get(stop), Number(2)), [Return(Get(stop))], []))
            else:
                ended.append(Do(Call(function_name(node.ending), ())))
        return [*steps, If(over, [*ended, Return(Number(ENDED))], [])]

    def _answer_alone(self, node: ir.AnswerAlone) -> list[Step]:
        steps: list[Step] = []
        answer = self.kept(self.value(node.answer), steps)
        if node.seat is None:
            note = build.do("force", Number(node.question), answer)
        else:
            seat = self.kept(self.value(node.seat), steps)
            note = build.do("alone", Number(node.question), answer, Number(node.base), seat)
        if offers_actions(self.game.tables.asks[node.question].form) and answer != build.none():
            return [*steps, note]
        wanted = Binary("!=", build.scalar(self.at.quiet), Number(BULK))
        return [*steps, If(wanted, [note], [])]
