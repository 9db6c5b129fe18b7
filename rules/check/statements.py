"""What a statement means: names resolved, types held against each other, steps put in their places."""

from typing import assert_never

from grammar import nodes
from grammar.source import Span
from rules.check import messages
from rules.check.expressions import Expressions, facts, written
from rules.check.scope import Scope
from rules.check.world import World
from rules.model import tree
from rules.model.types import (
    BROKEN,
    FLAG,
    NONE,
    NUMBER,
    SUPPLY,
    VOID,
    KindType,
    ManyType,
    OptionalType,
    PileType,
    Type,
    item_of,
)

_ENDING = (tree.Return, tree.Stop)
MOST_STATEMENTS = 50_000
MOST_BRANCHES = 200


class Statements:
    """The checker of statements, over one world."""

    def __init__(self, world: World, expressions: Expressions) -> None:
        self.world = world
        self.expressions = expressions
        self.broken = 0
        """How many statements could not be understood."""

    def block(self, body: nodes.Block, scope: Scope) -> tree.Block:
        """A block in a scope of its own; broken statements are reported and left out."""
        inner = scope.child()
        made: list[tree.Statement] = []
        for node in body:
            if made and isinstance(made[-1], _ENDING):
                self.world.report(messages.unreached(node.span))
                break
            found = self.statement(node, inner)
            made.extend(found)
            if len(found) == 1 and isinstance(found[0], tree.If):
                self._after_if(found[0], inner)
        return tuple(made)

    def _after_if(self, statement: tree.If, scope: Scope) -> None:
        """A branch that leaves tells that its condition does not hold further down."""
        if statement.otherwise:
            return
        for condition, body in statement.branches:
            if not body or not isinstance(body[-1], _ENDING):
                return
            scope.facts.update(facts(condition, False))

    def statement(self, node: nodes.Statement, scope: Scope) -> tuple[tree.Statement, ...]:
        """The statements one written statement stands for."""
        self.world.statements += 1
        if self.world.statements > MOST_STATEMENTS:
            self.world.give_up(messages.too_many("statements", MOST_STATEMENTS, node.span))
        found = self._statement(node, scope)
        if found is None:
            self.broken += 1
            return ()
        return found if isinstance(found, tuple) else (found,)

    def _statement(
        self, node: nodes.Statement, scope: Scope
    ) -> tree.Statement | tuple[tree.Statement, ...] | None:
        match node:
            case nodes.Set():
                return self._set(node.target, node.value, scope, node.span)
            case nodes.Add():
                total = nodes.Binary("+", node.target, node.value, node.span)
                return self._set(node.target, total, scope, node.span)
            case nodes.Let():
                return self._let(node, scope)
            case nodes.Do():
                return self._do(node, scope)
            case nodes.Return():
                return self._return(node, scope)
            case nodes.Stop(span):
                if not scope.in_loop:
                    self.world.report(messages.misplaced("stop", "inside a loop", span))
                    return None
                return tree.Stop(span)
            case nodes.If():
                return self._if(node, scope)
            case nodes.Match():
                return self._match(node, scope)
            case nodes.ForEach():
                return self._for_each(node, scope)
            case nodes.Repeat():
                return self._repeat(node, scope)
            case nodes.MoveSupply():
                return self._move_supply(node, scope)
            case nodes.MovePieces():
                return self._move_pieces(node, scope)
            case nodes.Shuffle(pile_node, span):
                pile = self._true_pile(pile_node, scope)
                return tree.Shuffle(pile, span) if pile else None
            case nodes.Spread():
                return self._spread(node, scope)
            case nodes.Roll():
                return self._roll(node, scope)
            case nodes.Show():
                return self._show(node, scope)
            case nodes.Advance():
                return self._advance(node, scope)
            case nodes.Needs(span=span):
                self.world.report(messages.misplaced("needs", "among the first lines of an action", span))
                return None
            case nodes.Consent(span=span):
                self.world.report(messages.misplaced("consent", "among the first lines of an action", span))
                return None
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
            case nodes.Once():
                return self._once(node, scope)
            case nodes.Say():
                text = self.expressions.template(node.text, scope)
                players = self._some_players(node.players, scope)
                if text is None or (node.players is not None and players is None):
                    return None
                return tree.Say(text, players, node.span)
            case nodes.Finish():
                text = self.expressions.template(node.text, scope)
                players = self._some_players(node.players, scope)
                if text is None or (node.players is not None and players is None):
                    return None
                return tree.Finish(node.word, text, players, node.span)
            case nodes.Pass():
                return ()
            case nodes.Proceed(span):
                if scope.proceed is None:
                    self.world.report(messages.misplaced("proceed", "inside `instead of`", span))
                    return None
                return tree.Run(scope.proceed, span)
            case _:
                assert_never(node)

    # --- values --------------------------------------------------------------------------------

    def _set(
        self, target: nodes.Expression, value: nodes.Expression, scope: Scope, span: Span
    ) -> tree.Statement | None:
        if isinstance(target, nodes.Name):
            bound = scope.find(target.text)
            if isinstance(bound, tree.LocalValue):
                found = self.expressions.check(value, scope, bound.local.type)
                return tree.SetLocal(bound.local, found, span) if found is not None else None
        place = self.expressions.check(target, scope)
        if place is None:
            return None
        if not isinstance(place, tree.VariableValue) or place.variable.option or place.variable.faces:
            self.world.report(messages.not_settable(written(target), target.span))
            return None
        place.type = place.variable.type
        found = self.expressions.check(value, scope, place.variable.type)
        if found is None:
            return None
        place.variable.constant = False
        return tree.SetVariable(place, found, span)

    def _let(self, node: nodes.Let, scope: Scope) -> tree.Statement | None:
        value = self.expressions.check(node.value, scope)
        kind: Type = value.type if value is not None else BROKEN
        if kind == VOID and isinstance(node.value, nodes.Call):
            self.world.report(messages.no_result(node.value.name.text, node.value.span))
        elif kind in (VOID, NONE, SUPPLY):
            self.world.report(messages.wrong_type(kind, "value", node.value.span))
        if value is None or kind in (VOID, NONE, SUPPLY):
            scope.bind(node.name.text, BROKEN, node.name.span)
            return None
        if isinstance(kind, PileType):
            kind = ManyType(KindType(kind.kind))
        return tree.SetLocal(scope.bind(node.name.text, kind, node.name.span), value, node.span)

    def _do(self, node: nodes.Do, scope: Scope) -> tree.Statement | None:
        if node.call.name.text == "inherited":
            if scope.inherited is None:
                self.world.report(
                    messages.misplaced("inherited", "in a procedure that replaces another", node.span)
                )
                return None
            arguments = self.expressions.arguments(node.call, scope.inherited.parameters, scope)
            if arguments is None:
                return None
            call = tree.CallProcedure(scope.inherited, arguments, scope.inherited.result, node.span)
            return tree.Run(call, node.span)
        found = self.expressions.check(node.call, scope)
        if found is None:
            return None
        if not isinstance(found, tree.CallProcedure):
            self.world.report(messages.unused_result(node.call.name.text, node.span))
            return None
        return tree.Run(found, node.span)

    def _return(self, node: nodes.Return, scope: Scope) -> tree.Statement | None:
        if node.value is None:
            if scope.result not in (None, VOID):
                self.world.report(messages.wrong_type(VOID, scope.result, node.span))
                return None
            return tree.Return(None, node.span)
        if scope.result is None or scope.result == VOID:
            self.world.report(
                messages.misplaced("return", "without a value in what gives no result", node.value.span)
            )
            return None
        value = self.expressions.check(node.value, scope, scope.result)
        return tree.Return(value, node.span)

    # --- flow ----------------------------------------------------------------------------------

    def _if(self, node: nodes.If, scope: Scope) -> tree.Statement | None:
        branches: list[tuple[tree.Expression, tree.Block]] = []
        current = scope.child()
        broken = False
        if len(node.branches) > MOST_BRANCHES:
            self.world.give_up(messages.too_many("branches of one `if`", MOST_BRANCHES, node.span))
        for condition_node, body in node.branches:
            condition = self.expressions.condition(condition_node, current)
            inner = current.child()
            if condition is not None:
                inner.facts.update(facts(condition, True))
            block = self.block(body, inner)
            if condition is None:
                broken = True
                continue
            branches.append((condition, block))
            following = current.child()
            following.facts.update(facts(condition, False))
            current = following
        otherwise = self.block(node.otherwise, current) if node.otherwise is not None else ()
        return None if broken else tree.If(tuple(branches), otherwise, node.span)

    def _match(self, node: nodes.Match, scope: Scope) -> tree.Block | None:
        value = self.expressions.check(node.value, scope)
        kind = value.type.item if value is not None and isinstance(value.type, OptionalType) else None
        if value is not None and isinstance(value.type, KindType):
            kind = value.type
        if value is not None and kind is None:
            self.world.report(messages.wrong_type(value.type, "kind or enumeration", node.value.span))
        if len(node.cases) > MOST_BRANCHES:
            self.world.give_up(messages.too_many("branches of one `match`", MOST_BRANCHES, node.span))
        seen: dict[int, Span] = {}
        branches: list[tuple[tree.Expression, tree.Block]] = []
        before: tree.Block = ()
        if value is not None and not isinstance(value, tree.LocalValue):
            matched = scope.frame.local("matched", value.type, node.value.span)
            before = (tree.SetLocal(matched, value, node.value.span),)
            value = tree.LocalValue(matched, value.type, node.value.span)
        whole = True
        for case in node.cases:
            tests = self._tests(case, scope, value, kind, seen)
            whole = whole and len(tests) == len(case.members)
            body = self.block(case.body, scope)
            if tests:
                test = tests[0]
                if len(tests) > 1:
                    test = tree.Operation("or", tests, FLAG, case.span)
                branches.append((test, body))
        otherwise = self.block(node.otherwise, scope) if node.otherwise is not None else None
        if value is None or kind is None or not whole:
            return None
        if otherwise is None:
            left = [each.ident for each in kind.kind.members() if each.id not in seen]
            if isinstance(value.type, OptionalType):
                left.append("none")
            if left:
                self.world.report(messages.missing_cases(left, node.value.span))
                return None
            otherwise = branches.pop()[1] if branches else ()
        return (*before, *((tree.If(tuple(branches), otherwise, node.span),) if branches else otherwise))

    def _tests(
        self,
        case: nodes.Case,
        scope: Scope,
        value: tree.Expression | None,
        kind: KindType | None,
        seen: dict[int, Span],
    ) -> tuple[tree.Expression, ...]:
        """The members one `when` speaks of, each compared with the value; broken ones are left out."""
        found: list[tree.Expression] = []
        for name in case.members if value is not None and kind is not None else ():
            member = self.expressions.check(name, scope, kind)
            if not isinstance(member, tree.Constant) or not isinstance(member.value, int):
                if member is not None:
                    self.world.report(messages.not_constant(name.span))
                continue
            if member.value in seen:
                self.world.report(messages.case_twice(name.text, name.span, seen[member.value]))
            seen.setdefault(member.value, name.span)
            assert value is not None
            found.append(tree.Operation("=", (value, member), FLAG, name.span))
        return tuple(found)

    def _for_each(self, node: nodes.ForEach, scope: Scope) -> tree.Statement | None:
        many = self.expressions.many(node.set, scope)
        item = item_of(many.type) if many is not None else BROKEN
        if item is None:
            self.world.report(messages.always_empty(node.set.span))
            item = BROKEN
        inner = scope.child()
        inner.in_loop = True
        variable = inner.bind(node.variable.text, item, node.variable.span)
        where = self.expressions.condition(node.where, inner) if node.where is not None else None
        if where is not None:
            inner.facts.update(facts(where, True))
        body = self.block(node.body, inner)
        if many is None or item == BROKEN or (node.where is not None and where is None):
            return None
        return tree.ForEach(variable, many, where, body, node.span)

    def _repeat(self, node: nodes.Repeat, scope: Scope) -> tree.Statement | None:
        times = self.expressions.check(node.times, scope, NUMBER) if node.times is not None else None
        condition = self.expressions.condition(node.condition, scope) if node.condition is not None else None
        inner = scope.child()
        inner.in_loop = True
        if condition is not None:
            inner.facts.update(facts(condition, True))
        body = self.block(node.body, inner)
        if (node.times is not None and times is None) or (node.condition is not None and condition is None):
            return None
        counter = scope.frame.local("turns", NUMBER, node.span)
        return tree.Repeat(times, condition, body, counter, node.span)

    # --- pieces --------------------------------------------------------------------------------

    def _holder(
        self, node: nodes.Expression, supply: tree.SupplyValue, scope: Scope
    ) -> tree.Expression | None:
        if isinstance(node, nodes.Name) and node.text == "box" and scope.find("box") is None:
            return tree.BoxValue(ManyType(None), node.span)
        found = self.expressions.check(node, scope)
        if found is None:
            return None
        if isinstance(found.type, OptionalType):
            self.world.report(messages.optional(written(node), node.span))
            return None
        if not isinstance(found.type, KindType):
            self.world.report(messages.wrong_type(found.type, "thing that can hold pieces", node.span))
            return None
        self.expressions.holds(supply, found.type.kind)
        return found

    def _move_supply(self, node: nodes.MoveSupply, scope: Scope) -> tree.Statement | None:
        supply = self.expressions.supply(node.supply, scope)
        amount = self.expressions.check(node.amount, scope, NUMBER) if node.amount is not None else None
        if supply is None or (node.amount is not None and amount is None):
            return None
        source = self._holder(node.source, supply, scope) if node.source is not None else None
        target = self._holder(node.target, supply, scope) if node.target is not None else None
        if (node.source is not None and source is None) or (node.target is not None and target is None):
            return None
        return tree.MoveSupply(amount, supply, source, target, node.span)

    def _pieces(self, node: nodes.Expression, scope: Scope) -> tuple[tree.Expression, bool, KindType] | None:
        """A piece or a list of pieces."""
        found = self.expressions.check(node, scope)
        if found is None:
            return None
        if isinstance(found.type, OptionalType):
            self.world.report(messages.optional(written(node), node.span))
            return None
        item = item_of(found.type)
        kind = item if item is not None else found.type
        if not isinstance(kind, KindType) or not kind.kind.root.piece:
            self.world.report(messages.wrong_type(found.type, "piece", node.span))
            return None
        return found, item is not None, kind

    def _true_pile(self, node: nodes.Expression, scope: Scope) -> tree.PileValue | None:
        pile = self.expressions.pile(node, scope)
        if isinstance(pile, tree.BoxValue):
            self.world.report(messages.wrong_type("box", "pile", node.span))
            return None
        return pile

    def _fits_pile(self, kind: KindType, pile: tree.PileValue | tree.BoxValue, span: Span) -> bool:
        if isinstance(pile, tree.BoxValue) or kind.kind.descends_from(pile.pile.kind):
            return True
        self.world.report(messages.wrong_type(kind, pile.pile.kind.name, span))
        return False

    def _move_pieces(self, node: nodes.MovePieces, scope: Scope) -> tree.Statement | None:
        found = self._whole(node.pieces, scope) if node.whole else self._pieces(node.pieces, scope)
        pile = self.expressions.pile(node.pile, scope)
        if found is None or pile is None or not self._fits_pile(found[2], pile, node.pieces.span):
            return None
        return tree.MovePieces(found[0], found[1], node.end, pile, node.span)

    def _whole(self, node: nodes.Expression, scope: Scope) -> tuple[tree.Expression, bool, KindType] | None:
        """All that lies in a pile."""
        pile = self._true_pile(node, scope)
        return (pile, True, KindType(pile.pile.kind)) if pile is not None else None

    def _spread(self, node: nodes.Spread, scope: Scope) -> tree.Statement | None:
        found = self._pieces(node.pieces, scope)
        pile = self._true_pile(node.pile, scope)
        if found is None or pile is None or not self._fits_pile(found[2], pile, node.pieces.span):
            return None
        pieces, many, kind = found
        listed = pieces if many else tree.ListOf((pieces,), ManyType(kind), node.span)
        return tree.Spread(listed, pile, node.span)

    def _roll(self, node: nodes.Roll, scope: Scope) -> tree.Statement | None:
        found = self._pieces(node.pieces, scope)
        if found is None:
            return None
        pieces, many, kind = found
        for kin in kind.kind.lineage():
            for variable in kin.variables.values():
                if variable.faces is not None:
                    variable.constant = False
                    item = scope.frame.local("die", kind, node.span)
                    return tree.Roll(pieces, many, variable, item, node.span)
        self.world.report(messages.no_face(kind.kind.name, node.pieces.span))
        return None

    def _show(self, node: nodes.Show, scope: Scope) -> tree.Statement | None:
        found = self._pieces(node.pieces, scope)
        players = self.expressions.players(node.players, scope)
        if found is None or players is None:
            return None
        return tree.Show(found[0], found[1], players, node.span)

    def _advance(self, node: nodes.Advance, scope: Scope) -> tree.Statement | None:
        track = self.world.tracks.get(node.track.text)
        if track is None:
            self.world.unknown(node.track, self.world.tracks, "track")
            return None
        by: tree.Expression | None = tree.Constant(1, NUMBER, node.span)
        if node.by is not None:
            by = self.expressions.check(node.by, scope, NUMBER)
        if by is None:
            return None
        if node.backwards:
            by = tree.Operation("neg", (by,), NUMBER, node.span)
        return tree.MoveMarker(track, by, node.span)

    # --- asking --------------------------------------------------------------------------------

    def _chooser(self, node: nodes.Expression | None, scope: Scope, span: Span) -> tree.Expression | None:
        kind = KindType(self.world.player)
        if node is not None:
            return self.expressions.check(node, scope, kind)
        bound = scope.find("me")
        if bound is None:
            self.world.report(messages.needs_chooser(span))
        return bound

    def _prompt(self, node: nodes.Text | None, scope: Scope) -> tree.Template | None:
        return self.expressions.template(node, scope) if node is not None else None

    def _some_players(self, node: nodes.Expression | None, scope: Scope) -> tree.Expression | None:
        return self.expressions.players(node, scope) if node is not None else None

    def needs(self, node: nodes.Needs, scope: Scope) -> tree.Needs | None:
        """A guard; it may do without a reason only where what forbids gives one."""
        condition = self.expressions.condition(node.condition, scope)
        reason = self.expressions.template(node.reason, scope) if node.reason is not None else None
        if condition is None or (node.reason is not None and reason is None):
            return None
        if reason is None and not isinstance(condition, tree.MayCall):
            self.world.report(messages.no_reason(node.span))
            return None
        return tree.Needs(condition, reason, node.span)

    def _choose(self, node: nodes.Choose, scope: Scope) -> tuple[tree.Statement, ...] | None:
        """A choice; one that may be declined with `or stop` is followed by the way out."""
        found = self.choose(node, scope)
        if found is None:
            return None
        if node.stops and scope.result not in (None, VOID):
            self.world.report(messages.misplaced("or stop", "in what gives no result", node.span))
            self._bind_broken(node, scope)
            return None
        if not node.stops:
            return (found,)
        span = node.span
        bound = scope.names[node.variable.text]
        assert isinstance(found.result.type, OptionalType)
        scope.names[node.variable.text] = tree.LocalValue(found.result, found.result.type.item, bound.span)
        chosen = tree.LocalValue(found.result, found.result.type, span)
        declined = tree.Operation("=", (chosen, tree.Constant(None, NONE, span)), FLAG, span)
        return found, tree.If(((declined, (tree.Return(None, span),)),), (), span)

    def choose(self, node: nodes.Choose, scope: Scope) -> tree.Choose | None:
        """A choice; afterwards its result is in scope."""
        many = self.expressions.many(node.set, scope)
        by = self._chooser(node.by, scope, node.span)
        if many is None or by is None:
            self._bind_broken(node, scope)
            return None
        item = item_of(many.type)
        if item is None:
            self.world.report(messages.always_empty(node.set.span))
            self._bind_broken(node, scope)
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
        if node.most is None:
            variable.type = narrowed
            result = variable
            kind: Type = narrowed
            if node.optional:
                if not isinstance(narrowed, KindType):
                    self.world.report(
                        messages.wrong_type(narrowed, "kind", node.set.span, "`or none` needs one")
                    )
                    return None
                kind = OptionalType(narrowed)
                result = scope.frame.local(node.variable.text, kind, node.variable.span)
            scope.names[node.variable.text] = tree.LocalValue(result, kind, node.variable.span)
        else:
            if node.optional:
                self.world.report(messages.misplaced("or none", "after a choice of one", node.span))
                return None
            name = node.result or nodes.Name(node.variable.text, node.variable.span)
            result = scope.bind(name.text, ManyType(narrowed), name.span)
        such_that = such_reason = None
        if node.such_that is not None and node.most is None:
            self.world.report(messages.misplaced("such that", "after a choice of several", node.span))
            return None
        if node.such_that is not None:
            such_that = self.expressions.condition(node.such_that[0], scope)
            if node.such_that[1] is not None:
                such_reason = self.expressions.template(node.such_that[1], scope)
            broken = broken or such_that is None
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

    def _bind_broken(self, node: nodes.Choose, scope: Scope) -> None:
        """Keep later lines from complaining about a name whose own line is broken already."""
        name = node.result if node.most is not None and node.result is not None else node.variable
        scope.bind(name.text, BROKEN, name.span)

    def choose_number(self, node: nodes.ChooseNumber, scope: Scope) -> tree.ChooseNumber | None:
        """A choice of a number."""
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
        """A question among an action's steps whose refusal ends the action unpaid."""
        by = self.expressions.check(node.of, scope, KindType(self.world.player))
        prompt = self.expressions.template(node.prompt, scope)
        when = self.expressions.condition(node.when, scope) if node.when is not None else None
        if by is None or prompt is None or (node.when is not None and when is None):
            return ()
        agreed = scope.frame.local("agreed", FLAG, node.span)
        ask: tree.Block = (
            tree.Confirm(agreed, by, prompt, node.span),
            tree.If(
                (
                    (
                        tree.Operation("not", (tree.LocalValue(agreed, FLAG, node.span),), FLAG, node.span),
                        (tree.Return(None, node.span),),
                    ),
                ),
                (),
                node.span,
            ),
        )
        return ask if when is None else (tree.If(((when, ask),), (), node.span),)

    def _menus(self, names: tuple[nodes.Name, ...]) -> tuple[tree.Menu, ...] | None:
        found: list[tree.Menu] = []
        for name in names:
            menu = self.world.menus.get(name.text)
            if menu is None:
                self.world.unknown(name, self.world.menus, "menu")
                return None
            found.append(menu)
        return tuple(found)

    def _offer(self, node: nodes.Offer, scope: Scope) -> tree.Statement | None:
        menus, interrupts = self._menus(node.menus), self._menus(node.interrupts)
        player = self.expressions.check(node.to, scope, KindType(self.world.player))
        prompt = self._prompt(node.prompt, scope)
        if menus is None or interrupts is None or player is None:
            return None
        chosen = scope.frame.local("chosen", NUMBER, node.span)
        return tree.Offer(menus, player, interrupts, prompt, chosen, node.span)

    def _window(self, node: nodes.Window, scope: Scope) -> tree.Statement | None:
        menus = self._menus(node.menus)
        player = self.expressions.check(node.player, scope, KindType(self.world.player))
        prompt = self._prompt(node.prompt, scope)
        if menus is None or player is None:
            return None
        chosen = scope.frame.local("chosen", NUMBER, node.span)
        return tree.Window(menus, player, prompt, chosen, node.span)

    def _once(self, node: nodes.Once, scope: Scope) -> tree.Statement | None:
        phase = self.world.phase(node.phase)
        keys = [self.expressions.check(each, scope) for each in node.keys]
        found = tuple(each for each in keys if each is not None)
        if phase is None or len(found) != len(keys):
            return None
        if scope.result not in (None, VOID):
            self.world.report(messages.misplaced("once", "in a procedure without a result", node.span))
            return None
        marks = self.world.hidden_variable("once", None, node.span, phase)
        return tree.Once(marks, found, node.span)


__all__ = ["Statements"]
