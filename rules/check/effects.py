"""Infers the effects of each rule: whether it is pure, acts, or may ask a player; and what it changes.

Guards, filters and values must be pure. A rule that may ask becomes resumable, so asking is allowed only
where a statement can wait for the answer.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never, cast, get_args

from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.errors import checker_diagnostics as messages
from lazaretto.rules.model import tree
from lazaretto.rules.model.tree_walk import walk

_STATEMENTS: frozenset[type] = frozenset(get_args(tree.Statement))


def code(procedure: tree.Procedure) -> tree.Block:
    """Return the body of a procedure with its hooks."""
    return procedure.shell if procedure.shell is not None else procedure.body


def _written(node: tree.Statement) -> str | None:
    """The name of what a statement changes in the state; None where it changes nothing with a name."""
    if isinstance(node, tree.Question):
        return None
    match node:
        case tree.SetVariable(target=target):
            return target.variable.full_name
        case tree.MoveSupply(supply=supply):
            return supply.supply.full_name
        case tree.MovePieces(pile=pile) | tree.Shuffle(pile=pile) | tree.Spread(pile=pile):
            return pile.pile.full_name if isinstance(pile, tree.PileValue) else None
        case tree.MoveMarker(track=track):
            return track.name
        case tree.Roll(variable=variable):
            return variable.full_name
        case tree.Once() | tree.CountUse() | tree.Enter():
            return None  # internal counters, which no rule reads
        case tree.Show() | tree.Say() | tree.Finish():
            return None
        case tree.Run() | tree.SetLocal() | tree.Return() | tree.Stop() | tree.Needs() | tree.Forbidden():
            return None
        case tree.If() | tree.ForEach() | tree.Together() | tree.Repeat() | tree.NoUndo():
            return None
        case _:
            assert_never(node)


def infer(world: World) -> None:
    """Infer the effects of all procedures by fixed-point iteration."""
    procedures = list(world.all_procedures())
    calls: dict[int, list[tree.Procedure]] = {}
    for procedure in procedures:
        direct: list[tree.Procedure] = []
        writes: set[str] = set()
        for node in walk(code(procedure)):
            if type(node) in _STATEMENTS:
                _note(cast("tree.Statement", node), procedure, writes)
            if isinstance(node, tree.CallProcedure):
                direct.append(node.procedure)
            elif isinstance(node, tree.Question):
                direct.extend(_offered(world, node))
            elif isinstance(node, tree.RandomOf):
                procedure.acts = True
        calls[id(procedure)] = direct
        procedure.writes = frozenset(writes)
    ordered = inside_out(procedures, calls)
    changed = True
    while changed:
        changed = False
        for procedure in ordered:
            before = procedure.asks, procedure.acts, len(procedure.writes)
            for called in calls[id(procedure)]:
                procedure.asks |= called.asks
                procedure.acts |= called.acts
                if not called.writes <= procedure.writes:
                    procedure.writes |= called.writes
            changed |= before != (procedure.asks, procedure.acts, len(procedure.writes))


def goes_on_or_ends(world: World, game: tree.Procedure) -> bool:
    """Whether a game may ask somebody, or come to an end; without either it stops as soon as it begins.

    A game that changes something may end by that, if an outcome waits for it.
    """
    if game.asks or (game.writes and world.outcomes):
        return True
    seen: set[int] = set()
    waiting = [game]
    while waiting:
        procedure = waiting.pop()
        if id(procedure) in seen:
            continue
        seen.add(id(procedure))
        for node in walk(code(procedure)):
            if isinstance(node, tree.Finish):
                return True
            if isinstance(node, tree.CallProcedure):
                waiting.append(node.procedure)
    return False


def _note(node: tree.Statement, procedure: tree.Procedure, writes: set[str]) -> None:
    """Add the effect of one statement to those of its procedure."""
    if node.effect is tree.Effect.LOOKS:
        return
    procedure.acts = True
    if node.effect is tree.Effect.ASKS:
        procedure.asks = True
    written = _written(node)
    if written is not None:
        writes.add(written)


def inside_out(
    procedures: list[tree.Procedure], calls: dict[int, list[tree.Procedure]]
) -> list[tree.Procedure]:
    """Order callees before callers, so that one iteration usually reaches the fixed point."""
    done: dict[int, tree.Procedure] = {}
    opened: set[int] = set()
    waiting = list(reversed(procedures))
    while waiting:
        procedure = waiting[-1]
        if id(procedure) in opened:
            done[id(waiting.pop())] = procedure
            continue
        opened.add(id(procedure))
        waiting.extend(each for each in calls.get(id(procedure), ()) if id(each) not in opened)
    return list(done.values())


def _offered(world: World, node: tree.Question) -> Iterator[tree.Procedure]:
    """What may run because of the answer: an action of a menu, and what settles after it."""
    own, interrupts = tree.menus_of(node)
    if not own and not interrupts:
        return
    for menu in (*own, *interrupts):
        for action in menu.actions:
            yield action.procedure
    settle = world.procedures.get("settle")
    if settle is not None:
        yield settle


class Purity:
    """Reports rules that act or ask where they may not."""

    def __init__(self, world: World) -> None:
        self.world = world

    def check(self) -> None:
        """Check all rules of the game."""
        world = self.world
        blocks = {id(value.body) for value in world.values.values()}
        for procedure in world.all_procedures():
            if id(procedure) in blocks:
                continue
            for statement in walk(procedure.body):
                self._statement(statement)
        ending = world.procedures.get("ending")
        if ending is not None and ending.asks:
            world.report(messages.asks_too_late(ending.name, ending.span))
        for value in world.values.values():
            if value.body is None:
                self._pure(value.base, "value")
            else:
                self._only_looks(value.body.body, value.name)
            self._pure(value.because, "value")
            for change in value.changes:
                self._all_pure((*change.conditions, change.players, change.value), "value")
        for procedure in world.procedures.values():
            for forbid in procedure.forbids:
                self._all_pure((*forbid.conditions, forbid.players, forbid.text), "condition")
            for hook in procedure.hooks:
                self._all_pure((*hook.conditions, hook.players), "condition")
        for action in world.actions:
            self._all_pure((action.active, action.limit), "condition")
            for step in action.steps:
                self._pure(step.value if isinstance(step, tree.SetLocal) else None, "steps")
        for outcome in world.outcomes:
            self._all_pure((outcome.condition, outcome.players), "condition")
        for invariant in world.invariants:
            self._pure(invariant.condition, "invariant")
        for goal in world.goals:
            self._pure(goal.condition, "condition")
        for need in world.option_needs:
            self._all_pure((need.condition, need.reason), "condition")
        for kind in world.kinds.values():
            for text in (kind.label, kind.danger):
                self._pure(text[0] if text is not None else None, "value")
        for track in world.tracks.values():
            self._pure(track.space[0] if track.space is not None else None, "value")

    def _all_pure(self, roots: Iterable[object], place: str) -> None:
        for root in roots:
            self._pure(root, place)

    def _pure(self, root: object, place: str) -> None:
        if root is None:
            return
        for node in walk(root):
            if isinstance(node, tree.CallProcedure):
                self._call(node, place)
            elif isinstance(node, tree.RandomOf):
                self.world.report(messages.not_pure("random", node.span, place))

    def _only_looks(self, body: tree.Block, name: str) -> None:
        """Report each statement of a value's block that changes something or asks somebody."""
        for node in walk(body):
            if type(node) in _STATEMENTS:
                statement = cast("tree.Statement", node)
                if statement.effect is not tree.Effect.LOOKS and not isinstance(statement, tree.Run):
                    self.world.report(messages.value_acts(name, statement.span))
        self._pure(body, "value")

    def _call(self, node: tree.CallProcedure, place: str) -> None:
        if node.procedure.asks:
            self.world.report(messages.asks_inside(node.procedure.name, node.span))
        elif node.procedure.acts:
            self.world.report(messages.not_pure(node.procedure.name, node.span, place))

    def _statement(self, node: object) -> None:
        match node:
            case (
                tree.SetLocal(value=tree.CallProcedure(arguments=arguments))
                | tree.Run(call=tree.CallProcedure(arguments=arguments))
            ):
                self._quiet(arguments)
            case tree.SetLocal() | tree.SetVariable():
                self._quiet(node.value)
            case tree.Return() if node.value is not None:
                self._quiet(node.value)
            case tree.If(branches=branches):
                for condition, _ in branches:
                    self._pure(condition, "condition")
            case tree.ForEach():
                self._quiet(node.set)
                self._pure(node.where, "condition")
            case tree.Together():
                self._pure(node.seats, "choice")
            case tree.Repeat():
                self._quiet(node.times)
                self._pure(node.condition, "condition")
            case tree.Choose():
                self._all_pure((node.set, node.where, node.needs, node.such_that, node.by), "choice")
            case tree.Quantifier():
                self._all_pure((node.where, node.value), "condition")
            case _:
                pass

    def _quiet(self, root: object) -> None:
        """Report calls that may ask; calls that act are allowed here."""
        if root is None:
            return
        for node in walk(root):
            if isinstance(node, tree.CallProcedure) and node.procedure.asks:
                self.world.report(messages.asks_inside(node.procedure.name, node.span))


def reads(root: object) -> set[object]:
    """Return everything whose change may change a condition: variables, supplies, piles, tracks."""
    found: set[object] = set()
    seen: set[int] = set()
    waiting: list[object] = [root]
    while waiting:
        for node in walk(waiting.pop()):
            match node:
                case tree.VariableValue(variable=variable):
                    found.add(variable)
                case tree.CountOn(supply=supply) | tree.StockLeft(supply=supply):
                    found.add(supply)
                case tree.PileValue(pile=pile):
                    found.add(pile)
                case tree.TrackValue(track=track) | tree.TrackPosition(track=track):
                    found.add(track)
                case tree.CallValue(value=value) if id(value) not in seen:
                    seen.add(id(value))
                    waiting.append(value.base)
                    for change in value.changes:
                        waiting.extend((change.conditions, change.value, change.players))
                case tree.CallProcedure(procedure=procedure) if id(procedure) not in seen:
                    seen.add(id(procedure))
                    waiting.append(code(procedure))
                case tree.MayCall(procedure=procedure) if id(procedure.forbids) not in seen:
                    seen.add(id(procedure.forbids))
                    for forbid in procedure.forbids:
                        waiting.extend((forbid.conditions, forbid.players))
                case _:
                    pass
    return found


def acts(root: object) -> bool:
    """Whether evaluating this has an effect, so that it must be evaluated exactly once."""
    return any(
        isinstance(procedure, tree.RandomOf)
        or (isinstance(procedure, tree.CallProcedure) and procedure.procedure.acts)
        for procedure in walk(root)
    )
