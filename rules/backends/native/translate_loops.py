"""Translates loops: over piles, cells, ranges and searches in place, over other lists member by member."""

from collections.abc import Callable

from lazaretto.rules.backends.native.flat import build
from lazaretto.rules.backends.native.flat.nodes import (
    Again,
    Binary,
    Call,
    Exit,
    Get,
    If,
    Load,
    Number,
    Repeat,
    Set,
    Step,
    Value,
)
from lazaretto.rules.backends.native.translate_numbers import Numbers
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir.walk import walk


class AllSeats(Numbers):
    """Recognises that list."""

    def plain_list(self, many: ir.Expression) -> ir.Expression:
        """Return the list of all seats instead of values that return just that; other lists as they are."""
        found = many
        while isinstance(found, ir.Frozen | ir.Call):
            if isinstance(found, ir.Frozen):
                found = found.many
                continue
            if found.arguments or found.function.role is not ir.Role.VALUE:
                return many
            function = self.game.survey.functions[found.function].function
            match function.body:
                case [ir.Return(ir.Item() | ir.Frozen() | ir.Call() as inner)] if not function.recursive:
                    found = inner
                case _:
                    return many
        return found if self.is_all_seats(found) else many

    def is_all_seats(self, many: ir.Expression) -> bool:
        """Whether a list has all seats of the game in their order."""
        match many:
            case ir.Item(ir.Table(name), ir.Players()):
                return self.game.data.has_ranges(name)
            case _:
                return False


Body = Callable[[Value, str], list[Step]]
"""Makes the statements for one member; the label is that of its loop, for going on with the next one."""

_MANY = 12
"""With so many members, a loop looks whether it can skip some at once."""


class Loops(AllSeats):
    """Translates loops over lists."""

    def each(self, many: ir.Expression, body: Body) -> list[Step]:
        """Return a loop over a list which nothing changes meanwhile."""
        span = self.span
        if many.span is not None:
            self.span = many.span
        steps = self._each(many, body)
        self.span = span
        return steps

    def _each(self, many: ir.Expression, body: Body) -> list[Step]:
        many = self.plain_list(many)
        match many:
            case ir.Item(ir.Table(), ir.Players()) if self.is_all_seats(many):
                seats = self.fresh("seats")
                loop = self._counting(Number(0), Get(seats), lambda index: index, body)
                return [Set(seats, build.scalar(self.at.players)), *loop]
            case ir.Range():
                before: list[Step] = []
                first, last = (
                    self.kept(self.present(many.low), before),
                    self.kept(self.present(many.high), before),
                )
                return [*before, *self._counting(first, last, lambda index: index, body)]
            case ir.PileAt():
                return self._over_pile(many.index, body)
            case ir.Cells():
                return self._over_cells(many.first, many.count, body)
            case ir.PilesOf(first, count):
                return self._counting(
                    Number(first), Number(first + count), lambda number: self.pile_at(number), body
                )
            case ir.Select() if self._is_quiet(many):
                return self._over_search(many, body)
            case ir.Picked():
                return self._over_picked(many.many, many.by, body)
            case ir.Frozen():
                return self.each(many.many, body)
            case ir.Charged(_, each, share=share):
                return self._over_charged(many.many, each, share, body)
            case ir.Apply("choices", arguments):
                return self._over_choices(arguments, body)
            case ir.TupleOf((only,)):
                return self._once(self.value(only), body)
            case _:
                return self.over_list(self.value(many), body)

    def _once(self, member: Value, body: Body) -> list[Step]:
        """Return a loop with one round."""
        label, name, done = self.fresh("loop"), self.fresh("each"), self.fresh("done")
        return [
            Set(name, member),
            Set(done, Number(0)),
            Repeat(
                label,
                [
                    If(Get(done), [Exit(label)], []),
                    Set(done, Number(1)),
                    *body(Get(name), label),
                ],
            ),
        ]

    def _is_quiet(self, node: ir.Select) -> bool:
        """Whether a search can be joined with a loop over its results: it costs nothing and calls nothing."""
        parts = (*node.tests, node.result)
        return not any(isinstance(each, ir.Call | ir.Charged | ir.Apply) for each in walk(parts))

    def _counting(
        self,
        first: Value,
        last: Value,
        member: Callable[[Value], Value],
        body: Body,
        skip: Callable[[str, str], Step] | None = None,
    ) -> list[Step]:
        index, label = self.fresh("i"), self.fresh("loop")
        inner: list[Step] = [If(Binary(">=s", Get(index), last), [Exit(label)], [])]
        if skip is not None:
            inner.append(skip(index, label))
        name = self.fresh("each")
        inner.append(Set(name, member(Get(index))))
        inner.append(Set(index, build.plus(Get(index), Number(1))))
        inner += body(Get(name), label)
        return [Set(index, first), Repeat(label, inner)]

    def over_list(self, many: Value, body: Body) -> list[Step]:
        """Return a loop over a list in memory."""
        if isinstance(many, Number):
            member, count = self._constant_members(many.value)
            return self._counting(Number(0), Number(count), member, body)
        before: list[Step] = []
        spot, end, label, name = self.fresh("spot"), self.fresh("end"), self.fresh("loop"), self.fresh("each")
        kept = self.kept(many, before)
        steps = [
            *before,
            Set(spot, kept),
            Set(end, build.plus(kept, build.times(build.word_at(kept), 8))),
            Repeat(
                label,
                [
                    If(Binary(">=s", Get(spot), Get(end)), [Exit(label)], []),
                    Set(spot, build.plus(Get(spot), Number(8))),
                    Set(name, build.word_at(Get(spot))),
                    *body(Get(name), label),
                ],
            ),
        ]
        return steps

    def _constant_members(self, address: int) -> tuple[Callable[[Value], Value], int]:
        """Return how a member of a constant list is found by its index, and how many there are."""
        members = self.game.data.members(address)
        if not members:
            return lambda index: index, 0
        first, count = members[0], len(members)
        if members == [*range(first, first + count)]:
            return lambda index: build.plus(index, Number(first)), count
        return lambda index: Load("i64", build.times(index, 8), address + 8), count

    def small_at(self, array: int, index: Value, signed: bool = False) -> Value:
        """Return an element of an array of pieces or piles."""
        if self.at.narrow:
            return Load("i16" if signed else "u16", build.times(index, 2), array)
        return Load("i32" if signed else "u32", build.times(index, 4), array)

    def pile_at(self, piece: Value) -> Value:
        """Return the pile of a piece."""
        return self.small_at(self.at.where, piece, signed=True)

    def pile(self, index: ir.Expression) -> Value:
        """Translate the number of a pile."""
        return self.index(index, self.at.piles)

    def base_of(self, index: ir.Expression, pile: Value) -> Value:
        """Return the number of the first piece of the kind that a pile holds."""
        bases = self.game.tables.pile_bases
        facts = self.facts(index)
        low, high = max(facts.low, 0), min(facts.high, len(bases) - 1)
        found = {*bases[low : high + 1]}
        if len(found) == 1:
            return Number(found.pop())
        return Load("i32", build.times(pile, 4), self.at.pile_base)

    def _over_pile(self, index: ir.Expression, body: Body) -> list[Step]:
        before: list[Step] = []
        pile = self.kept(self.pile(index), before)
        base = self.kept(self.base_of(index, pile), before)
        link, label, name = self.fresh("link"), self.fresh("loop"), self.fresh("each")
        number = build.plus(Get(link), Number(-1))
        return [
            *before,
            Set(link, self.small_at(self.at.bottom, pile)),
            Repeat(
                label,
                [
                    If(build.equal(Get(link), Number(0)), [Exit(label)], []),
                    Set(name, build.minus(number, base)),
                    Set(link, self.small_at(self.at.above, number)),
                    *body(Get(name), label),
                ],
            ),
        ]

    def cell_range(
        self, first: ir.Expression, count: ir.Expression, before: list[Step]
    ) -> tuple[Value, Value]:
        """Return the address of the first cell of a range, and that behind its last."""
        start = self.index(first, self.at.cells + 1)
        address = self.kept(build.plus(build.times(start, 8), Number(self.at.v)), before)
        end = build.plus(address, build.times(self.present(count), 8))
        return address, self.kept(end, before)

    def _over_cells(self, first: ir.Expression, count: ir.Expression, body: Body) -> list[Step]:
        before: list[Step] = []
        address, end = self.cell_range(first, count, before)
        spot, label, name = self.fresh("spot"), self.fresh("loop"), self.fresh("each")
        return [
            *before,
            Set(spot, address),
            Repeat(
                label,
                [
                    If(Binary(">=s", Get(spot), end), [Exit(label)], []),
                    Set(name, build.word_at(Get(spot))),
                    Set(spot, build.plus(Get(spot), Number(8))),
                    *body(Get(name), label),
                ],
            ),
        ]

    def _over_search(self, node: ir.Select, body: Body, source: Value | None = None) -> list[Step]:
        """Return the loop of a search, through a list that is known already or through its own."""

        def found(member: Value, label: str) -> list[Step]:
            outer = self.names.get(node.variable.name)
            steps = self.bound(node.variable.name, member)
            if node.tests:
                steps.append(If(build.negated(self.all_true(node.tests)), [Again(label)], []))
            steps += body(self.value(node.result), label)
            self.unbound(node.variable.name, outer)
            return steps

        return self.each(node.many, found) if source is None else self.over_list(source, found)

    def flags_of_search(
        self, node: ir.Select, body: Callable[[Value, str], list[Step]], source: Value | None = None
    ) -> list[Step]:
        """Return the loop of a search that passes each member with whether it is found, to avoid jumps.

        Which members are found is often hard for a processor to guess.
        """

        def passed(member: Value, label: str) -> list[Step]:
            outer = self.names.get(node.variable.name)
            steps = self.bound(node.variable.name, member)
            found = self.truth(node.tests[-1])
            for test in reversed(node.tests[:-1]):
                found = build.both_at_once(self.truth(test), found)
            steps += body(self.kept(found, steps), self.names[node.variable.name])
            self.unbound(node.variable.name, outer)
            return steps

        return self.each(node.many, passed) if source is None else self.over_list(source, passed)

    def bound(self, name: str, member: Value) -> list[Step]:
        """Bind the variable of a search; return what that takes."""
        if isinstance(member, Get):
            self.names[name] = member.name
            return []
        made = self.names[name] = self.fresh(name)
        return [Set(made, member)]

    def unbound(self, name: str, outer: str | None) -> None:
        """Undo that."""
        if outer is None:
            del self.names[name]
        else:
            self.names[name] = outer

    def _over_picked(self, many: ir.Expression, by: ir.Expression, body: Body) -> list[Step]:
        before: list[Step] = []
        source = self.kept(self.value(many), before)
        if isinstance(by, ir.Cells):
            spot, _ = self.cell_range(by.first, by.count, before)
        else:
            spot = self.kept(build.plus(self.value(by), Number(8)), before)
        if isinstance(source, Number) and isinstance(spot, Number):
            return [*before, *self._over_constant_picked(source.value, spot.value, body)]
        moving = self.fresh("by")
        before.append(Set(moving, spot))

        def picked(member: Value, label: str) -> list[Step]:
            test = self.fresh()
            return [
                Set(test, build.word_at(Get(moving))),
                Set(moving, build.plus(Get(moving), Number(8))),
                If(build.negated(build.is_something(Get(test))), [Again(label)], []),
                *body(member, label),
            ]

        return [*before, *self.over_list(source, picked)]

    def _over_constant_picked(self, many: int, tests: int, body: Body) -> list[Step]:
        """Return a loop over members of a constant list whose tests, at a fixed address, are true."""
        member, count = self._constant_members(many)

        def picked(index: Value, label: str) -> list[Step]:
            test, name = self.fresh(), self.fresh("each")
            return [
                Set(test, Load("i64", build.times(index, 8), tests)),
                If(build.negated(build.is_something(Get(test))), [Again(label)], []),
                Set(name, member(index)),
                *body(Get(name), label),
            ]

        skip = self._skipped(tests, count) if count >= _MANY else None
        return self._counting(Number(0), Number(count), lambda index: index, picked, skip)

    def _skipped(self, tests: int, count: int) -> Callable[[str, str], Step]:
        """Return how a loop skips four members at once, if no test of them, at a fixed address, holds."""

        def skip(index: str, label: str) -> Step:
            each: list[Value] = [Load("i64", build.times(Get(index), 8), tests + 8 * n) for n in range(4)]
            one, other = Binary("|", each[0], each[1]), Binary("|", each[2], each[3])
            four = build.negated(build.is_something(Binary("|", one, other)))
            aligned = build.equal(Binary("&", Get(index), Number(3)), Number(0))
            if count & 3:
                aligned = build.both(aligned, Binary("<s", Get(index), Number(count & ~3)))
            return If(
                aligned,
                [If(four, [Set(index, build.plus(Get(index), Number(4))), Again(label)], [])],
                [],
            )

        return skip

    def _over_charged(self, inner: ir.Expression, each: int, share: int, body: Body) -> list[Step]:
        if isinstance(inner, ir.PileAt):
            before: list[Step] = []
            pile = self.kept(self.pile(inner.index), before)
            size = self.small_at(self.at.pile_size, pile)
            return [*before, *self.charge(size, each, share), *self._over_pile(inner.index, body)]
        before = []
        kept = self.kept(self.value(inner), before)
        return [*before, *self.charge(build.word_at(kept), each, share), *self.over_list(kept, body)]

    def charge(self, count: Value, each: int, share: int) -> list[Step]:
        """Return the statements that charge fuel for the members of a list."""
        units = Call("quotient", (count, Number(share))) if share > 1 else build.times(count, each)
        return self.spend(units)

    def spend(self, units: Value) -> list[Step]:
        """Return the statements that spend fuel."""
        left = self.fresh("fuel")
        return [
            Set(left, build.minus(build.scalar(self.at.fuel), units)),
            build.set_scalar(self.at.fuel, Get(left)),
            If(Binary("<s", Get(left), Number(0)), [self.here(), build.do("spent")], []),
        ]

    def _over_choices(self, arguments: tuple[ir.Expression, ...], body: Body) -> list[Step]:
        before: list[Step] = []
        given = [self.kept(self.value(arguments[0]), before)]
        given += [self.kept(self.present(argument), before) for argument in arguments[1:3]]
        spot, label = self.fresh("spot"), self.fresh("loop")
        first = self.fresh("first")
        name = self.fresh("each")
        return [
            *before,
            self.here(),
            Set(spot, Call("first_choice", (*given,))),
            Set(first, Number(1)),
            Repeat(
                label,
                [
                    If(
                        build.equal(Get(first), Number(0)),
                        [self.here(), Set(spot, Call("next_choice", (Get(spot),)))],
                        [],
                    ),
                    Set(first, Number(0)),
                    If(build.equal(Get(spot), Number(0)), [Exit(label)], []),
                    Set(name, build.word_at(Get(spot))),
                    *body(Get(name), label),
                ],
            ),
        ]
