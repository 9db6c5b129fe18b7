"""What rules mean: procedures, values and their changes, hooks, prohibitions, actions, outcomes."""

from grammar import nodes
from grammar.source import Span
from rules.check import messages
from rules.check.expressions import Expressions
from rules.check.narrowing import facts
from rules.check.scope import Frame, Scope
from rules.check.statements import Statements
from rules.check.world import World
from rules.link.modules import Placed
from rules.model import tree
from rules.model.things import Member
from rules.model.types import BROKEN, FLAG, NUMBER, VOID, KindType, ManyType, NumberType, Type

MOST_HOOKS = 200

Bound = tree.LocalValue | tree.Constant


class Owner:
    """Whose rule it is: a member of a kind, or a module alone."""

    def __init__(self, module: str, member: Member | None) -> None:
        self.module = module
        self.member = member

    @property
    def name(self) -> str:
        """The name `following` and `over` know it by."""
        return self.member.ident if self.member is not None else self.module

    @property
    def activity(self) -> nodes.Active | None:
        """When, and for whom, its rules are active."""
        return self.member.kind.activity() if self.member is not None else None


class Rules:
    """The passes over all rules: heads first, so that any rule may name any other, then bodies."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.expressions = Expressions(world)
        self.statements = Statements(world, self.expressions)
        self._bodies: list[tuple[tree.Procedure, nodes.Procedure, Scope]] = []
        self._bases: list[tuple[tree.ValueRule, nodes.ValueDeclaration, Scope]] = []

    # --- heads ---------------------------------------------------------------------------------

    def heads(self, placed: tuple[Placed, ...]) -> None:
        """Declare every procedure, value and menu by name."""
        for each in placed:
            node = each.declaration
            if isinstance(node, nodes.Procedure) and self.world.claim(node.name):
                self.world.procedures[node.name.text] = self._procedure_head(each, node)
            elif isinstance(node, nodes.ValueDeclaration) and self.world.claim(node.name):
                self._value_head(each.module, node)
            elif isinstance(node, nodes.MenuDeclaration) and not node.extends:
                menu = tree.Menu(node.name.text, None, node.name.span, node.documentation)
                self.world.menus[node.name.text] = menu

    def _parameters(self, parameters: tuple[nodes.Parameter, ...], scope: Scope) -> tuple[tree.Local, ...]:
        found: list[tree.Local] = []
        for each in parameters:
            if each.name.text in scope.names:
                first = next(one for one in parameters if one.name.text == each.name.text)
                self.world.report(messages.twice(each.name.text, each.name.span, first.name.span))
            found.append(scope.bind(each.name.text, self.world.parameter_type(each), each.span))
        return tuple(found)

    def _procedure_head(self, placed: Placed, node: nodes.Procedure) -> tree.Procedure:
        scope = Scope(Frame(), node.name.text)
        parameters = self._parameters(node.parameters, scope)
        result: Type = VOID
        if node.type is not None:
            result = self.world.type_of(node.type) or BROKEN
        procedure = tree.Procedure(
            node.name.text, parameters, result, node.name.span, placed.module, node.documentation, node.phase
        )
        procedure.locals = scope.frame.locals
        scope.result = result
        replaced = placed.inherited
        if (
            replaced is not None
            and isinstance(replaced.declaration, nodes.Procedure)
            and _inherits(node.body)
        ):
            old = self._procedure_head(replaced, replaced.declaration)
            old.name = f"{old.name} of {replaced.module}"
            self.world.extra.append(old)
            scope.inherited = old
        self._bodies.append((procedure, node, scope))
        return procedure

    def _value_head(self, module: str, node: nodes.ValueDeclaration) -> None:
        scope = Scope(Frame(), node.name.text)
        parameters = self._parameters(node.parameters, scope)
        kind: Type = NUMBER
        if node.type is not None:
            kind = self.world.type_of(node.type) or BROKEN
        value = tree.ValueRule(node.name.text, parameters, kind, node.name.span, module, node.documentation)
        self.world.values[node.name.text] = value
        self._bases.append((value, node, scope))

    # --- bodies --------------------------------------------------------------------------------

    def bodies(self, placed: tuple[Placed, ...]) -> None:
        """Check everything that happens."""
        for value, base, scope in self._bases:
            value.base = self.expressions.check(base.value, scope, value.type)
        for procedure, node, scope in self._bodies:
            broken = self.statements.broken
            procedure.body = self.statements.block(node.body, scope)
            whole = self.statements.broken == broken
            if whole and procedure.returns and not _always_returns(procedure.body):
                self.world.report(messages.ends_without(procedure.name, procedure.span))
        menus = self._menu_nodes(placed)
        for each in placed:
            declared = each.declaration
            if isinstance(declared, nodes.MemberDeclaration):
                kind = self.world.kinds.get(declared.kind.text)
                found = [one for one in kind.own if one.ident == declared.name.text] if kind else []
                if found:
                    for rule in declared.rules:
                        self._rule(rule, Owner(each.module, found[0]), menus)
            elif isinstance(declared, nodes.Change | nodes.Hook | nodes.Forbid | nodes.Action):
                self._rule(declared, Owner(each.module, None), menus)
            elif isinstance(declared, nodes.Outcome):
                self._outcome(declared, each.module)
            elif isinstance(declared, nodes.Invariant):
                condition = self.expressions.condition(declared.condition, Scope(Frame(), "invariant"))
                if condition is not None:
                    rule_text = declared.text.plain
                    self.world.invariants.append(tree.InvariantRule(rule_text, condition, declared.span))

    def _menu_nodes(self, placed: tuple[Placed, ...]) -> dict[str, list[nodes.MenuDeclaration]]:
        found: dict[str, list[nodes.MenuDeclaration]] = {}
        for each in placed:
            node = each.declaration
            if isinstance(node, nodes.MenuDeclaration):
                found.setdefault(node.name.text, []).append(node)
                menu = self.world.menus.get(node.name.text)
                if menu is not None and node.label is not None:
                    menu.prompt = self.expressions.template(node.label, Scope(Frame(), menu.name))
        return found

    def _rule(self, rule: nodes.Rule, owner: Owner, menus: dict[str, list[nodes.MenuDeclaration]]) -> None:
        match rule:
            case nodes.Change():
                self._change(rule, owner)
            case nodes.Hook():
                self._hook(rule, owner)
            case nodes.Forbid():
                self._forbid(rule, owner)
            case nodes.Action():
                self._action(rule, owner, menus)

    # --- patterns ------------------------------------------------------------------------------

    def _activity(self, owner: Owner, player: tree.Expression, span: Span) -> tree.Expression | None:
        """Whether the owner's rules are active for a player."""
        active = owner.activity
        if owner.member is None or active is None:
            return None
        scope = Scope(Frame(mark="a"), "active")
        this = tree.Constant(owner.member.id, KindType(owner.member.kind), span)
        scope.names["this"] = this
        if active.variable is not None and isinstance(player, tree.LocalValue | tree.Constant):
            scope.names[active.variable.text] = player
        return self.expressions.condition(active.condition, scope)

    def _match(
        self, patterns: tuple[nodes.Name, ...], parameters: tuple[tree.Local, ...], owner: Owner, scope: Scope
    ) -> list[tree.Expression]:
        """Bind the names of a pattern to the parameters; what must be equal comes back as conditions."""
        conditions: list[tree.Expression] = []
        for pattern, parameter in zip(patterns, parameters, strict=True):
            here = tree.LocalValue(parameter, parameter.type, pattern.span)
            word = pattern.text
            if word == "_":
                continue
            if word == "me":
                scope.names["me"] = here
                active = self._activity(owner, here, pattern.span)
                if active is not None:
                    conditions.append(active)
                if owner.activity is None or owner.activity.variable is None:
                    self.world.report(
                        messages.misplaced(
                            "me", "in the rules of a member that is active for a player", pattern.span
                        )
                    )
                continue
            known = self._known(word, parameter.type, owner, pattern.span)
            if known is not None:
                conditions.append(tree.Operation("=", (here, known), FLAG, pattern.span))
            else:
                scope.names[word] = here
        return conditions

    def _known(self, word: str, wanted: Type, owner: Owner, span: Span) -> tree.Expression | None:
        if word == "this" and owner.member is not None:
            return tree.Constant(owner.member.id, KindType(owner.member.kind), span)
        if isinstance(wanted, KindType) and not wanted.kind.is_player:
            member = self.world.member(wanted.kind, word)
            if member is not None:
                return tree.Constant(member.id, KindType(member.kind), span)
        return None

    def _open(
        self,
        target: nodes.Name,
        patterns: tuple[nodes.Name, ...],
        parameters: tuple[tree.Local, ...],
        owner: Owner,
        frame: Frame,
        span: Span,
    ) -> tuple[Scope, list[tree.Expression], tree.Local | None, tree.Expression | None] | None:
        """The scope in which a rule about a procedure or value is read.

        With it come its conditions and, where the rule speaks of `me` without binding it, the local that
        runs over the players for whom the owner is active.
        """
        if len(patterns) != len(parameters):
            words = [each.word for each in parameters]
            self.world.report(messages.arity(target.text, len(parameters), len(patterns), target.span, words))
            return None
        scope = Scope(frame, target.text)
        if owner.member is not None:
            scope.names["this"] = tree.Constant(owner.member.id, KindType(owner.member.kind), span)
        conditions = self._match(patterns, parameters, owner, scope)
        me = players = None
        activity = owner.activity
        if activity is not None and "me" not in scope.names:
            player = KindType(self.world.player)
            each = frame.local("each", player, span)
            active = self._activity(owner, tree.LocalValue(each, player, span), span)
            if active is None:
                return None
            if activity.variable is None:
                return scope, [active, *conditions], None, None
            me = scope.bind("me", player, span)
            everyone = tree.KindSet(self.world.player, ManyType(player), span)
            players = tree.Quantifier("those", each, everyone, active, None, ManyType(player), span)
        return scope, conditions, me, players

    def _when(self, node: nodes.Expression | None, scope: Scope, conditions: list[tree.Expression]) -> bool:
        if node is None:
            return True
        found = self.expressions.condition(node, scope)
        if found is None:
            return False
        conditions.append(found)
        scope.facts.update(facts(found, True))
        return True

    # --- changes, hooks, prohibitions ----------------------------------------------------------

    def _change(self, node: nodes.Change, owner: Owner) -> None:
        value = self.world.values.get(node.target.text)
        if value is None:
            self.world.unknown(node.target, self.world.values, "value")
            return
        opened = self._open(node.target, node.patterns, value.parameters, owner, Frame(mark="c"), node.span)
        if opened is None:
            return
        scope, conditions, me, players = opened
        if not self._when(node.when, scope, conditions):
            return
        if node.word != "to" and not isinstance(value.type, NumberType):
            self.world.report(
                messages.wrong_type(value.type, NUMBER, node.span, f"`{node.word}` needs a number")
            )
            return
        found = self.expressions.check(node.value, scope, value.type)
        if found is None:
            return
        over = tuple(each.text for each in node.over)
        value.changes.append(
            tree.ChangeRule(
                owner.name, owner.module, node.word, over, tuple(conditions), me, players, found, node.span
            )
        )

    def _target(self, name: nodes.Name) -> tree.Procedure | None:
        found = self.world.procedures.get(name.text)
        if found is None:
            self.world.unknown(name, self.world.procedures, "procedure")
        return found

    def _forbid(self, node: nodes.Forbid, owner: Owner) -> None:
        procedure = self._target(node.target)
        if procedure is None:
            return
        frame = Frame(procedure.locals)
        opened = self._open(node.target, node.patterns, procedure.parameters, owner, frame, node.span)
        if opened is None:
            return
        scope, conditions, me, players = opened
        if not self._when(node.when, scope, conditions):
            return
        text = self.expressions.template(node.because, scope)
        if text is not None:
            procedure.forbids.append(
                tree.ForbidRule(owner.name, tuple(conditions), me, players, text, node.span)
            )

    def _hook(self, node: nodes.Hook, owner: Owner) -> None:
        procedure = self._target(node.target)
        if procedure is None:
            return
        if procedure.returns:
            self.world.report(messages.no_hooks(procedure.name, node.target.span))
            return
        if len(procedure.hooks) >= MOST_HOOKS:
            self.world.give_up(messages.too_many(f"hooks into `{procedure.name}`", MOST_HOOKS, node.span))
        opened = self._open(
            node.target, node.patterns, procedure.parameters, owner, Frame(procedure.locals), node.span
        )
        if opened is None:
            return
        scope, conditions, me, players = opened
        if not self._when(node.when, scope, conditions):
            return
        body = self._hook_body(node, owner, procedure, scope, me)
        arguments = [tree.LocalValue(each, each.type, node.span) for each in procedure.parameters]
        if me is not None:
            arguments.append(tree.LocalValue(me, me.type, node.span))
        following = tuple(each.text for each in node.following)
        procedure.hooks.append(
            tree.HookRule(
                node.word,
                owner.name,
                owner.module,
                following,
                tuple(conditions),
                me,
                players,
                body,
                tuple(arguments),
                node.span,
            )
        )

    def _hook_body(
        self, node: nodes.Hook, owner: Owner, procedure: tree.Procedure, outer: Scope, me: tree.Local | None
    ) -> tree.Procedure:
        """The body of a hook, as a procedure with the parameters of the one it hooks into."""
        scope = Scope(Frame(), procedure.name)
        scope.result = VOID
        own = {
            each.name: scope.frame.local(each.word, each.type, each.span)
            for each in (*procedure.parameters, *((me,) if me is not None else ()))
        }
        for name, bound in outer.names.items():
            if isinstance(bound, tree.LocalValue):
                local = own[bound.local.name]
                scope.names[name] = tree.LocalValue(local, bound.type, bound.span)
                fact = outer.facts.get(bound.local.name)
                if fact is not None:
                    scope.facts[local.name] = fact
            else:
                scope.names[name] = bound
        word = {"instead": "instead of"}.get(node.word, node.word)
        name = f"{word} {procedure.name} ({owner.name}, line {node.span.line})"
        body = tree.Procedure(name, tuple(own.values()), VOID, node.span, owner.module)
        if node.word == "instead":
            arguments = tuple(
                tree.LocalValue(local, local.type, node.span)
                for local in list(own.values())[: len(procedure.parameters)]
            )
            rest = self._rest(procedure)
            scope.proceed = tree.CallProcedure(rest, arguments, VOID, node.span)
        body.body = self.statements.block(node.body, scope)
        body.locals = scope.frame.locals
        self.world.extra.append(body)
        return body

    def _rest(self, procedure: tree.Procedure) -> tree.Procedure:
        """What `proceed` runs: the procedure without what stands instead of it."""
        if procedure.inner is None:
            procedure.inner = tree.Procedure(
                f"{procedure.name} itself", procedure.parameters, VOID, procedure.span, procedure.module
            )
            self.world.extra.append(procedure.inner)
        return procedure.inner

    # --- actions -------------------------------------------------------------------------------

    def _action(
        self, node: nodes.Action, owner: Owner, menus: dict[str, list[nodes.MenuDeclaration]]
    ) -> None:
        world = self.world
        found: list[tree.Menu] = []
        for name in node.menus:
            menu = world.menus.get(name.text)
            if menu is None:
                world.unknown(name, world.menus, "menu")
                return
            found.append(menu)
        first = next((each for each in world.actions if each.name == node.name.text), None)
        if first is not None:
            world.report(messages.twice(node.name.text, node.name.span, first.span))
            return
        scope = Scope(Frame(), node.name.text)
        scope.result = VOID
        player = KindType(world.player)
        me = scope.bind("me", player, node.name.span)
        if owner.member is not None:
            scope.names["this"] = tree.Constant(owner.member.id, KindType(owner.member.kind), node.span)
        active = self._activity(owner, tree.LocalValue(me, player, node.span), node.span)
        label = self.expressions.template(node.label, scope) if node.label is not None else None
        made = _Steps(self, scope, menus.get(found[0].name, []), node)
        procedure = tree.Procedure(
            f"action {node.name.text}", (me,), VOID, node.name.span, owner.module, node.documentation
        )
        action = tree.Action(
            node.name.text,
            label,
            me,
            owner.member,
            active,
            tuple(found),
            (),
            procedure,
            node.documentation,
            owner.module,
            node.name.span,
        )
        if node.limit is not None:
            self._limit(node.limit, action, scope)
        action.steps, procedure.body = made.split(action)
        procedure.locals = scope.frame.locals
        world.actions.append(action)
        for menu in found:
            menu.actions.append(action)

    def _limit(self, node: nodes.Limit, action: tree.Action, scope: Scope) -> None:
        phase = self.world.phase(node.phase)
        times = self.expressions.check(node.times, scope, NUMBER)
        if phase is None or times is None:
            return
        action.counter = self.world.hidden_variable(
            f"done {action.name}", self.world.player, node.span, phase
        )
        action.limit = times
        words = (
            f"You have done this {'once' if _one(times) else 'as often as allowed'} this {phase.name} already"
        )
        action.limit_reason = self.world.template((words,), node.span)

    # --- outcomes ------------------------------------------------------------------------------

    def _outcome(self, node: nodes.Outcome, module: str) -> None:
        world = self.world
        scope = Scope(Frame(), "outcome")
        condition: tree.Expression | None = None
        supply = owner = None
        if node.runs_out is not None:
            inner = node.runs_out
            if isinstance(inner, nodes.Attribute) and isinstance(inner.thing, nodes.Name):
                kind = world.kind_for_word(inner.thing.text)
                if kind is not None and scope.find(inner.thing.text) is None and kind.supply(inner.name.text):
                    name = inner.thing.text
                    if name in world.kinds:
                        name = name.lower()
                    owner = scope.bind(name, KindType(kind), inner.thing.span)
                    inner = nodes.Attribute(nodes.Name(name, inner.thing.span), inner.name, inner.span)
            found = self.expressions.supply(inner, scope)
            if found is None:
                return
            supply = found.supply
            if found.thing is not None and owner is None:
                kind_of, span = found.thing.type, found.span
                owner = scope.frame.local("owner", kind_of, span)
                condition = tree.Operation(
                    "=", (tree.LocalValue(owner, kind_of, span), found.thing), FLAG, span
                )
        elif node.condition is not None:
            condition = self.expressions.condition(node.condition, scope)
            if condition is None:
                return
        text = self.expressions.template(node.text, scope)
        players = self.expressions.players(node.players, scope) if node.players is not None else None
        if text is None or (node.players is not None and players is None):
            return
        world.outcomes.append(
            tree.OutcomeRule(node.word, text, players, condition, supply, owner, module, node.span)
        )


class _Steps:
    """Cuts an action's body into its steps and its effect."""

    def __init__(
        self, rules: Rules, scope: Scope, menus: list[nodes.MenuDeclaration], node: nodes.Action
    ) -> None:
        self.rules = rules
        self.scope = scope
        self.menus = menus
        self.node = node
        self.cost = next((each.cost for each in reversed(menus) if each.cost is not None), None)

    def split(self, action: tree.Action) -> tuple[tree.Block, tree.Block]:
        """The steps for deciding what is open, and the whole body as it runs."""
        statements = self.rules.statements
        steps: list[tree.Statement] = []
        run: list[tree.Statement] = []
        if self.node.cost is None:
            self._guards(self.cost, steps, run)
        body = self.node.body
        count = 0
        for each in body:
            if isinstance(each, nodes.Needs):
                need = statements.needs(each, self.scope)
                if need is not None:
                    steps.append(need)
                    self.scope.facts.update(facts(need.condition, True))
            elif isinstance(each, nodes.Let | nodes.Choose | nodes.ChooseNumber):
                found = statements.statement(each, self.scope)
                steps.extend(found[:1])
                run.extend(found)
            elif isinstance(each, nodes.Consent):
                run.extend(statements.consent(each, self.scope))
            else:
                break
            count += 1
        if self.node.cost is not None:
            self._guards(self.node.cost, steps, run)
        if action.counter is not None:
            me = tree.LocalValue(action.me, action.me.type, self.node.span)
            run.append(tree.CountUse(action.counter, me, self.node.span))
        for menu in self.menus:
            run.extend(statements.block(menu.pay, self.scope))
        run.extend(statements.block(body[count:], self.scope))
        return tuple(steps), tuple(run)

    def _guards(
        self, cost: nodes.Expression | None, steps: list[tree.Statement], run: list[tree.Statement]
    ) -> None:
        if cost is not None:
            value = self.rules.expressions.check(cost, self.scope, NUMBER)
            if value is not None:
                local = self.scope.bind("cost", NUMBER, cost.span)
                steps.append(tree.SetLocal(local, value, cost.span))
                run.append(tree.SetLocal(local, value, cost.span))
        for menu in self.menus:
            for each in menu.needs:
                need = self.rules.statements.needs(each, self.scope)
                if need is not None:
                    steps.append(need)


def _inherits(body: nodes.Block) -> bool:
    """Whether a procedure runs the one that it replaces, which is gone otherwise."""
    waiting: list[object] = [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, nodes.Do) and node.call.name.text == "inherited":
            return True
        elif isinstance(node, nodes.If | nodes.Match | nodes.Case | nodes.ForEach | nodes.Repeat):
            waiting.extend(
                getattr(node, each)
                for each in ("branches", "cases", "body", "otherwise")
                if hasattr(node, each)
            )
    return False


def _one(expression: tree.Expression) -> bool:
    return isinstance(expression, tree.Constant) and expression.value == 1


def _always_returns(body: tree.Block) -> bool:
    if not body:
        return False
    last = body[-1]
    match last:
        case tree.Return() | tree.Finish(players=None):
            return True
        case tree.If(branches, otherwise):
            return all(_always_returns(each) for _, each in branches) and _always_returns(otherwise)
        case tree.Repeat(times=None, condition=None):
            return True
        case _:
            return False
