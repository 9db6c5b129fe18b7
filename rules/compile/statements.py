"""Statements that cannot wait for an answer, as plain Python statements."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from grammar.shape import changed
from grammar.source import Span
from rules.check.effects import acts
from rules.compile import python as py
from rules.compile.bounds import bound, measured
from rules.compile.emitter import Emitter
from rules.compile.expressions import Expressions
from rules.model import tree
from rules.model.entities import Kind, Pile, Supply, Track, Variable
from rules.model.types import KindType, NumberType, PileType, item_of


@dataclass(slots=True)
class Watchers:
    """Which outcomes look at what; a write is followed by those that look at it."""

    by_thing: dict[int, list[int]] = field(default_factory=dict)
    any_pile: list[int] = field(default_factory=list)
    veils: set[int | None] = field(default_factory=set)
    """What decides who sees a secret; None stands for any pile."""

    def after(self, thing: Variable | Supply | Track | Pile | None) -> list[int]:
        """The outcomes to look at after a write; None stands for any pile."""
        return self.any_pile if thing is None else self.by_thing.get(id(thing), [])


class Statements(Expressions):
    """Emits statements; what leaving a rule or a loop means is told by the subclass for segments."""

    def __init__(self, emitter: Emitter, watchers: Watchers, slots: dict[str, int] | None = None) -> None:
        super().__init__(emitter, slots)
        self.watchers = watchers

    # --- ways out ------------------------------------------------------------------------------

    def leave(self, value: ast.expr | None) -> list[ast.stmt]:
        """Leave the procedure."""
        return [ast.Return(value)]

    def stop(self) -> list[ast.stmt]:
        """Leave the innermost loop."""
        return [ast.Break()]

    # --- statements ----------------------------------------------------------------------------

    def block(self, body: Sequence[tree.Statement]) -> list[ast.stmt]:
        """A block."""
        return [made for each in body for made in self.statement(each)]

    def filled(self, body: Sequence[tree.Statement]) -> list[ast.stmt]:
        """A block with at least one statement."""
        return self.block(body) or [ast.Pass()]

    def statement(self, node: tree.Statement) -> list[ast.stmt]:
        """A statement as Python, at its place."""
        return [py.placed(each, node.span) for each in self._statement(node)]

    def let(self, local: tree.Local, value: ast.expr) -> ast.stmt:
        """A local gets a value."""
        slot = self.slots.get(local.name)
        target = py.store(local.name) if slot is None else py.put(py.name("f"), py.const(slot))
        return py.assign(target, value)

    def tick(self) -> list[ast.stmt]:
        """Pay for one more turn of a loop."""
        fuel = ast.Attribute(py.name("s"), "fuel", ast.Store())
        low = py.compare(py.field("s", "fuel"), ast.Lt(), py.const(0))
        return [
            ast.AugAssign(fuel, ast.Sub(), py.const(1)),
            py.when(low, ast.Expr(py.call("spent"))),
        ]

    def watch(self, thing: Variable | Supply | Track | Pile | None) -> list[ast.stmt]:
        """Look at the outcomes that a write may have brought about, and note that secrets may be out."""
        looks = [ast.Expr(py.call(f"watch_{each}", py.name("s"))) for each in self.watchers.after(thing)]
        return [*self._lifted([thing]), *looks]

    def _lifted(self, things: Sequence[Variable | Supply | Track | Pile | None]) -> list[ast.stmt]:
        """Who sees a secret may be another now: seen or not, that tells something, and is not undone."""
        if self.watchers.veils.isdisjoint(None if each is None else id(each) for each in things):
            return []
        barrier = ast.Attribute(py.name("s"), "barrier", ast.Store())
        return [ast.AugAssign(barrier, ast.Add(), py.const(1))]

    def _statement(self, node: tree.Statement) -> list[ast.stmt]:
        s = py.name("s")
        match node:
            case tree.SetVariable(target, value):
                return self._set(target, value)
            case tree.SetLocal(local, value):
                return [self.let(local, self.stored(value))]
            case tree.Run(call):
                return [ast.Expr(self.emit(call))]
            case tree.Return(value):
                return self.leave(self.stored(value) if value is not None else None)
            case tree.Stop():
                return self.stop()
            case tree.If(branches, otherwise):
                return self._if(branches, otherwise)
            case tree.ForEach():
                return self._for_each(node)
            case tree.Repeat():
                return self._repeat(node)
            case tree.MoveSupply():
                return self._move_supply(node)
            case tree.MovePieces():
                return self._move_pieces(node)
            case tree.Shuffle(pile):
                return self._mixed("shuffle", pile)
            case tree.Spread(pieces, pile):
                return self._mixed("spread", pile, self.emit(pieces))
            case tree.Roll():
                return self._roll(node)
            case tree.Show(pieces, many, players):
                shown = self.emit(pieces) if many else ast.Tuple([self.emit(pieces)], ast.Load())
                base = py.const(_piece_kind(pieces).root.piece_base)
                return [ast.Expr(py.call("show", s, base, shown, self.emit(players)))]
            case tree.MoveMarker(track, by):
                return self._move_marker(track, by)
            case tree.Once(marks, keys):
                return self._once(marks, keys)
            case tree.Say(text, players):
                if players is None:
                    return self._told(text)
                return [ast.Expr(py.call("say", s, *self.words(text), self.emit(players)))]
            case tree.Forbidden(procedure, arguments):
                return self._forbidden(procedure, arguments)
            case tree.Finish(word, text, players):
                return [self.finish(word, text, players)]
            case tree.Enter(phase):
                return self._enter(phase)
            case tree.CountUse(counter, player):
                place = py.put(py.name("v"), self.variable_index(counter, player))
                return [ast.AugAssign(place, ast.Add(), py.const(1))]
            case tree.Needs():
                return []
            case _ if isinstance(node, tree.Question):
                raise AssertionError("a question is not plain")
            case _:
                assert_never(node)

    def _mixed(self, word: str, pile: tree.PileValue, *pieces: ast.expr) -> list[ast.stmt]:
        base = py.const(pile.pile.kind.root.piece_base)
        stream = self.emitter.stream(pile.pile.full_name)
        made = py.call(word, py.name("s"), base, *pieces, self.pile_index(pile), stream)
        return [ast.Expr(made), *self.watch(None)]

    def _forbidden(self, procedure: tree.Procedure, arguments: tuple[tree.Expression, ...]) -> list[ast.stmt]:
        """Leave, and say why, where a prohibition holds."""
        reason = py.assign(py.store("reason"), self.may(procedure, arguments))
        told = ast.Expr(py.call("prevented", py.name("s"), py.name("reason")))
        test = py.compare(py.name("reason"), ast.IsNot(), py.const(None))
        return [reason, py.when(test, told, *self.leave(None))]

    def _told(self, text: tree.Template) -> list[ast.stmt]:
        """A line in the log that everybody may read."""
        number = py.const(text.number)
        line = [py.field("s", "log"), py.const(None), py.const("says"), number, *self.gaps(text)]
        log = ast.Attribute(py.name("s"), "log", ast.Store())
        return [py.assign(log, ast.Tuple(line, ast.Load()))]

    def finish(self, word: str, text: tree.Template, players: tree.Expression | None) -> ast.stmt:
        """Players win, lose or draw."""
        whom = self.emit(players) if players is not None else py.const(None)
        ending = self.emitter.world.procedures.get("ending")
        last = py.name(f"do_{ending.number}") if ending is not None else py.const(None)
        return ast.Expr(py.call("finish", py.name("s"), py.const(word), self.said(text), whom, last))

    def _set(self, target: tree.VariableValue, value: tree.Expression) -> list[ast.stmt]:
        variable = target.variable
        stored = self.stored(value)
        kind = variable.type
        if isinstance(kind, NumberType) and kind.low is not None and kind.high is not None:
            stored = py.call("within", self.emit(value), py.const(kind.low), py.const(kind.high))
        place = py.put(py.name("v"), self.variable_index(variable, target.thing))
        return [py.assign(place, stored), *self.watch(variable)]

    def _if(
        self, branches: Sequence[tuple[tree.Expression, tree.Block]], otherwise: tree.Block
    ) -> list[ast.stmt]:
        rest = self.block(otherwise)
        for condition, body in reversed(branches):
            rest = [ast.If(self.emit(condition), self.filled(body), rest)]
        return rest

    def looped(self, many: tree.Expression) -> ast.expr:
        """A list as it is when a loop begins, with how long it can be where that is known."""
        found = self.emit(many)
        if isinstance(many.type, PileType):
            found = py.call("tuple", found)
        return measured(found, many)

    def _for_each(self, node: tree.ForEach) -> list[ast.stmt]:
        body = self.tick() if bound(node.set) > 8 or node.body else []
        inner = self.filled(node.body)
        if node.where is not None:
            inner = [py.when(self.emit(node.where), *inner)]
        return [ast.For(py.store(node.variable.name), self.looped(node.set), [*body, *inner], [])]

    def _repeat(self, node: tree.Repeat) -> list[ast.stmt]:
        body = [*self.tick(), *self.block(node.body)]
        if node.times is not None:
            return [ast.For(py.store(node.counter.name), py.call("range", self.emit(node.times)), body, [])]
        test = self.emit(node.condition) if node.condition is not None else py.const(True)
        return [ast.While(test, body, [])]

    def _holder_index(self, node: tree.MoveSupply, holder: tree.Expression | None) -> ast.expr:
        supply = node.supply
        if holder is None:
            return self.stock_index(supply.supply, supply.thing)
        if isinstance(holder, tree.BoxValue):
            return self.box_index(supply.supply, supply.thing)
        assert isinstance(holder.type, KindType)
        return self.count_index(supply.supply, supply.thing, holder, holder.type.kind)

    def _steady(self, node: tree.MoveSupply) -> tuple[list[ast.stmt], tree.MoveSupply]:
        """What is named more than once below but acts is worked out beforehand, once."""
        made: list[ast.stmt] = []

        def once(name: str, part: tree.Expression) -> tree.Expression:
            if not acts(part):
                return part
            made.append(py.assign(py.store(name), self.emit(part)))
            return tree.LocalValue(tree.Local(name, part.type, part.span), part.type, part.span)

        supply, source, target = node.supply, node.source, node.target
        if supply.thing is not None:
            supply = changed(supply, thing=once("thing", supply.thing))
        source = once("source", source) if source is not None else None
        target = once("target", target) if target is not None else None
        return made, changed(node, supply=supply, source=source, target=target)

    def _move_supply(self, node: tree.MoveSupply) -> list[ast.stmt]:
        before, node = self._steady(node)
        source = self._holder_index(node, node.source)
        target = self._holder_index(node, node.target)
        amount = self.emit(node.amount) if node.amount is not None else py.item(py.name("v"), source)
        plain = node.amount is not None and not acts(node.amount)
        if plain and not isinstance(amount, ast.Constant | ast.Name):
            before.append(py.assign(py.store("moved"), amount))
            amount = py.name("moved")
        short: ast.expr = py.const(())
        owner: ast.expr = py.const(0)
        rules = [each for each in self.emitter.world.outcomes if each.supply is node.supply.supply]
        if node.source is None and rules:
            short = ast.Tuple([py.name(f"short_{each.number}") for each in rules], ast.Load())
            if node.supply.thing is not None:
                owner = self.emit(node.supply.thing)
        made: ast.stmt = ast.Expr(py.call("shift", py.name("s"), source, target, amount, short, owner))
        if plain:
            made = _where_enough(source, target, amount, made)
        return [*before, made, *self.watch(node.supply.supply)]

    def _move_pieces(self, node: tree.MovePieces) -> list[ast.stmt]:
        kind = _piece_kind(node.pieces)
        base = py.const(kind.root.piece_base)
        pile = self.pile_index(node.pile, kind)
        pieces = self.emit(node.pieces)
        on_top = py.const(node.end == "top")
        if not node.many:
            made = py.call("move", py.name("s"), base, pieces, pile, on_top)
        else:
            if isinstance(node.pieces, tree.PileValue):
                made = py.call("pour", py.name("s"), base, self.pile_index(node.pieces), pile, on_top)
            else:
                ends = [py.const(True)] if isinstance(node.pieces, tree.EndOf) else []
                made = py.call("move_all", py.name("s"), base, pieces, pile, on_top, *ends)
        return [ast.Expr(made), *self.watch(None)]

    def _roll(self, node: tree.Roll) -> list[ast.stmt]:
        variable = node.variable
        assert variable.faces is not None and variable.face_of is not None
        shown = py.name(variable.face_of.name)
        index = py.plus(py.const(variable.offset - (variable.owner.first if variable.owner else 0)), shown)
        stream = self.emitter.stream(f"roll {variable.full_name}")
        faces = py.call("tuple", self.emit(variable.faces))
        rolled = py.assign(py.put(py.name("v"), index), py.call("pick", py.name("s"), stream, faces))
        pieces = self.looped(node.pieces) if node.many else ast.Tuple([self.emit(node.pieces)], ast.Load())
        loop = ast.For(py.store(variable.face_of.name), pieces, [*self.tick(), rolled], [])
        return [loop, *self.watch(variable)]

    def _move_marker(self, track: Track, by: tree.Expression) -> list[ast.stmt]:
        place = py.const(track.offset)
        moved = py.plus(py.item(py.name("v"), place), self.emit(by))
        kept = py.call("max", py.const(0), py.call("min", moved, py.const(len(track.spaces) - 1)))
        return [py.assign(py.put(py.name("v"), place), kept), *self.watch(track)]

    def _once(self, marks: Variable, keys: tuple[tree.Expression, ...]) -> list[ast.stmt]:
        key = ast.Tuple([self.stored(each) for each in keys], ast.Load())
        done = py.call("marked", py.name("s"), py.const(marks.offset), key)
        return [py.when(done, *self.leave(None))]

    def _enter(self, phase: tree.Procedure) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for variable in phase.lifetimes:
            count = variable.owner.count if variable.owner is not None else 1
            if count == 1:
                made.append(
                    py.assign(py.put(py.name("v"), py.const(variable.offset)), py.const(variable.defaults[0]))
                )
                continue
            defaults = variable.defaults if len(variable.defaults) == count else variable.defaults * count
            whole = ast.Slice(py.const(variable.offset), py.const(variable.offset + count), None)
            table = py.name(self.emitter.constants.name("START", tuple(defaults)))
            made.append(py.assign(py.put(py.name("v"), whole), table))
        if phase.name == "turn":
            turns = ast.Attribute(py.name("s"), "turns", ast.Store())
            made.append(ast.AugAssign(turns, ast.Add(), py.const(1)))
        numbers = {each for variable in phase.lifetimes for each in self.watchers.after(variable)}
        looks = [ast.Expr(py.call(f"watch_{each}", py.name("s"))) for each in sorted(numbers)]
        return [*made, *self._lifted(phase.lifetimes), *looks]


def _piece_kind(pieces: tree.Expression) -> Kind:
    kind = item_of(pieces.type) or pieces.type
    assert isinstance(kind, KindType)
    return kind.kind


def plain_function(
    title: str, parameters: Sequence[str], body: list[ast.stmt], span: Span
) -> ast.FunctionDef:
    """A function of the state."""
    return py.function(title, ["s", *parameters], body, span)


def _where_enough(source: ast.expr, target: ast.expr, amount: ast.expr, otherwise: ast.stmt) -> ast.stmt:
    """Counted pieces change places at once where there are enough; the machine sees to all else."""
    v = py.name("v")
    tests = [py.compare(py.item(v, source), ast.GtE(), amount)]
    if not isinstance(amount, ast.Constant) or amount.value < 0:  # type: ignore[operator]
        tests.insert(0, py.compare(amount, ast.GtE(), py.const(0)))
    less = ast.AugAssign(py.put(v, py.copied(source)), ast.Sub(), py.copied(amount))
    more = ast.AugAssign(py.put(v, py.copied(target)), ast.Add(), py.copied(amount))
    return ast.If(py.copied(py.both(tests)), [less, more], [otherwise])
