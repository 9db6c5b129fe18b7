"""Which actions of a menu are open: for one seat, and for every seat at once."""

import ast

from rules.compile import python as py
from rules.compile.emitter import Emitter
from rules.compile.statements import Statements, Watchers, plain_function
from rules.model import tree
from rules.model.entities import Pile
from rules.model.types import KindType, ManyType

Home = tuple[int, Pile]
"""A piece, and a pile of a player's in which it must lie for its rules to be active."""


class Menus:
    """Emits the functions of menus."""

    def __init__(self, emitter: Emitter, watchers: Watchers) -> None:
        self.emitter = emitter
        self.watchers = watchers

    def offered(self, menu: tree.Menu) -> ast.FunctionDef:
        """`menu_N(s, me)` gives pairs of a seat and an action's number, for one seat."""
        return plain_function(
            f"menu_{menu.number}", ["me"], [_start(), *self._entries(menu), _end()], menu.span
        )

    def played(self, menu: tree.Menu) -> ast.FunctionDef:
        """`everyone_N(s)` gives pairs of a seat and an action's number, for what is played in between."""
        homes = [_homes(each) for each in menu.actions]
        known = [each for each in homes if each is not None]
        everyone = self._by_home(menu, known) if homes and len(known) == len(homes) else self._by_seat(menu)
        return plain_function(f"everyone_{menu.number}", [], everyone, menu.span)

    def _entries(self, menu: tree.Menu) -> list[ast.stmt]:
        """Every action that is open to `me` is entered."""
        me = py.name("me")
        return [py.when(self._test(each, me), _entered(self._pair(me, each.number))) for each in menu.actions]

    def _pair(self, seat: ast.expr, number: int) -> ast.expr:
        """A seat and an action; all there can be are made beforehand."""
        pairs = tuple((each, number) for each in range(self.emitter.world.player.count))
        return py.item(py.name(self.emitter.constants.name("DOES", pairs)), seat)

    def _test(self, action: tree.Action, seat: ast.expr) -> ast.expr:
        """Whether nothing closes an action; its card or role is asked for first."""
        test: ast.expr = py.call(f"open_{action.number}", py.name("s"), seat)
        if action.active is None:
            return test
        active = Statements(self.emitter, self.watchers).renamed(action.active, {action.me.name: "me"})
        return ast.BoolOp(ast.And(), [active, test])

    def _by_seat(self, menu: tree.Menu) -> list[ast.stmt]:
        """All seats in turn."""
        player = self.emitter.world.player
        everyone = tree.KindSet(player, ManyType(KindType(player)), menu.span)
        seats = Statements(self.emitter, self.watchers).emit(everyone)
        loop = self._entries(menu)
        return [_start(), ast.For(py.store("me"), seats, loop or [ast.Pass()], []), _end()]

    def _by_home(self, menu: tree.Menu, homes: list[list[Home]]) -> list[ast.stmt]:
        """Each piece is asked where it lies: that says whose it is. Afterwards the seats are put in order."""
        body: list[ast.stmt] = [_start()]
        for action, places in zip(menu.actions, homes, strict=True):
            rest: list[ast.stmt] = []
            for _, pile in reversed(places):
                first = py.const(pile.first)
                inside = py.within(first, py.name("at"), py.plus(py.field("s", "players"), first))
                seat = py.plus(py.name("at"), py.const(-pile.first))
                test = py.call(f"open_{action.number}", py.name("s"), seat)
                opened = py.when(test, _entered(self._pair(seat, action.number)))
                rest = [ast.If(inside, [opened], rest)]
            body.append(_somewhere(places, rest))
        body[:0] = _nobody([each for places in homes for each in places])
        ordered = ast.Expr(ast.Call(ast.Attribute(py.name("found"), "sort", ast.Load()), [], []))
        return [*body, py.when(py.name("found"), ordered), _end()]


def _somewhere(homes: list[Home], rest: list[ast.stmt]) -> ast.stmt:
    """Most pieces lie in nobody's pile, and those come first: that is asked before anything else."""
    here = py.item(py.name("w"), py.const(homes[0][0]))
    lowest = py.const(min(pile.first for _, pile in homes))
    return py.when(py.compare(here, ast.GtE(), lowest), py.assign(py.store("at"), py.copied(here)), *rest)


def _nobody(homes: list[Home]) -> list[ast.stmt]:
    """A quick way out where no piece lies in a player's pile."""
    pieces = sorted({piece for piece, _ in homes})
    if len(pieces) < _SEVERAL or pieces[-1] - pieces[0] >= len(pieces):
        return []
    where = py.item(py.name("w"), ast.Slice(py.const(pieces[0]), py.const(pieces[-1] + 1), None))
    lowest = py.const(min(pile.first for _, pile in homes))
    nowhere = py.compare(py.call("max", where), ast.Lt(), lowest)
    return [py.when(nowhere, ast.Return(ast.List([], ast.Load())))]


_SEVERAL = 12
"""Fewer pieces than this are asked one by one: Python is quicker at that than at calling for a stretch."""


def _homes(action: tree.Action) -> list[Home] | None:
    """Where its piece must lie, if that alone makes an action active; None for anything else."""
    found: list[Home] = []
    waiting = [action.active]
    while waiting:
        match waiting.pop(0):
            case tree.Operation("or", (left, right)):
                waiting[:0] = [left, right]
            case tree.Operation(
                "in",
                (
                    tree.Constant(value=int(piece)),
                    tree.PileValue(pile=pile, thing=tree.LocalValue(local=local)),
                ),
            ) if local is action.me and pile.owner is not None and pile.owner.is_player:
                found.append((pile.kind.root.piece_base + piece, pile))
            case _:
                return None
    return found


def _entered(entry: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Attribute(py.name("found"), "append", ast.Load()), [entry], []))


def _start() -> ast.stmt:
    return py.assign(py.store("found"), ast.List([], ast.Load()))


def _end() -> ast.stmt:
    return ast.Return(py.name("found"))
