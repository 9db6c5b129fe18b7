"""Questions: their forms, and their functions.

The functions compute candidates, bounds, prompts, and the reasons of what may not be answered.
"""

from collections.abc import Sequence
from typing import assert_never

from lazaretto.grammar.source import Span
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import at_most, longest, may_repeat
from lazaretto.rules.lower.builders import negated, when
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.entity_infos import TableInfos
from lazaretto.rules.lower.nonwaiting_statements import Statements
from lazaretto.rules.lower.open_actions import (
    Choice,
    Rest,
    candidates,
    numbers,
    reason,
    reason_of,
    said_or_nothing,
    that_may_fail,
)
from lazaretto.rules.lower.quantifiers import local
from lazaretto.rules.lower.question_sites import Asked
from lazaretto.rules.lower.secret_piles import SecretPiles
from lazaretto.rules.lower.sorts import sort_of
from lazaretto.rules.lower.source_locations import place
from lazaretto.rules.lower.unseen_candidates import unseen_base
from lazaretto.rules.model import tree
from lazaretto.rules.run.compiled_game import AskInfo, Tag
from lazaretto.rules.run.question_forms import (
    AskConfirm,
    AskForm,
    AskNumber,
    AskOffer,
    AskOne,
    AskOrder,
    AskSome,
    AskWindow,
    offers_actions,
)


class Questions:
    """Lowers questions; their functions read the frame of the procedure that asks."""

    def __init__(self, context: Context, infos: TableInfos, after: dict[Choice, Rest | None]) -> None:
        self.context = context
        self.infos = infos
        self.after = after
        self.functions: list[ir.Function] = []
        self._secret = SecretPiles()

    def question(self, asked: Asked) -> AskInfo:
        """Describe a question, and add its functions."""
        node = asked.question
        form, tag, subject = self._asked(asked)
        if node.prompt is not None:
            code = Statements(self.context, asked.slots)
            self._add(ir.Role.PROMPT, asked, code.said(node.prompt))
        step = (
            not offers_actions(form)
            and asked.together is None
            and (node in self.after or asked.procedure.name.startswith("action "))
        )
        action = asked.procedure.name.removeprefix("action ") if step else None
        return AskInfo(
            form,
            asked.slot,
            asked.seat,
            tag,
            step,
            subject,
            action,
            place(node.span),
            unseen_base(node),
            asked.together,
        )

    def _asked(self, asked: Asked) -> tuple[AskForm, Tag, str]:
        """The form of a question, the type of an answer, and the word for what is chosen."""
        node = asked.question
        code = Statements(self.context, asked.slots)
        match node:
            case tree.Choose():
                self._choice(asked, node)
                form: AskForm = AskSome() if node.most is not None else AskOne(node.optional, node.alike)
                return form, self.infos.tag(node.variable.type), node.variable.word
            case tree.ChooseNumber():
                self._add(ir.Role.BOUNDS, asked, ir.TupleOf((code.lower(node.low), code.lower(node.high))))
                self._numbers_that_lead_through(asked, node)
                return AskNumber(), ("number",), node.result.word
            case tree.Arrange():
                many = node.list
                self._add(ir.Role.CANDIDATES, asked, ir.Frozen(code.lower(many), length=at_most(many)))
                return AskOrder(), self.infos.tag(many.type)[1], ""
            case tree.Confirm():
                return AskConfirm(node.consent), ("flag",), ""
            case tree.Offer(menus=own, interrupts=between):
                form = AskOffer(self._menus(own), self._menus(between), self._secret.of(between))
                return form, ("number",), ""
            case tree.Window(menus=between):
                return AskWindow(self._menus(between), self._secret.of(between)), ("number",), ""
            case _:
                assert_never(node)

    def _menus(self, menus: Sequence[tree.Menu]) -> tuple[int, ...]:
        return tuple(self.context.numbering.menus[each] for each in menus)

    def _add(
        self, role: ir.Role, asked: Asked, value: ir.Expression, parameters: tuple[ir.Local, ...] = ()
    ) -> None:
        self._function(role, asked, parameters, [ir.Return(value)], asked.question.span)

    def _function(
        self, role: ir.Role, asked: Asked, parameters: tuple[ir.Local, ...], body: ir.Block, span: Span
    ) -> None:
        made = ir.Function(ir.Ref(role, asked.number), asked.procedure.name, parameters, body, span)
        self.functions.append(made)

    def _judged(
        self, asked: Asked, result: tree.Local, answer: ir.Expression, role: ir.Role
    ) -> ir.Expression | None:
        """Return the test of the steps after an answer; None if there are none that can fail."""
        node = asked.question
        rest = self.after.get(node) if isinstance(node, tree.Choose | tree.ChooseNumber) else None
        if rest is None:
            return None
        arguments = tuple(
            answer if each is result else ir.Slot(asked.slots[each.name], sort_of(each.type))
            for each in rest.known
        )
        return ir.Call(rest.ref(role), arguments)

    def _numbers_that_lead_through(self, asked: Asked, node: tree.ChooseNumber) -> None:
        """The candidates, where not all numbers need to lead through."""
        judge = self._judged(asked, node.result, local(node.result), ir.Role.OPEN)
        if judge is not None:
            many = numbers(node, Statements(self.context, asked.slots))
            here = local(node.result)
            self._add(ir.Role.CANDIDATES, asked, ir.Select(local(node.result), many, (judge,), here))

    def _choice(self, asked: Asked, node: tree.Choose) -> None:
        slots = {name: slot for name, slot in asked.slots.items() if name != node.variable.name}
        code = Statements(self.context, slots)
        is_open = is_closed = None
        if node.most is None:
            is_open = self._judged(asked, node.result, local(node.variable), ir.Role.OPEN)
            is_closed = self._judged(asked, node.result, local(node.variable), ir.Role.REASON)
        if node.optional and not node.stops:
            declined = self._judged(asked, node.result, ir.Const(None), ir.Role.OPEN)
            if declined is not None:
                self._add(ir.Role.DECLINED, asked, declined)
        self._add(ir.Role.CANDIDATES, asked, candidates(node, code, is_open))
        self._closed(asked, node, code, is_closed)
        if node.least is not None and node.most is not None:
            pair = ir.TupleOf((code.lower(node.least), code.lower(node.most)))
            self._add(ir.Role.BOUNDS, asked, pair)
        if node.most is not None:
            self._whole_choice(asked, node, slots)

    def _whole_choice(self, asked: Asked, node: tree.Choose, slots: dict[str, int]) -> None:
        """Lower the reason why a selection as a whole is not allowed."""
        code = Statements(
            self.context, {name: slot for name, slot in slots.items() if name != node.result.name}
        )
        made = self._judged(asked, node.result, local(node.result), ir.Role.REASON)
        if node.such_that is not None:
            text = said_or_nothing(node.such_reason, code)
            made = ir.IfElse(code.lower(node.such_that), made or ir.Const(None), text)
        if made is not None:
            self._add(ir.Role.JUDGE, asked, made, (local(node.result),))

    def _closed(self, asked: Asked, node: tree.Choose, code: Statements, judge: ir.Expression | None) -> None:
        """Lower the candidates that are shown but closed, each with its reason."""
        inner: ir.Block = []

        def told(why: ir.Expression) -> ir.Statement:
            return ir.Append(_found(), ir.TupleOf((local(node.variable), why)))

        for need in that_may_fail(node.needs):
            test = negated(code.lower(need.condition))
            inner.append(when(test, told(reason_of(need, code)), ir.Continue()))
        if judge is not None:
            inner.append(ir.Let(reason(), judge))
            inner.append(when(ir.IsNone(reason(), negated=True), told(reason())))
        if not inner:
            return
        if node.where is not None:
            inner = [when(code.lower(node.where), *inner)]
        many = ir.Unique(code.lower(node.set)) if may_repeat(node.set) else code.looped(node.set)
        body: ir.Block = [
            ir.Let(_found(), ir.NewList(ir.Sort.VALUE)),
            ir.ForEach(local(node.variable), many, inner, longest(node.set)),
            ir.Return(_found()),
        ]
        self._function(ir.Role.CLOSED, asked, (), body, node.span)


def _found() -> ir.Local:
    return ir.Local("found", ir.Sort.VALUE)
