"""Translates queries about the map, with the condition of a rule on links inside the walk."""

from collections.abc import Callable
from functools import partial

from lazaretto.rules.backends.native.flat import build
from lazaretto.rules.backends.native.flat.nodes import (
    Binary,
    Call,
    Exit,
    Fill,
    Get,
    If,
    Labelled,
    Load,
    Number,
    Repeat,
    Set,
    Step,
    Store,
    Value,
)
from lazaretto.rules.backends.native.translate_lists import Lists
from lazaretto.rules.lower import ir
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
