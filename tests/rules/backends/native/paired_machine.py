"""A machine that runs every step on its back end and on the lanes of native code, which must agree.

It can be used like any other, so all that a game can do is compared: choices, forks, still forks,
determinisations, undo and replay, the tests of a scenario.

They must agree in states, answers, costs, logs and faults. `test_helper_pairs.py` beside it needs neither
wasmtime nor a compiler.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from lazaretto.rules.backends.native.layout import Layout
from lazaretto.rules.backends.native.native_code import Lane, NativeGame, function_name
from lazaretto.rules.backends.native.runner import ENDED, NOTHING_LEFT, OPEN, VEILED, NativeRunner
from lazaretto.rules.backends.native.translate_game import translate_game
from lazaretto.rules.lower.ir import Lowered, Ref, Role
from lazaretto.rules.run.backend import Rule
from lazaretto.rules.run.compiled_game import CompiledGame
from lazaretto.rules.run.errors import RuleError, VeilError
from lazaretto.rules.run.machine import Book, Machine
from lazaretto.rules.run.questions.legal_answers import Answer, Below, Pending
from lazaretto.rules.run.random_streams import RandomWord
from lazaretto.rules.run.state import State
from tests.rules.backends.native.lanes import LEVEL, compiled_for, installed

SHOWN = 1_000
"""How many of the open answers are compared."""
RELOADED = 10
"""Every so many decisions a state takes the way through Python, though memory still has it."""
FORKED = 7
"""Every so many decisions memory saves the state, plays on, and goes back."""
ENTERED = 5
"""The fuel that a procedure costs which may ask."""
_SLOT = 1
_STACK = 7
"""Which part of a snapshot has the frames of rules."""


class DifferentError(AssertionError):
    """A lane did something else."""


class NativeSide:
    """One lane of a game."""

    def __init__(self, machine: Machine, game: NativeGame, lane: Lane, level: int = LEVEL) -> None:
        self.lane = lane
        self.game = game
        self.runner = NativeRunner(machine, game, compiled_for(game.program, lane, level))
        self._mirrored: tuple[State, Any] | None = None
        """The state that memory has, and all its parts."""
        self._times = 0

    @property
    def at(self) -> Layout:
        """Where everything lies in memory."""
        return self.game.layout

    def restart(self) -> None:
        """Begin with another game, which then depends on nothing before it."""
        self._mirrored = None
        self._times = 0

    def forget(self) -> None:
        """Load the next state in any case."""
        self._mirrored = None

    def mirror(self, s: State) -> None:
        """Remember that memory has this state now."""
        self._mirrored = s, parts(s)

    def take(self, s: State) -> None:
        """Load a state, unless memory has it already."""
        self._times += 1
        known, self._mirrored = self._mirrored, None
        due = s.fate or is_still(s) or self._times % RELOADED == 0
        if due or known is None or known[0] is not s or known[1] != parts(s):
            self.runner.load(ready(s))

    def save_and_go_back(self, do: Callable[[], object]) -> None:
        """Save the state in memory, let something happen, and go back."""
        if self._times % FORKED:
            return
        before = parts(self.runner.stored())
        self.runner.call("save", _SLOT)
        with suppress(RuleError):
            do()
        self.runner.call("restore", _SLOT)
        equal(parts(self.runner.stored()), before, f"{self.lane}: a saved state")

    def begin(self, procedure: int, entry: int | None) -> int:
        """Begin a procedure without parameters, and run on."""
        runner = self.runner
        runner._fill()
        runner.call("begin_decision")
        if entry is None:
            name = function_name(Ref(Role.PROCEDURE, procedure))
            stopped = runner.call(name) if self.game.program.functions[name].result else self._done(name)
            if stopped in (ENDED, VEILED):
                return runner.call("ended") if stopped == ENDED else stopped
        else:
            runner.set_word(self.at.fuel, runner.word(self.at.fuel) - ENTERED)
        return runner.call("run")

    def _done(self, name: str) -> int:
        self.runner.call(name)
        return OPEN

    def wandered(self, decisions: int, seed: int) -> tuple[Any, ...]:
        """Answer at random; return how many answers were given and the parts of the state, or the fault."""
        self.runner._call("ask_again")
        try:
            made, _ = self.runner.wander(decisions, seed)
        except RuleError as error:
            return str(error), self.runner.word(self.at.fuel)
        return made, parts(self.runner.stored())

    def value(self, procedure: int) -> Any:
        """Return the result of a procedure that changes nothing."""
        name = function_name(Ref(Role.PROCEDURE, procedure))
        self.runner.call("begin_decision")
        found = self.runner.call(name)
        return self.runner._values.read(found, self.game.results[name])


class PairedMachine(Machine):
    """A machine whose steps are compared with those of native code."""

    def __init__(
        self,
        tables: CompiledGame,
        lowered: Lowered,
        lanes: Sequence[Lane] | None = None,
        fuel: int | None = None,
        procedures: Sequence[int] = (),
        level: int = LEVEL,
    ) -> None:
        """Compile a game; `procedures` are those that may be begun besides those of the game itself."""
        self.values_compared: list[int] = []
        super().__init__(tables)
        further = [Ref(Role.PROCEDURE, procedure) for procedure in procedures]
        self.begun_here = frozenset(procedures)
        known = [ref for ref in further if ref in lowered.functions]
        game = translate_game(tables, lowered, known, fuel)
        self.fuel = fuel or self.fuel
        self.sides = [NativeSide(self, game, lane, level) for lane in (lanes or installed())]
        self.tally: Counter[str] = Counter()
        self.values_compared = [
            procedure
            for procedure in procedures
            if function_name(Ref(Role.PROCEDURE, procedure)) in game.results
        ]

    # --- steps ---------------------------------------------------------------------------------

    def call(self, s: State, procedure: int, *arguments: Any) -> Pending | None:
        """Run a procedure from the start to the first question or to its end."""
        if arguments or (procedure not in self.begun_here and procedure != self.tables.entry):
            return super().call(s, procedure, *arguments)  # only hints do this
        entry, size = self.entries[procedure]
        native: list[tuple[Any, ...]] = []
        for side in self.sides:
            given = ready(s)
            if entry is not None:
                given.stack.append([entry, *[None] * (size - 1)])
            side.forget()
            side.take(given)
            found = self._tried(side, partial(side.begin, procedure, entry))
            if isinstance(found[1], State):
                found[1].forced[:0] = s.forced  # a procedure of a test adds to those before it
            native.append(found)
        return self._agreed(s, lambda: super(PairedMachine, self).call(s, procedure), native)

    def answer(self, s: State, answer: Answer, forced: list[tuple[Any, ...]] | None = None) -> Pending | None:
        """Continue with an answer to the next question or to the end."""
        if forced is not None:  # whoever gets automatic answers at once looks at the state in between
            return super().answer(s, answer, forced)
        native: list[tuple[Any, ...]] = []
        for side in self.sides:
            side.take(s)
            do = partial(side.runner.answer, answer)
            if not s.fate:  # Python has it, not memory
                side.save_and_go_back(do)
            native.append(self._tried(side, do))
        return self._agreed(s, lambda: super(PairedMachine, self).answer(s, answer), native)

    def pending(self, s: State) -> Pending | None:
        """Recompute the question that a state waits for."""
        native: list[tuple[Any, ...]] = []
        if s.ask is None:
            return None
        for side in self.sides:
            side.forget()
            side.take(s)
            found = self._tried(side, partial(side.runner.call, "ask_again"))
            if isinstance(found[1], State):
                found[1].forced, found[1].looked = s.forced, s.looked  # they stay as they are
            native.append(found)
        return self._agreed(s, lambda: super(PairedMachine, self).pending(s), native)

    def wander(self, s: State, pending: Pending, book: Book, below: Below, decisions: int) -> int:
        """Answer questions at random; every lane plays all of them in one call."""
        seed = below(1 << 32)
        native: list[tuple[Any, ...]] = []
        for side in self.sides:
            side.forget()
            side.take(s)
            native.append(side.wandered(decisions, seed))
        word = RandomWord(seed)
        try:
            made = super().wander(s, pending, book, word.below, decisions)
            wanted: tuple[Any, ...] = (made, parts(s))
        except RuleError as error:
            wanted = (str(error), s.fuel)
            raise
        finally:
            for side, found in zip(self.sides, native, strict=True):
                equal(found, wanted, f"{side.lane}: random play")
                self.tally[f"wandered {side.lane}"] += found[0] if isinstance(found[0], int) else 1
        return made

    def plain(self, procedure: int) -> Rule:
        """Return the function of a procedure that never asks a question."""
        found = super().plain(procedure)
        if procedure not in self.values_compared:
            return found

        def compared(s: State, *arguments: Any) -> Any:
            result = found(s, *arguments)
            if not arguments and result is not None:
                for side in self.sides:
                    side.forget()
                    side.take(s)
                    equal(_plain(side.value(procedure)), _plain(result), f"{side.lane}: a value")
            return result

        return compared

    # --- comparing -----------------------------------------------------------------------------

    def _tried(self, side: NativeSide, do: Callable[[], int]) -> tuple[Any, ...]:
        """Return how native code stopped, its state, and its question or its fault."""
        try:
            stopped = do()
        except RuleError as error:
            return "fault", str(error), side.runner.word(side.at.fuel)
        if stopped == OPEN:
            answers, least, most = side.runner.pending()
            state = side.runner.stored()
            return "open", state, (_plain(answers[:SHOWN]), least, most)
        if stopped == VEILED:
            return "veiled", side.runner.stored(), None
        assert stopped in (ENDED, NOTHING_LEFT)
        return "over", side.runner.stored(), None

    def _agreed(
        self, s: State, do: Callable[[], Pending | None], native: list[tuple[Any, ...]]
    ) -> Pending | None:
        """Run the back end, and compare what came of it with the lanes."""
        self.tally["steps"] += 1
        raised: Exception | None = None
        found: Pending | None = None
        try:
            found = do()
            wanted: tuple[Any, ...] = ("over", parts(s), None)
            if found is not None:
                wanted = "open", parts(s), (_plain(found.answers[:SHOWN]), found.least, found.most)
        except VeilError as veil:
            raised, wanted = veil, ("veiled", veiled(s), None)
        except RuleError as error:
            raised, wanted = error, ("fault", str(error), s.fuel)
        self.tally[wanted[0]] += 1
        for side, (stopped, state, rest) in zip(self.sides, native, strict=True):
            shown = state
            if isinstance(state, State):
                shown = veiled(state) if stopped == "veiled" else parts(state)
            equal((stopped, rest), (wanted[0], wanted[2]), f"{side.lane}: how it stopped")
            equal(shown, wanted[1], f"{side.lane}: the state")
            self.tally[f"compared {side.lane}"] += 1
            if raised is None:
                side.mirror(s)
        if raised is not None:
            raise raised
        return found


def ready(s: State) -> State:
    """Return a copy of a state as it is before its next decision."""
    copied = s.fork(is_still(s))
    copied.forced, copied.looked = [], 0
    return copied


def is_still(s: State) -> bool:
    """Whether a state stops before something is revealed."""
    return hasattr(s, "bound")


def parts(s: State) -> dict[str, Any]:
    """Return everything about a state, including what was paid."""
    return {
        "snapshot": s.snapshot(),
        "fuel": s.fuel,
        "forced": s.forced[:],
        "barrier": s.barrier,
        "labels": (s.labels, [mind[:] for mind in s.minds], s.mind_of[:]),
        "turns": s.turns,
        "ret": s.ret,
        "ending": s.ending,
        "fate": s.fate,
        "seen": s.seen,
    }


def veiled(s: State) -> dict[str, Any]:
    """Return the parts of a state that stopped inside a rule, without that rule: nobody goes on there."""
    found = parts(s)
    found["snapshot"] = found["snapshot"][:_STACK] + found["snapshot"][_STACK + 1 :]
    return found


def equal(found: Any, wanted: Any, what: str) -> None:
    """Check that two things are the same; a difference names its part."""
    if found == wanted:
        return
    if isinstance(found, dict) and isinstance(wanted, dict):
        for name, each in wanted.items():
            if found[name] != each:
                equal(found[name], each, f"{what}, {name}")
    if isinstance(found, tuple) and isinstance(wanted, tuple) and len(found) == len(wanted):
        for number, (one, other) in enumerate(zip(found, wanted, strict=True)):
            if one != other:
                equal(one, other, f"{what}, {number}")
    raise DifferentError(f"{what}: {str(found)[:300]} instead of {str(wanted)[:300]}")


def _plain(values: Any) -> Any:
    if isinstance(values, list | tuple | range):
        return tuple(map(_plain, values))
    return values
