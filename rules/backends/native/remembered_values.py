"""Lets the score of a position compute the same value only once.

While a position is rated, nothing changes. So a value that searches a list is remembered by its argument,
together with the fuel that it took, and next time this is paid without computing it again. If too little fuel
is left for that, it is computed all the same, and fails where it always would.
"""

from collections.abc import Iterator

from lazaretto.rules.backends.native.flat import build
from lazaretto.rules.backends.native.flat.nodes import (
    Binary,
    Call,
    Function,
    Get,
    If,
    Load,
    Number,
    Return,
    Set,
    Step,
    Store,
    Value,
)
from lazaretto.rules.backends.native.native_code import function_name
from lazaretto.rules.backends.native.shapes import PLAIN
from lazaretto.rules.backends.native.translation import Translation
from lazaretto.rules.lower import ir
from lazaretto.rules.lower.ir import Ref, Role, Sort
from lazaretto.rules.lower.ir.walk import walk

_MOST = 1_024
"""How many arguments a value may have to be remembered."""
_VALUE, _FUEL, _ENTRY = 8, 16, 32
"""Where the parts of an entry stand behind the number of its rating, and its size."""
_SEARCHES = (ir.Select, ir.AnyOf, ir.AllOf, ir.FirstOf, ir.SumOf, ir.Extreme, ir.Best, ir.ForEach)
"""What takes so long that it is worth remembering."""


class RememberedValues:
    """The values of one game that are remembered, and the room that they take from an address on."""

    def __init__(self, game: Translation, start: int) -> None:
        self._game = game
        self.end = start
        self._last_member = max((len(kind.members) for kind in game.tables.kinds), default=0) - 1
        self._found: dict[Ref, tuple[int, int, int]] = {}
        """The lowest argument of each value, the number of arguments, and where their entries begin."""
        for ref in self._of_score():
            self._add(ref)

    def functions(self, translated: dict[str, Function]) -> Iterator[Function]:
        """Yield functions that look first, under the names of the values, and the values under other ones."""
        for ref, (low, count, start) in self._found.items():
            name = function_name(ref)
            computing = translated[name]
            anew = f"{name}_anew"
            yield Function(anew, computing.parameters, computing.body, True)
            number = build.minus(Get(computing.parameters[0]), Number(low))
            body = self._looked_up(Call(anew, (Get(computing.parameters[0]),)), number, count, start)
            yield Function(name, computing.parameters, body, True)

    def _of_score(self) -> list[Ref]:
        """Return the values that the score needs, directly or not."""
        score = self._game.tables.score
        found = {} if score is None else {Ref(Role.VALUE, score): None}
        waiting = [*found]
        while waiting:
            new = [call for call in self._game.survey.functions[waiting.pop()].calls if call not in found]
            found.update(dict.fromkeys(new))
            waiting += new
        return [ref for ref in found if ref.role is Role.VALUE]

    def _add(self, ref: Ref) -> None:
        game = self._game
        function = game.survey.functions[ref].function
        if (
            len(function.parameters) != 1
            or ref in game.recursive
            or game.inference.result_shape(ref) != PLAIN
            or not any(isinstance(each, _SEARCHES) for each in walk(function.body))
        ):
            return
        low, high, _ = game.inference.facts(function.parameters[0], ref)
        if function.parameters[0].sort is Sort.MEMBER:
            low, high = max(low, 0), min(high, self._last_member)
        if 0 <= high - low < _MOST:
            count = high - low + 1
            self._found[ref] = low, count, self.end
            self.end += _ENTRY * count

    def _looked_up(self, anew: Call, number: Value, count: int, start: int) -> list[Step]:
        """Return the statements that look for a value by the number of its argument, which may be none."""
        at = self._game.at
        entry, rating, fuel = Get("entry"), Get("rating"), build.scalar(at.fuel)
        known = build.both(
            Binary("==", Load("i64", entry), rating), Binary("<=s", Load("i64", entry, _FUEL), fuel)
        )
        return [
            Set("rating", build.scalar(at.looking)),
            Set("number", number),
            If(
                build.either(Binary("<=s", rating, Number(1)), Binary(">=u", Get("number"), Number(count))),
                [Return(anew)],
                [],
            ),
            Set("entry", build.plus(build.times(Get("number"), _ENTRY), Number(start))),
            If(
                known,
                [
                    build.set_scalar(at.fuel, build.minus(fuel, Load("i64", entry, _FUEL))),
                    Return(Load("i64", entry, _VALUE)),
                ],
                [],
            ),
            Set("fuel", fuel),
            Set("found", anew),
            Store("i64", entry, rating),
            Store("i64", entry, Get("found"), _VALUE),
            Store("i64", entry, build.minus(Get("fuel"), fuel), _FUEL),
            Return(Get("found")),
        ]
