"""What is open and why not: the steps of actions, and the candidates of every question.

For each action there is a chain of functions, one from each choice on, that tells whether the action can be
carried through, and another that gives the reason where it cannot. A menu's options and a choice's candidates
both come from them, so nothing is offered that leads nowhere.
"""

import ast
from collections.abc import Sequence

from grammar.source import Span
from rules.compile import python as py
from rules.compile.emitter import Emitter
from rules.compile.segments import Asked
from rules.compile.statements import Statements, Watchers, plain_function
from rules.model import tree
from rules.model.tree_walk import walk
from rules.run.machine import HIDDEN
from rules.run.messages import NOTHING_THERE


class Steps:
    """Emits the functions that decide what is open.

    Each stands there twice: `why_...` gives the reason why not, or None; `open_...` only says whether.
    """

    def __init__(self, emitter: Emitter, watchers: Watchers) -> None:
        self.emitter = emitter
        self.watchers = watchers
        self.functions: list[ast.FunctionDef] = []
        self.after: dict[int, tuple[str, tuple[tree.Local, ...]]] = {}
        """For each choice among an action's steps: the functions that judge what comes after it."""
        self.nothing = emitter.world.template((str(NOTHING_THERE()),), _NO_SPAN).number
        self.reasons = True
        """Whether the function that is written now gives reasons."""

    def _code(self, slots: dict[str, int] | None = None) -> Statements:
        return Statements(self.emitter, self.watchers, slots)

    # --- actions -------------------------------------------------------------------------------

    def action(self, action: tree.Action) -> None:
        """`why_N(s, me)`: None, or the reason why the action is closed; `open_N(s, me)`: whether it is."""
        for self.reasons in (True, False):
            code = self._code()
            body: list[ast.stmt] = []
            if action.active is not None and self.reasons:
                hidden = ast.Return(py.const(HIDDEN))
                body.append(py.when(py.negated(code.emit(action.active)), hidden))
            if action.counter is not None and action.limit is not None and action.limit_reason is not None:
                me = tree.LocalValue(action.me, action.me.type, action.span)
                done = py.item(py.name("v"), code.variable_index(action.counter, me))
                test = py.compare(done, ast.GtE(), code.emit(action.limit))
                body.append(py.when(test, self._shut(code, action.limit_reason)))
            body += self._from(action, 0, (action.me,), code)
            self._add(self._title(str(action.number)), [action.me.name], body, action.span)

    def _title(self, stem: str) -> str:
        return f"why_{stem}" if self.reasons else f"open_{stem}"

    def _through(self) -> ast.stmt:
        """What is looked at can be carried through."""
        return ast.Return(py.const(None if self.reasons else True))

    def _shut(self, code: Statements, reason: tree.Template | None) -> ast.stmt:
        """It cannot, for this reason."""
        return ast.Return(self._empty(reason, code) if self.reasons else py.const(False))

    def _from(
        self, action: tree.Action, start: int, known: tuple[tree.Local, ...], code: Statements
    ) -> list[ast.stmt]:
        """The steps from one on; ends at the first choice, which hands over to a function of its own."""
        body: list[ast.stmt] = []
        for index in range(start, len(action.steps)):
            step = action.steps[index]
            match step:
                case tree.SetLocal(local, value):
                    body.append(code.let(local, code.stored(value)))
                    known = (*known, local)
                case tree.Needs():
                    body += self._need(step, code)
                case tree.ChooseNumber(variable=result) | tree.Choose(result=result):
                    known = (*known, result)
                    rest = self._rest(action, index + 1, known)
                    self.after[id(step)] = (rest, known)
                    return [*body, *self._chosen(step, rest, known, code)]
                case _:
                    raise AssertionError("not a step")
        body.append(self._through())
        return body

    def _rest(self, action: tree.Action, start: int, known: tuple[tree.Local, ...]) -> str:
        """The functions for the steps after a choice; empty where none of them can fail."""
        if not any(
            isinstance(each, tree.Needs | tree.Choose | tree.ChooseNumber) for each in action.steps[start:]
        ):
            return ""
        stem = f"{action.number}_{start}"
        body = self._from(action, start, known, self._code())
        self._add(self._title(stem), [each.name for each in known], body, action.span)
        return stem

    def _chosen(
        self,
        step: tree.Choose | tree.ChooseNumber,
        rest: str,
        known: tuple[tree.Local, ...],
        code: Statements,
    ) -> list[ast.stmt]:
        """A choice and what comes after it: whether some answer leads through."""
        if isinstance(step, tree.ChooseNumber):
            return self._number(step, rest, known, code)
        if step.most is not None:
            return self._some(step, rest, known, code)
        if not step.optional:
            return self._one(step, rest, known, code)
        if not rest or step.stops:
            return [self._through()]
        return self._one(step, rest, known, code, or_none=True)

    def _tried(self, rest: str, known: tuple[tree.Local, ...]) -> list[ast.stmt]:
        """An answer is bound: what comes after it either leads through or gives the first reason."""
        if not rest:
            return [self._through()]
        judged = py.call(self._title(rest), py.name("s"), *(py.name(each.name) for each in known))
        if not self.reasons:
            return [py.when(judged, self._through())]
        through = py.compare(py.name("reason"), ast.Is(), py.const(None))
        none = py.compare(py.name("first"), ast.Is(), py.const(None))
        return [
            py.assign(py.store("reason"), judged),
            py.when(through, self._through()),
            py.when(none, py.assign(py.store("first"), py.name("reason"))),
        ]

    def _begin(self) -> list[ast.stmt]:
        """No answer has been tried yet."""
        return [py.assign(py.store("first"), py.const(None))] if self.reasons else []

    def _first(self, empty: tree.Template | None, code: Statements) -> list[ast.stmt]:
        """No answer leads through: the first reason stands for all."""
        if not self.reasons:
            return [self._shut(code, empty)]
        none = py.compare(py.name("first"), ast.Is(), py.const(None))
        return [py.when(none, self._shut(code, empty)), ast.Return(py.name("first"))]

    def _number(
        self, step: tree.ChooseNumber, rest: str, known: tuple[tree.Local, ...], code: Statements
    ) -> list[ast.stmt]:
        """Look for a number that leads through."""
        if not rest:
            test = py.compare(code.emit(step.low), ast.Gt(), code.emit(step.high))
            return [py.when(test, self._shut(code, None)), self._through()]
        loop = ast.For(py.store(step.variable.name), self._numbers(step, code), self._tried(rest, known), [])
        return [*self._begin(), py.placed(loop, step.span), *self._first(None, code)]

    @staticmethod
    def _numbers(step: tree.ChooseNumber, code: Statements) -> ast.expr:
        return py.call("range", code.emit(step.low), py.plus(code.emit(step.high), py.const(1)))

    def _reason(self, need: tree.Needs, code: Statements) -> ast.expr:
        if need.reason is not None:
            return code.said(need.reason)
        assert isinstance(need.condition, tree.MayCall)
        if not need.condition.procedure.forbids:
            return py.const(None)
        return code.may(need.condition.procedure, need.condition.arguments)

    def _need(self, need: tree.Needs, code: Statements) -> list[ast.stmt]:
        if not _that_may_fail((need,)):
            return []
        told = self._reason(need, code) if self.reasons else py.const(False)
        shut = py.when(py.negated(code.emit(need.condition)), ast.Return(told))
        return [py.placed(shut, need.span)]

    def _empty(self, text: tree.Template | None, code: Statements) -> ast.expr:
        if text is not None:
            return code.said(text)
        return ast.Tuple([py.const(self.nothing), py.const(())], ast.Load())

    def _one(
        self,
        step: tree.Choose,
        rest: str,
        known: tuple[tree.Local, ...],
        code: Statements,
        or_none: bool = False,
    ) -> list[ast.stmt]:
        """Look for one candidate that leads through, or whether declining does."""
        needs = _that_may_fail(step.needs)
        if not self.reasons and not rest and step.where is None and not needs:
            return [ast.Return(code.emit(step.set))]
        variable = step.variable.name
        inner = [self._refused(need, code) for need in needs]
        inner += self._tried(rest, known)
        if step.variable is not step.result and rest:
            inner.insert(0, py.assign(py.store(step.result.name), py.name(variable)))
        many, tests = code.searched(step.set, step.variable, step.where)
        loop = ast.For(py.store(variable), many, [py.when(py.both(tests), *inner)] if tests else inner, [])
        declined: list[ast.stmt] = []
        if or_none:
            declined = [code.let(step.result, py.const(None)), *self._tried(rest, known)]
        return [*self._begin(), *declined, py.placed(loop, step.span), *self._first(step.empty, code)]

    def _refused(self, need: tree.Needs, code: Statements) -> ast.stmt:
        """A candidate that cannot be chosen is passed over; the first reason is kept."""
        test = py.negated(code.emit(need.condition))
        if not self.reasons:
            return py.when(test, ast.Continue())
        kept = py.when(
            py.compare(py.name("first"), ast.Is(), py.const(None)),
            py.assign(py.store("reason"), self._reason(need, code)),
            py.assign(py.store("first"), py.name("reason")),
        )
        return py.when(test, kept, ast.Continue())

    def _some(
        self, step: tree.Choose, rest: str, known: tuple[tree.Local, ...], code: Statements
    ) -> list[ast.stmt]:
        """Enough candidates, and some choice of them that is allowed and leads through."""
        assert step.least is not None and step.most is not None
        listed = py.assign(py.store("found"), self._filtered(step, code, None))
        few = py.compare(py.call("len", py.name("found")), ast.Lt(), code.emit(step.least))
        body: list[ast.stmt] = [listed, py.when(few, self._shut(code, step.empty))]
        if step.such_that is not None:
            judge = py.lambda_of(
                step.result.name,
                ast.IfExp(code.emit(step.such_that), py.const(None), py.const(0)),
            )
            possible = py.call(
                "some", py.name("s"), py.name("found"), code.emit(step.least), code.emit(step.most), judge
            )
            reason = step.such_reason
            if reason is None or _names(reason, step.result):
                reason = step.empty
            body.append(py.when(py.negated(possible), self._shut(code, reason)))
        if not rest:
            return [*body, self._through()]
        choices = py.call(
            "choices", py.name("s"), py.name("found"), code.emit(step.least), code.emit(step.most)
        )
        inner = self._tried(rest, known)
        if step.such_that is not None:
            inner = [py.when(code.emit(step.such_that), *inner)]
        loop = ast.For(py.store(step.result.name), choices, [*code.tick(), *inner], [])
        return [*body, *self._begin(), py.placed(loop, step.span), *self._first(step.empty, code)]

    def _filtered(self, step: tree.Choose, code: Statements, judge: ast.expr | None) -> ast.expr:
        many, tests = code.searched(step.set, step.variable, step.where)
        tests += [code.emit(each.condition) for each in _that_may_fail(step.needs)]
        if judge is not None:
            tests.append(judge)
        made = ast.comprehension(py.store(step.variable.name), many, tests, 0)
        return ast.ListComp(py.name(step.variable.name), [made])

    # --- questions -----------------------------------------------------------------------------

    def question(self, asked: Asked) -> None:
        """The functions of one question, over the frame it stands in."""
        node, number, span = asked.question, asked.number, asked.question.span
        match node:
            case tree.Choose():
                self._choice(asked, node)
            case tree.ChooseNumber(low=low, high=high):
                code = self._code(asked.slots)
                pair = ast.Tuple([code.emit(low), code.emit(high)], ast.Load())
                self._add(f"bounds_{number}", ["f"], [ast.Return(pair)], span)
                self._numbers_left(asked, node)
            case tree.Arrange(list=many):
                code = self._code(asked.slots)
                self._add(f"can_{number}", ["f"], [ast.Return(py.call("tuple", code.emit(many)))], span)
            case _:
                pass
        if node.prompt is not None:
            code = self._code(asked.slots)
            self._add(f"prompt_{number}", ["f"], [ast.Return(code.said(node.prompt))], span)

    def _add(self, title: str, parameters: Sequence[str], body: list[ast.stmt], span: Span) -> None:
        self.functions.append(plain_function(title, parameters, body, span))

    def _judge(
        self, asked: Asked, result: tree.Local, answer: ast.expr, word: str = "open"
    ) -> ast.expr | None:
        """Whether an answer to a step leads on, or `why` it does not; None where nothing comes after it."""
        rest, known = self.after.get(id(asked.question), ("", ()))
        if not rest:
            return None
        arguments = [
            answer if each is result else py.item(py.name("f"), py.const(asked.slots[each.name]))
            for each in known
        ]
        return py.call(f"{word}_{rest}", py.name("s"), *arguments)

    def _numbers_left(self, asked: Asked, node: tree.ChooseNumber) -> None:
        """`can_N(s, f)`: the numbers that lead through, where not all of them need to."""
        here = py.name(node.variable.name)
        judge = self._judge(asked, node.variable, here)
        if judge is None:
            return
        numbers = self._numbers(node, self._code(asked.slots))
        made = ast.ListComp(here, [ast.comprehension(py.store(here.id), numbers, [judge], 0)])
        self._add(f"can_{asked.number}", ["f"], [ast.Return(made)], node.span)

    def _choice(self, asked: Asked, node: tree.Choose) -> None:
        number = asked.number
        slots = {name: slot for name, slot in asked.slots.items() if name != node.variable.name}
        code = self._code(slots)

        def judge(word: str) -> ast.expr | None:
            if node.most is not None:
                return None
            return self._judge(asked, node.result, py.name(node.variable.name), word)

        if node.optional and not node.stops:
            declined = self._judge(asked, node.result, py.const(None))
            if declined is not None:
                self._add(f"declined_{number}", ["f"], [ast.Return(declined)], node.span)
        self._add(f"can_{number}", ["f"], [ast.Return(self._filtered(node, code, judge("open")))], node.span)
        self._closed(asked, node, code, judge("why"))
        if node.least is not None and node.most is not None:
            pair = ast.Tuple([code.emit(node.least), code.emit(node.most)], ast.Load())
            self._add(f"bounds_{number}", ["f"], [ast.Return(pair)], node.span)
        if node.most is not None:
            self._whole(asked, node, slots)

    def _whole(self, asked: Asked, node: tree.Choose, slots: dict[str, int]) -> None:
        """`judge_N(s, f, chosen)`: why a choice of some is not allowed as a whole."""
        code = self._code({name: slot for name, slot in slots.items() if name != node.result.name})
        made = self._judge(asked, node.result, py.name(node.result.name), "why")
        if node.such_that is not None:
            reason = code.said(node.such_reason) if node.such_reason is not None else self._empty(None, code)
            made = ast.IfExp(code.emit(node.such_that), made or py.const(None), reason)
        if made is not None:
            self._add(f"judge_{asked.number}", ["f", node.result.name], [ast.Return(made)], node.span)

    def _closed(self, asked: Asked, node: tree.Choose, code: Statements, judge: ast.expr | None) -> None:
        """`closed_N(s, f)`: candidates that are shown but not open, each with its reason."""
        variable = node.variable.name
        inner: list[ast.stmt] = []

        def told(reason: ast.expr) -> ast.stmt:
            pair = ast.Tuple([py.name(variable), reason], ast.Load())
            return ast.Expr(ast.Call(ast.Attribute(py.name("found"), "append", ast.Load()), [pair], []))

        for need in _that_may_fail(node.needs):
            test = py.negated(code.emit(need.condition))
            inner.append(py.when(test, told(self._reason(need, code)), ast.Continue()))
        if judge is not None:
            inner.append(py.assign(py.store("reason"), judge))
            inner.append(
                py.when(py.compare(py.name("reason"), ast.IsNot(), py.const(None)), told(py.name("reason")))
            )
        if not inner:
            return
        if node.where is not None:
            inner = [py.when(code.emit(node.where), *inner)]
        body: list[ast.stmt] = [
            py.assign(py.store("found"), ast.List([], ast.Load())),
            ast.For(py.store(variable), code.looped(node.set), inner, []),
            ast.Return(py.name("found")),
        ]
        self._add(f"closed_{asked.number}", ["f"], body, node.span)


def _names(text: tree.Template, local: tree.Local) -> bool:
    """Whether a text speaks of a local."""
    return any(isinstance(each, tree.LocalValue) and each.local is local for each in walk(text))


_NO_SPAN = Span("", 1, 1, 1, 1)


def _that_may_fail(needs: tuple[tree.Needs, ...]) -> tuple[tree.Needs, ...]:
    """Guards without those that ask whether something is allowed which nothing forbids."""
    return tuple(
        each
        for each in needs
        if not isinstance(each.condition, tree.MayCall) or each.condition.procedure.forbids
    )
