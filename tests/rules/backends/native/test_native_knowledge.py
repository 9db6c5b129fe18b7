"""What native code does with labels and heaps is what Python does.

Games reach only a few ways in which heaps are shuffled again; this goes through many.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

from lazaretto.rules.backends.native.compile_program import compile_program
from lazaretto.rules.backends.native.native_code import NativeGame
from lazaretto.rules.backends.native.runner import NativeRunner
from lazaretto.rules.backends.native.translate_game import translate_game
from lazaretto.rules.build import compile_checked, link
from lazaretto.rules.lower.lower import LoweredGame
from lazaretto.rules.run.game_setup import Program
from lazaretto.rules.run.secrets.knowledge import blur, blur_heaps, reveal
from tests.rules.backends.native.native_twin import usual_lane
from tests.rules.backends.native.paired_play import ROOT
from tests.soak import TIMES, longer

PLAYERS = ("anna", "ben")
GAMES, STEPS = 10, 25


@cache
def regatta() -> tuple[Program, NativeGame]:
    folder = ROOT / "tests" / "data" / "regatta"
    linked = link(folder, tests=False)
    assert linked.checked is not None and linked.head is not None
    tables = compile_checked(linked.checked, linked.head)
    game = translate_game(tables, LoweredGame(linked.checked).lowered)
    callable_ones = replace(game.program, exports=tuple(game.program.functions))
    return Program(tables, folder), replace(game, program=callable_ones)


class Pair:
    """What two players and the public know, in Python and in native code."""

    def __init__(self) -> None:
        program, game = regatta()
        self.board = program.board(PLAYERS, {})
        self.pieces = program.machine.tables.pieces
        self.native = NativeRunner(program.machine, game, compile_program(game.program, usual_lane()))

    def begin(self) -> None:
        """Forget everything: all pieces are known."""
        self.python = self.board.fork()
        self.python.minds, self.python.mind_of = [[*range(self.pieces)]], [0, 0, 0]
        self.python.labels, self.python.fuel = self.pieces, 1_000_000
        self.native.load(self.python)

    def change(self, chance: Random) -> None:
        """Reveal or shuffle some pieces on both sides."""
        some = chance.sample(range(self.pieces), chance.randrange(2, self.pieces))
        observers = tuple(sorted(chance.sample((0, 1, 2), 2))) if chance.random() < 0.3 else (0, 1, 2)
        bits = sum(1 << observer for observer in observers)
        what = chance.random()
        if what < 0.35:
            reveal(self.python, some[:2], observers)
            self.native.call("reveal", 0, self._list(some[:2]), bits)
        elif what < 0.85:
            blur(self.python, 0, some, observers)
            self.native.call("blur", 0, self._list(some), bits)
        else:
            heaps = [each for each in (some[: len(some) // 2], some[len(some) // 2 :]) if len(each) > 1]
            blur_heaps(self.python, 0, heaps)
            if heaps:
                every = (1 << len(self.python.minds)) - 1
                groups = self._list([self._list(heap) for heap in heaps])
                self.native.call("stir", every, 0, groups, 0)

    def compare(self) -> None:
        """Fail if the two sides do not know the same."""
        found = self.native.stored()
        for name in ("fuel", "labels", "minds", "mind_of"):
            assert getattr(found, name) == getattr(self.python, name), name
        assert found.mixtures.keys() == self.python.mixtures.keys()
        assert [found.heaps(mind) for mind in found.minds] == [
            self.python.fork().heaps(mind) for mind in self.python.minds
        ]

    def _list(self, items: Sequence[int]) -> int:
        at = self.native.layout
        address = self.native.word(at.scratch_next)
        for number, item in enumerate((len(items), *items)):
            self.native.set_word(address + 8 * number, item)
        self.native.set_word(at.scratch_next, address + 8 + 8 * len(items))
        return address


@longer
def test_random_shuffles() -> None:
    pair, alone = Pair(), 0
    for seed in range(GAMES * TIMES):
        chance = Random(seed)
        pair.begin()
        for _ in range(STEPS):
            before = pair.native.mixed, {*pair.python.mixtures}
            pair.change(chance)
            pair.compare()
            alone += pair.native.mixed == before[0] and not before[1].issuperset(pair.python.mixtures)
    assert alone > GAMES and pair.native.mixed > GAMES, "both sides have had work to do"
