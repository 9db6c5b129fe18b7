"""Lowers questions and menus: their forms, and the functions behind them.

The functions compute candidates, bounds, prompts, the reasons of what may not be answered, and the open
actions of a menu, for one seat or for every seat at once. Candidates may be among pieces that the chooser
does not know, and what may be played from a menu may depend on hidden piles: both are kept secret here.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Span
from lazaretto.rules.check.effects import reads
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.bounds import at_most, longest, may_repeat
from lazaretto.rules.lower.builders import local, negated, place, plus, sort_of, when
from lazaretto.rules.lower.context import Context
from lazaretto.rules.lower.entity_infos import TableInfos
from lazaretto.rules.lower.open_actions import (
    Choice,
    Rest,
    candidates,
    numbers,
    reason,
    reason_of,
    said_or_nothing,
    that_may_fail,
)
from lazaretto.rules.lower.statements_without_questions import StatementLowering
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import KindType, ManyType, Pile, item_of
from lazaretto.rules.run.compiled_game import AskInfo, Tag
from lazaretto.rules.run.questions.question_forms import (
    AskConfirm,
    AskForm,
    AskNumber,
    AskOffer,
    AskOne,
    AskSome,
    AskWindow,
    offers_actions,
)


@value
class Asked:
    """A question with the procedure that contains it."""

    number: int
    question: tree.Question
    procedure: tree.Procedure
    slots: dict[str, int]
    """The slot of each local of the procedure, by name."""
    slot: int
    """The slot that receives the answer."""
    seat: int
    """The slot that holds the asked seat."""
    together: tuple[int, int] | None = None
    """If several seats answer at the same time: the slots of these seats and of their answers."""


class SecretPiles:
    """Finds the piles; each menu is searched once."""

    def __init__(self) -> None:
        self._known: dict[tree.Menu, set[int]] = {}

    def of(self, menus: Sequence[tree.Menu]) -> tuple[int, ...]:
        """The piles of some menus, by number."""
        return tuple(sorted({pile for menu in menus for pile in self._of_menu(menu)}))

    def _of_menu(self, menu: tree.Menu) -> set[int]:
        found = self._known.get(menu)
        if found is None:
            found = self._known[menu] = set()
            for action in menu.actions:
                for thing in reads((action.active, action.steps)):
                    if isinstance(thing, Pile) and thing.owner is not None and thing.seen.word != "all":
                        found.update(range(thing.first, thing.first + thing.count))
        return found


def unseen_base(node: tree.Question) -> int | None:
    """Return the number of the first piece of the chosen kind; None if the chooser sees every candidate."""
    many = tree.candidates_of(node)
    kind = None if many is None else item_of(many.type)
    if many is None or not isinstance(kind, KindType) or not kind.kind.root.piece or _is_seen(many, node.by):
        return None
    return kind.kind.root.piece_base


def _is_seen(many: tree.Expression, by: tree.Expression) -> bool:
    """Whether a set is a pile that everybody sees, or one that the chooser owns and sees."""
    while isinstance(many, tree.OnlyKind):
        many = many.set
    if not isinstance(many, tree.PileValue):
        return isinstance(many, tree.BoxValue)
    seen, owner = many.pile.seen.word, many.thing
    own = isinstance(owner, tree.LocalValue) and isinstance(by, tree.LocalValue) and owner.local is by.local
    return seen == "all" or (seen == "owner" and own)


class Questions:
    """Lowers questions; their functions read the frame of the procedure that asks."""

    def __init__(self, context: Context, infos: TableInfos, after: dict[Choice, Rest | None]) -> None:
        self.context = context
        self.infos = infos
        self.after = after
        self.functions: list[ir.Function] = []
        self._secret = SecretPiles()

    def question(self, asked: Asked) -> AskInfo:
        """Describe a question, and add its functions."""
        node = asked.question
        form, tag, subject = self._asked(asked)
        code = StatementLowering(self.context, asked.slots)
        low, high = tree.bounds_of(node)
        if low is not None and high is not None:
            self._add(ir.Role.BOUNDS, asked, ir.TupleOf((code.lower(low), code.lower(high))))
        if node.prompt is not None:
            self._add(ir.Role.PROMPT, asked, code.said(node.prompt))
        step = (
            not offers_actions(form)
            and asked.together is None
            and (node in self.after or asked.procedure.name.startswith("action "))
        )
        action = asked.procedure.name.removeprefix("action ") if step else None
        return AskInfo(
            form,
            asked.slot,
            asked.seat,
            tag,
            step,
            subject,
            action,
            place(node.span),
            unseen_base(node),
            asked.together,
        )

    def _asked(self, asked: Asked) -> tuple[AskForm, Tag, str]:
        """The form of a question, the type of an answer, and the word for what is chosen."""
        node = asked.question
        code = StatementLowering(self.context, asked.slots)
        match node:
            case tree.Choose():
                self._choice(asked, node)
                form: AskForm = AskSome() if node.most is not None else AskOne(node.optional, node.alike)
                return form, self.infos.tag(node.variable.type), node.variable.word
            case tree.ChooseNumber():
                self._numbers_that_lead_through(asked, node)
                return AskNumber(), ("number",), node.result.word
            case tree.Arrange():
                many = node.list
                self._add(ir.Role.CANDIDATES, asked, ir.Frozen(code.lower(many), length=at_most(many)))
                return AskSome(ordered=True), self.infos.tag(many.type)[1], ""
            case tree.Confirm():
                return AskConfirm(node.consent), ("flag",), ""
            case tree.Offer(menus=own, interrupts=between):
                form = AskOffer(self._menus(own), self._menus(between), self._secret.of(between))
                return form, ("number",), ""
            case tree.Window(menus=between):
                return AskWindow(self._menus(between), self._secret.of(between)), ("number",), ""
            case _:
                assert_never(node)

    def _menus(self, menus: Sequence[tree.Menu]) -> tuple[int, ...]:
        return tuple(self.context.numbering.menus[menu] for menu in menus)

    def _add(
        self, role: ir.Role, asked: Asked, value: ir.Expression, parameters: tuple[ir.Local, ...] = ()
    ) -> None:
        self._function(role, asked, parameters, [ir.Return(value)], asked.question.span)

    def _function(
        self, role: ir.Role, asked: Asked, parameters: tuple[ir.Local, ...], body: ir.Block, span: Span
    ) -> None:
        function = ir.Function(ir.Ref(role, asked.number), asked.procedure.name, parameters, body, span)
        self.functions.append(function)

    def _judged(
        self, asked: Asked, result: tree.Local, answer: ir.Expression, role: ir.Role
    ) -> ir.Expression | None:
        """Return the test of the steps after an answer; None if there are none that can fail."""
        node = asked.question
        rest = self.after.get(node) if isinstance(node, tree.Choose | tree.ChooseNumber) else None
        if rest is None:
            return None
        arguments = tuple(
            answer if each is result else ir.Slot(asked.slots[each.name], sort_of(each.type))
            for each in rest.known
        )
        return ir.Call(rest.ref(role), arguments)

    def _numbers_that_lead_through(self, asked: Asked, node: tree.ChooseNumber) -> None:
        """The candidates, where not all numbers need to lead through."""
        judge = self._judged(asked, node.result, local(node.result), ir.Role.OPEN)
        if judge is not None:
            many = numbers(node, StatementLowering(self.context, asked.slots))
            here = local(node.result)
            self._add(ir.Role.CANDIDATES, asked, ir.Select(local(node.result), many, (judge,), here))

    def _choice(self, asked: Asked, node: tree.Choose) -> None:
        slots = {name: slot for name, slot in asked.slots.items() if name != node.variable.name}
        code = StatementLowering(self.context, slots)
        is_open = is_closed = None
        if node.most is None:
            is_open = self._judged(asked, node.result, local(node.variable), ir.Role.OPEN)
            is_closed = self._judged(asked, node.result, local(node.variable), ir.Role.REASON)
        if node.optional and not node.stops:
            declined = self._judged(asked, node.result, ir.Const(None), ir.Role.OPEN)
            if declined is not None:
                self._add(ir.Role.DECLINED, asked, declined)
        self._add(ir.Role.CANDIDATES, asked, candidates(node, code, is_open))
        self._closed(asked, node, code, is_closed)
        if node.most is not None:
            self._whole_choice(asked, node, slots)

    def _whole_choice(self, asked: Asked, node: tree.Choose, slots: dict[str, int]) -> None:
        """Lower the reason why a selection as a whole is not allowed."""
        code = StatementLowering(
            self.context, {name: slot for name, slot in slots.items() if name != node.result.name}
        )
        made = self._judged(asked, node.result, local(node.result), ir.Role.REASON)
        if node.such_that is not None:
            text = said_or_nothing(node.such_reason, code)
            made = ir.IfElse(code.lower(node.such_that), made or ir.Const(None), text)
        if made is not None:
            self._add(ir.Role.JUDGE, asked, made, (local(node.result),))

    def _closed(
        self, asked: Asked, node: tree.Choose, code: StatementLowering, judge: ir.Expression | None
    ) -> None:
        """Lower the candidates that are shown but closed, each with its reason."""
        inner: ir.Block = []

        def told(why: ir.Expression) -> ir.Statement:
            return ir.Append(_found(), ir.TupleOf((local(node.variable), why)))

        for need in that_may_fail(node.needs):
            test = negated(code.lower(need.condition))
            inner.append(when(test, told(reason_of(need, code)), ir.Continue()))
        if judge is not None:
            inner.append(ir.Let(reason(), judge))
            inner.append(when(ir.IsNone(reason(), negated=True), told(reason())))
        if not inner:
            return
        if node.where is not None:
            inner = [when(code.lower(node.where), *inner)]
        many = ir.Unique(code.lower(node.set)) if may_repeat(node.set) else code.looped(node.set)
        body: ir.Block = [
            ir.Let(_found(), ir.NewList(ir.Sort.VALUE)),
            ir.ForEach(local(node.variable), many, inner, longest(node.set)),
            ir.Return(_found()),
        ]
        self._function(ir.Role.CLOSED, asked, (), body, node.span)


def _found() -> ir.Local:
    return ir.Local("found", ir.Sort.VALUE)


Home = tuple[int, Pile]
"""A piece, and a family of players' piles: the rules of the piece are active while it is in one of them."""
_SEVERAL = 12
"""Fewer pieces than this are looked up one by one."""


def menu_functions(context: Context, asked: Iterable[Asked]) -> list[ir.Function]:
    """Lower the functions of all menus from which somebody may choose."""
    offered: dict[tree.Menu, None] = {}
    played: dict[tree.Menu, None] = {}
    for seat in asked:
        own, interrupts = tree.menus_of(seat.question)
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
        homes = [_homes(action) for action in menu.actions]
        known = [home for home in homes if home is not None]
        body = self._by_home(menu, known) if homes and len(known) == len(homes) else self._by_seat(menu)
        return self._function(ir.Role.PLAYABLE, menu, (), body)

    def _function(
        self, role: ir.Role, menu: tree.Menu, parameters: tuple[ir.Local, ...], body: ir.Block
    ) -> ir.Function:
        number = self.context.numbering.menus[menu]
        return ir.Function(ir.Ref(role, number), menu.name, parameters, body, menu.span)

    def _entries(self, menu: tree.Menu) -> ir.Block:
        """Add every action that is open to the seat."""
        return [when(self._is_open(action), self._added(action, _me())) for action in menu.actions]

    def _added(self, action: tree.Action, seat: ir.Expression) -> ir.Statement:
        """Add an action for a seat, from a constant table of entries."""
        number = self.context.numbering.actions[action]
        entries = tuple((each, number) for each in range(self.context.world.player.count))
        table = ir.Table(self.context.constants.name("DOES", entries))
        return ir.Append(_open_entries(), ir.Item(table, seat, ir.Sort.ENTRY))

    def _judged(self, action: tree.Action, seat: ir.Expression) -> ir.Expression:
        return ir.Call(ir.Ref(ir.Role.OPEN, self.context.numbering.actions[action]), (seat,))

    def _is_open(self, action: tree.Action) -> ir.Expression:
        """Test whether an action is open to the seat; whether its card or role is active is tested first."""
        test = self._judged(action, _me())
        if action.active is None:
            return test
        active = StatementLowering(self.context).lower_renamed(action.active, {action.me.name: "me"})
        return ir.And((active, test))

    def _by_seat(self, menu: tree.Menu) -> ir.Block:
        """Visit each seat in turn."""
        player = self.context.world.player
        everyone = tree.KindSet(player, ManyType(KindType(player)), menu.span)
        seats = StatementLowering(self.context).lower(everyone)
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
        return [*body, when(ir.NotEmpty(_open_entries()), ir.SortEntries(_open_entries())), _end()]


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


def _open_entries() -> ir.Local:
    return ir.Local("found", ir.Sort.ENTRIES)


def _start() -> ir.Statement:
    return ir.Let(_open_entries(), ir.NewList(ir.Sort.ENTRIES))


def _end() -> ir.Statement:
    return ir.Return(_open_entries())
