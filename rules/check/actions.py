"""Checks actions, and splits each into its steps, its payment and its effect.

`extensions_of` and the functions after it apply `extend action`: what other modules say about an action,
without replacing it.
"""

from collections.abc import Mapping

from lazaretto.grammar import nodes
from lazaretto.grammar.node_dataclass import changed, value
from lazaretto.rules.check.expected_types import facts
from lazaretto.rules.check.expressions import ExpressionChecker
from lazaretto.rules.check.make_kinds_and_members import looks_of
from lazaretto.rules.check.rule_heads import Owner, Patterns
from lazaretto.rules.check.scope import Frame, Scope
from lazaretto.rules.check.statements import StatementChecker, bound_value
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.check.texts import refuse_gaps
from lazaretto.rules.errors import checker_diagnostics as messages, conflict_diagnostics as order_messages
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.link.resolve_owner_names import Preferences, RuleOwners
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import FLAG, NUMBER, VOID, Kind, KindType, ManyType, Variable
from lazaretto.rules.run.messages import DONE_OFTEN, DONE_ONCE


@value
class Extension:
    """An extension of an action, and its module."""

    module: str
    declaration: nodes.ActionExtension


Extensions = Mapping[str, list[Extension]]
"""The extensions of each action, in order."""


def extensions_of(
    world: World, placed: tuple[Placed, ...], owners: RuleOwners, preferences: Preferences
) -> Extensions:
    """Collect all extensions; report where two say the same thing and none says which counts."""
    found = ordered_extensions(placed, preferences)
    for name, extensions in found.items():
        said: dict[str, Extension] = {}
        for extension in extensions:
            over = _over(world, extension, owners)
            for part in _parts(extension.declaration):
                before = said.get(part)
                if before is not None and before.module == extension.module:
                    span, other = extension.declaration.name.span, before.declaration.name.span
                    world.report(order_messages.extended_twice(name, part, "", span, other))
                elif before is not None and before.module not in over:
                    wins = preferences.wins((extension.module,), (before.module,), name)
                    if wins is None:
                        span, other = extension.declaration.name.span, before.declaration.name.span
                        apart = extension.module if owners.apart(before.module, extension.module) else ""
                        world.report(
                            order_messages.extended_twice(name, part, before.module, span, other, apart)
                        )
                said[part] = extension
    return found


def ordered_extensions(placed: tuple[Placed, ...], preferences: Preferences) -> Extensions:
    """Collect the extensions of each action; a later one has the last word."""
    found: dict[str, list[Extension]] = {}
    for placed_rule in placed:
        if isinstance(placed_rule.declaration, nodes.ActionExtension):
            name, new = (
                placed_rule.declaration.name.text,
                Extension(placed_rule.module, placed_rule.declaration),
            )
            others = found.setdefault(name, [])
            place = len(others)
            while place and preferences.wins((others[place - 1].module,), (new.module,), name):
                place -= 1
            others.insert(place, new)
    return found


def overridden_parts(extension: Extension, earlier: list[Extension]) -> list[tuple[str, str]]:
    """Return the parts that an extension sets instead of earlier ones, each with the other's module."""
    return [
        (part, other.module)
        for part in _parts(extension.declaration)
        for other in earlier
        if part in _parts(other.declaration) and other.module != extension.module
    ]


def _over(world: World, extension: Extension, owners: RuleOwners) -> set[str]:
    """Return the modules that an extension overrides."""
    found: set[str] = set()
    for name in extension.declaration.over:
        meant, problem = owners.find(name, extension.module)
        found.update(meant)
        if problem is not None and not world.forgives(name.text):
            world.report(problem)
    return found


def extended(node: nodes.Action, extensions: Extensions) -> tuple[nodes.Action, tuple[nodes.Needs, ...]]:
    """Return an action with its extensions, the last one of each part, and the guards that they add."""
    needs: tuple[nodes.Needs, ...] = ()
    for extension in extensions.get(node.name.text, ()):
        more = extension.declaration
        needs += more.needs
        node = changed(
            node,
            label=more.label or node.label,
            limit=more.limit or node.limit,
            cost=more.cost or node.cost,
            looks=(*node.looks, *more.looks),
            documentation=more.documentation or node.documentation,
        )
    return node, needs


def _parts(node: nodes.ActionExtension) -> list[str]:
    """Return the parts of an action that an extension sets; guards only add up."""
    parts = {
        "label": node.label,
        "documentation": node.documentation,
        "cost": node.cost,
        "limit": node.limit,
    }
    return [part for part, value in parts.items() if value]


MOST_STEPS = 50
"""The maximum number of steps of an action: what follows a step decides whether the step is open."""
_STEPS = (nodes.Needs, nodes.Let, nodes.Choose, nodes.ChooseNumber, nodes.Consent)


class Actions(Patterns):
    """Checks actions."""

    def __init__(self, world: World, owners: RuleOwners) -> None:
        super().__init__(world, owners)
        self.statements = StatementChecker(world, self.expressions)
        self.extensions: Extensions = {}

    def _action(
        self, node: nodes.Action, owner: Owner, menus: dict[str, list[nodes.MenuDeclaration]]
    ) -> None:
        world = self.world
        found = self.statements.menus(node.menus)
        if found is None:
            return
        first = next((each for each in world.actions if each.name == node.name.text), None)
        if first is not None:
            world.report(messages.twice(node.name.text, node.name.span, first.span))
            return
        counter = None
        node, more = extended(node, self.extensions)
        for menu in found:
            action = self._in_menu(node, owner, menu, menus.get(menu.name, []), counter, more)
            counter = action.counter
        for extension in self.extensions.get(node.name.text, ()):
            world.uses.append((extension.declaration.name, action))

    def _in_menu(
        self,
        node: nodes.Action,
        owner: Owner,
        menu: tree.Menu,
        written: list[nodes.MenuDeclaration],
        counter: Variable | None,
        more: tuple[nodes.Needs, ...] = (),
    ) -> tree.Action:
        """Return the action for one menu, with that menu's guards and payment; all menus share a limit."""
        world = self.world
        scope = Scope(Frame(), node.name.text)
        scope.result = VOID
        player = KindType(world.player)
        me = scope.bind("me", player, node.name.span)
        scope.names["me"] = tree.LocalValue(me, player, node.span)
        mine = tree.LocalValue(me, player, node.span)
        which = self._which_member(owner.kind, owner, mine, scope) if owner.kind is not None else None
        this = owner.this(node.span)
        if this is not None:
            scope.names["this"] = this
        active = self._activity(owner, mine, node.span) if which is None else self._some_active(owner, which)
        label = self._label(node, scope)
        steps = _Steps(self.statements, self.expressions, scope, written, node, which, more)
        procedure = tree.Procedure(
            f"action {node.name.text}", (me,), VOID, node.name.span, owner.module, node.documentation
        )
        action = tree.Action(
            node.name.text,
            label,
            me,
            owner.member,
            active,
            menu,
            (),
            procedure,
            node.documentation,
            owner.module,
            node.name.span,
        )
        action.looks.update(looks_of(node.looks))
        if node.limit is not None:
            self._limit(node.limit, action, scope, counter)
        action.steps, procedure.body = steps.split(action)
        procedure.locals = scope.frame.locals
        world.actions.append(action)
        menu.actions.append(action)
        return action

    def _label(self, node: nodes.Action, scope: Scope) -> tree.Template | None:
        if node.label is None:
            return None
        refuse_gaps(self.world, node.label)
        return self.expressions.template(node.label, scope)

    def _which_member(self, kind: Kind, owner: Owner, me: tree.LocalValue, scope: Scope) -> tree.Choose:
        """Return the first step of an action in a kind: which of the members that are active is meant."""
        own, span = KindType(kind), me.span
        this = scope.frame.local(kind.name.lower(), own, span)
        owner.each = tree.LocalValue(this, own, span)
        where = self._activity(owner, me, span)
        members = tree.KindSet(kind, ManyType(own), span)
        return tree.Choose(
            this, members, where, (), None, None, this, False, False, me, None, None, None, None, span, True
        )

    def _some_active(self, owner: Owner, which: tree.Choose) -> tree.Expression | None:
        """Return whether an action in a kind is shown to a player: if some member is active."""
        assert isinstance(which.by, tree.LocalValue)
        chosen, span = owner.each, which.span
        each = Frame(mark="k").local("this", which.variable.type, span)
        owner.each = tree.LocalValue(each, each.type, span)
        where = self._activity(owner, which.by, span)
        owner.each = chosen
        return None if where is None else tree.Quantifier("any", each, which.set, where, None, FLAG, span)

    def _limit(self, node: nodes.Limit, action: tree.Action, scope: Scope, counter: Variable | None) -> None:
        phase = self.world.phase(node.phase)
        times = self.expressions.check(node.times, scope, NUMBER)
        if phase is None or times is None:
            return
        action.counter = counter or self.world.hidden_variable(
            f"done {action.name}", self.world.player, node.span, phase
        )
        action.limit = times
        message = DONE_ONCE if _one(times) else DONE_OFTEN
        words = str(message(phase=phase.name.replace("_", " ")))
        action.limit_reason = self.world.template((words,), node.span)


class _Steps:
    """Splits an action's body into its steps and its effect."""

    def __init__(
        self,
        statements: StatementChecker,
        expressions: ExpressionChecker,
        scope: Scope,
        menus: list[nodes.MenuDeclaration],
        node: nodes.Action,
        which: tree.Choose | None = None,
        more: tuple[nodes.Needs, ...] = (),
    ) -> None:
        self.more = more
        """Guards that other modules add; they may use what was chosen."""
        self.which = which
        """In a kind: the step that says which member is meant."""
        self.statements = statements
        self.expressions = expressions
        self.scope = scope
        self.menus = menus
        self.node = node
        self.cost = next(
            (declaration.cost for declaration in reversed(menus) if declaration.cost is not None), None
        )

    def split(self, action: tree.Action) -> tuple[tree.Block, tree.Block]:
        """Return the steps that decide whether it is open, and the whole body as it runs."""
        statements = self.statements
        steps: list[tree.Statement] = []
        run: list[tree.Statement] = []
        if self.which is not None:
            steps.append(self.which)
            run.append(self.which)
        if self.node.cost is None:
            self._guards(self.cost, steps, run)
        body = tuple(each for each in self.node.body if not isinstance(each, nodes.Reveals))
        count = 0
        for statement in body:
            if count >= MOST_STEPS and isinstance(statement, _STEPS):
                self.statements.world.give_up(messages.too_many("steps", MOST_STEPS, statement.span))
            if isinstance(statement, nodes.Needs):
                self._guard(statement, steps, run)
            elif isinstance(statement, nodes.Let | nodes.Choose | nodes.ChooseNumber):
                found = statements.statement(statement, self.scope)
                steps.extend(found[:1])
                run.extend(found)
            elif isinstance(statement, nodes.Consent):
                run.extend(statements.consent(statement, self.scope))
            else:
                break
            count += 1
        for need in self.more:
            self._guard(need, steps, run)
        if self.node.cost is not None:
            self._guards(self.node.cost, steps, run)
        if action.counter is not None:
            me = tree.LocalValue(action.me, action.me.type, self.node.span)
            run.append(tree.CountUse(action.counter, me, self.node.span))
        for menu in self.menus:
            run.extend(statements.block(menu.pay, self.scope))
        run.extend(statements.block(body[count:], self.scope))
        return tuple(steps), tuple(run)

    def _needed(
        self, node: nodes.Needs, steps: list[tree.Statement], run: list[tree.Statement]
    ) -> tree.Needs | None:
        """Check a guard of the action itself; `needs … as name` also names a value for the lines below."""
        if not isinstance(node.condition, nodes.Binding):
            return self.statements.needs(node, self.scope)
        before, test = bound_value(self.expressions, node.condition, self.scope, self.scope)
        if before is None or test is None:
            return None
        steps.append(before)
        run.append(before)
        return self.statements.needs(node, self.scope, test)

    def _guard(self, node: nodes.Needs, steps: list[tree.Statement], run: list[tree.Statement]) -> None:
        need = self._needed(node, steps, run)
        if need is not None:
            steps.append(need)
            self.scope.facts.update(facts(need.condition, True))

    def _guards(
        self, cost: nodes.Expression | None, steps: list[tree.Statement], run: list[tree.Statement]
    ) -> None:
        if cost is not None:
            value = self.expressions.check(cost, self.scope, NUMBER)
            local = self.scope.bind("cost", NUMBER, cost.span)  # menus may read it, even if it is wrong
            if value is not None:
                steps.append(tree.SetLocal(local, value, cost.span))
                run.append(tree.SetLocal(local, value, cost.span))
        for menu in self.menus:
            for needs in menu.needs:
                need = self.statements.needs(needs, self.scope)
                if need is not None:
                    steps.append(need)


def _one(expression: tree.Expression) -> bool:
    return isinstance(expression, tree.Constant) and expression.value == 1
