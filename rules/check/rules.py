"""Checks rules: procedures, values and their changes, hooks, prohibitions, actions, outcomes.

A value may be written as a block, and may say why the position is worth so much: hints show that where the
number has changed.
"""

from lazaretto.grammar import nodes
from lazaretto.rules.check.actions import Actions, extensions_of
from lazaretto.rules.check.expressions import ExpressionChecker
from lazaretto.rules.check.rule_heads import Owner, PatternUse, Targets
from lazaretto.rules.check.scope import Frame, Scope
from lazaretto.rules.check.statements import StatementChecker, always_returns, inherits
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.link.resolve_owner_names import Preferences, RuleOwners
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import BROKEN, FLAG, NUMBER, VOID, KindType, NumberType, Supply, Type


def _check_value_block(
    statements: StatementChecker, value: tree.ValueRule, body: nodes.Block, scope: Scope
) -> None:
    """Check a value that is a block: a procedure of its own, with the value's parameters and result."""
    world = statements.world
    scope.result = value.type
    procedure = tree.Procedure(
        f"{value.name} as written", value.parameters, value.type, value.span, value.module
    )
    procedure.locals = scope.frame.locals
    broken = statements.broken
    procedure.body = statements.block(body, scope)
    whole = statements.broken == broken
    if whole and not always_returns(procedure.body) and not world.some_gap([value.name]):
        world.report(messages.ends_without(value.name, value.span))
    given = tuple(tree.LocalValue(parameter, parameter.type, value.span) for parameter in value.parameters)
    value.body, value.base = procedure, tree.CallProcedure(procedure, given, value.type, value.span)
    world.extra.append(procedure)


def _checked_because(
    expressions: ExpressionChecker, value: tree.ValueRule, node: nodes.Text
) -> tree.Template | None:
    """Check the text after `because`, in which the parameters of the value have their meaning."""
    if not isinstance(value.type, NumberType):
        if value.type != BROKEN:
            expressions.world.report(messages.because_without_number(value.name, node.span))
        return None
    scope = Scope(Frame(mark="w"), value.name)
    for parameter in value.parameters:
        scope.names[parameter.word] = tree.LocalValue(parameter, parameter.type, parameter.span)
    return expressions.template(node, scope)


MOST_HOOKS = 200


class Rules(Actions):
    """The passes over all rules: heads first, so that any rule may refer to any other, then bodies."""

    def __init__(self, world: World, owners: RuleOwners, preferences: Preferences) -> None:
        super().__init__(world, owners)
        self.preferences = preferences
        self._bodies: list[tuple[tree.Procedure, nodes.Procedure, Scope]] = []
        self._bases: list[tuple[tree.ValueRule, nodes.ValueDeclaration, Scope]] = []
        self.targets = Targets(world)

    # --- heads ---------------------------------------------------------------------------------

    def heads(self, placed: tuple[Placed, ...]) -> None:
        """Declare every procedure, value and menu by name."""
        self.targets.read(placed)
        for declared in placed:
            node = declared.declaration
            if isinstance(node, nodes.Procedure) and self.world.claim(node.name):
                self.world.procedures[node.name.text] = self._procedure_head(declared, node)
            elif isinstance(node, nodes.ValueDeclaration) and self.world.claim(node.name):
                self._value_head(declared.module, node)
            elif isinstance(node, nodes.MenuDeclaration) and not node.extends:
                menu = tree.Menu(node.name.text, None, node.name.span, node.documentation)
                self.world.menus[node.name.text] = menu

    def _parameters(self, parameters: tuple[nodes.Parameter, ...], scope: Scope) -> tuple[tree.Local, ...]:
        found: list[tree.Local] = []
        for parameter in parameters:
            if parameter.name.text in scope.names:
                first = next(one for one in parameters if one.name.text == parameter.name.text)
                self.world.report(messages.twice(parameter.name.text, parameter.name.span, first.name.span))
            found.append(
                scope.bind(parameter.name.text, self.world.parameter_type(parameter), parameter.span)
            )
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
        if replaced is not None and isinstance(replaced.declaration, nodes.Procedure) and inherits(node.body):
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
        """Check all bodies."""
        for value, base, scope in self._bases:
            self.world.begin_rule()
            if base.value is None:
                _check_value_block(self.statements, value, base.body, scope)
            else:
                value.base = self.expressions.check(base.value, scope, value.type)
            if base.because is not None:
                value.because = _checked_because(self.expressions, value, base.because)
        for procedure, node, scope in self._bodies:
            broken = self.statements.broken
            self.world.begin_rule()
            procedure.body = self.statements.block(node.body, scope)
            whole = self.statements.broken == broken
            if not whole or not procedure.returns or always_returns(procedure.body):
                continue
            if not self.world.some_gap([node.name.text]):
                self.world.report(messages.ends_without(procedure.name, procedure.span))
        menus = self._menu_nodes(placed)
        self.extensions = extensions_of(self.world, placed, self.owners, self.preferences)
        for each in placed:
            declared = each.declaration
            self.world.begin_rule()
            if isinstance(declared, nodes.MemberDeclaration):
                kind = self.world.kinds.get(declared.kind.text)
                members = [one for one in kind.own if one.ident == declared.name.text] if kind else []
                if members:
                    for rule in declared.rules:
                        self._rule(rule, Owner(each.module, members[0]), menus)
            elif isinstance(declared, nodes.KindDeclaration):
                own = self.world.kinds.get(declared.name.text)
                for rule in declared.rules if own is not None else ():
                    self._rule(rule, Owner(each.module, None, own), menus)
            elif isinstance(declared, nodes.Change | nodes.Hook | nodes.Forbid | nodes.Action):
                self._rule(declared, Owner(each.module, None), menus)
            elif isinstance(declared, nodes.Outcome):
                self._outcome(declared, each.module)
            elif isinstance(declared, nodes.OptionDeclaration):
                self._option_needs(declared)
            elif isinstance(declared, nodes.Invariant):
                condition = self.expressions.condition(declared.condition, Scope(Frame(), "invariant"))
                if condition is not None:
                    rule_text = declared.text.plain
                    self.world.invariants.append(tree.InvariantRule(rule_text, condition, declared.span))
            elif isinstance(declared, nodes.Goal):
                condition = self.expressions.condition(declared.condition, Scope(Frame(), "goal"))
                if condition is not None:
                    self.world.goals.append(_goal(declared, condition))
        self.world.end_rule()

    def _option_needs(self, node: nodes.OptionDeclaration) -> None:
        """Check the conditions of an option; each gives its own reason."""
        name = node.name.text
        for needs in node.needs if name in self.world.options else ():
            found = self.statements.needs(needs, Scope(Frame(), name))
            if found is not None and found.reason is None:
                self.world.report(messages.no_reason(needs.span))
            elif found is not None and found.reason is not None:
                need = tree.OptionNeed(name, found.condition, found.reason, needs.span)
                self.world.option_needs.append(need)

    def _menu_nodes(self, placed: tuple[Placed, ...]) -> dict[str, list[nodes.MenuDeclaration]]:
        found: dict[str, list[nodes.MenuDeclaration]] = {}
        for declared in placed:
            node = declared.declaration
            self.world.begin_rule()
            if isinstance(node, nodes.MenuDeclaration):
                found.setdefault(node.name.text, []).append(node)
                menu = self.world.menus.get(node.name.text)
                if menu is not None:
                    self.world.uses.append((node.name, menu))
                    menu.secret = menu.secret or node.secret
                if menu is not None and node.label is not None:
                    menu.prompt = self.expressions.template(node.label, Scope(Frame(), menu.name))
        return found

    def _rule(self, rule: nodes.Rule, owner: Owner, menus: dict[str, list[nodes.MenuDeclaration]]) -> None:
        self.world.begin_rule()
        match rule:
            case nodes.Change():
                self._change(rule, owner)
            case nodes.Hook():
                self._hook(rule, owner)
            case nodes.Forbid():
                self._forbid(rule, owner)
            case nodes.Action():
                self._action(rule, owner, menus)

    # --- changes, hooks, prohibitions ----------------------------------------------------------

    def _change(self, node: nodes.Change, owner: Owner) -> None:
        value = self.targets.value(node.target)
        if value is None:
            return
        use = PatternUse(self.world)
        opened = self._open(node.target, node.patterns, value.parameters, owner, Frame(mark="c"), node.span)
        if opened is None:
            return
        scope, conditions, me, players = opened
        if not self._when(node.when, scope, conditions):
            return
        if node.word != "to" and not isinstance(value.type, NumberType):
            self.world.report(messages.wrong_type(value.type, NUMBER, node.span, "number", word=node.word))
            return
        found = self.expressions.check(node.value, scope, value.type)
        if found is None:
            return
        use.check(node, scope)
        if len(value.changes) >= MOST_HOOKS:
            self.world.give_up(messages.too_many("changes", MOST_HOOKS, node.span, value.name))
        rule = tree.ChangeRule(
            owner.name,
            owner.module,
            owner.names,
            node.word,
            tuple(conditions),
            me,
            players,
            found,
            node.span,
            self._this_loop(owner, value.parameters),
        )
        self._clauses(rule, node.over, owner)
        value.changes.append(rule)

    def _forbid(self, node: nodes.Forbid, owner: Owner) -> None:
        procedure = self.targets.procedure(node.target)
        if procedure is None:
            return
        frame, use = Frame(procedure.locals), PatternUse(self.world)
        opened = self._open(node.target, node.patterns, procedure.parameters, owner, frame, node.span)
        if opened is None:
            return
        scope, conditions, me, players = opened
        if not self._when(node.when, scope, conditions):
            return
        text = self.expressions.template(node.because, scope)
        use.check(node, scope)
        if len(procedure.forbids) >= MOST_HOOKS:
            self.world.give_up(messages.too_many("hooks", MOST_HOOKS, node.span, procedure.name))
        if text is not None:
            procedure.forbids.append(
                tree.ForbidRule(
                    owner.name,
                    tuple(conditions),
                    me,
                    players,
                    text,
                    node.span,
                    self._this_loop(owner, procedure.parameters),
                )
            )

    def _hook(self, node: nodes.Hook, owner: Owner) -> None:
        procedure = self.targets.procedure(node.target)
        if procedure is None:
            return
        if procedure.returns:
            self.world.report(messages.no_hooks(procedure.name, node.target.span))
            return
        if len(procedure.hooks) >= MOST_HOOKS:
            self.world.give_up(messages.too_many("hooks", MOST_HOOKS, node.span, procedure.name))
        use = PatternUse(self.world)
        opened = self._open(
            node.target, node.patterns, procedure.parameters, owner, Frame(procedure.locals), node.span
        )
        if opened is None:
            return
        scope, conditions, me, players = opened
        spoiled = use.spoiled
        if not self._when(node.when, scope, conditions):
            return
        this = self._this_loop(owner, procedure.parameters)
        body = self._hook_body(node, owner, procedure, scope, (me, this))
        use.check(node, scope)
        arguments = [
            tree.LocalValue(parameter, parameter.type, node.span) for parameter in procedure.parameters
        ]
        arguments += [
            tree.LocalValue(local, local.type, node.span) for local in (me, this) if local is not None
        ]
        rule = tree.HookRule(
            node.word,
            owner.name,
            owner.module,
            owner.names,
            tuple(conditions),
            me,
            players,
            body,
            tuple(arguments),
            node.span,
            this,
        )
        self._clauses(rule, node.following, owner)
        if not spoiled:
            procedure.hooks.append(rule)

    def _hook_body(
        self,
        node: nodes.Hook,
        owner: Owner,
        procedure: tree.Procedure,
        outer: Scope,
        more: tuple[tree.Local | None, ...],
    ) -> tree.Procedure:
        """Return the body of a hook as a procedure with the parameters of the hooked one."""
        scope = Scope(Frame(), procedure.name)
        scope.result = VOID
        own = {
            each.name: scope.frame.local(each.word, each.type, each.span)
            for each in (*procedure.parameters, *(each for each in more if each is not None))
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
        """Return what `proceed` runs: the procedure without its `instead` hooks."""
        if procedure.inner is None:
            procedure.inner = tree.Procedure(
                f"{procedure.name} itself", procedure.parameters, VOID, procedure.span, procedure.module
            )
            self.world.extra.append(procedure.inner)
        return procedure.inner

    # --- outcomes ------------------------------------------------------------------------------

    def _outcome(self, node: nodes.Outcome, module: str) -> None:
        scope = Scope(Frame(), "outcome")
        condition: tree.Expression | None = None
        supply = owner = None
        if node.runs_out is not None:
            found = self._runs_out(node.runs_out, scope)
            if found is None:
                return
            supply, owner, condition = found
        elif node.condition is not None:
            condition = self.expressions.condition(node.condition, scope)
            if condition is None:
                return
        text = self.expressions.template(node.text, scope)
        players = self.expressions.players(node.players, scope) if node.players is not None else None
        if text is None or (node.players is not None and players is None):
            return
        self.world.outcomes.append(
            tree.OutcomeRule(node.word, text, players, condition, supply, owner, module, node.span)
        )

    def _runs_out(
        self, node: nodes.Expression, scope: Scope
    ) -> tuple[Supply, tree.Local | None, tree.Expression | None] | None:
        """Return a supply that runs out, the local for its owner, and a condition on that owner.

        If `sort` is the name of a kind, `sort.pieces` means the pieces of any of its members.
        """
        owner: tree.Local | None = None
        if isinstance(node, nodes.Attribute) and isinstance(node.thing, nodes.Name):
            name, span = node.thing.text, node.thing.span
            kind = self.world.kind_for_word(name)
            if kind is not None and kind.supply(node.name.text) is None and self.world.has_gap(kind):
                return None
            if kind is not None and kind.supply(node.name.text):
                if name in self.world.kinds:
                    name = name.lower()
                owner = scope.bind(name, KindType(kind), span)
                node = nodes.Attribute(nodes.Name(name, span), node.name, node.span)
        value = self.expressions.supply(node, scope)
        if value is None:
            return None
        if value.thing is None or owner is not None:
            return value.supply, owner, None
        owner = scope.frame.local("owner", value.thing.type, value.span)
        here = tree.LocalValue(owner, owner.type, value.span)
        return value.supply, owner, tree.Operation("=", (here, value.thing), FLAG, value.span)


def _goal(node: nodes.Goal, condition: tree.Expression) -> tree.GoalRule:
    return tree.GoalRule(node.text.plain, condition, node.lost_too, node.documentation, node.span)
