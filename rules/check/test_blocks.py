"""Checks the tests in a game's rules.

`ends_open` decides whether a test ends with a question open, from what it speaks about.
"""

from collections.abc import Iterable
from typing import assert_never

from lazaretto.grammar import nodes
from lazaretto.grammar.source import Span
from lazaretto.rules.check.rules import Rules
from lazaretto.rules.check.scope import Frame, Scope
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.model import test_cases, tree
from lazaretto.rules.model.entities import FLAG, NONE, TEXT, VOID, FlagType, KindType, NumberType, Type
from lazaretto.rules.model.values_known_by_name import counts_points, number_of_player


def ends_open(lines: Iterable[nodes.TestLine]) -> bool:
    """Whether a question must be open at the end of a test; otherwise none may be.

    One is open if the test has answered or mentioned a question since it last started something, unless it
    says after its last answer that nothing is asked or how the game ended. `leave open` says it outright.
    """
    spoken = seen = closed = False
    for line in lines:
        match line:
            case nodes.LeaveOpen():
                return True
            case nodes.Step(word="when") | nodes.NextGame():
                spoken = seen = closed = False
            case nodes.Does():
                spoken, seen, closed = True, False, False
            case nodes.ThenMay(negated=True):
                spoken = True
            case nodes.ThenMay() | nodes.ThenAsks(player=nodes.Name()):
                spoken = seen = True
            case nodes.ThenAsks():
                closed = True
            case nodes.ThenEnds():
                closed = not seen
            case _:
                pass
    return spoken and not closed


_COMPARES = frozenset(("=", "!=", "<", "<=", ">", ">="))
_NAMES = ("anna", "ben", "carl", "dora", "emil", "fay")


def _seated(least: int, most: int) -> tuple[str, ...]:
    """Return the players of a test that names none: two, if the game allows it."""
    count = min(max(2, least), most)
    return (*_NAMES, *(f"player {number}" for number in range(len(_NAMES) + 1, count + 1)))[:count]


class Cases:
    """Checks tests; their lines become procedures beside those of the game.

    A test of a used scenario that names something this scenario has removed has no lines.
    """

    def __init__(self, rules: Rules, least_players: int, own: str | None) -> None:
        self.rules = rules
        self.world = rules.world
        self.least = least_players
        self.own = own
        self.seats: dict[str, Span] = {}
        """The position where the current test names its players."""

    def check(self, placed: tuple[Placed, ...]) -> list[test_cases.Case]:
        """Return all tests; those of used scenarios that do not fit the game say why."""
        case_s: list[test_cases.Case] = []
        for declared in placed:
            if isinstance(declared.declaration, nodes.Test):
                case_s.append(self._inherited(declared.declaration) or self._case(declared.declaration))
        self.world.end_rule()
        return case_s

    def _inherited(self, node: nodes.Test) -> test_cases.Case | None:
        """Return a test of a used scenario, empty if it does not fit; None for a test of this scenario."""
        if self.own is None or node.span.file.split("/")[0] == self.own:
            return None
        world = self.world
        before = len(world.diagnostics), len(world.extra)
        case = self._case(node, whole=False)
        case.inherited = True
        if len(world.diagnostics) > before[0]:
            case.unfit = world.diagnostics[before[0]].message
            del world.diagnostics[before[0] :], world.extra[before[1] :]
            case.steps = ()
        return case

    def _case(self, node: nodes.Test, whole: bool = True) -> test_cases.Case:
        """Return a test; unless all its mistakes are wanted, the lines after the first one are left out."""
        mistakes = len(self.world.diagnostics)
        names = _seated(self.least, self.world.most_players)
        case = test_cases.Case(node.name, names, {}, 1, (), node.span)
        self.seats = {}
        for line in node.lines:
            if isinstance(line, nodes.GivenPlayers):
                case.players = tuple(name.text for name in line.names)
                self.seats = {name.text: name.span for name in line.names}
                if len(set(case.players)) != len(case.players) or len(case.players) > self.world.most_players:
                    most = self.world.most_players
                    self.world.report(messages.bad_value("names", line.span, most=most))
                    case.players = names
            elif isinstance(line, nodes.GivenSeed):
                case.seed = line.value
            elif isinstance(line, nodes.GivenOption):
                self._option(line, case)
        steps: list[test_cases.CaseStep] = []
        self.world.seats = case.players
        for line in node.lines:
            if not whole and len(self.world.diagnostics) > mistakes:
                break
            made = self._line(line, case)
            if made is not None:
                steps.append(made)
        case.steps = tuple(steps)
        case.ends_open = ends_open(node.lines)
        self.world.seats = ()
        return case

    def _option(self, line: nodes.GivenOption, case: test_cases.Case) -> None:
        option = self.world.options.get(line.name.text)
        if option is None:
            self.world.unknown(line.name, self.world.options, "option")
            return
        self.world.uses.append((line.name, option.variable))
        kind = option.variable.type
        constant = self.rules.expressions.check(line.value, self._scope(case), kind)
        if not isinstance(constant, tree.Constant):
            if constant is not None:
                self.world.report(messages.not_constant(line.value.span))
            return
        if isinstance(kind, NumberType):
            low, high = kind.low or 0, kind.high or 0
            if not isinstance(constant.value, int) or not low <= constant.value <= high:
                self.world.report(messages.out_of_range(constant.value, low, high, line.value.span))
            case.options[line.name.text] = str(constant.value)
        elif isinstance(kind, FlagType):
            case.options[line.name.text] = "yes" if constant.value else "no"
        elif isinstance(kind, KindType):
            words = [member.name for member in kind.kind.members() if member.id == constant.value]
            case.options[line.name.text] = words[0]

    def _scope(self, case: test_cases.Case) -> Scope:
        scope = Scope(Frame(), "test")
        player = KindType(self.world.player)
        for seat, name in enumerate(case.players):
            scope.names[name] = tree.Constant(seat, player, self.seats.get(name, case.span))
        return scope

    def _seat(self, name: nodes.Name, case: test_cases.Case) -> int | None:
        if name.text not in case.players:
            self.world.report(messages.no_seat(name.text, case.players, name.span))
            return None
        found = self._scope(case).names[name.text]
        self.world.uses.append((name, found))
        return case.players.index(name.text)

    def _procedure(
        self, body: tree.Block, scope: Scope, result: Type, line: nodes.TestLine
    ) -> tree.Procedure:
        procedure = tree.Procedure(f"test line {line.span.line}", (), result, line.span)
        procedure.body, procedure.locals = body, scope.frame.locals
        self.world.extra.append(procedure)
        return procedure

    def _value(
        self, node: nodes.Expression, case: test_cases.Case, line: nodes.TestLine, wanted: Type | None
    ) -> tree.Procedure | None:
        scope = self._scope(case)
        found = self.rules.expressions.check(node, scope, wanted)
        if found is None:
            return None
        return self._procedure((tree.Return(found, line.span),), scope, found.type, line)

    def _sides(self, holds: tree.Procedure, line: nodes.TestLine) -> tree.Procedure | None:
        """Return what tells both sides of each comparison, for a test that fails."""
        match holds.body:
            case (tree.Return(tree.Operation() as condition),):
                parts = _sides_of(condition)
            case _:
                return None
        if len(parts) < 2:
            return None
        written = tree.Written(self.world.template(parts, line.span), TEXT, line.span)
        procedure = tree.Procedure(holds.name, (), TEXT, line.span)
        procedure.body, procedure.locals = (tree.Return(written, line.span),), holds.locals
        self.world.extra.append(procedure)
        return procedure

    def _line(self, line: nodes.TestLine, case: test_cases.Case) -> test_cases.CaseStep | None:
        self.world.begin_rule()
        match line:
            case nodes.GivenPlayers() | nodes.GivenOption() | nodes.GivenSeed():
                return None
            case nodes.GivenFate(values, span):
                procedures = [self._value(value, case, line, None) for value in values]
                return test_cases.Fate(
                    tuple(procedure for procedure in procedures if procedure is not None), span
                )
            case nodes.Step(_, nodes.Reveals(), span):
                self.world.report(messages.misplaced("reveals", span))
                return None
            case nodes.Step(word, _, span):
                scope = self._scope(case)
                scope.result = VOID
                body = self.rules.statements.statement(line.statement, scope)
                if not body:
                    return None
                return test_cases.Happens(self._procedure(body, scope, VOID, line), word == "given", span)
            case nodes.Does(player, choice, span):
                seat = self._seat(player, case)
                return test_cases.Does(seat, choice, span) if seat is not None else None
            case nodes.NextGame(span):
                return test_cases.NextGame(span)
            case nodes.ThenHolds(_, span):
                holds = self._value(line.condition, case, line, FLAG)
                return test_cases.Holds(holds, span, self._sides(holds, line)) if holds is not None else None
            case nodes.ThenMay(player, choice, negated, because, span):
                seat = self._seat(player, case)
                return test_cases.May(seat, choice, negated, because, span) if seat is not None else None
            case nodes.ThenAsks(who, prompt, span):
                seat = self._seat(who, case) if who is not None else None
                return test_cases.Asks(seat, prompt, span)
            case nodes.ThenEnds():
                return self._ends(line, case)
            case nodes.ThenGoal():
                return self._goal(line)
            case nodes.ThenSays(text, negated, span):
                return test_cases.Says(text, negated, span)
            case nodes.ThenSees():
                return self._sees(line, case)
            case nodes.LeaveOpen(span):
                return test_cases.Open(span)
            case _:
                assert_never(line)

    def _ends(self, line: nodes.ThenEnds, case: test_cases.Case) -> test_cases.CaseStep:
        seat = self._seat(line.player, case) if line.player is not None else None
        points, rank = self.world.values.get("points"), self.world.values.get("rank")
        counted = points is not None and counts_points(points)
        ranked = counted or (rank is not None and number_of_player(rank))
        wanted = "points" if line.points is not None else "rank"
        missing = (line.points is not None and not counted) or (line.rank is not None and not ranked)
        if missing and not self.world.forgives(wanted):
            self.world.report(messages.no_points(line.span))
        return test_cases.Ends(seat, line.word, line.reason, line.points, line.rank, line.span)

    def _goal(self, line: nodes.ThenGoal) -> test_cases.CaseStep:
        known = [goal.text for goal in self.world.goals]
        name = line.goal.text
        if name not in known and not self.world.forgives(name):
            self.world.report(messages.no_such("goal", name, line.goal.span, known))
        return test_cases.Goal(name, line.negated, line.span)

    def _sees(self, line: nodes.ThenSees, case: test_cases.Case) -> test_cases.CaseStep | None:
        seat = self._seat(line.player, case)
        scope = self._scope(case)
        found = self.rules.expressions.check(line.thing, scope)
        if seat is None or found is None:
            return None
        if not isinstance(found, tree.PileValue | tree.VariableValue):
            self.world.report(messages.wrong_type(found.type, messages.sort("seen"), line.thing.span))
            return None
        index = None
        if found.thing is not None:
            index = self._procedure((tree.Return(found.thing, line.span),), scope, found.thing.type, line)
        return test_cases.Sees(seat, found, index, line.negated, line.span)


def _sides_of(node: tree.Expression) -> tuple[tree.Expression | str, ...]:
    """Return the parts of a text with the values that a condition compares; others are yes or no."""
    match node:
        case tree.Operation("and", operands):
            first, *others = (_sides_of(operand) for operand in operands)
            return (*first, *(part for other in others for part in (" and ", *other)))
        case tree.Operation(operator, (left, right)) if operator in _COMPARES and NONE not in (
            left.type,
            right.type,
        ):
            return left, f" {operator} ", right
        case _:
            return (node,)
