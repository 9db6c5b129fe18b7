"""Translates expressions of the lowered form into values of flat code."""

from lazaretto.rules.backends.native.flat import build
from lazaretto.rules.backends.native.flat.nodes import (
    Binary,
    Call,
    Choose,
    Get,
    If,
    Load,
    Number,
    Return,
    Set,
    Step,
    Value,
)
from lazaretto.rules.backends.native.helpers.faults import EMPTY_PILE
from lazaretto.rules.backends.native.native_code import function_name
from lazaretto.rules.backends.native.translate_lists import ListNode
from lazaretto.rules.backends.native.translate_runtime_calls import Applied
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import FRAMED, Sort
from lazaretto.rules.run.questions.question_forms import hidden_piles


class Expressions(Applied):
    """Translates expressions."""

    def value(self, node: ir.Expression) -> Value:
        """Translate an expression; what fails in it has its position, or that around it."""
        if node.span is None:
            return self._value(node)
        outer, self.span = self.span, node.span
        found = self._value(node)
        self.span = outer
        return found

    def _value(self, node: ir.Expression) -> Value:
        match node:
            case ir.Local(name):
                return self.local(name)
            case ir.Const(value):
                return Number(self.game.data.value(value))
            case ir.Slot(number):
                return Load("i64", Get("frame"), 8 * number)
            case ir.Compute():
                return self.compute(node)
            case ir.Call():
                return self._call(node)
            case ir.Compare():
                return self.compare(node)
            case ir.Cell():
                return self.word_in_cells(node.index)
            case ir.Item():
                return self._item(node.many, node.index, node.sort)
            case ir.Table(name):
                return Number(self.game.data.table(name))
            case ir.Not():
                return build.negated(self.truth(node.operand))
            case ir.Apply():
                return self.applied(node)
            case ir.IsNone(_, negated):
                test = build.is_none(self.value(node.operand))
                return build.negated(test) if negated else test
            case ir.And(operands):
                return self.all_true(operands)
            case ir.Or(operands):
                return self.some_true(operands)
            case ir.IfElse():
                return Choose(self.truth(node.test), self.value(node.then), self.value(node.otherwise))
            case ir.Between():
                return self.between(node)
            case ir.Negative():
                return self.negative(node)
            case ir.PileOf():
                return self.pile_at(self.index(node.piece, self.at.pieces))
            case ir.Players():
                return build.scalar(self.at.players)
            case ir.Veiled():
                return build.scalar(self.at.veiled)
            case ir.Returned():
                return build.scalar(self.at.ret)
            case ir.Words():
                return self.words(node)
            case ir.TupleOf(items):
                return self._tuple(items)
            case ir.PileAt():
                return Call("pile_list", (self.pile(node.index),))
            case ir.Cells():
                before: list[Step] = []
                spot, end = self.cell_range(node.first, node.count, before)
                return self.after(before, Call("list_between", (spot, end)))
            case ir.PilesOf(first, count):
                return Call("piles_list", (Number(first), Number(count)))
            case ir.MayHoldHidden(question):
                piles = hidden_piles(self.game.tables.asks[question].form)
                return Call("may_hold_hidden", (Number(self.game.data.list(piles)),))
            case ir.Condition():
                raise TypeError(node)
            case _:
                return self._of_list(node)

    def _of_list(self, node: ListNode) -> Value:
        return self.listed(node)

    def local(self, name: str) -> Value:
        """Translate a variable."""
        return Get(self.names.get(name, name))

    # --- cells and items -----------------------------------------------------------------------

    def word_in_cells(self, index: ir.Expression) -> Value:
        """Translate one value of the state."""
        address, offset = self.cell(index)
        if isinstance(address, Number):
            return build.scalar(address.value + offset)
        return Load("i64", address, offset)

    def cell(self, index: ir.Expression) -> tuple[Value, int]:
        """Translate the address of a cell: a value and a constant."""
        found = self.index(index, self.at.cells)
        offset = self.at.v
        if isinstance(found, Number):
            return Number(offset + 8 * found.value), 0
        if isinstance(found, Binary) and found.word == "+" and isinstance(found.right, Number):
            moved = found.right.value
            if moved > 0 and self._is_natural(index):
                return build.times(found.left, 8), offset + 8 * moved
        return build.times(found, 8), offset

    def _is_natural(self, node: ir.Expression) -> bool:
        """Whether all parts of a sum are known not to be negative."""
        match node:
            case ir.Compute("+"):
                return self._is_natural(node.left) and self._is_natural(node.right)
            case _:
                return self.facts(node).low >= 0

    def _item(self, many: ir.Expression, index: ir.Expression, sort: Sort) -> Value:
        match many:
            case ir.Table(name):
                data = self.game.data
                address = data.entries(name) if sort is Sort.ENTRY else data.table(name)
                found = self.index(index, data.length(name))
                return build.word_at(build.plus(build.times(found, 8), Number(address + 8)))
            case ir.PileAt():
                return self._piece(many.index, index)
            case _:
                before: list[Step] = []
                kept = self.kept(self.value(many), before)
                spot = self.checked_index(self.value(index), build.word_at(kept))
                return self.after(before, build.word_at(build.plus(kept, build.times(spot, 8)), 8))

    def _piece(self, pile: ir.Expression, index: ir.Expression) -> Value:
        """Translate a piece of a pile; its ends are found at once."""
        number = self.pile(pile)
        ends = {0: self.at.bottom, -1: self.at.top_piece}
        if not isinstance(index, ir.Const) or index.value not in ends:
            return self.helped("pile_item", number, self.present(index))
        assert isinstance(index.value, int)
        before: list[Step] = []
        kept = self.kept(number, before)
        link = self.kept(self.small_at(ends[index.value], kept), before)
        before.append(If(build.equal(link, Number(0)), self.failing(EMPTY_PILE), []))
        base = self.base_of(pile, kept)
        return self.after(before, build.minus(build.plus(link, Number(-1)), base))

    def _tuple(self, items: tuple[ir.Expression, ...]) -> Value:
        values = [self.value(item) for item in items]
        if all(isinstance(value, Number) for value in values):
            return Number(self.game.data.list([value.value for value in values if isinstance(value, Number)]))
        before: list[Step] = []
        kept = [self.kept(value, before) for value in values]
        made = self.fresh("list")
        before.append(Set(made, Call("reserve", (Number(8 + 8 * len(kept)),))))
        before.append(build.set_word(Get(made), Number(len(kept))))
        before += [build.set_word(Get(made), each, 8 + 8 * index) for index, each in enumerate(kept)]
        return self.after(before, Get(made))

    # --- calls ---------------------------------------------------------------------------------

    def _call(self, node: ir.Call) -> Value:
        if self.game.shared.is_given(node, self.ref):
            return Get(function_name(node.function))
        return self.called(node.function, [self.value(argument) for argument in node.arguments])

    def called(self, ref: ir.Ref, arguments: list[Value]) -> Value:
        """Return a call of a lowered function; if that stops, so does this function."""
        if ref.role in FRAMED:
            arguments = [Get("frame"), *arguments]
        wanted = self.game.shared.wanted(ref)
        if wanted:
            before: list[Step] = []
            seat, *others = arguments
            seat = self.kept(seat, before)
            given = [self._shared(each, seat) for each in wanted]
            return self.after(before, Call(function_name(ref), (seat, *others, *given)))
        call: Value = Call(function_name(ref), tuple(arguments))
        if ref in self.game.recursive:
            call = self._placed(Call(function_name(ref), tuple(arguments)))
        return self.given(call) if self.game.survey.functions[ref].stops else call

    def _shared(self, ref: ir.Ref, seat: Value) -> Value:
        """Return a value of a seat that another function wants."""
        name = function_name(ref)
        return Get(name) if ref in self.game.shared.computed(self.ref) else Call(name, (seat,))

    def stopping(self, call: Value) -> list[Step]:
        """Return a call for its effect; if it stops, so does this function."""
        stop = self.fresh("stop")
        return [Set(stop, call), If(Get(stop), [Return(Get(stop))], [])]
