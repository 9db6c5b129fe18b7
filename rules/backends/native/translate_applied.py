"""Translates calls of runtime functions that return a value."""

from lazaretto.rules.backends.native.constant_data import TEXT_HEAD
from lazaretto.rules.backends.native.flat import build
from lazaretto.rules.backends.native.flat.nodes import (
    Binary,
    Call,
    Choose,
    Exit,
    Get,
    If,
    Labelled,
    Number,
    Return,
    Set,
    Step,
    Value,
)
from lazaretto.rules.backends.native.game_shapes import LIST
from lazaretto.rules.backends.native.helpers.faults import OUT_OF_RANGE, TEXT_TOO_LONG
from lazaretto.rules.backends.native.translate_map_queries import MapQueries
from lazaretto.rules.lower import ir
from lazaretto.rules.run.limits import LARGEST_TEXT


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
            build.set_word(Number(self.at.fault), ends[1], 32),
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
        gaps = [self.value(each) for each in node.gaps]
        self.game.gaps(node.template, [self.shape(each) for each in node.gaps])
        if all(isinstance(each, Number) for each in gaps):
            numbers = [each.value for each in gaps if isinstance(each, Number)]
            return Number(self.game.data.words((node.template, size, len(gaps), *numbers)))
        steps: list[Step] = []
        kept = [self.kept(each, steps) for each in gaps]
        made = self.fresh("words")
        steps += [
            Set(made, Call("reserve", (Number(8 * (TEXT_HEAD + len(gaps))),))),
            build.set_word(Get(made), Number(node.template)),
            build.set_word(Get(made), Number(size), 8),
            build.set_word(Get(made), Number(len(gaps)), 16),
        ]
        steps += [build.set_word(Get(made), each, 24 + 8 * index) for index, each in enumerate(kept)]
        return self.after(steps, Get(made))

    def _written(self, words: ir.Expression, texts: ir.Expression) -> Value:
        assert isinstance(words, ir.Words) and isinstance(texts, ir.Const) and isinstance(texts.value, tuple)
        if not texts.value:
            return self.words(words, 1)
        before: list[Step] = []
        made = self.kept(self.words(words, 1), before)
        if isinstance(made, Number):
            return made
        size = self.fresh("size")
        before.append(Set(size, Number(1)))
        for gap in texts.value:
            inner = Call("text_size", (build.word_at(made, 8 * (TEXT_HEAD + gap)),))
            before.append(Set(size, build.plus(Get(size), inner)))
        before.append(If(Binary(">s", Get(size), Number(LARGEST_TEXT)), self.failing(TEXT_TOO_LONG), []))
        before.append(build.set_word(made, Get(size), 8))
        return self.after(before, made)
