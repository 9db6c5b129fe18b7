"""Lowers the functions that list the open actions of a menu: for one seat, and for every seat at once."""

from collections.abc import Iterable

from lazaretto.rules.lower import ir
from lazaretto.rules.lower.builders import plus, when
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.nonwaiting_statements import Statements
from lazaretto.rules.lower.question_sites import Asked
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Pile
from lazaretto.rules.model.types import KindType, ManyType

Home = tuple[int, Pile]
"""A piece, and a family of players' piles: the rules of the piece are active while it is in one of them."""
_SEVERAL = 12
"""Fewer pieces than this are looked up one by one."""


def menu_functions(context: Context, asked: Iterable[Asked]) -> list[ir.Function]:
    """Lower the functions of all menus from which somebody may choose."""
    offered: dict[tree.Menu, None] = {}
    played: dict[tree.Menu, None] = {}
    for each in asked:
        own, interrupts = tree.menus_of(each.question)
        offered |= dict.fromkeys(own)
        played |= dict.fromkeys(interrupts)
    menus = _Menus(context)
    return [*map(menus.offered, offered), *map(menus.playable, played)]


class _Menus:
    def __init__(self, context: Context) -> None:
        self.context = context

    def offered(self, menu: tree.Menu) -> ir.Function:
        """List the open actions for one seat."""
        return self._function(ir.Role.OFFERED, menu, (_me(),), [_start(), *self._entries(menu), _end()])

    def playable(self, menu: tree.Menu) -> ir.Function:
        """List the open actions for every seat."""
        homes = [_homes(each) for each in menu.actions]
        known = [each for each in homes if each is not None]
        body = self._by_home(menu, known) if homes and len(known) == len(homes) else self._by_seat(menu)
        return self._function(ir.Role.PLAYABLE, menu, (), body)

    def _function(
        self, role: ir.Role, menu: tree.Menu, parameters: tuple[ir.Local, ...], body: ir.Block
    ) -> ir.Function:
        number = self.context.numbering.menus[menu]
        return ir.Function(ir.Ref(role, number), menu.name, parameters, body, menu.span)

    def _entries(self, menu: tree.Menu) -> ir.Block:
        """Add every action that is open to the seat."""
        return [when(self._is_open(each), self._added(each, _me())) for each in menu.actions]

    def _added(self, action: tree.Action, seat: ir.Expression) -> ir.Statement:
        """Add an action for a seat, from a constant table of entries."""
        number = self.context.numbering.actions[action]
        entries = tuple((each, number) for each in range(self.context.world.player.count))
        table = ir.Table(self.context.constants.name("DOES", entries))
        return ir.Append(_found(), ir.Item(table, seat, ir.Sort.ENTRY))

    def _judged(self, action: tree.Action, seat: ir.Expression) -> ir.Expression:
        return ir.Call(ir.Ref(ir.Role.OPEN, self.context.numbering.actions[action]), (seat,))

    def _is_open(self, action: tree.Action) -> ir.Expression:
        """Test whether an action is open to the seat; whether its card or role is active is tested first."""
        test = self._judged(action, _me())
        if action.active is None:
            return test
        active = Statements(self.context).lower_renamed(action.active, {action.me.name: "me"})
        return ir.And((active, test))

    def _by_seat(self, menu: tree.Menu) -> ir.Block:
        """Visit each seat in turn."""
        player = self.context.world.player
        everyone = tree.KindSet(player, ManyType(KindType(player)), menu.span)
        seats = Statements(self.context).lower(everyone)
        loop = ir.ForEach(_me(), seats, self._entries(menu), self.context.world.most_players)
        return [_start(), loop, _end()]

    def _by_home(self, menu: tree.Menu, homes: list[list[Home]]) -> ir.Block:
        """Look up the pile of each piece, which determines its owner; then sort the entries by seat."""
        body: ir.Block = [_start()]
        for action, places in zip(menu.actions, homes, strict=True):
            rest: ir.Block = []
            for _, pile in reversed(places):
                after = plus(ir.Players(), ir.Const(pile.first))
                inside = ir.Between(ir.Const(pile.first), _at(), after)
                test = self._judged(action, plus(_at(), ir.Const(-pile.first)))
                entered = self._added(action, plus(_at(), ir.Const(-pile.first)))
                rest = [ir.If(inside, [when(test, entered)], rest)]
            body.append(_if_owned(places, rest))
        body[:0] = _if_nobody([each for places in homes for each in places])
        return [*body, when(ir.NotEmpty(_found()), ir.SortEntries(_found())), _end()]


def _if_owned(homes: list[Home], rest: ir.Block) -> ir.Statement:
    """Skip a piece in nobody's pile, as most are; these piles have lower numbers than those of players."""
    piece = homes[0][0]
    lowest = ir.Const(min(pile.first for _, pile in homes))
    return when(
        ir.Compare(">=", ir.PileOf(ir.Const(piece)), lowest),
        ir.Let(_at(), ir.PileOf(ir.Const(piece))),
        *rest,
    )


def _if_nobody(homes: list[Home]) -> ir.Block:
    """Return early if no piece is in a player's pile."""
    pieces = sorted({piece for piece, _ in homes})
    if len(pieces) < _SEVERAL or pieces[-1] - pieces[0] >= len(pieces):
        return []
    highest = ir.Extreme("max", ir.PilesOf(pieces[0], len(pieces)))
    lowest = ir.Const(min(pile.first for _, pile in homes))
    return [when(ir.Compare("<", highest, lowest), ir.Return(ir.NewList(ir.Sort.ENTRIES)))]


def _homes(action: tree.Action) -> list[Home] | None:
    """Return the piles in which an action's piece is active, if that alone decides; otherwise None."""
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


def _me() -> ir.Local:
    return ir.Local("me", ir.Sort.MEMBER)


def _at() -> ir.Local:
    return ir.Local("at", ir.Sort.NUMBER)


def _found() -> ir.Local:
    return ir.Local("found", ir.Sort.ENTRIES)


def _start() -> ir.Statement:
    return ir.Let(_found(), ir.NewList(ir.Sort.ENTRIES))


def _end() -> ir.Statement:
    return ir.Return(_found())
