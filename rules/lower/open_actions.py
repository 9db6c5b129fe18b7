"""Lowers the functions that decide which actions are open, and why others are closed.

Each action has a chain of functions, one for the steps after each choice. A function of role OPEN tells
whether the steps can be completed; one of role REASON returns the reason if they cannot. Menus and candidates
of choices both use them, so no option is offered that cannot be completed.
"""

from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import may_repeat
from lazaretto.rules.lower.builders import all_of, at, checked, local, negated, plus, when
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.quantifiers import searched_length
from lazaretto.rules.lower.statements_without_questions import StatementLowering
from lazaretto.rules.model import tree
from lazaretto.rules.model.tree_walk import walk
from lazaretto.rules.run.limits import MOST
from lazaretto.rules.run.machine import HIDDEN

Choice = tree.Choose | tree.ChooseNumber


@value
class Rest:
    """The steps of an action after a choice: the locals known by then, and the functions that test it."""

    action: int
    step: int
    known: tuple[tree.Local, ...]

    def ref(self, role: ir.Role) -> ir.Ref:
        """Return the function that tests them."""
        return ir.Ref(role, self.action, self.step)


def reason() -> ir.Local:
    """Return the local that holds a reason under test."""
    return ir.Local("reason", ir.Sort.WORDS)


def that_may_fail(needs: tuple[tree.Needs, ...]) -> tuple[tree.Needs, ...]:
    """Return guards, except those that test a permission which nothing forbids."""
    return tuple(
        need
        for need in needs
        if not isinstance(need.condition, tree.MayCall) or need.condition.procedure.forbids
    )


def reason_of(need: tree.Needs, code: StatementLowering) -> ir.Expression:
    """Return the reason why a guard fails."""
    if need.reason is not None:
        return code.said(need.reason)
    assert isinstance(need.condition, tree.MayCall)
    if not need.condition.procedure.forbids:
        return ir.Const(None)
    return code.may(need.condition.procedure, need.condition.arguments)


def said_or_nothing(text: tree.Template | None, code: StatementLowering) -> ir.Expression:
    """Return a text, or the default text that there is nothing to choose."""
    return code.said(text) if text is not None else ir.Words(code.context.numbering.nothing, ())


def candidates(step: tree.Choose, code: StatementLowering, judge: ir.Expression | None = None) -> ir.Select:
    """Return the list of candidates, each once."""
    many, tests = code.searched(step.set, step.variable, step.where)
    if may_repeat(step.set):
        many = ir.Unique(many)
    tests += [code.lower(needs.condition) for needs in that_may_fail(step.needs)]
    if judge is not None:
        tests.append(judge)
    here = local(step.variable)
    return ir.Select(local(step.variable), many, tuple(tests), here, searched_length(step.set))


def numbers(step: tree.ChooseNumber, code: StatementLowering) -> ir.Expression:
    """Return the numbers that may be chosen."""
    beyond = plus(code.lower(step.high), ir.Const(1))
    fits = code.context.bounds.largest(step.high) < MOST
    return ir.Range(code.lower(step.low), beyond if fits else checked(beyond))


class Openness:
    """Lowers the functions that test actions."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.functions: list[ir.Function] = []
        self.after: dict[Choice, Rest | None] = {}
        """For each choice among an action's steps, the test of the steps after it; None if none can fail."""

    def action(self, action: tree.Action) -> None:
        """Add the functions of an action."""
        for role in (ir.Role.REASON, ir.Role.OPEN):
            judge = _Judge(self, action, role)
            code = StatementLowering(self.context)
            body = [*judge.begin(code), *judge.steps(0, (action.me,), code)]
            judge.add(0, (action.me,), body)


class _Judge:
    """Lowers one of the two functions of an action, and those of its later steps."""

    def __init__(self, openness: Openness, action: tree.Action, role: ir.Role) -> None:
        self.openness = openness
        self.context = openness.context
        self.action = action
        self.number = self.context.numbering.actions[action]
        self.role = role
        self.reasons = role is ir.Role.REASON

    def add(self, step: int, known: tuple[tree.Local, ...], body: ir.Block) -> None:
        """Add a function."""
        ref = ir.Ref(self.role, self.number, step)
        parameters = tuple(map(local, known))
        function = ir.Function(ref, self.action.name, parameters, body, self.action.span)
        self.openness.functions.append(function)

    def begin(self, code: StatementLowering) -> ir.Block:
        """Test the conditions that close an action before its first step."""
        action = self.action
        body: ir.Block = []
        if action.active is not None and self.reasons:
            body.append(when(negated(code.lower(action.active)), ir.Return(ir.Const(HIDDEN))))
        if action.counter is not None and action.limit is not None and action.limit_reason is not None:
            me = tree.LocalValue(action.me, action.me.type, action.span)
            done = ir.Cell(code.variable_index(action.counter, me), ir.Sort.NUMBER)
            test = ir.Compare(">=", done, code.lower(action.limit))
            body.append(when(test, self._shut(code, action.limit_reason)))
        return body

    def steps(self, start: int, known: tuple[tree.Local, ...], code: StatementLowering) -> ir.Block:
        """Lower the steps from one on, up to the first choice; a separate function tests those after it."""
        body: ir.Block = []
        for index in range(start, len(self.action.steps)):
            step = self.action.steps[index]
            match step:
                case tree.SetLocal(target):
                    body.append(code.let(target, code.stored(step.value)))
                    known = (*known, target)
                case tree.Needs():
                    body += self._need(step, code)
                case tree.ChooseNumber(result=result) | tree.Choose(result=result):
                    rest = self._rest(index + 1, (*known, result))
                    self.openness.after[step] = rest
                    return [*body, *self._chosen(step, rest, code)]
                case _:
                    raise AssertionError("not a step")
        return [*body, self._through()]

    def _rest(self, start: int, known: tuple[tree.Local, ...]) -> Rest | None:
        """Return the function for the steps after a choice; None if none of them can fail."""
        left = self.action.steps[start:]
        if not any(isinstance(each, tree.Needs | tree.Choose | tree.ChooseNumber) for each in left):
            return None
        self.add(start, known, self.steps(start, known, StatementLowering(self.context)))
        return Rest(self.number, start, known)

    # --- results -------------------------------------------------------------------------------

    def _through(self) -> ir.Statement:
        """Return that the steps can be completed."""
        return ir.Return(ir.Const(None if self.reasons else True))

    def _shut(self, code: StatementLowering, text: tree.Template | None) -> ir.Statement:
        """Return that the steps cannot be completed, for this reason."""
        return ir.Return(said_or_nothing(text, code) if self.reasons else ir.Const(False))

    def _need(self, need: tree.Needs, code: StatementLowering) -> ir.Block:
        if not that_may_fail((need,)):
            return []
        told = reason_of(need, code) if self.reasons else ir.Const(False)
        return [at(when(negated(code.lower(need.condition)), ir.Return(told)), need.span)]

    def _tried(self, rest: Rest | None) -> ir.Block:
        """Test a bound answer: return if it completes the action, otherwise keep the first reason."""
        if rest is None:
            return [self._through()]
        judged = ir.Call(rest.ref(self.role), tuple(map(local, rest.known)))
        if not self.reasons:
            return [when(judged, self._through())]
        return [
            ir.Let(reason(), judged),
            when(ir.IsNone(reason()), self._through()),
            when(ir.IsNone(_first()), ir.Let(_first(), reason())),
        ]

    def _begin(self) -> ir.Block:
        """Initialise the first reason, before any answer is tested."""
        return [ir.Let(_first(), ir.Const(None))] if self.reasons else []

    def _end(self, empty: tree.Template | None, code: StatementLowering) -> ir.Block:
        """Return the first reason, because no answer completes the action."""
        if not self.reasons:
            return [self._shut(code, empty)]
        return [when(ir.IsNone(_first()), self._shut(code, empty)), ir.Return(_first())]

    # --- choices -------------------------------------------------------------------------------

    def _chosen(self, step: Choice, rest: Rest | None, code: StatementLowering) -> ir.Block:
        """Lower a choice: test whether some answer completes the action."""
        if isinstance(step, tree.ChooseNumber):
            return self._number(step, rest, code)
        if step.most is not None:
            return self._some(step, rest, code)
        if step.optional and (rest is None or step.stops):
            return [self._through()]
        return self._one(step, rest, code)

    def _number(self, step: tree.ChooseNumber, rest: Rest | None, code: StatementLowering) -> ir.Block:
        """Search for a number that completes the action."""
        if rest is None:
            test = ir.Compare(">", code.lower(step.low), code.lower(step.high))
            return [when(test, self._shut(code, None)), self._through()]
        loop = ir.ForEach(local(step.result), numbers(step, code), self._tried(rest))
        return [*self._begin(), at(loop, step.span), *self._end(None, code)]

    def _one(self, step: tree.Choose, rest: Rest | None, code: StatementLowering) -> ir.Block:
        """Search for a candidate that completes the action; an empty answer, if allowed, is tested first."""
        needs = that_may_fail(step.needs)
        if not self.reasons and rest is None and step.where is None and not needs:
            return [ir.Return(ir.NotEmpty(code.lower(step.set)))]
        inner: ir.Block = [self._refused(need, code) for need in needs]
        inner += self._tried(rest)
        if step.variable is not step.result and rest is not None:
            inner.insert(0, ir.Let(local(step.result), local(step.variable)))
        many, tests = code.searched(step.set, step.variable, step.where)
        body: ir.Block = [when(all_of(tests), *inner)] if tests else inner
        loop = ir.ForEach(local(step.variable), many, body, searched_length(step.set))
        declined: ir.Block = []
        if step.optional:
            declined = [code.let(step.result, ir.Const(None)), *self._tried(rest)]
        return [*self._begin(), *declined, at(loop, step.span), *self._end(step.empty, code)]

    def _refused(self, need: tree.Needs, code: StatementLowering) -> ir.Statement:
        """Skip a candidate that a guard refuses; keep the first reason."""
        test = negated(code.lower(need.condition))
        if not self.reasons:
            return when(test, ir.Continue())
        kept = when(ir.IsNone(_first()), ir.Let(reason(), reason_of(need, code)), ir.Let(_first(), reason()))
        return when(test, kept, ir.Continue())

    def _some(self, step: tree.Choose, rest: Rest | None, code: StatementLowering) -> ir.Block:
        """Test whether there are enough candidates, and some allowed selection completes the action."""
        assert step.least is not None and step.most is not None
        listed = ir.Let(_found(), candidates(step, code))
        few = ir.Compare("<", ir.Length(_found()), code.lower(step.least))
        body: ir.Block = [listed, when(few, self._shut(code, step.empty))]
        if step.such_that is not None:
            body.append(self._some_allowed(step, step.such_that, code))
        if rest is None:
            return [*body, self._through()]
        several = (_found(), code.lower(step.least), code.lower(step.most))
        inner = self._tried(rest)
        if step.such_that is not None:
            inner = [when(code.lower(step.such_that), *inner)]
        choices = ir.Apply("choices", several, ir.Sort.LIST)
        loop = ir.ForEach(local(step.result), choices, inner, pays=True)
        return [*body, *self._begin(), at(loop, step.span), *self._end(step.empty, code)]

    def _some_allowed(
        self, step: tree.Choose, such_that: tree.Expression, code: StatementLowering
    ) -> ir.Statement:
        """Test whether some selection meets the conditions on the whole selection."""
        assert step.least is not None and step.most is not None
        allowed = ir.IfElse(code.lower(such_that), ir.Const(None), ir.Const(0))
        judge = ir.Condition(local(step.result), allowed)
        several = (_found(), code.lower(step.least), code.lower(step.most), judge)
        text = step.such_reason
        if text is None or _names(text, step.result):
            text = step.empty
        possible = ir.Apply("some", several, ir.Sort.FLAG)
        return when(negated(possible), self._shut(code, text))


def _first() -> ir.Local:
    return ir.Local("first", ir.Sort.WORDS)


def _found() -> ir.Local:
    return ir.Local("found", ir.Sort.LIST)


def _names(text: tree.Template, variable: tree.Local) -> bool:
    """Whether a text mentions a local."""
    return any(
        isinstance(local_value, tree.LocalValue) and local_value.local is variable
        for local_value in walk(text)
    )
