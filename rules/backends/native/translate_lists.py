"""Translates expressions that build, search or measure lists; lists are built only where they are needed."""

from lazaretto.rules.backends.native.flat import build
from lazaretto.rules.backends.native.flat.nodes import (
    Again,
    Binary,
    BinaryWord,
    Call,
    Choose,
    Do,
    Exit,
    Get,
    If,
    Labelled,
    Number,
    Set,
    Step,
    Store,
    Value,
)
from lazaretto.rules.backends.native.helpers.faults import IS_NONE
from lazaretto.rules.backends.native.shapes import LIST, PLAIN
from lazaretto.rules.backends.native.translate_loops import Body, Loops
from lazaretto.rules.lower import ir
from lazaretto.rules.run.limits import LONGEST, MOST

ListNode = (
    ir.Select
    | ir.AnyOf
    | ir.AllOf
    | ir.FirstOf
    | ir.SumOf
    | ir.Extreme
    | ir.Best
    | ir.Sorted
    | ir.Length
    | ir.NotEmpty
    | ir.Frozen
    | ir.Unique
    | ir.Picked
    | ir.Joined
    | ir.NewList
    | ir.Range
    | ir.Charged
)
_FEW = 4
"""Membership in a list of so few values is tested one by one."""


class Lists(Loops):
    """Translates expressions with lists."""

    def listed(self, node: ListNode) -> Value:
        """Translate an expression that builds, searches or measures a list."""
        match node:
            case ir.Select():
                return self._built(node, node.many)
            case ir.Picked():
                return self._built(node, node.many)
            case ir.AnyOf(select):
                return self._search(select, 1)
            case ir.AllOf(select):
                return self._search(select, 0)
            case ir.FirstOf(select):
                return self._first(select)
            case ir.SumOf():
                return self._sum_of(node.many)
            case ir.Extreme(word):
                return self._extreme(word, node.many)
            case ir.Best():
                return self._best(node)
            case ir.Sorted():
                return self._sorted(node)
            case ir.Length():
                return self.length(node.many)
            case ir.NotEmpty():
                return self._not_empty(node.many)
            case ir.Frozen():
                return self.value(node.many)
            case ir.Unique():
                many = node.many
                return self.helped("unique", self.value(many), Number(self.shape(many) - LIST))
            case ir.Joined(lists):
                return self._joined(lists)
            case ir.NewList():
                return Call("growing_list", ())
            case ir.Range():
                return self.helped("range_list", self.present(node.low), self.present(node.high))
            case ir.Charged(_, each, share=share):
                return self._charged(node.many, each, share)

    def helped(self, name: str, *arguments: Value) -> Value:
        """Return a call of a helper that may fail, after a note of the place."""
        return self._placed(Call(name, arguments))

    # --- building ------------------------------------------------------------------------------

    def _room(self, many: ir.Expression, before: list[Step]) -> Value | None:
        """Return how many members a list has at most, if that is known before it is built."""
        many = self.plain_list(many)
        match many:
            case ir.Table(name):
                return Number(self.game.data.length(name))
            case ir.PileAt():
                pile = self.kept(self.pile(many.index), before)
                return self.small_at(self.at.pile_size, pile)
            case ir.Cells():
                return self.value(many.count)
            case ir.TupleOf(items):
                return Number(len(items))
            case ir.PilesOf(count=count):
                return Number(count)
            case ir.Picked() | ir.Frozen() | ir.Charged():
                return self._room(many.many, before)
            case ir.Select() if self._is_quiet(many):
                return self._room(many.many, before)
            case ir.Item(ir.Table(name)):
                table = self.game.lowered.constants[name]
                assert isinstance(table, tuple)
                return Number(max((len(each) for each in table), default=0))
            case _:
                return None

    def _built(self, node: ir.Select | ir.Picked, many: ir.Expression) -> Value:
        """Translate a search into a new list."""
        before: list[Step] = []
        room = self._room(many, before)
        source: Value | None = None
        if (
            room is None
            and isinstance(node, ir.Select)
            and not isinstance(many, ir.Select | ir.Apply | ir.Range)
        ):
            source = self.kept(self.value(many), before)
            room = build.word_at(source)
        found = self.fresh("found")
        if room is not None:
            spot = self.fresh("spot")
            before.append(Set(found, Call("reserve", (build.plus(build.times(room, 8), Number(8)),))))
            before.append(Set(spot, Get(found)))

            def put(member: Value) -> list[Step]:
                return [
                    Set(spot, build.plus(Get(spot), Number(8))),
                    Store("i64", Get(spot), member),
                ]

            def put_if(test: Value, member: str) -> list[Step]:
                return [
                    Store("i64", Get(spot), Get(member), 8),
                    Set(spot, build.plus(Get(spot), build.times(test, 8))),
                ]

            count = Binary(">>s", Binary("-", Get(spot), Get(found)), Number(3))
            after: list[Step] = [Store("i64", Get(found), count)]
        else:
            before.append(Set(found, Call("growing_list", ())))

            def put(member: Value) -> list[Step]:
                return [Set(found, Call("append", (Get(found), member)))]

            after = []
        if isinstance(node, ir.Select) and room is not None and _passes_members(node):
            before += self.flags_of_search(node, lambda found, member: put_if(found, member), source)
        elif isinstance(node, ir.Select):
            before += self._over_search(node, lambda member, label: put(member), source)
        else:
            before += self.each(node, lambda member, label: put(member))
        return self.after([*before, *after], Get(found))

    def _selected(self, node: ir.Select, body: Body) -> list[Step]:
        """Return the loop of a search, whatever it calls."""
        return self._over_search(node, body)

    def _joined(self, lists: tuple[ir.Expression, ...]) -> Value:
        if not lists:
            return Number(self.game.data.list(()))
        found = self.value(lists[0])
        for each in lists[1:]:
            found = Call("concatenated", (found, self.value(each)))
        return found

    def _charged(self, many: ir.Expression, each: int, share: int) -> Value:
        before: list[Step] = []
        kept = self.kept(self.value(many), before)
        before += self.charge(build.word_at(kept), each, share)
        return self.after(before, kept)

    # --- searching -----------------------------------------------------------------------------

    def _search(self, select: ir.Select, wanted: int) -> Value:
        """Translate whether a result is found that is true, or that all are."""
        found, done = self.fresh("found"), self.fresh("done")

        def seen(member: Value, label: str) -> list[Step]:
            test = member if wanted else build.negated(member)
            return [If(test, [Set(found, Number(wanted)), Exit(done)], [])]

        loop = self._over_tests(select, seen)
        return self.after([Set(found, Number(1 - wanted)), Labelled(done, loop)], Get(found))

    def _over_tests(self, node: ir.Select, body: Body) -> list[Step]:
        """Return the loop of a search whose result is a condition."""

        def found(member: Value, label: str) -> list[Step]:
            outer = self.names.get(node.variable.name)
            steps = self.bound(node.variable.name, member)
            if node.tests:
                steps.append(If(build.negated(self.all_true(node.tests)), [Again(label)], []))
            steps += body(self.truth(node.result), label)
            self.unbound(node.variable.name, outer)
            return steps

        return self.each(node.many, found)

    def _first(self, select: ir.Select) -> Value:
        found, done = self.fresh("found"), self.fresh("done")
        loop = self._selected(select, lambda member, label: [Set(found, member), Exit(done)])
        return self.after([Set(found, build.none()), Labelled(done, loop)], Get(found))

    def loop_over(self, many: ir.Expression, body: Body) -> list[Step]:
        """Return a loop over a list that nobody else needs."""
        if isinstance(many, ir.Select):
            return self._selected(many, body)
        return self.each(many, body)

    def _sum_of(self, many: ir.Expression) -> Value:
        """Translate a sum; `over` counts how often a part does not fit into 64 bits, only the whole must."""
        total, over = self.fresh("sum"), self.fresh("over")
        facts = self.game.inference.member_facts(many, self.ref)
        large = facts.low * LONGEST < -MOST or facts.high * LONGEST > MOST

        def add(member: Value, label: str) -> list[Step]:
            steps: list[Step] = []
            if facts.none:
                member = self.some(member)
            if not large:
                return [Set(total, build.plus(Get(total), member))]
            member = self.kept(member, steps)
            new = self.kept(Binary("+", Get(total), member), steps)
            signs = Binary("&", Binary("^", Get(total), new), Binary("^", member, new))
            way = Choose(Binary("<s", member, Number(0)), Number(-1), Number(1))
            more: list[Step] = [Set(over, build.plus(Get(over), way))]
            steps.append(If(Binary("<s", signs, Number(0)), more, []))
            steps.append(Set(total, new))
            return steps

        before: list[Step] = [Set(total, Number(0))]
        if not large:
            return self.after([*before, *self.loop_over(many, add)], Get(total))
        before += [Set(over, Number(0)), *self.loop_over(many, add)]
        wrong = build.either(Binary("!=", Get(over), Number(0)), build.is_none(Get(total)))
        return self.after([*before, If(wrong, self.too_large(), [])], Get(total))

    def _extreme(self, word: str, many: ir.Expression) -> Value:
        best, empty = self.fresh("best"), self.fresh("empty")
        facts = self.game.inference.member_facts(many, self.ref)
        order: BinaryWord = ">s" if word == "max" else "<s"

        def better(member: Value, label: str) -> list[Step]:
            steps: list[Step] = []
            member = self.kept(member, steps)
            wrong: list[Step] = []
            if facts.none:
                known: Value = build.either(build.is_none(member), build.is_none(Get(best)))
                lacking = build.both(_is_later(empty), known)
                wrong.append(If(lacking, self.failing(IS_NONE), []))
            test = build.either(Get(empty), Binary(order, member, Get(best)))
            return [*steps, *wrong, If(test, [Set(best, member), Set(empty, Number(0))], [])]

        start: list[Step] = [Set(best, Number(0)), Set(empty, Number(1))]
        return self.after([*start, *self.loop_over(many, better)], Get(best))

    def _best(self, node: ir.Best) -> Value:
        best, best_key, empty = self.fresh("best"), self.fresh("key"), self.fresh("empty")
        order: BinaryWord = ">s" if node.word == "max" else "<s"
        lacking = self.facts(node.key).none

        def better(member: Value, label: str) -> list[Step]:
            outer = self.names.get(node.variable.name)
            steps = self.bound(node.variable.name, member)
            key = self.kept(self.value(node.key), steps)
            kept = Get(self.names[node.variable.name])
            self.unbound(node.variable.name, outer)
            if lacking:
                known = build.either(build.is_none(key), build.is_none(Get(best_key)))
                steps.append(If(build.both(_is_later(empty), known), self.failing(IS_NONE), []))
            test = build.either(Get(empty), Binary(order, key, Get(best_key)))
            taken: list[Step] = [Set(best, kept), Set(best_key, key), Set(empty, Number(0))]
            return [*steps, If(test, taken, [])]

        start: list[Step] = [Set(best, build.none()), Set(best_key, Number(0)), Set(empty, Number(1))]
        return self.after([*start, *self.loop_over(node.many, better)], Get(best))

    def _sorted(self, node: ir.Sorted) -> Value:
        keys, items = self.fresh("keys"), self.fresh("items")
        lacking = self.facts(node.key).none

        def put(member: Value, label: str) -> list[Step]:
            outer = self.names.get(node.variable.name)
            steps = self.bound(node.variable.name, member)
            kept = Get(self.names[node.variable.name])
            key = self.value(node.key)
            self.unbound(node.variable.name, outer)
            steps.append(Set(keys, Call("append", (Get(keys), key))))
            steps.append(Set(items, Call("append", (Get(items), kept))))
            return steps

        start: list[Step] = [Set(keys, Call("growing_list", ())), Set(items, Call("growing_list", ()))]
        name = "sort_by_present" if lacking else "sort_by"
        sort: list[Step] = [self.here(), build.do(name, Get(keys), Get(items))]
        return self.after([*start, *self.loop_over(node.many, put), *sort], Get(items))

    # --- measuring -----------------------------------------------------------------------------

    def length(self, many: ir.Expression) -> Value:
        """Translate how many members a list has."""
        many = self.plain_list(many)
        match many:
            case ir.Item() if self.is_all_seats(many):
                return build.scalar(self.at.players)
            case ir.PileAt():
                return self.small_at(self.at.pile_size, self.pile(many.index))
            case ir.Table(name):
                return Number(self.game.data.length(name))
            case ir.TupleOf(items):
                return Number(len(items))
            case ir.Frozen():
                return self.length(many.many)
            case ir.Select() if _passes_members(many):
                count = self.fresh("count")
                loop = self.flags_of_search(
                    many, lambda test, member: [Set(count, build.plus(Get(count), test))]
                )
                return self.after([Set(count, Number(0)), *loop], Get(count))
            case ir.Select() | ir.Picked():
                count = self.fresh("count")
                loop = self.loop_over(
                    many,
                    lambda member, label: [*_done(member), Set(count, build.plus(Get(count), Number(1)))],
                )
                return self.after([Set(count, Number(0)), *loop], Get(count))
            case _:
                return build.word_at(self.value(many))

    def _not_empty(self, many: ir.Expression) -> Value:
        return Binary("!=", self.length(many), Number(0))

    def contains(self, many: ir.Expression, member: ir.Expression) -> Value:
        """Translate whether a value is in a list."""
        shape = self.shape(member)
        if shape != PLAIN:
            return Call("contains_alike", (self.value(many), self.value(member), Number(shape)))
        match many:
            case ir.TupleOf(items) if 0 < len(items) <= _FEW:
                before: list[Step] = []
                wanted = self.kept(self.value(member), before)
                found: Value = build.equal(wanted, self.value(items[-1]))
                for item in reversed(items[:-1]):
                    found = build.either(build.equal(wanted, self.value(item)), found)
                return self.after(before, found)
            case ir.PileAt():
                return self._in_pile(many.index, member)
            case ir.Cells():
                before = []
                wanted = self.kept(self.value(member), before)
                spot, end = self.cell_range(many.first, many.count, before)
                return self.after(before, Call("contains_between", (spot, end, wanted)))
            case ir.Frozen():
                return self.contains(many.many, member)
            case _:
                before = []
                wanted = self.kept(self.value(member), before)
                return self.after(before, Call("contains", (self.value(many), wanted)))

    def _in_pile(self, index: ir.Expression, member: ir.Expression) -> Value:
        """Translate whether a piece is in a pile: every piece knows its pile."""
        before: list[Step] = []
        piece = self.kept(self.value(member), before)
        pile = self.kept(self.pile(index), before)
        number = self.kept(build.plus(piece, self.base_of(index, pile)), before)
        inside = Binary("<u", number, Number(self.at.pieces))
        same = build.equal(self.pile_at(number), pile)
        return self.after(before, Choose(inside, same, Number(0)))


def _is_later(empty: str) -> Value:
    return build.equal(Get(empty), Number(0))


def _passes_members(node: ir.Select) -> bool:
    """Whether the results of a search are those members for which all tests hold."""
    result = node.result
    return bool(node.tests) and isinstance(result, ir.Local) and result.name == node.variable.name


def _done(member: Value) -> list[Step]:
    """Return what evaluates a member that is only counted."""
    return [] if isinstance(member, Get | Number) else [Do(member)]
