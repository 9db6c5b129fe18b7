"""Translates whole functions: segments with their frames, and all others with their parameters."""

from lazaretto.rules.backends.native.flat import build
from lazaretto.rules.backends.native.flat.nodes import (
    Binary,
    Call,
    Do,
    Function,
    Get,
    If,
    Number,
    Return,
    Set,
    Step,
    Store,
    Value,
)
from lazaretto.rules.backends.native.layout import Layout
from lazaretto.rules.backends.native.native_code import function_name
from lazaretto.rules.backends.native.shapes import PLAIN
from lazaretto.rules.backends.native.translate_statements import Statements
from lazaretto.rules.backends.native.translation import Translation
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import FRAMED, PURE, Ref, Role
from lazaretto.rules.lower.ir.walk import statements, walk
from lazaretto.rules.run.compiled_game import ProcedureInfo

SETTLE = "begin_settle"
BEGIN = "begin_game"
_ENTERED = 5
"""The fuel that starting a procedure costs where the depth is checked."""


class Segments(Statements):
    """Translates one function."""

    def __init__(self, game: Translation, function: ir.Function) -> None:
        super().__init__(game, function)
        self._loops = []
        surveyed = game.survey.functions[self.ref]
        self.stops = surveyed.stops or self.ref.role is Role.SEGMENT
        self.gives_back = (
            self.ref.role in PURE and surveyed.makes_lists and game.inference.result_shape(self.ref) == PLAIN
        )
        self.room = room_for_lists(function.body)

    def translated(self) -> Function:
        """Return the function in flat code."""
        steps: list[Step] = []
        if self.gives_back:
            steps.append(Set("scratch", build.scalar(self.at.scratch_next)))
        if self.ref in self.game.recursive:
            steps.append(build.do("enter_function", Number(_number(self.ref))))
        shared = self.game.shared
        names = [parameter.name for parameter in self.function.parameters]
        for ref in shared.computed(self.ref):
            steps.append(Set(function_name(ref), Call(function_name(ref), (Get(names[0]),))))
        steps += self.block(self.function.body)
        if not steps or not isinstance(steps[-1], Return):
            steps += self.ending(Number(0) if self.stops else build.none())
        parameters = (*names, *map(function_name, shared.wanted(self.ref)))
        if self.ref.role in FRAMED:
            parameters = ("frame", *parameters)
        small = self.ref.role is Role.SEGMENT
        return Function(function_name(self.ref), parameters, steps, True, small=small)

    # --- statements of segments ----------------------------------------------------------------

    def terminated(self, node: ir.Terminator | ir.Settle) -> list[Step]:
        """Translate a statement of segments."""
        match node:
            case ir.Goto(segment):
                if segment > self.ref.number:  # forward jumps end, whatever the rules do
                    return [Return(_continued(segment, Get("frame")))]
                return [_go_on(segment), Return(Number(0))]
            case ir.Ask(question, then):
                asked = build.set_scalar(self.at.ask, Number(question))
                return [_go_on(then), asked, Return(Number(0))]
            case ir.Enter():
                return self._enter(node)
            case ir.Act(_, then, tail):
                return self._act(node.entry, then, tail)
            case ir.Leave(_, returns, after):
                return self._leave(node.value, returns, after)
            case ir.Settle():
                return self.stopping(Call(SETTLE, ()))

    def _suspended(self, then: int, tail: bool) -> list[Step]:
        """Return what happens to this frame before another procedure starts."""
        return popped(self.at) if tail else [_go_on(then)]

    def _enter(self, node: ir.Enter) -> list[Step]:
        steps: list[Step] = []
        arguments = [self.kept(self.value(argument), steps) for argument in node.arguments]
        steps += self._suspended(node.then, node.tail)
        steps += self.kept_if(node.arguments)
        info = self.game.tables.procedures[node.procedure]
        if not node.recursive:
            steps += pushed(self.at, info, arguments)
            if info.question is not None or info.entry is None:
                return [*steps, Return(Number(0))]
            return [*steps, Return(_continued(info.entry, build.plus(Get("new"), Number(8))))]
        steps += pushed(self.at, info, arguments, question=False)
        steps += self.spend(Number(_ENTERED))
        return [*steps, self.here(), build.do("check_depth"), Return(Number(0))]

    def _act(self, entry: ir.Expression, then: int, tail: bool) -> list[Step]:
        steps: list[Step] = []
        chosen = self.kept(self.some(self.value(entry)), steps)
        steps += self._suspended(then, tail)
        seat = Binary(">>s", chosen, Number(16))
        action = Binary("&", chosen, Number(0xFFFF))
        steps.append(self.here())
        return [*steps, Return(build.call_through("actions", action, seat))]

    def _leave(self, value: ir.Expression | None, returns: bool, after: ir.Block) -> list[Step]:
        steps: list[Step] = []
        if returns:
            given = build.none() if value is None else self.value(value)
            steps.append(build.set_scalar(self.at.ret, given))
            steps += self.kept_if(() if value is None else (value,))
        return [*steps, *popped(self.at), *self.block(after), Return(Number(0))]


def room_for_lists(body: ir.Block) -> dict[str, int]:
    """Return the lists that statements append to, each with how many members it may get; none in loops."""
    outside: dict[str, int] = {}
    everywhere: dict[str, int] = {}
    made: dict[str, int] = {}
    for node in statements(body):
        if isinstance(node, ir.Append):
            outside[node.target.name] = outside.get(node.target.name, 0) + 1
        elif isinstance(node, ir.Let) and isinstance(node.value, ir.NewList):
            name = node.target.name if isinstance(node.target, ir.Local) else ""
            made[name] = made.get(name, 0) + 1
    for each in walk(body) if outside else ():
        match each:
            case ir.Append(target):
                everywhere[target.name] = everywhere.get(target.name, 0) + 1
            case ir.Let(value=ir.Local(name)) | ir.Store(value=ir.Local(name)):
                everywhere[name] = everywhere.get(name, 0) + 1  # it has another name then
            case _:
                pass
    return {
        name: count
        for name, count in outside.items()
        if everywhere[name] == count and made.get(name) == 1 and not _has_settings(body, name)
    }


def _has_settings(body: ir.Block, name: str) -> bool:
    """Whether a list holds rules that set a value, which take two members each."""
    return any(
        isinstance(statement, ir.Append)
        and statement.target.name == name
        and statement.target.sort is ir.Sort.VALUE
        for statement in statements(body)
    )


def _number(ref: Ref) -> int:
    """Return a number that no other function has."""
    return [*Role].index(ref.role) << 40 | ref.number << 12 | ref.step


def _continued(segment: int, frame: Value) -> Value:
    """Return a call of a segment, which runs at once."""
    return Call(function_name(Ref(Role.SEGMENT, segment)), (frame,))


def _go_on(segment: int) -> Step:
    return Store("i64", Get("frame"), Number(segment))


def popped(at: Layout) -> list[Step]:
    """Return the statements that take the frame of a segment from the stack."""
    below = build.plus(Get("frame"), Number(-8))
    return [
        build.set_scalar(at.stack_next, below),
        build.set_scalar(at.frame, build.word_at(below)),
        build.set_scalar(at.stack_depth, build.plus(build.scalar(at.stack_depth), Number(-1))),
    ]


def pushed(at: Layout, info: ProcedureInfo, arguments: list[Value], question: bool = True) -> list[Step]:
    """Return the statements that push the frame of a procedure; if it begins with a question, ask that."""
    assert info.entry is not None
    first, asked = info.question if question and info.question is not None else (info.entry, None)
    steps: list[Step] = [
        Set("new", build.scalar(at.stack_next)),
        Store("i64", Get("new"), build.scalar(at.frame)),
        Store("i64", Get("new"), Number(first), 8),
    ]
    for slot in range(1, info.size):
        given = arguments[slot - 1] if slot <= len(arguments) else build.none()
        steps.append(Store("i64", Get("new"), given, 8 + 8 * slot))
    steps.append(build.set_scalar(at.frame, build.plus(Get("new"), Number(8))))
    steps.append(build.set_scalar(at.stack_next, build.plus(Get("new"), Number(8 + 8 * info.size))))
    steps.append(build.set_scalar(at.stack_depth, build.plus(build.scalar(at.stack_depth), Number(1))))
    if asked is not None:
        steps.append(build.set_scalar(at.ask, Number(asked)))
    return steps


class Beginnings:
    """Makes the functions that start actions, settling and the whole game, as the machine does."""

    def __init__(self, game: Translation) -> None:
        self.game = game
        self.at = game.at

    def functions(self) -> list[Function]:
        """Return all of them."""
        tables = self.game.tables
        made = [self._action(number) for number in range(len(tables.actions))]
        made.append(Function(BEGIN, (), self._begin(tables.entry), True))
        settle: list[Step] = [Return(Number(0))] if tables.settle is None else self._begin(tables.settle)
        made.append(Function(SETTLE, (), settle, True))
        return made

    def _begin(self, procedure: int) -> list[Step]:
        """Start any procedure without parameters; a plain one runs to its end at once."""
        info = self.game.tables.procedures[procedure]
        if info.entry is None:
            return [*self._plain(procedure, ()), Return(Number(0))]
        fuel = build.minus(build.scalar(self.at.fuel), Number(_ENTERED))
        return [
            *pushed(self.at, info, [], question=False),
            Set("fuel", fuel),
            build.set_scalar(self.at.fuel, Get("fuel")),
            If(Binary("<s", Get("fuel"), Number(0)), [build.do("spent")], []),
            build.do("check_depth"),
            Return(Number(0)),
        ]

    def _plain(self, procedure: int, arguments: tuple[Value, ...]) -> list[Step]:
        ref = Ref(Role.PROCEDURE, procedure)
        call = Call(function_name(ref), arguments)
        if not self.game.survey.functions[ref].stops:
            return [Do(call)]
        return [Set("stop", call), If(Get("stop"), [Return(Get("stop"))], [])]

    def _action(self, number: int) -> Function:
        """Start an action for a seat; one that asks settles at its own end."""
        procedure = self.game.tables.actions[number].procedure
        info = self.game.tables.procedures[procedure]
        name = f"action_{number}"
        if info.entry is None:
            steps = [*self._plain(procedure, (Get("seat"),)), *self._settled()]
            return Function(name, ("seat",), steps, True)
        first, asked = info.question or (info.entry, None)
        steps = pushed(self.at, info, [Get("seat")])
        steps.append(build.do("check_depth"))
        if asked is None:
            segment = function_name(Ref(Role.SEGMENT, first))
            steps.append(Return(Call(segment, (build.plus(Get("new"), Number(8)),))))
        else:
            steps.append(Return(Number(0)))
        return Function(name, ("seat",), steps, True)

    def _settled(self) -> list[Step]:
        """Settle, unless that would do nothing."""
        settle = self.game.tables.settle
        if settle is None:
            return [Return(Number(0))]
        skippable = Ref(Role.SKIPPABLE, settle)
        if skippable not in self.game.survey.functions:
            return [Return(Call(SETTLE, ()))]
        steps: list[Step] = [If(Call(function_name(skippable), ()), [Return(Number(0))], [])]
        return [*steps, Return(Call(SETTLE, ()))]
