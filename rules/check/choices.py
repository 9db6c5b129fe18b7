"""Checks statements that ask a player: choices, orders, consent, menus."""

from typing import assert_never

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.expected_types import facts
from lazaretto.rules.check.expressions import ExpressionChecker
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    BROKEN,
    FLAG,
    NONE,
    NUMBER,
    VOID,
    KindType,
    ManyType,
    OptionalType,
    Type,
    item_of,
)

REFUSES = " refuses."
"""What the log says of a player who does not agree, after the player's name."""


class Asking:
    """Checks statements that ask a player."""

    def __init__(self, world: World, expressions: ExpressionChecker) -> None:
        self.world = world
        self.expressions = expressions

    def _chooser(self, node: nodes.Expression | None, scope: Scope, span: Span) -> tree.Expression | None:
        kind = KindType(self.world.player)
        if node is not None:
            return self.expressions.check(node, scope, kind)
        bound = scope.find("me")
        if bound is None and not self.world.some_gap(self.world.kinds):
            self.world.report(messages.needs_chooser(span))
        return bound

    def _prompt(self, node: nodes.Text | None, scope: Scope) -> tree.Template | None:
        return self.expressions.template(node, scope) if node is not None else None

    def _some_players(self, node: nodes.Expression | None, scope: Scope) -> tree.Expression | None:
        return self.expressions.players(node, scope) if node is not None else None

    def needs(
        self, node: nodes.Needs, scope: Scope, known: tree.Expression | None = None
    ) -> tree.Needs | None:
        """Check a guard; only `needs may …` can omit the reason, because the prohibition has one.

        `known` is the condition of `needs … as name`, which only the steps of an action can have.
        """
        condition = known
        if not isinstance(node.condition, nodes.Binding):
            condition = self.expressions.condition(node.condition, scope)
        elif known is None:
            self.world.report(messages.misplaced("as", node.condition.name.span))
        reason = self.expressions.template(node.reason, scope) if node.reason is not None else None
        if condition is None or (node.reason is not None and reason is None):
            return None
        if reason is None and not isinstance(condition, tree.MayCall):
            self.world.report(messages.no_reason(node.span))
            return None
        return tree.Needs(condition, reason, node.span)

    def question(
        self, node: nodes.Question, scope: Scope
    ) -> tree.Statement | tuple[tree.Statement, ...] | None:
        """The typed statements of a question."""
        match node:
            case nodes.Choose():
                return self._choose(node, scope)
            case nodes.ChooseNumber():
                return self.choose_number(node, scope)
            case nodes.Arrange():
                return self._arrange(node, scope)
            case nodes.Confirm():
                return self._confirm(node, scope)
            case nodes.Offer():
                return self._offer(node, scope)
            case nodes.Window():
                return self._window(node, scope)
            case _:
                assert_never(node)

    def _choose(self, node: nodes.Choose, scope: Scope) -> tuple[tree.Statement, ...] | None:
        """Check a choice; one that may be declined with `or stop` is followed by the exit."""
        choose = self.choose(node, scope)
        if choose is None:
            return None
        if node.stops and scope.result not in (None, VOID):
            self.world.report(messages.misplaced("or stop", node.span))
            self._bind_broken(node, scope)
            return None
        if not node.stops:
            return (choose,)
        span = node.span
        bound = scope.names[node.variable.text]
        assert isinstance(choose.result.type, OptionalType)
        scope.names[node.variable.text] = tree.LocalValue(choose.result, choose.result.type.item, bound.span)
        chosen = tree.LocalValue(choose.result, choose.result.type, span)
        declined = tree.Operation("=", (chosen, tree.Constant(None, NONE, span)), FLAG, span)
        return choose, tree.If(((declined, (tree.Return(None, span),)),), (), span)

    def choose(self, node: nodes.Choose, scope: Scope) -> tree.Choose | None:
        """Check a choice; afterwards its result is in scope, with a broken type if the choice is broken."""
        found = self._choice(node, scope)
        if found is None:
            self._bind_broken(node, scope)
        return found

    def _choice(self, node: nodes.Choose, scope: Scope) -> tree.Choose | None:
        many = self.expressions.many(node.set, scope)
        by = self._chooser(node.by, scope, node.span)
        if many is None or by is None:
            return None
        item = item_of(many.type)
        if item is None:
            self.world.report(messages.always_empty(node.set.span))
            return None
        inner = scope.child()
        variable = inner.bind(node.variable.text, item, node.variable.span)
        where = self.expressions.condition(node.where, inner) if node.where is not None else None
        narrowed = item
        if where is not None:
            inner.facts.update(facts(where, True))
            narrowed = inner.facts.get(variable.name, item)
        needs = tuple(each for each in (self.needs(need, inner) for need in node.needs) if each)
        empty = self.expressions.template(node.empty, scope) if node.empty is not None else None
        prompt = self._prompt(node.prompt, scope)
        least = self.expressions.check(node.least, scope, NUMBER) if node.least is not None else None
        most = self.expressions.check(node.most, scope, NUMBER) if node.most is not None else None
        broken = (node.where is not None and where is None) or len(needs) != len(node.needs)
        result = self._result(node, variable, narrowed, scope)
        if result is None:
            return None
        such_that, such_reason = self._such_that(node, scope)
        broken = broken or (node.such_that is not None and such_that is None)
        if broken or (node.most is not None and (most is None or least is None)):
            return None
        return tree.Choose(
            variable,
            many,
            where,
            needs,
            least,
            most,
            result,
            node.optional,
            node.stops,
            by,
            prompt,
            empty,
            such_that,
            such_reason,
            node.span,
        )

    def _result(
        self, node: nodes.Choose, variable: tree.Local, narrowed: Type, scope: Scope
    ) -> tree.Local | None:
        """Return the local for the result: the chosen one, possibly none, or the list of chosen ones."""
        if node.most is not None:
            if node.optional:
                self.world.report(messages.misplaced("or none", node.span))
                return None
            name = node.result or nodes.Name(node.variable.text, node.variable.span)
            return scope.bind(name.text, ManyType(narrowed), name.span)
        variable.type = narrowed
        result = variable
        if node.optional:
            if not isinstance(narrowed, KindType):
                self.world.report(messages.wrong_type(narrowed, "kind", node.set.span, "one"))
                return None
            result = scope.frame.local(node.variable.text, OptionalType(narrowed), node.variable.span)
        scope.names[node.variable.text] = tree.LocalValue(result, result.type, node.variable.span)
        return result

    def _bind_broken(self, node: nodes.Choose, scope: Scope) -> None:
        """Bind the result with a broken type, so that later lines do not report its name."""
        name = node.result if node.most is not None and node.result is not None else node.variable
        scope.bind(name.text, BROKEN, name.span)

    def _such_that(
        self, node: nodes.Choose, scope: Scope
    ) -> tuple[tree.Expression | None, tree.Template | None]:
        """Check the condition on the whole selection, and its reason."""
        if node.such_that is None:
            return None, None
        if node.most is None:
            self.world.report(messages.misplaced("such that", node.span))
            return None, None
        condition, reason = node.such_that
        said = self.expressions.template(reason, scope) if reason is not None else None
        return self.expressions.condition(condition, scope), said

    def choose_number(self, node: nodes.ChooseNumber, scope: Scope) -> tree.ChooseNumber | None:
        """Check a choice of a number."""
        low = self.expressions.check(node.low, scope, NUMBER)
        high = self.expressions.check(node.high, scope, NUMBER)
        by = self._chooser(node.by, scope, node.span)
        prompt = self._prompt(node.prompt, scope)
        variable = scope.bind(node.variable.text, NUMBER, node.variable.span)
        if low is None or high is None or by is None:
            return None
        return tree.ChooseNumber(variable, low, high, by, prompt, node.span)

    def _arrange(self, node: nodes.Arrange, scope: Scope) -> tree.Statement | None:
        many = self.expressions.many(node.list, scope)
        by = self._chooser(node.by, scope, node.span)
        prompt = self._prompt(node.prompt, scope)
        if many is None or by is None:
            scope.bind(node.result.text, BROKEN, node.result.span)
            return None
        result = scope.bind(node.result.text, ManyType(item_of(many.type)), node.result.span)
        return tree.Arrange(many, result, by, prompt, node.span)

    def _confirm(self, node: nodes.Confirm, scope: Scope) -> tree.Statement | None:
        by = self._chooser(node.by, scope, node.span)
        prompt = self.expressions.template(node.prompt, scope)
        variable = scope.bind(node.variable.text, FLAG, node.variable.span)
        if by is None or prompt is None:
            return None
        return tree.Confirm(variable, by, prompt, node.span)

    def consent(self, node: nodes.Consent, scope: Scope) -> tuple[tree.Statement, ...]:
        """Check a question among an action's steps; a refusal is logged and ends it without payment."""
        by = self.expressions.check(node.of, scope, KindType(self.world.player))
        prompt = self.expressions.template(node.prompt, scope)
        refusal = self.expressions.template(nodes.Text((node.of, REFUSES), node.span), scope)
        when = self.expressions.condition(node.when, scope) if node.when is not None else None
        if by is None or prompt is None or refusal is None or (node.when is not None and when is None):
            return ()
        agreed = scope.frame.local("agreed", FLAG, node.span)
        ask: tree.Block = (
            tree.Confirm(agreed, by, prompt, node.span, consent=True),
            tree.If(
                (
                    (
                        tree.Operation("not", (tree.LocalValue(agreed, FLAG, node.span),), FLAG, node.span),
                        (tree.Say(refusal, None, node.span), tree.Return(None, node.span)),
                    ),
                ),
                (),
                node.span,
            ),
        )
        return ask if when is None else (tree.If(((when, ask),), (), node.span),)

    def menus(self, names: tuple[nodes.Name, ...]) -> tuple[tree.Menu, ...] | None:
        """Return menus by name; report the first that is not a menu."""
        found: list[tree.Menu] = []
        for name in names:
            menu = self.world.menus.get(name.text)
            if menu is None:
                self.world.unknown(name, self.world.menus, "menu")
                return None
            self.world.uses.append((name, menu))
            found.append(menu)
        return tuple(found)

    def _offer(self, node: nodes.Offer, scope: Scope) -> tree.Statement | None:
        menus, interrupts = self.menus(node.menus), self.menus(node.interrupts)
        player = self.expressions.check(node.to, scope, KindType(self.world.player))
        prompt = self._prompt(node.prompt, scope)
        if menus is None or interrupts is None or player is None:
            return None
        chosen = scope.frame.local("chosen", NUMBER, node.span)
        return tree.Offer(menus, player, interrupts, prompt, chosen, node.span)

    def _window(self, node: nodes.Window, scope: Scope) -> tree.Statement | None:
        menus = self.menus(node.menus)
        player = self.expressions.check(node.player, scope, KindType(self.world.player))
        prompt = self._prompt(node.prompt, scope)
        if menus is None or player is None:
            return None
        chosen = scope.frame.local("chosen", NUMBER, node.span)
        return tree.Window(menus, player, prompt, chosen, node.span)

    def _once(self, node: nodes.Once, scope: Scope) -> tree.Statement | None:
        phase = self.world.phase(node.phase)
        keys = [self.expressions.check(key, scope) for key in node.keys]
        found = tuple(key for key in keys if key is not None)
        if phase is None or len(found) != len(keys):
            return None
        if scope.result not in (None, VOID):
            self.world.report(messages.misplaced("once", node.span))
            return None
        marks = self.world.hidden_variable("once", None, node.span, phase)
        return tree.Once(marks, found, node.span)
