"""Splits procedures that may ask into segments.

A segment reads and writes the state and the frame of its procedure. It ends with a terminator: it jumps to
another segment, starts another procedure, asks, or leaves. The position inside a suspended procedure is
therefore data, and is copied with the rest of the state.

For a question that several players answer at the same time, the frame holds the asked seats and a list of
their answers, each `none` or a tuple of one value. The variable of the loop is the seat whose question is
pending; the machine may turn to another one of them.
"""

from collections.abc import Sequence

from lazaretto.rules.check.effects import acts, code
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import at_most, longest
from lazaretto.rules.lower.builders import at, negated, sort_of, when
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.questions_and_menus import Asked, unseen_base
from lazaretto.rules.lower.statements_without_questions import StatementLowering
from lazaretto.rules.model import tree
from lazaretto.rules.model.tree_walk import walk

_LIST, _NUMBER, _MEMBER = ir.Sort.LIST, ir.Sort.NUMBER, ir.Sort.MEMBER


def _lower_together(code: "Segments", node: tree.Together) -> None:
    """Lower the question, then a loop over those who have answered it."""
    seats, given = ir.Slot(code.slot("seats", _LIST), _LIST), ir.Slot(code.slot("given", _LIST), _LIST)
    player = ir.Slot(code.slot_of(node.variable, _MEMBER), _MEMBER)
    result = node.question.result
    answer = ir.Slot(code.slot_of(result, sort_of(result.type)), sort_of(result.type))
    head, answered, reveal, after = code.new(), code.new(), code.new(), code.new()
    listed = ir.Frozen(code.lower(node.seats), length=at_most(node.seats))
    code.add(at(ir.Let(seats, listed), node.span))
    code.add(ir.Let(given, ir.Apply("unanswered", (seats,), _LIST)), code.jump(head))
    code.turn_to(head)
    code.add(ir.Let(player, ir.Apply("waiting", (seats, given), _MEMBER)))
    code.add(when(ir.IsNone(player), code.jump(reveal)))
    number = len(code.asked)
    slots = (seats.number, given.number)
    code.asked.append(
        Asked(number, node.question, code.procedure, code.slots, answer.number, player.number, slots)
    )
    code.add(ir.Ask(number, code.first + answered))
    code.turn_to(answered)
    code.add(ir.Let(given, ir.Apply("answered", (seats, given, player, answer), _LIST)), code.jump(head))
    code.turn_to(reveal)
    index = ir.Slot(code.slot("index", _NUMBER), _NUMBER)
    each = code.new()
    code.add(ir.Barrier(), ir.Let(index, ir.Const(0)), code.jump(each))
    code.turn_to(each)
    code.add(when(ir.Compare(">=", index, ir.Length(seats)), code.jump(after)))
    code.add(ir.Let(player, ir.Item(seats, index, _MEMBER)))
    code.add(ir.Let(answer, ir.Item(ir.Item(given, index, _LIST), ir.Const(0), answer.sort)))
    code.add(ir.AddToSlot(index.number, 1))
    code.body(node.body, each, after)


def _waits(node: object) -> bool:
    """Whether a statement, or anything in it, may have to wait for an answer."""
    return any(
        isinstance(procedure, tree.Question)
        or (isinstance(procedure, tree.CallProcedure) and procedure.procedure.asks)
        for procedure in walk(node)
    )


def _ends(block: ir.Block) -> bool:
    """Whether a block has its terminator."""
    return bool(block) and isinstance(block[-1], ir.Terminator)


class Segments(StatementLowering):
    """Lowers one procedure to segments."""

    def __init__(
        self,
        context: Context,
        procedure: tree.Procedure,
        first: int,
        asked: list[Asked],
        skippable: frozenset[int],
    ) -> None:
        super().__init__(context)
        self.procedure = procedure
        self.number = context.numbering.procedures[procedure]
        self.first = first
        self.asked = asked
        self.skippable = skippable
        self.frame = [ir.FrameSlot("next", ir.Sort.NUMBER)]
        self.blocks: list[ir.Block] = [[]]
        self.current = self.blocks[0]
        self.loops: list[int | None] = []
        """For each loop around the current statement, the segment after it; None for one within a segment."""
        self._lay_out_frame()

    def _lay_out_frame(self) -> None:
        """Give each parameter and local a slot; locals of expressions stay local names."""
        for local in (*self.procedure.parameters, *self.procedure.locals):
            if local.name not in self.slots:
                self.slot_of(local, sort_of(local.type))
        for node in walk(code(self.procedure)):
            if isinstance(node, tree.ForEach | tree.Together) and node.variable.name not in self.slots:
                self.slot_of(node.variable, sort_of(node.variable.type))
        for node in walk(code(self.procedure)):
            match node:
                case tree.Quantifier(variable=variable) | tree.Through(variable=variable):
                    self.slots.pop(variable.name, None)
                case tree.Roll(variable=rolled) if rolled.face_of is not None:
                    self.slots.pop(rolled.face_of.name, None)
                case _:
                    pass

    # --- segments ------------------------------------------------------------------------------

    def build(self) -> None:
        """Lower the whole procedure; then `blocks` holds its segments, the entry first."""
        self.flow(code(self.procedure))
        self.add(self.leave(None))

    def add(self, *statements: ir.Statement) -> None:
        """Append to the current segment; code after a terminator is unreachable and dropped."""
        for statement in statements:
            if not _ends(self.current):
                self.current.append(statement)

    def block(self, body: Sequence[tree.Statement]) -> ir.Block:
        """Lower a block that does not wait, up to where it leaves the segment."""
        made = super().block(body)
        last = next((place for place, each in enumerate(made) if isinstance(each, ir.Terminator)), len(made))
        return made[: last + 1]

    def turn_to(self, block: int) -> None:
        """Continue in another segment."""
        self.current = self.blocks[block]

    def new(self) -> int:
        """Create a segment; return its number, counted from the first of the procedure."""
        self.blocks.append([])
        return len(self.blocks) - 1

    def jump(self, block: int) -> ir.Statement:
        """Return a jump to another segment."""
        return ir.Goto(self.first + block)

    def slot(self, name: str, sort: ir.Sort) -> int:
        """Create a frame slot."""
        self.frame.append(ir.FrameSlot(name, sort))
        return len(self.frame) - 1

    def slot_of(self, variable: tree.Local, sort: ir.Sort) -> int:
        """Return the slot of a local, and create one if it has none."""
        slot = self.slots.get(variable.name)
        if slot is None:
            slot = self.slots[variable.name] = self.slot(variable.name, sort)
        return slot

    # --- ways out ------------------------------------------------------------------------------

    def leave(self, value: ir.Expression | None) -> ir.Statement:
        """Leave the procedure; after an action, start the procedure that runs after every action."""
        settle = self.context.world.procedures.get("settle")
        after: ir.Block = []
        if settle is not None and self.procedure.name.startswith("action "):
            after = self._settled(settle)
        returns = self.procedure.returns
        return ir.Leave(value if returns else None, returns, after)

    def _settled(self, settle: tree.Procedure) -> ir.Block:
        number = self.context.numbering.procedures[settle]
        if number not in self.skippable:
            return [ir.Settle()]
        idle = ir.Call(ir.Ref(ir.Role.SKIPPABLE, number), ())
        return [when(negated(idle), ir.Settle())]

    def stop(self) -> ir.Statement:
        """Leave the innermost loop, which may span several segments."""
        end = self.loops[-1] if self.loops else None
        return ir.Break() if end is None else self.jump(end)

    # --- control -------------------------------------------------------------------------------

    def flow(self, body: Sequence[tree.Statement]) -> None:
        """Lower a block of statements, split where it has to wait."""
        for node in body:
            if _waits(node):
                self.add(*(at(each, node.span) for each in self.unveiling(node)))
                self._waiting(node)
            else:
                self.add(*self.statement(node))

    def _for_each(self, node: tree.ForEach) -> ir.Statement:
        self.loops.append(None)
        body = self.block(node.body)
        if node.where is not None:
            body = [when(self.lower(node.where), *body)]
        self.loops.pop()
        target = self.variable(node.variable)
        return ir.ForEach(target, self.looped(node.set), body, longest(node.set), pays=True)

    def _repeat(self, node: tree.Repeat) -> ir.Statement:
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
            case tree.Together():
                _lower_together(self, node)
            case tree.Repeat():
                self._waiting_repeat(node)
            case tree.Run(call):
                self._enter_procedure(call, None)
            case tree.SetLocal(local, tree.CallProcedure() as call):
                self._enter_procedure(call, local)
            case _ if isinstance(node, tree.Question):
                self._question(node)
            case _:
                raise AssertionError(f"cannot wait in {type(node).__name__}")

    def _waiting_if(self, node: tree.If) -> None:
        start = self.current
        after = self.new()
        rest = self._branch(node.otherwise, after)
        for condition, body in reversed(node.branches):
            test = self.lower(condition)
            rest = [ir.If(test, self._branch(body, after), rest)]
        self.current = start
        self.add(*(at(each, node.span) for each in rest))
        self.turn_to(after)

    def _branch(self, body: tree.Block, after: int) -> ir.Block:
        """Lower a branch up to where it first waits; the rest is in other segments."""
        first: ir.Block = []
        self.current = first
        self.flow(body)
        self.add(self.jump(after))
        return first

    def _waiting_each(self, node: tree.ForEach) -> None:
        items, index = self.slot("items", ir.Sort.LIST), self.slot("index", ir.Sort.NUMBER)
        listed = ir.Frozen(self.lower(node.set), length=at_most(node.set))
        variable = self.slot_of(node.variable, sort_of(node.variable.type))
        head, after = self.new(), self.new()
        self.add(at(ir.Let(ir.Slot(items, ir.Sort.LIST), listed), node.span))
        self.add(ir.Let(ir.Slot(index, ir.Sort.NUMBER), ir.Const(0)), self.jump(head))
        self.turn_to(head)
        length = ir.Length(ir.Slot(items, ir.Sort.LIST))
        end = ir.Compare(">=", ir.Slot(index, ir.Sort.NUMBER), length)
        self.add(when(end, self.jump(after)))
        sort = sort_of(node.variable.type)
        item = ir.Item(ir.Slot(items, ir.Sort.LIST), ir.Slot(index, ir.Sort.NUMBER), sort)
        self.add(ir.Let(ir.Slot(variable, sort), item), ir.AddToSlot(index, 1))
        if node.where is not None:
            self.add(at(when(negated(self.lower(node.where)), self.jump(head)), node.span))
        self.body(node.body, head, after)

    def _waiting_repeat(self, node: tree.Repeat) -> None:
        head, after = self.new(), self.new()
        left: int | None = None
        if node.times is not None:
            left = self.slots[node.counter.name]
            self.add(at(ir.Let(ir.Slot(left, ir.Sort.NUMBER), self.lower(node.times)), node.span))
        self.add(self.jump(head))
        self.turn_to(head)
        if left is not None:
            done = ir.Compare("<=", ir.Slot(left, ir.Sort.NUMBER), ir.Const(0))
            self.add(when(done, self.jump(after)), ir.AddToSlot(left, -1))
        elif node.condition is not None:
            self.add(at(when(negated(self.lower(node.condition)), self.jump(after)), node.span))
        self.body(node.body, head, after)

    def body(self, statements: tree.Block, head: int, after: int) -> None:
        """Lower the body of a loop, which begins in one segment and ends in another."""
        self.loops.append(after)
        self.flow(statements)
        self.loops.pop()
        self.add(self.jump(head))
        self.turn_to(after)

    # --- calls and questions -------------------------------------------------------------------

    def _enter_procedure(self, call: tree.CallProcedure, result: tree.Local | None) -> None:
        after = self.new()
        number = self.context.numbering.procedures[call.procedure]
        arguments = tuple(self.stored(argument) for argument in call.arguments)
        entered = at(ir.Enter(number, arguments, self.first + after), call.span)
        if number in self.skippable and not acts(call.arguments):
            again = tuple(self.stored(argument) for argument in call.arguments)
            idle = ir.Call(ir.Ref(ir.Role.SKIPPABLE, number), again)
            self.add(at(when(negated(idle), entered), call.span), self.jump(after))
        else:
            self.add(entered)
        self.turn_to(after)
        if result is not None:
            self.add(self.let(result, ir.Returned(sort_of(result.type))))

    def _question(self, node: tree.Question) -> None:
        slot, sort = self._answer_slot(node)
        seat, seated = self._seat(node.by)
        number = len(self.asked)
        self.asked.append(Asked(number, node, self.procedure, self.slots, slot, seat))
        if isinstance(node, tree.Window):
            self._window(node, number, slot, seated)
            return
        answered = self.new()
        if isinstance(node, tree.Choose) and node.most is None and not node.optional:
            base = unseen_base(node)
            if base is not None:
                self.add(*seated)
                seated = []
            alone = (None, 0) if base is None else (ir.Slot(seat, ir.Sort.MEMBER), base)
            self._answer_alone(number, ir.Slot(slot, sort), answered, *alone)
        self.add(*seated, ir.Ask(number, self.first + answered))
        self.turn_to(answered)
        if isinstance(node, tree.Offer):
            after = self.new()
            self._act(slot, after, after)
        elif isinstance(node, tree.Arrange):
            self._arranged(node, ir.Slot(slot, sort))

    def _answer_slot(self, node: tree.Question) -> tuple[int, ir.Sort]:
        """Where the answer goes."""
        answer = node.result
        sort = ir.Sort.ENTRY if isinstance(node, tree.Offer | tree.Window) else sort_of(answer.type)
        slot = self.slot_of(answer, sort)
        self.frame[slot] = ir.FrameSlot(answer.name, sort)
        return slot, sort

    def _seat(self, by: tree.Expression) -> tuple[int, ir.Block]:
        """Return the slot that holds the asked seat, and the code that sets it, if needed."""
        who = self.lower(by)
        if isinstance(who, ir.Slot):
            return who.number, []
        slot = self.slot("asked", ir.Sort.MEMBER)
        return slot, [at(ir.Let(ir.Slot(slot, ir.Sort.MEMBER), who), by.span)]

    def _answer_alone(
        self, number: int, answer: ir.Slot, answered: int, seat: ir.Slot | None, base: int
    ) -> None:
        """Answer automatically if there is only one candidate."""
        head = self.new()
        self.add(self.jump(head))
        self.turn_to(head)
        self.add(ir.Let(_found(ir.Sort.LIST), ir.Call(ir.Ref(ir.Role.CANDIDATES, number), ())))
        only = ir.Compare("=", ir.Length(_found(ir.Sort.LIST)), ir.Const(1))
        taken = ir.AnswerAlone(number, ir.Item(_found(ir.Sort.LIST), ir.Const(0), answer.sort), seat, base)
        put = ir.Let(answer, ir.Item(_found(ir.Sort.LIST), ir.Const(0), answer.sort))
        self.add(when(only, taken, put, self.jump(answered)))
        self.add(ir.KeepCandidates(_found(ir.Sort.LIST)))

    def _act(self, slot: int, then: int, after: int) -> None:
        """Do the chosen action and continue with segment `then`; with `after` if nothing was chosen."""
        none = ir.IsNone(ir.Slot(slot, ir.Sort.ENTRY))
        act = ir.Act(ir.Slot(slot, ir.Sort.ENTRY), self.first + then)
        self.add(when(none, self.jump(after)), act)
        self.turn_to(after)

    def _window(self, node: tree.Window, number: int, slot: int, seated: ir.Block) -> None:
        """Skip the question if nothing can be played, and no hidden pile could hold something to play."""
        head, answered, after = self.new(), self.new(), self.new()
        self.add(self.jump(head))
        self.turn_to(head)
        menus = self.context.numbering.menus
        listed = [ir.Call(ir.Ref(ir.Role.PLAYABLE, menus[menu]), ()) for menu in node.menus if menu.actions]
        plays: ir.Expression = ir.NewList(ir.Sort.ENTRIES)
        if listed:
            plays = listed[0] if len(listed) == 1 else ir.Joined(tuple(listed))
        hidden = ir.And((ir.Veiled(), ir.MayHoldHidden(number)))
        test = ir.Or((ir.NotEmpty(_found(ir.Sort.ENTRIES)), hidden))
        kept = ir.KeepCandidates(_found(ir.Sort.ENTRIES))
        asked = ir.Ask(number, self.first + answered)
        self.add(ir.Let(_found(ir.Sort.ENTRIES), plays), when(test, kept, *seated, asked))
        self.add(ir.AnswerAlone(number, ir.Const(None)), self.jump(after))
        self.turn_to(answered)
        self._act(slot, head, after)

    def _arranged(self, node: tree.Arrange, chosen: ir.Slot) -> None:
        kind = getattr(getattr(node.result.type, "item", None), "kind", None)
        if kind is not None and kind.root.piece:
            base = ir.Const(kind.root.piece_base)
            self.add(ir.Perform("arranged", (base, chosen, self.lower(node.by))))


def _found(sort: ir.Sort) -> ir.Local:
    return ir.Local("found", sort)
