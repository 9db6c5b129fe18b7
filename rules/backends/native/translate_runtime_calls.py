"""Translates calls of runtime functions that return a value."""

from collections.abc import Callable
from functools import partial

from lazaretto.rules.backends.native.flat import build
from lazaretto.rules.backends.native.flat.nodes import (
    Binary,
    Call,
    Choose,
    Exit,
    Fill,
    Get,
    If,
    Labelled,
    Load,
    Number,
    Repeat,
    Return,
    Set,
    Step,
    Store,
    Value,
)
from lazaretto.rules.backends.native.helpers.copy_values import Text
from lazaretto.rules.backends.native.helpers.faults import OUT_OF_RANGE, TEXT_TOO_LONG, Fault
from lazaretto.rules.backends.native.helpers.memory_types import offset_of, size_of
from lazaretto.rules.backends.native.shapes import LIST
from lazaretto.rules.backends.native.translate_lists import Lists
from lazaretto.rules.lower import ir
from lazaretto.rules.run.limits import LARGEST_TEXT
from lazaretto.rules.run.map_queries import FAR


class MapQueries(Lists):
    """Translates queries about the map."""

    def _allows(self, condition: ir.Expression, link: Value, steps: list[Step]) -> Value | None:
        """Return whether a link is allowed; None if all are."""
        if not isinstance(condition, ir.Condition):
            return None
        name = condition.variable.name
        outer = self.names.get(name)
        steps += self.bound(name, self.kept(link, steps))
        test = self.truth(condition.body)
        self.unbound(name, outer)
        return test

    def links_at(self, name: str, ways: ir.Expression, condition: ir.Expression) -> Value:
        """Translate the links at a place, or the places at their other ends."""
        found = self.fresh("found")

        def way(pair: Value, label: str) -> list[Step]:
            steps: list[Step] = []
            test = self._allows(condition, build.word_at(pair, 8), steps)
            member = build.word_at(pair, 8 if name == "links" else 16)
            put: list[Step] = [Set(found, Call("append", (Get(found), member)))]
            return [*steps, If(test, put, [])] if test is not None else [*steps, *put]

        before: list[Step] = [Set(found, Call("growing_list", ()))]
        before += self.each(ways, way)
        if name == "links":
            return self.after(before, Get(found))
        return self.after(before, Call("unique", (Get(found), Number(0))))

    def _way(
        self, condition: ir.Expression, marks: Value, waiting: str, pair: Value, label: str
    ) -> list[Step]:
        """Return a step of a walk over one link, to a place that has not been reached."""
        other = self.fresh("other")
        steps: list[Step] = []
        test = self._allows(condition, build.word_at(pair, 8), steps)
        reached: list[Step] = [
            Store("u8", build.plus(marks, Get(other)), Number(0)),
            build.do("add", Get(waiting), Get(other)),
        ]
        inner = [*steps, If(test, reached, [])] if test is not None else reached
        unknown = Load("u8", build.plus(marks, Get(other)))
        return [Set(other, build.word_at(pair, 16)), If(unknown, inner, [])]

    def _walk(
        self,
        table: ir.Expression,
        start: Value,
        condition: ir.Expression,
        each: ir.Expression,
        marks: Value,
        waiting: str,
        done: str,
        at_place: Callable[[Value], list[Step]] | None = None,
    ) -> list[Step]:
        """Return a walk over the map from a place; a place that has been reached is marked with 0."""
        assert isinstance(table, ir.Table) and isinstance(each, ir.Const) and isinstance(each.value, int)
        count = self.game.data.length(table.name)
        spot, place, ways = self.fresh("spot"), self.fresh("place"), self.fresh("ways")
        links = build.word_at(Get(ways))
        cost = build.times(links, each.value) if each.value > 0 else Number(0)

        way = partial(self._way, condition, marks, waiting)
        return [
            build.do("add", Get(waiting), start),
            Set(spot, Number(0)),
            Labelled(
                done,
                [
                    Repeat(
                        self.fresh("loop"),
                        [
                            If(Binary(">=s", Get(spot), build.word_at(Get(waiting))), [Exit(done)], []),
                            Set(place, build.word_at(build.plus(Get(waiting), build.times(Get(spot), 8)), 8)),
                            Set(spot, build.plus(Get(spot), Number(1))),
                            *(at_place(Get(place)) if at_place is not None else ()),
                            Set(
                                ways,
                                build.word_at(
                                    build.times(self.checked_index(Get(place), Number(count)), 8),
                                    self.game.data.table(table.name) + 8,
                                ),
                            ),
                            *self.spend(cost),
                            *self.over_list(Get(ways), way),
                        ],
                    )
                ],
            ),
        ]

    def _marks(self, table: ir.Expression, byte: int, before: list[Step]) -> tuple[Value, str]:
        """Return marks for all places, and an empty list with room for them."""
        assert isinstance(table, ir.Table)
        count = self.game.data.length(table.name)
        marks, waiting = self.fresh("marks"), self.fresh("waiting")
        before.append(Set(marks, Call("reserve", (Number(count + 7 & -8),))))
        before.append(Fill(Get(marks), Number(byte), Number(count)))
        before.append(Set(waiting, Call("new_list", (Number(count + 1),))))
        return Get(marks), waiting

    def reach(
        self, table: ir.Expression, start: ir.Expression, condition: ir.Expression, each: ir.Expression
    ) -> Value:
        """Translate all places that can be reached from one."""
        before: list[Step] = []
        first = self.kept(self._start(table, start), before)
        marks, waiting = self._marks(table, 1, before)
        before.append(Store("u8", build.plus(marks, first), Number(0)))
        done = self.fresh("done")
        before += self._walk(table, first, condition, each, marks, waiting, done)
        return self.after(before, Get(waiting))

    def _start(self, table: ir.Expression, start: ir.Expression) -> Value:
        assert isinstance(table, ir.Table)
        return self.index(start, self.game.data.length(table.name))

    def distance(
        self,
        table: ir.Expression,
        start: ir.Expression,
        goal: ir.Expression,
        condition: ir.Expression,
        each: ir.Expression,
    ) -> Value:
        """Translate a distance: the walk also counts where each ring of places ends."""
        assert isinstance(table, ir.Table)
        before: list[Step] = []
        first = self.kept(self._start(table, start), before)
        aim = self.kept(self.value(goal), before)
        marks, waiting = self._marks(table, 1, before)
        found, done = self.fresh("far"), self.fresh("done")
        ring, seen, steps = self.fresh("ring"), self.fresh("seen"), self.fresh("steps")
        before += [
            Store("u8", build.plus(marks, first), Number(0)),
            Set(found, Number(FAR)),
            Set(ring, Number(1)),
            Set(seen, Number(0)),
            Set(steps, Number(0)),
        ]

        def at_place(place: Value) -> list[Step]:
            next_ring: list[Step] = [
                Set(ring, build.word_at(Get(waiting))),
                Set(steps, build.plus(Get(steps), Number(1))),
            ]
            return [
                If(Binary(">=s", Get(seen), Get(ring)), next_ring, []),
                Set(seen, build.plus(Get(seen), Number(1))),
                If(build.equal(place, aim), [Set(found, Get(steps)), Exit(done)], []),
            ]

        before += self._walk(table, first, condition, each, marks, waiting, done, at_place)
        return self.after(before, Get(found))

    def connected(
        self, table: ir.Expression, places: ir.Expression, condition: ir.Expression, each: ir.Expression
    ) -> Value:
        """Translate whether places are connected; only they are marked as not reached."""
        before: list[Step] = []
        wanted = self.kept(Call("unique", (self.value(places), Number(0))), before)
        marks, waiting = self._marks(table, 0, before)
        before += self.over_list(
            wanted, lambda member, label: [Store("u8", build.plus(marks, member), Number(1))]
        )
        found, done = self.fresh("found"), self.fresh("done")
        first = self.fresh("first")
        walk: list[Step] = [
            Set(first, build.word_at(wanted, 8)),
            Store("u8", build.plus(marks, Get(first)), Number(0)),
            *self._walk(table, Get(first), condition, each, marks, waiting, done),
            Set(found, build.equal(build.word_at(Get(waiting)), build.word_at(wanted))),
        ]
        before.append(Set(found, Number(1)))
        before.append(If(Binary(">s", build.word_at(wanted), Number(1)), walk, []))
        return self.after(before, Get(found))

    def line(self, steps: ir.Expression, place: ir.Expression) -> Value:
        """Translate the places in one direction: each step leads to the next one."""
        before: list[Step] = []
        table = self.kept(self.value(steps), before)
        found, spot, done = self.fresh("found"), self.fresh("spot"), self.fresh("done")
        next_one = build.word_at(
            build.plus(table, build.times(self.checked_index(Get(spot), build.word_at(table)), 8)), 8
        )
        before += [
            Set(found, Call("growing_list", ())),
            Set(spot, self.value(place)),
            Repeat(
                done,
                [
                    Set(spot, next_one),
                    If(build.is_none(Get(spot)), [Exit(done)], []),
                    Set(found, Call("append", (Get(found), Get(spot)))),
                ],
            ),
        ]
        return self.after(before, Get(found))


class Applied(MapQueries):
    """Translates runtime functions."""

    def applied(self, node: ir.Apply) -> Value:
        """Translate a call of a runtime function."""
        given = node.arguments
        match node.name:
            case "number":
                return self.guarded(node)
            case "within":
                return self._within(node)
            case "min" | "max":
                return self._of_two(node.name, *given)
            case "abs":
                return self._absolute(given[0])
            case "union" | "minus" | "joined":
                shape = Number(max(self.shape(each) for each in given) - LIST)
                return self.helped(f"list_{node.name}", self.value(given[0]), self.value(given[1]), shape)
            case "top" | "bottom":
                return self._end_of_pile(node.name, *given)
            case "pick":
                return self._pick(*given)
            case "settled":
                return self._settled(node)
            case "marked":
                shape = Number(self.shape(given[1]) - LIST)
                return self.helped("marked", self.index(given[0], self.at.cells), self.value(given[1]), shape)
            case "some":
                return self._some(node)
            case "choices":
                return self._built_choices(node)
            case "neighbours" | "links":
                return self.links_at(node.name, *given)
            case "reach":
                return self.reach(*given)
            case "distance":
                return self.distance(*given)
            case "connected":
                return self.connected(*given)
            case "across" | "onward":
                return self.helped(node.name, self.value(given[0]), self.value(given[1]))
            case "line":
                return self.line(*given)
            case "nth":
                return self.helped("nth", self.value(given[0]), self.present(given[1]))
            case "nth_from_top":
                return self._nth_from_top(*given)
            case "written":
                return self._written(*given)
            case "total":
                return self._total(*given)
            case "unanswered":
                return Call("unanswered", (self.value(given[0]),))
            case "answered":
                return Call("answered", tuple(map(self.value, given)))
            case "waiting":
                return Call("waiting", tuple(map(self.value, given)))

    # --- numbers -------------------------------------------------------------------------------

    def _within(self, node: ir.Apply) -> Value:
        value, low, high, name = node.arguments
        facts, least, most = self.facts(value), self.facts(low), self.facts(high)
        if not facts.none and least.high <= facts.low and facts.high <= most.low:
            return self.value(value)
        assert isinstance(name, ir.Const) and isinstance(name.value, str)
        before: list[Step] = []
        kept = self.kept(self.present(value), before)
        ends = [self.kept(self.present(each), before) for each in (low, high)]
        outside = build.either(Binary("<s", kept, ends[0]), Binary(">s", kept, ends[1]))
        number = Number(self.game.name(name.value))
        wrong: list[Step] = [
            self.here(),
            build.set_word(Number(self.at.fault), ends[1], offset_of(Fault, "fourth")),
            *self.failing(OUT_OF_RANGE, number, kept, ends[0]),
        ]
        before.append(If(outside, wrong, []))
        return self.after(before, kept)

    def _of_two(self, name: str, left: ir.Expression, right: ir.Expression) -> Value:
        before: list[Step] = []
        one, other = self.kept(self.present(left), before), self.kept(self.present(right), before)
        test = Binary("<s" if name == "min" else ">s", other, one)
        return self.after(before, Choose(test, other, one))

    def _absolute(self, operand: ir.Expression) -> Value:
        before: list[Step] = []
        kept = self.kept(self.present(operand), before)
        opposite = Binary("-", Number(0), kept)
        return self.after(before, Choose(Binary("<s", kept, Number(0)), opposite, kept))

    def _total(self, start: ir.Expression, count: ir.Expression) -> Value:
        return self.listed(ir.SumOf(ir.Cells(start, count)))

    # --- lists and pieces ----------------------------------------------------------------------

    def _end_of_pile(self, name: str, pile: ir.Expression, count: ir.Expression) -> Value:
        wanted = self.present(count)
        if isinstance(pile, ir.PileAt):
            return self.helped(f"pile_{name}_pieces", self.pile(pile.index), wanted)
        return self.helped(f"list_{name}", self.value(pile), wanted)

    def _nth_from_top(self, pile: ir.Expression, number: ir.Expression) -> Value:
        wanted = self.present(number)
        if isinstance(pile, ir.PileAt):
            return self.helped("pile_nth_from_top", self.pile(pile.index), wanted)
        return self.helped("nth_from_top", self.value(pile), wanted)

    def _pick(self, stream: ir.Expression, items: ir.Expression) -> Value:
        call = self.helped("pick", self.value(stream), self.value(items))
        return self.given(call)

    def given(self, call: Value) -> Value:
        """Return the result of a call that may also stop."""
        stop = self.fresh("stop")
        before: list[Step] = [Set(stop, call), If(Get(stop), [Return(Get(stop))], [])]
        return self.after(before, build.scalar(self.at.given))

    def _settled(self, node: ir.Apply) -> Value:
        name, start, settings = node.arguments
        assert isinstance(name, ir.Const) and isinstance(name.value, str)
        shape = Number(self.shape(start))
        number = Number(self.game.name(name.value))
        return self.helped("settled", number, self.value(start), self.value(settings), shape)

    def _some(self, node: ir.Apply) -> Value:
        candidates, least, most, judge = node.arguments
        assert isinstance(judge, ir.Condition)
        found, done = self.fresh("found"), self.fresh("done")

        def tried(member: Value, label: str) -> list[Step]:
            outer = self.names.get(judge.variable.name)
            steps = self.bound(judge.variable.name, member)
            test = build.is_none(self.value(judge.body))
            self.unbound(judge.variable.name, outer)
            return [*steps, If(test, [Set(found, Number(1)), Exit(done)], [])]

        loop = self.each(ir.Apply("choices", (candidates, least, most), ir.Sort.LIST), tried)
        return self.after([Set(found, Number(0)), Labelled(done, loop)], Get(found))

    def _built_choices(self, node: ir.Apply) -> Value:
        found = self.fresh("found")
        loop = self.each(node, lambda member, label: [Set(found, Call("append", (Get(found), member)))])
        return self.after([Set(found, Call("growing_list", ())), *loop], Get(found))

    # --- texts ---------------------------------------------------------------------------------

    def words(self, node: ir.Words, size: int = 0) -> Value:
        """Translate a text as data; if its gaps are constants, it is a constant."""
        gaps = [self.value(gap) for gap in node.gaps]
        self.game.gaps(node.template, [self.shape(gap) for gap in node.gaps])
        if all(isinstance(gap, Number) for gap in gaps):
            numbers = [gap.value for gap in gaps if isinstance(gap, Number)]
            return Number(self.game.data.words((node.template, size, len(gaps), *numbers)))
        steps: list[Step] = []
        kept = [self.kept(gap, steps) for gap in gaps]
        made = self.fresh("words")
        steps += [
            Set(made, Call("reserve", (Number(size_of(Text) + 8 * len(gaps)),))),
            build.set_word(Get(made), Number(node.template)),
            build.set_word(Get(made), Number(size), offset_of(Text, "size")),
            build.set_word(Get(made), Number(len(gaps)), offset_of(Text, "gaps")),
        ]
        steps += [
            build.set_word(Get(made), each, size_of(Text) + 8 * index) for index, each in enumerate(kept)
        ]
        return self.after(steps, Get(made))

    def _written(self, words: ir.Expression, texts: ir.Expression) -> Value:
        assert isinstance(words, ir.Words) and isinstance(texts, ir.Const) and isinstance(texts.value, tuple)
        if not texts.value:
            return self.words(words, 1)
        before: list[Step] = []
        number = self.kept(self.words(words, 1), before)
        if isinstance(number, Number):
            return number
        size = self.fresh("size")
        before.append(Set(size, Number(1)))
        for gap in texts.value:
            inner = Call("text_size", (build.word_at(number, size_of(Text) + 8 * gap),))
            before.append(Set(size, build.plus(Get(size), inner)))
        before.append(If(Binary(">s", Get(size), Number(LARGEST_TEXT)), self.failing(TEXT_TOO_LONG), []))
        before.append(build.set_word(number, Get(size), offset_of(Text, "size")))
        return self.after(before, number)
