"""Rules that may ask, cut into segments at every question.

A segment is a function of the state and the rule's own frame. It runs to the next question or call and
says in the frame where to go on; so the middle of a rule is data and can be copied like everything else.
"""

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from rules.check.effects import acts, code
from rules.compile import python as py
from rules.compile.emitter import Emitter
from rules.compile.statements import Statements, Watchers
from rules.compile.threads import Resumable, question
from rules.model import tree
from rules.model.tree_walk import walk


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the procedure it stands in and the slots of its frame."""

    number: int
    question: tree.Question
    procedure: tree.Procedure
    slots: dict[str, int]
    slot: int
    """Where its answer goes."""
    seat: int
    """Where it stands who is asked."""


def waits(node: object) -> bool:
    """Whether a statement, or anything in it, may have to wait for an answer."""
    return any(
        isinstance(each, tree.Question) or (isinstance(each, tree.CallProcedure) and each.procedure.asks)
        for each in walk(node)
    )


class Segments(Statements):
    """Emits one procedure as segments."""

    def __init__(
        self,
        emitter: Emitter,
        watchers: Watchers,
        procedure: tree.Procedure,
        first: int,
        asked: list[Asked],
        idle: frozenset[int],
    ) -> None:
        names = [each.name for each in procedure.parameters]
        names += [each.name for each in procedure.locals if each.name not in names]
        for each in walk(code(procedure)):
            if isinstance(each, tree.ForEach) and each.variable.name not in names:
                names.append(each.variable.name)
        super().__init__(emitter, watchers, {name: index + 1 for index, name in enumerate(names)})
        self.procedure = procedure
        self.first = first
        self.asked = asked
        self.idle = idle
        self.size = len(names) + 1
        self.blocks: list[list[ast.stmt]] = [[]]
        self.current = self.blocks[0]
        self.loops: list[int | None] = []
        """For each loop around the present place: where it ends, or None for a plain Python loop."""
        for each in walk(code(procedure)):
            if isinstance(each, tree.Quantifier):
                self.slots.pop(each.variable.name, None)
            elif isinstance(each, tree.Graph) and each.through is not None:
                self.slots.pop(each.through.variable.name, None)
            elif isinstance(each, tree.Roll) and each.variable.face_of is not None:
                self.slots.pop(each.variable.face_of.name, None)

    # --- blocks --------------------------------------------------------------------------------

    def build(self) -> Resumable:
        """All segments of the procedure, the entry first."""
        procedure = self.procedure
        self.add(*self.tick())
        self.flow(code(procedure))
        self.add(*self.leave(None))
        for body in self.blocks:
            for each in body:
                py.placed(each, procedure.span)
        brief = not procedure.phase and not procedure.returns
        return Resumable(self.first, self.size, brief, self.blocks, procedure.span, question(self.blocks))

    def add(self, *statements: ast.stmt) -> None:
        """Add to the present block."""
        self.current.extend(statements)

    def turn_to(self, block: int) -> None:
        """Go on writing in a block of its own."""
        self.current = self.blocks[block]

    def new(self) -> int:
        """A new block, by its number."""
        self.blocks.append([])
        return len(self.blocks) - 1

    def target(self, block: int) -> list[ast.stmt]:
        """Say where to go on."""
        return [py.assign(py.put(py.name("f"), py.const(0)), py.const(self.first + block))]

    def jump(self, block: int) -> list[ast.stmt]:
        """Go on elsewhere."""
        return [*self.target(block), ast.Return(None)]

    def slot(self) -> int:
        """A new slot of the frame."""
        self.size += 1
        return self.size - 1

    # --- ways out ------------------------------------------------------------------------------

    def leave(self, value: ast.expr | None) -> list[ast.stmt]:
        """Leave the procedure: the frame goes, the result stays; after an action things settle."""
        way: list[ast.stmt] = []
        if self.procedure.returns:
            way.append(py.assign(ast.Attribute(py.name("s"), "ret", ast.Store()), value or py.const(None)))
        way.append(ast.Expr(ast.Call(ast.Attribute(py.field("s", "stack"), "pop", ast.Load()), [], [])))
        settle = self.emitter.world.procedures.get("settle")
        if settle is not None and self.procedure.name.startswith("action "):
            way += self._settled(settle)
        return [*way, ast.Return(None)]

    def _settled(self, settle: tree.Procedure) -> list[ast.stmt]:
        """Let things settle, unless a look tells that they are settled."""
        call = ast.Expr(py.call("settle", py.name("s")))
        if settle.number not in self.idle:
            return [call]
        return [py.when(py.negated(py.call(f"idle_{settle.number}", py.name("s"))), call)]

    def stop(self) -> list[ast.stmt]:
        """Leave the innermost loop, which may span several segments."""
        end = self.loops[-1] if self.loops else None
        return [ast.Break()] if end is None else self.jump(end)

    # --- flow ----------------------------------------------------------------------------------

    def flow(self, body: Sequence[tree.Statement]) -> None:
        """A block of statements, cut where it has to wait."""
        for node in body:
            if waits(node):
                self._waiting(node)
            else:
                self.add(*self.statement(node))

    def _for_each(self, node: tree.ForEach) -> list[ast.stmt]:
        self.loops.append(None)
        body = [*self.tick(), *self._where(node.where, self.filled(node.body))]
        self.loops.pop()
        slot = self.slots.get(node.variable.name)
        target: ast.expr = py.store(node.variable.name)
        if slot is not None:
            target = py.put(py.name("f"), py.const(slot))
        return [ast.For(target, self.looped(node.set), body, [])]

    def _where(self, where: tree.Expression | None, body: list[ast.stmt]) -> list[ast.stmt]:
        return body if where is None else [py.when(self.emit(where), *body)]

    def _repeat(self, node: tree.Repeat) -> list[ast.stmt]:
        self.loops.append(None)
        made = super()._repeat(node)
        self.loops.pop()
        return made

    def _waiting(self, node: tree.Statement) -> None:
        match node:
            case tree.If():
                self._waiting_if(node)
            case tree.ForEach():
                self._waiting_each(node)
            case tree.Repeat():
                self._waiting_repeat(node)
            case tree.Run(call):
                self._call(call, None)
            case tree.SetLocal(local, tree.CallProcedure() as call):
                self._call(call, local)
            case _ if isinstance(node, tree.Question):
                self._question(node)
            case _:
                raise AssertionError(f"cannot wait in {type(node).__name__}")

    def _waiting_if(self, node: tree.If) -> None:
        start = self.current
        after = self.new()
        rest = self._branch(node.otherwise, after)
        for condition, body in reversed(node.branches):
            test = self.emit(condition)
            rest = [ast.If(test, self._branch(body, after), rest)]
        self.current = start
        self.add(*(py.placed(each, node.span) for each in rest))
        self.turn_to(after)

    def _branch(self, body: tree.Block, after: int) -> list[ast.stmt]:
        """A branch up to where it first has to wait; what comes later stands in blocks of its own."""
        first: list[ast.stmt] = []
        self.current = first
        self.flow(body)
        self.add(*self.jump(after))
        return first

    def _waiting_each(self, node: tree.ForEach) -> None:
        items, index = self.slot(), self.slot()
        f = py.name("f")
        listed = py.call("tuple", self.emit(node.set))
        variable = self.slots.get(node.variable.name)
        if variable is None:
            variable = self.slots[node.variable.name] = self.slot()
        head, after = self.new(), self.new()
        self.add(py.placed(py.assign(py.put(f, py.const(items)), listed), node.span))
        self.add(py.assign(py.put(f, py.const(index)), py.const(0)), *self.jump(head))
        self.turn_to(head)
        here = py.item(f, py.const(index))
        end = py.compare(here, ast.GtE(), py.call("len", py.item(f, py.const(items))))
        self.add(*self.tick(), py.when(end, *self.jump(after)))
        self.add(py.assign(py.put(f, py.const(variable)), py.item(py.item(f, py.const(items)), here)))
        self.add(ast.AugAssign(py.put(f, py.const(index)), ast.Add(), py.const(1)))
        if node.where is not None:
            self.add(py.placed(py.when(py.negated(self.emit(node.where)), *self.jump(head)), node.span))
        self._body(node.body, head, after)

    def _body(self, statements: tree.Block, head: int, after: int) -> None:
        self.loops.append(after)
        self.flow(statements)
        self.loops.pop()
        self.add(*self.jump(head))
        self.turn_to(after)

    def _waiting_repeat(self, node: tree.Repeat) -> None:
        head, after = self.new(), self.new()
        f = py.name("f")
        counter = self.slots.get(node.counter.name)
        if node.times is not None:
            assert counter is not None
            self.add(py.placed(py.assign(py.put(f, py.const(counter)), self.emit(node.times)), node.span))
        self.add(*self.jump(head))
        self.turn_to(head)
        self.add(*self.tick())
        if node.times is not None:
            assert counter is not None
            left = py.item(f, py.const(counter))
            self.add(py.when(py.compare(left, ast.LtE(), py.const(0)), *self.jump(after)))
            self.add(ast.AugAssign(py.put(f, py.const(counter)), ast.Sub(), py.const(1)))
        elif node.condition is not None:
            self.add(py.placed(py.when(py.negated(self.emit(node.condition)), *self.jump(after)), node.span))
        self._body(node.body, head, after)

    def _call(self, call: tree.CallProcedure, local: tree.Local | None) -> None:
        after = self.new()
        arguments = [self.stored(each) for each in call.arguments]
        number = call.procedure.number
        pushed = ast.Expr(py.call("enter", py.name("s"), py.const(number), *arguments))
        entered = [*self.target(after), py.placed(pushed, call.span), ast.Return(None)]
        if number in self.idle and not acts(call.arguments):
            idle = py.call(f"idle_{number}", py.name("s"), *(self.stored(each) for each in call.arguments))
            self.add(py.placed(py.when(py.negated(idle), *entered), call.span), *self.jump(after))
        else:
            self.add(*entered)
        self.turn_to(after)
        if local is not None:
            self.add(self.let(local, py.field("s", "ret")))

    def _question(self, node: tree.Question) -> None:
        match node:
            case tree.Choose(result=local, by=by) | tree.Arrange(result=local, by=by):
                pass
            case tree.ChooseNumber(variable=local, by=by) | tree.Confirm(variable=local, by=by):
                pass
            case tree.Offer(chosen=local, player=by) | tree.Window(chosen=local, player=by):
                pass
            case _:
                assert_never(node)
        slot = self.slots.get(local.name)
        if slot is None:
            slot = self.slots[local.name] = self.slot()
        seat, seated = self._seat(by)
        number = len(self.asked)
        self.asked.append(Asked(number, node, self.procedure, self.slots, slot, seat))
        chosen = py.item(py.name("f"), py.const(slot))
        if isinstance(node, tree.Window):
            self._window(node, number, chosen, seated)
            return
        answered = self.new()
        if isinstance(node, tree.Choose) and node.most is None and not node.optional:
            self._alone(number, chosen, answered)
        self.add(*seated, *self._asked(number, answered))
        self.turn_to(answered)
        if isinstance(node, tree.Offer):
            after = self.new()
            self._act(chosen, after, after)
        elif isinstance(node, tree.Arrange):
            self._arranged(node, chosen)

    def _seat(self, by: tree.Expression) -> tuple[int, list[ast.stmt]]:
        """The slot in which it stands who is asked, and what puts it there."""
        match self.emit(by):
            case ast.Subscript(ast.Name("f"), ast.Constant(int(slot))):
                return slot, []
            case who:
                slot = self.slot()
                return slot, [py.placed(py.assign(py.put(py.name("f"), py.const(slot)), who), by.span)]

    def _alone(self, number: int, chosen: ast.expr, answered: int) -> None:
        """Nobody is asked where there is only one to choose."""
        head = self.new()
        self.add(*self.jump(head))
        self.turn_to(head)
        s, f, found = py.name("s"), py.name("f"), py.name("found")
        self.add(py.assign(py.store("found"), py.call(f"can_{number}", s, f)))
        only = py.compare(py.call("len", found), ast.Eq(), py.const(1))
        taken = _answered(number, py.item(found, py.const(0)))
        assert isinstance(chosen, ast.Subscript)
        put = py.assign(py.put(chosen.value, chosen.slice), py.item(found, py.const(0)))
        self.add(py.when(only, taken, put, *self.jump(answered)))
        self.add(py.assign(ast.Attribute(s, "open", ast.Store()), found))

    def _asked(self, number: int, answered: int) -> list[ast.stmt]:
        """Wait for an answer, and say where to go on with it."""
        ask = ast.Attribute(py.name("s"), "ask", ast.Store())
        return [*self.target(answered), py.assign(ask, py.const(number)), ast.Return(None)]

    def _act(self, chosen: ast.expr, then: int, after: int) -> None:
        """Do what was chosen and go on with one block; where nothing was, with another."""
        none = py.compare(chosen, ast.Is(), py.const(None))
        seat, action = py.item(chosen, py.const(0)), py.item(chosen, py.const(1))
        act = ast.Expr(ast.Call(py.item(py.name("deeds"), action), [py.name("s"), seat], []))
        self.add(py.when(none, *self.jump(after)), *self.target(then), act, ast.Return(None))
        self.turn_to(after)

    def _window(self, node: tree.Window, number: int, chosen: ast.expr, seated: list[ast.stmt]) -> None:
        """Nobody is asked where nothing can be played, and nothing hidden might be."""
        head, answered, after = self.new(), self.new(), self.new()
        s, found = py.name("s"), py.name("found")
        self.add(*self.jump(head))
        self.turn_to(head)
        listed = [py.call(f"everyone_{each.number}", s) for each in node.menus if each.actions]
        plays: ast.expr = listed[0] if listed else ast.List([], ast.Load())
        for more in listed[1:]:
            plays = ast.BinOp(plays, ast.Add(), more)
        kept = py.assign(ast.Attribute(s, "open", ast.Store()), found)
        hidden = py.call("hidden", s, py.const(number))
        test = ast.BoolOp(ast.Or(), [found, ast.BoolOp(ast.And(), [py.field("s", "veiled"), hidden])])
        asked = [kept, *seated, *self._asked(number, answered)]
        self.add(py.assign(py.store("found"), plays), py.when(test, *asked))
        self.add(_answered(number, py.const(None)), *self.jump(after))
        self.turn_to(answered)
        self._act(chosen, head, after)

    def _arranged(self, node: tree.Arrange, chosen: ast.expr) -> None:
        from_type = node.result.type
        kind = getattr(getattr(from_type, "item", None), "kind", None)
        if kind is not None and kind.root.piece:
            base = py.const(kind.root.piece_base)
            self.add(ast.Expr(py.call("arranged", py.name("s"), base, chosen, self.emit(node.by))))


def _answered(number: int, answer: ast.expr) -> ast.stmt:
    """A question that leaves no choice is answered before it is asked."""
    forced = ast.Attribute(py.field("s", "forced"), "append", ast.Load())
    return ast.Expr(ast.Call(forced, [ast.Tuple([py.const(number), answer], ast.Load())], []))
