"""Checks statements: resolves names, compares types, and creates typed statements.

`Moving` checks statements about pieces: supplies, piles, dice, tracks. The functions after it check
conditions that name a value, `if value as name`, and questions that several players answer at the same time.
`always_returns` and `inherits` look through the statements of a procedure. Questions to one player are
checked in `choices.py`.
"""

from dataclasses import replace

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.choices import Asking
from lazaretto.rules.check.expected_types import facts, written
from lazaretto.rules.check.expressions import ExpressionChecker
from lazaretto.rules.check.rule_heads import not_settable
from lazaretto.rules.check.scope import Scope
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.check.texts import says_text
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import (
    BROKEN,
    FLAG,
    NONE,
    NUMBER,
    SUPPLY,
    TEXT,
    VOID,
    KindType,
    ManyType,
    OptionalType,
    PileType,
    Type,
    item_of,
)
from lazaretto.rules.model.tree_walk import walk


class Moving:
    """Checks statements that move, shuffle, roll and show pieces."""

    def __init__(self, world: World, expressions: ExpressionChecker) -> None:
        self.world = world
        self.expressions = expressions

    def _holder(
        self, node: nodes.Expression, supply: tree.SupplyValue, scope: Scope
    ) -> tree.Expression | None:
        if isinstance(node, nodes.Name) and node.text == "box" and scope.find("box") is None:
            return tree.BoxValue(ManyType(None), node.span)
        found = self.expressions.check(node, scope)
        if found is None or self.expressions.holder(supply, found, node) is None:
            return None
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
        """Check a piece or a list of pieces."""
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
        """Return all pieces of a pile."""
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
        broken = any(each.type == BROKEN for kin in kind.kind.lineage() for each in kin.variables.values())
        if not broken and not self.world.has_gap(kind.kind):
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
        self.world.uses.append((node.track, track))
        by: tree.Expression | None = tree.Constant(1, NUMBER, node.span)
        if node.by is not None:
            by = self.expressions.check(node.by, scope, NUMBER)
        if by is None:
            return None
        if node.backwards:
            by = tree.Operation("neg", (by,), NUMBER, node.span)
        return tree.MoveMarker(track, by, node.span)


MOST_BINDINGS = 20
"""How many branches of one `if` may name a value: each nests the branches after it."""


def bound_value(
    expressions: ExpressionChecker, node: nodes.Binding, scope: Scope, inner: Scope
) -> tuple[tree.SetLocal | None, tree.Expression | None]:
    """Check `value as name`: return what names the value, and the condition that there is one."""
    value = expressions.check(node.value, scope)
    kind: Type = value.type if value is not None else BROKEN
    if value is None or not isinstance(kind, OptionalType):
        if value is not None:
            expressions.world.report(messages.never_none(node.name.text, kind, node.span))
        inner.bind(node.name.text, kind, node.name.span)
        return None, None
    local = inner.bind(node.name.text, kind, node.name.span)
    named = tree.LocalValue(local, kind, node.name.span)
    test = tree.Operation("!=", (named, tree.Constant(None, NONE, node.span)), FLAG, node.span)
    return tree.SetLocal(local, value, node.span), test


def _nested_branches(
    found: list[tuple[tree.SetLocal | None, tree.Expression, tree.Block]], otherwise: tree.Block, span: Span
) -> tree.Block:
    """Return the branches of an `if`: what is named for a branch is computed when its turn comes."""
    branches: list[tuple[tree.Expression, tree.Block]] = []
    for before, condition, body in reversed(found):
        branches.insert(0, (condition, body))
        if before is not None:
            otherwise = (before, tree.If(tuple(branches), otherwise, span))
            branches = []
    return (tree.If(tuple(branches), otherwise, span),) if branches else otherwise


Asked = nodes.Choose | nodes.ChooseNumber | nodes.Confirm


def together(check: "StatementChecker", node: nodes.Together, scope: Scope) -> tree.Statement | None:
    """Check the players, the question, and what follows for each of them."""
    wanted = nodes.Quantifier("those", node.variable, node.set, node.where, None, node.span)
    seats = check.expressions.players(wanted, scope)
    inner = scope.child()
    inner.in_loop = True
    variable = inner.bind(node.variable.text, KindType(check.world.player), node.variable.span)
    first, rest = _asked(check.world, node)
    rest = tuple(_openly(check.world, each, node.variable, first is not None) for each in rest)
    asked = check.statement(first, inner) if first is not None else ()
    body = check.block(rest, inner)
    if seats is None or not asked:
        return None
    question = asked[0]
    assert isinstance(question, tree.Choose | tree.ChooseNumber | tree.Confirm)
    return tree.Together(variable, seats, question, body, node.span)


def _asked(world: World, node: nodes.Together) -> tuple[Asked | None, nodes.Block]:
    """Return the question of a block, with the player of the loop as the one who answers, and the rest."""
    if not node.body or not isinstance(node.body[0], Asked):
        world.report(messages.misplaced("together", node.body[0].span if node.body else node.span))
        return None, node.body
    first, *rest = node.body
    assert isinstance(first, Asked)
    if first.by is not None and not _is(first.by, node.variable):
        world.report(messages.misplaced("together by", first.by.span))
        return None, tuple(rest)
    if isinstance(first, nodes.Choose) and first.stops:
        world.report(messages.misplaced("together stop", first.span))
        return None, tuple(rest)
    return replace(first, by=node.variable), tuple(rest)


def _openly(world: World, line: nodes.Statement, player: nodes.Name, told: bool) -> nodes.Statement:
    """Return a line below the question; another question must say that the player of the loop answers it."""
    if not isinstance(line, nodes.Choose | nodes.ChooseNumber) or line.by is not None:
        return line
    if told:
        world.report(messages.misplaced("together again", line.span, player=player.text))
    return replace(line, by=player)


def _is(expression: nodes.Expression, name: nodes.Name) -> bool:
    return isinstance(expression, nodes.Name) and expression.text == name.text


_ENDING = (tree.Return, tree.Stop)
_TELLING = (nodes.If, nodes.Match, nodes.Choose, nodes.Needs)
"""Statements whose conditions narrow types in later statements."""
Moved = nodes.MoveSupply | nodes.MovePieces | nodes.Shuffle | nodes.Spread | nodes.Roll | nodes.Show
MOST_STATEMENTS = 8_000
MOST_BRANCHES = 200
MOST_QUESTIONS = 100
MOST_QUESTIONS_IN_ALL = 1_000


class StatementChecker(Moving, Asking):
    """Checks the statements of one game."""

    def __init__(self, world: World, expressions: ExpressionChecker) -> None:
        super().__init__(world, expressions)
        self.broken = 0
        """How many statements could not be checked."""

    def block(self, body: nodes.Block, scope: Scope) -> tree.Block:
        """Check a block in its own scope; broken statements are reported and omitted."""
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
        """Narrow types after a branch that always leaves: its condition does not hold."""
        if statement.otherwise:
            return
        for condition, body in statement.branches:
            if not body or not isinstance(body[-1], _ENDING):
                return
            scope.facts.update(facts(condition, False))

    def _count_question(self, node: nodes.Question, scope: Scope) -> None:
        """Bound the questions of a rule and of a game: each is compiled to several functions."""
        self.world.questions += 1
        scope.frame.questions += 1
        if scope.frame.questions > MOST_QUESTIONS:
            self.world.give_up(messages.too_many("questions", MOST_QUESTIONS, node.span))
        if self.world.questions > MOST_QUESTIONS_IN_ALL:
            self.world.give_up(messages.too_many("all questions", MOST_QUESTIONS_IN_ALL, node.span))

    def statement(self, node: nodes.Statement, scope: Scope) -> tuple[tree.Statement, ...]:
        """Return the typed statements of one statement."""
        self.world.statements += 1
        if self.world.statements > MOST_STATEMENTS:
            self.world.give_up(messages.too_many("statements", MOST_STATEMENTS, node.span))
        if isinstance(node, nodes.Question):
            self._count_question(node, scope)
        muted = self.world.muted
        found = self._statement(node, scope)
        if not isinstance(node, _TELLING):
            self.world.muted = muted
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
                return self._add(node, scope)
            case nodes.Let():
                return self._let(node, scope)
            case nodes.Do():
                return self._do(node, scope)
            case nodes.Return():
                return self._return(node, scope)
            case nodes.Stop(span):
                return tree.Stop(span) if scope.in_loop else self._misplaced("stop", span)
            case nodes.If():
                return self._if(node, scope)
            case nodes.Match():
                return self._match(node, scope)
            case nodes.ForEach():
                return self._for_each(node, scope)
            case nodes.Together():
                return together(self, node, scope)
            case nodes.NoUndo(span):
                return tree.NoUndo(span)
            case nodes.Repeat():
                return self._repeat(node, scope)
            case nodes.Once():
                return self._once(node, scope)
            case nodes.Say() | nodes.Finish():
                return self._words(node, scope)
            case nodes.Pass() | nodes.Reveals():
                return ()
            case nodes.Proceed(span):
                if scope.proceed is None:
                    return self._misplaced("proceed", span)
                return tree.Run(scope.proceed, span)
            case nodes.Needs(span=span):
                return self._misplaced("needs", span)
            case nodes.Consent(span=span):
                return self._misplaced("consent", span)
            case _:
                return self._deed(node, scope)

    def _misplaced(self, word: str, span: Span) -> tree.Statement | None:
        """Report a misplaced word; return no statement."""
        self.world.report(messages.misplaced(word, span))
        return None

    def _add(self, node: nodes.Add, scope: Scope) -> tree.Statement | None:
        total = nodes.Binary("+", node.target, node.value, node.span)
        made = self._set(node.target, total, scope, node.span)
        if isinstance(made, tree.SetVariable) and any(
            isinstance(each, tree.RandomOf) for each in walk(made.target)
        ):
            self.world.report(messages.not_pure("random", node.target.span, "target"))
        return made

    def _words(self, node: nodes.Say | nodes.Finish, scope: Scope) -> tree.Statement | None:
        text = self.expressions.template(node.text, scope)
        players = self._some_players(node.players, scope)
        if text is None or (node.players is not None and players is None):
            return None
        if isinstance(node, nodes.Say):
            return tree.Say(text, players, node.span)
        return tree.Finish(node.word, text, players, node.span)

    def _deed(
        self, node: Moved | nodes.Advance | nodes.Question, scope: Scope
    ) -> tree.Statement | tuple[tree.Statement, ...] | None:
        """Check statements that move things or ask players."""
        match node:
            case nodes.MoveSupply():
                return self._move_supply(node, scope)
            case nodes.MovePieces():
                return self._move_pieces(node, scope)
            case nodes.Shuffle(_, span):
                pile = self._true_pile(node.pile, scope)
                return tree.Shuffle(pile, span) if pile else None
            case nodes.Spread():
                return self._spread(node, scope)
            case nodes.Roll():
                return self._roll(node, scope)
            case nodes.Show():
                return self._show(node, scope)
            case nodes.Advance():
                return self._advance(node, scope)
            case _:
                return self.question(node, scope)

    # --- values --------------------------------------------------------------------------------

    def _set(
        self, target: nodes.Expression, value: nodes.Expression, scope: Scope, span: Span
    ) -> tree.Statement | None:
        if isinstance(target, nodes.Name):
            bound = scope.find(target.text)
            if isinstance(bound, tree.LocalValue):
                self.world.uses.append((target, bound))
                found = self.expressions.check(value, scope, bound.local.type)
                if found is None:
                    return None
                if bound.local.type == ManyType(None) and (item := item_of(found.type)) is not None:
                    # A list that began empty: what is put into it first says what it holds.
                    scope.retype(target.text, ManyType(item))
                return tree.SetLocal(bound.local, found, span)
        place = self.expressions.check(target, scope)
        if place is None:
            return None
        if not isinstance(place, tree.VariableValue) or place.variable.option or place.variable.faces:
            self.world.report(not_settable(place, written(target), target.span))
            return None
        place = tree.VariableValue(place.variable, place.thing, place.variable.type, place.span)
        found = self.expressions.check(value, scope, place.type)
        if found is None:
            return None
        place.variable.constant = False
        return tree.SetVariable(place, found, span)

    def _let(self, node: nodes.Let, scope: Scope) -> tree.Statement | None:
        chosen = isinstance(node.value, nodes.Conditional) and says_text(node.value)
        value = self.expressions.check(node.value, scope, TEXT if chosen else None)
        kind: Type = value.type if value is not None else BROKEN
        if kind == VOID and isinstance(node.value, nodes.Call):
            self.world.report(messages.no_result(node.value.name.text, node.value.span))
        elif kind in (VOID, NONE, SUPPLY):
            self.world.report(messages.wrong_type(kind, messages.sort("value"), node.value.span))
        if value is None or kind in (VOID, NONE, SUPPLY):
            scope.bind(node.name.text, BROKEN, node.name.span)
            return None
        if isinstance(kind, PileType):
            kind = ManyType(KindType(kind.kind))
        return tree.SetLocal(scope.bind(node.name.text, kind, node.name.span), value, node.span)

    def _do(self, node: nodes.Do, scope: Scope) -> tree.Statement | None:
        if node.call.name.text == "inherited":
            if scope.inherited is None:
                self.world.report(messages.misplaced("inherited", node.span))
                return None
            arguments = self.expressions.arguments(node.call, scope.inherited.parameters, scope)
            if arguments is None:
                return None
            call = tree.CallProcedure(scope.inherited, arguments, scope.inherited.result, node.span)
            return tree.Run(call, node.span)
        procedure = self.expressions.check(node.call, scope)
        if procedure is None:
            return None
        if not isinstance(procedure, tree.CallProcedure):
            self.world.report(messages.unused_result(node.call.name.text, node.span))
            return None
        return tree.Run(procedure, node.span)

    def _return(self, node: nodes.Return, scope: Scope) -> tree.Statement | None:
        if node.value is None:
            if scope.result not in (None, VOID):
                self.world.report(messages.wrong_type(VOID, scope.result, node.span))
                return None
            return tree.Return(None, node.span)
        if scope.result is None or scope.result == VOID:
            self.world.report(messages.misplaced("return", node.value.span))
            return None
        value = self.expressions.check(node.value, scope, scope.result)
        return tree.Return(value, node.span)

    # --- flow ----------------------------------------------------------------------------------

    def _if(self, node: nodes.If, scope: Scope) -> tree.Block | None:
        found: list[tuple[tree.SetLocal | None, tree.Expression, tree.Block]] = []
        current = scope.child()
        broken = False
        if len(node.branches) > MOST_BRANCHES:
            self.world.give_up(messages.too_many("if", MOST_BRANCHES, node.span))
        if sum(isinstance(branch, nodes.Binding) for branch, _ in node.branches) > MOST_BINDINGS:
            self.world.give_up(messages.too_many("as", MOST_BINDINGS, node.span))
        for condition_node, body in node.branches:
            inner = current.child()
            before = None
            if isinstance(condition_node, nodes.Binding):
                before, condition = bound_value(self.expressions, condition_node, current, inner)
            else:
                condition = self.expressions.condition(condition_node, current)
            if condition is not None:
                inner.facts.update(facts(condition, True))
            block = self.block(body, inner)
            if condition is None:
                broken = True
                continue
            found.append((before, condition, block))
            following = current.child()
            following.facts.update(facts(condition, False))
            current = following
        otherwise = self.block(node.otherwise, current) if node.otherwise is not None else ()
        return None if broken else _nested_branches(found, otherwise, node.span)

    def _match(self, node: nodes.Match, scope: Scope) -> tree.Block | None:
        value = self.expressions.check(node.value, scope)
        kind = value.type.item if value is not None and isinstance(value.type, OptionalType) else None
        if value is not None and isinstance(value.type, KindType):
            kind = value.type
        if value is not None and kind is None:
            self.world.report(messages.wrong_type(value.type, messages.sort("matched"), node.value.span))
        if len(node.cases) > MOST_BRANCHES:
            self.world.give_up(messages.too_many("match", MOST_BRANCHES, node.span))
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
            left = [member.ident for member in kind.kind.members() if member.id not in seen]
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
        """Check the members of one `when`, each compared with the value; broken ones are omitted."""
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


_WITH_BLOCKS = nodes.If | nodes.Match | nodes.Case | nodes.ForEach | nodes.Together | nodes.Repeat
"""Statements with statements inside."""


def inherits(body: nodes.Block) -> bool:
    """Whether a procedure calls `inherited`, the procedure it replaces."""
    waiting: list[object] = [body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(node)
        elif isinstance(node, nodes.Do) and node.call.name.text == "inherited":
            return True
        elif isinstance(node, _WITH_BLOCKS):
            waiting.extend(
                getattr(node, each)
                for each in ("branches", "cases", "body", "otherwise")
                if hasattr(node, each)
            )
    return False


def always_returns(body: tree.Block) -> bool:
    """Whether every way through a block ends with a result, or ends the game."""
    if not body:
        return False
    last = body[-1]
    match last:
        case tree.Return() | tree.Finish(players=None):
            return True
        case tree.If(branches, otherwise):
            return all(always_returns(branch) for _, branch in branches) and always_returns(otherwise)
        case tree.Repeat(times=None, condition=None):
            return True
        case _:
            return False
