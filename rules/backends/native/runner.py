"""Runs one native game: loads states, answers questions, reads back what came of it, tells faults.

Games that are played by people stay in Python; this is for many decisions in a row. One thread at a time may
use a runner. Memory has the number and the operands of a fault; the text is made here.
"""

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from lazaretto.rules.backends.native.compile_program import load_program
from lazaretto.rules.backends.native.helpers import faults
from lazaretto.rules.backends.native.helpers.checked import CallSite
from lazaretto.rules.backends.native.helpers.log import BULK
from lazaretto.rules.backends.native.helpers.many_games import WHOLE, GameRow
from lazaretto.rules.backends.native.helpers.memory_types import Record, size_of
from lazaretto.rules.backends.native.helpers.questions import Pending
from lazaretto.rules.backends.native.layout import Layout
from lazaretto.rules.backends.native.load_machine_code import Function, Trapped
from lazaretto.rules.backends.native.native_code import NativeCode, NativeGame
from lazaretto.rules.backends.native.shapes import LIST, Meaning
from lazaretto.rules.backends.native.state_transfer import NONE, RESULTS, Room, StateTransfer, Values
from lazaretto.rules.run import messages
from lazaretto.rules.run.compiled_game import rule_at
from lazaretto.rules.run.errors import FaultError, RuleError
from lazaretto.rules.run.machine import GRANT, SAMPLES, Machine, count_points
from lazaretto.rules.run.questions.question_forms import offers_actions, takes_several
from lazaretto.rules.run.random_streams import stream_word
from lazaretto.rules.run.secrets.knowledge import in_one_heap, stir
from lazaretto.rules.run.state import Result, State

Setting = tuple[str, Sequence[str], str]
"""A rule that sets a value: its owner, the owners that it overrides, its source position."""

_WITHOUT_OPERANDS: dict[int, Callable[[], str]] = {
    faults.ENDLESS: messages.ENDLESS,
    faults.OUT_OF_ROOM: messages.LIST_TOO_LONG,
    faults.LIST_TOO_LONG: messages.LIST_TOO_LONG,
    faults.EMPTY_PILE: messages.EMPTY_PILE,
    faults.IS_NONE: messages.IS_NONE,
    faults.DIVIDED_BY_ZERO: messages.DIVIDED_BY_ZERO,
    faults.NUMBER_TOO_LARGE: messages.NUMBER_TOO_LARGE,
    faults.NOTHING_BY_CHANCE: messages.NOTHING_BY_CHANCE,
    faults.IMPOSSIBLE_FATE: messages.IMPOSSIBLE_FATE,
    faults.LESS_THAN_NONE: messages.LESS_THAN_NONE,
    faults.TEXT_TOO_LONG: messages.TEXT_TOO_LONG,
    faults.NOT_AN_END: messages.NOT_AN_END,
    faults.AGAINST_THE_WAY: messages.AGAINST_THE_WAY,
    faults.ENDLESS_CALLS: messages.ENDLESS_CALLS,
    faults.NOTHING_TO_CHOOSE: messages.NOTHING_TO_CHOOSE,
    faults.TOO_FEW_TO_CHOOSE: messages.TOO_FEW_TO_CHOOSE,
    faults.TOO_MANY_NUMBERS: messages.TOO_MANY_NUMBERS,
    faults.NO_NUMBER: messages.NO_NUMBER,
    faults.NO_CHOICE_ALLOWED: messages.NO_CHOICE_ALLOWED,
}


def fault_text(number: int, operands: Sequence[int], names: Sequence[str], settings: Sequence[Any]) -> str:
    """Return what a fault says."""
    first, second, third, fourth = operands
    match number:
        case faults.OUT_OF_RANGE:
            return messages.OUT_OF_RANGE(name=names[first], value=second, low=third, high=fourth)
        case faults.NO_SUCH_NUMBER:
            return messages.NO_SUCH_NUMBER(number=first, count=second)
        case faults.TOO_FEW_THERE:
            return messages.TOO_FEW_THERE(amount=first, have=second)
        case faults.LEAST_ABOVE_MOST:
            return messages.LEAST_ABOVE_MOST(least=first, most=second)
        case faults.EMPTY_NUMBERS:
            return messages.EMPTY_NUMBERS(low=first, high=second)
        case faults.SET_TWICE:
            return _set_twice(names[first], settings[second], settings[third])
        case _:
            return _WITHOUT_OPERANDS[number]()


def _set_twice(name: str, one: Setting, other: Setting) -> str:
    message = messages.SET_TWICE if one[0] != other[0] else messages.SET_TWICE_BY_ONE
    if one[2] == other[2]:
        message = messages.SET_TWICE_BY_RULE
    return message(one=one[0], here=one[2], other=other[0], there=other[2], name=name)


def closing_call(calls: Sequence[tuple[int, int]]) -> int:
    """Return the place of the call that closes a cycle, from functions and where each was called."""
    seen: set[int] = set()
    for function, place in calls:
        if function in seen:
            return place
        seen.add(function)
    return calls[-1][1] if calls else 0


OPEN, ENDED, VEILED, NOTHING_LEFT = 0, 1, 2, 3
"""What a call says: a question is open, the game is over, something would be revealed, nothing is left."""
_LIST = Meaning(LIST)
_LISTS = Meaning(2 * LIST)


_Record = TypeVar("_Record", bound=Record)


class NativeRunner:
    """A compiled game with a memory of its own."""

    def __init__(self, machine: Machine, game: NativeGame, code: NativeCode) -> None:
        self.machine = machine
        self._game = game
        self._at = game.layout
        self._samples: list[str] = []
        self._endless = ""
        self._base = State(0)
        """The state that was loaded last."""
        self.told_to_stop: Callable[[], bool] = lambda: False
        """Whether nobody wants the rest of a search."""
        self._watched = 0
        """How many cells the rows of games tell."""
        self.mixed = 0
        """How often Python computed a mixture for the game."""
        imports: dict[str, Function] = {
            "metered": self._metered,
            "fated": self._fated,
            "stir_mixtures": self._stir_mixtures,
            "in_one_heap_of_mixture": self._in_one_heap_of_mixture,
            "one_of_each": self._one_of_each,
            "told_to_stop": lambda: int(self.told_to_stop()),
        }
        self._instance = load_program(code, {name: imports[name] for name in code.imports})
        self._values = Values(self._instance.memory, game.shapes)
        self._transfer = StateTransfer(self._instance.memory, self._at, self._values)
        self._answers = [
            Meaning(LIST if takes_several(ask.form) else 0, offers_actions(ask.form)) for ask in machine.asks
        ]

    @property
    def layout(self) -> Layout:
        """Where everything lies in its memory."""
        return self._at

    # --- states --------------------------------------------------------------------------------

    def load(self, s: State) -> None:
        """Take over a state; it stays as it is."""
        self._base = s
        self._transfer.write(s)

    def stored(self) -> State:
        """Return the present state."""
        s = self._transfer.read(self._base)
        tables = self.machine.tables
        if s.over is not None and (tables.points is not None or tables.rank is not None):
            s.fuel = self.machine.fuel
            count_points(s, tables, self.machine.backend)
        return s

    def word(self, address: int) -> int:
        """Return a number of the memory."""
        return int(self._values.words[address >> 3])

    def record(self, kind: type[_Record], address: int) -> _Record:
        """Return a record of the memory with what it holds now."""
        return self._values.record(kind, address)

    def members(self, many: int) -> list[int]:
        """Return the members of a list of the memory, as they stand there."""
        first = (many >> 3) + 1
        return self._values.words[first : first + self.word(many)].tolist()

    def set_word(self, address: int, value: int) -> None:
        """Set a number of the memory."""
        self._values.words[address >> 3] = value

    # --- playing -------------------------------------------------------------------------------

    def begin(self) -> int:
        """Play from the initial board to the first question."""
        self._fill()
        self._call("begin_decision")
        stopped = self._call("begin_game")
        return self._call("ended") if stopped == ENDED else stopped or self._call("run")

    def answer(self, answer: Any) -> int:
        """Continue with an answer to the next question."""
        self._fill()
        ask = self.word(self._at.ask)
        self._call("begin_decision")
        room = Room(self._values.words, self._at.scratch, self._at.scratch_end)
        written = self._values.write(answer, self._answers[ask], room)
        self.set_word(self._at.scratch_next, room.next)
        return self._call("answer", written)

    def pending(self) -> tuple[list[Any] | range, int, int]:
        """Return the open answers of the present question, and how few and how many are chosen."""
        at, ask = self._at, self.word(self._at.ask)
        pending = self.record(Pending, at.pending)
        address = pending.answers
        if self.word(address) < 0:
            answers = range(self.word(address + 8), self.word(address + 16) + 1)
            return answers, pending.least, pending.most
        members = Meaning(0, self._answers[ask].entry)
        return list(self._values.read_list(address, members)), pending.least, pending.most

    def wander(self, decisions: int, source: int) -> tuple[int, int]:
        """Answer at random; return how many answers were given, and the random source after that."""
        self._fill()
        self.set_word(self._at.source, source)
        made = self._call("wander", decisions, self._at.source)
        return made, self.word(self._at.source)

    def prepare_games(self, board: State, watched: Sequence[int] = ()) -> None:
        """Take over an initial board, for `games`; rows tell the watched cells when somebody acts first."""
        at = self._at
        self.load(board)
        self._watched = len(watched)
        self._set_words(at.watched, (len(watched), *watched))
        self._set_words(at.began, board.w)
        self._set_words(at.unmoved, (len(board.w), *range(len(board.w))))
        for number, name in enumerate(self.machine.tables.streams):
            word = stream_word(name)
            self.set_word(at.stream_words + 8 * number, word - (1 << 64) if word >> 63 else word)
        self.set_word(at.arena_kept, self.word(at.arena_next))
        self.set_word(at.journal_next, 0)
        self._call("save", 0)

    @property
    def state_size(self) -> int:
        """The size of a state in bytes."""
        return self._at.state_size

    @property
    def most_games(self) -> int:
        """How many games `games` can play at once."""
        return (self._at.journal_end - self._at.journal) // (8 * self.row_width)

    @property
    def row_width(self) -> int:
        """How many numbers a row has."""
        tables = self.machine.tables
        figures = 1 + (tables.points is not None) + (tables.rank is not None)
        return size_of(GameRow) // 8 + self._base.players * figures + 1 + self._watched

    def set_seeds(self, seeds: Sequence[int]) -> None:
        """Set the seeds of the games to play from the prepared board, one for each row."""
        width, first = self.row_width, self._at.journal >> 3
        end = first + len(seeds) * width
        self._values.words[first:end:width] = array("q", seeds)
        self._values.words[first + 1 : end : width] = array("q", [-1]) * len(seeds)

    def games(self, first: int, count: int, most: int, weighed: bool = False) -> int:
        """Play random games from a row on; return the next row.

        It may return before the last row. The results of a row can be read until the next call. These games
        have no log.
        """
        self._fill()
        self.set_word(self._at.weighed, int(weighed))
        self.set_word(self._at.quiet, BULK)
        return self._call("play_games", 0, first, count, most)

    def rows(self, first: int, count: int) -> list[tuple[int, ...]]:
        """Return what came of games: how each stopped, turns (-1: it has not ended), decisions, results.

        The points of seats follow, and what their ranks follow from, if the game has these; at last the seat
        that acted first, and the watched cells.
        """
        return [*zip(*[iter(self.row_words(first, count).tolist())] * self.row_width, strict=True)]

    def row_words(self, first: int, end: int) -> memoryview:
        """Return the numbers of rows, side by side, as long as they stand there."""
        width, start = self.row_width, self._at.journal >> 3
        return self._values.words[start + first * width : start + end * width]

    def forget_uses(self) -> None:
        """Forget which actions and pieces games have used."""
        tables = self.machine.tables
        self._set_words(self._at.done, (0,) * len(tables.actions))
        self._set_words(self._at.moved, (0,) * tables.pieces)
        self._set_words(self._at.unmoved, (tables.pieces, *range(tables.pieces)))

    def uses(self) -> tuple[frozenset[int], frozenset[int]]:
        """Return the actions that were done since then, and the pieces that did not end where they began."""
        tables = self.machine.tables
        done, moved = (
            self._values.words[address >> 3 : (address >> 3) + count].tolist()
            for address, count in ((self._at.done, len(tables.actions)), (self._at.moved, tables.pieces))
        )
        return (
            frozenset(number for number, each in enumerate(done) if each),
            frozenset(number for number, each in enumerate(moved) if each),
        )

    def _set_words(self, address: int, values: Sequence[int]) -> None:
        words = self._values.words
        for number, value in enumerate(values, address >> 3):
            words[number] = value

    def result_in_row(self, result: int) -> Result:
        """Return a result that stands in a row."""
        if not result & WHOLE:
            return None if result == 0 else (RESULTS[result & 0xFF], (result >> 8, ()))
        return RESULTS[result & 0xFF ^ WHOLE], self._values.read_text(result >> 8)

    @property
    def stopped(self) -> int:
        """What the last step of random play said."""
        return self.word(self._at.stopped)

    def call(self, name: str, *arguments: int) -> int:
        """Call a function of the rules that looks at the present state."""
        self._fill()
        return self._call(name, *arguments)

    def _fill(self) -> None:
        self._samples = []
        self._endless = ""

    def _call(self, name: str, *arguments: int) -> int:
        try:
            return self._instance.call(name, *arguments)
        except Trapped:
            raise self._error() from None
        except FaultError as fault:  # of what Python provides
            raise self._placed(fault.text) from fault

    # --- faults --------------------------------------------------------------------------------

    def _error(self) -> RuleError:
        at = self._at
        fault = self.record(faults.Fault, at.fault)
        number, operands = fault.number, (fault.first, fault.second, fault.third, fault.fourth)
        place = self.word(at.place)
        if number == faults.ENDLESS_CALLS and operands[0]:
            spots = range(at.calls, at.calls + size_of(CallSite) * operands[0], size_of(CallSite))
            calls = [self.record(CallSite, spot) for spot in spots]
            place = closing_call([(call.function, call.place) for call in calls])
        words = fault_text(number, operands, self._game.names, self._game.settings)
        if number == faults.ENDLESS and self._endless:
            words = messages.ENDLESS_IN(rule=self._endless)
        return self._placed(words, place)

    def _placed(self, words: str, place: int | None = None) -> RuleError:
        """Return a fault with its place; None: the one that is in memory."""
        spot = self._game.places[self.word(self._at.place) if place is None else place]
        return RuleError(messages.FAULT_AT(place=spot, fault=words) if spot else words)

    def _metered(self, place: int) -> int:
        """Note which rule is running when the fuel is used up, as `Machine` does."""
        tables, name = self.machine.tables, self._game.places[place]
        self._samples.append(tables.dear_calls.get(name) or rule_at(tables.rule_lines, name))
        if len(self._samples) == SAMPLES:
            self._endless, _ = Counter(self._samples).most_common(1)[0]
            return 1
        self.set_word(self._at.fuel, self.word(self._at.fuel) + self.machine.fuel // GRANT)
        return 0

    def _meter(self, s: State) -> None:
        """Do the same for a state with which Python helps."""
        self.set_word(self._at.fuel, s.fuel)
        if self.word(self._at.looking) or self._metered(self.word(self._at.place)):
            raise FaultError(messages.ENDLESS_IN(rule=self._endless) if self._endless else messages.ENDLESS())
        s.fuel = self.word(self._at.fuel)

    def _fated(self, items: int) -> int:
        wanted, self._base.fate = self._base.fate[0], self._base.fate[1:]
        self.set_word(self._at.fate, int(bool(self._base.fate)))
        members = self._values.read_list(items, Meaning())
        if wanted not in members:
            raise FaultError(messages.IMPOSSIBLE_FATE())
        return NONE if wanted is None else int(wanted)

    # --- knowledge -----------------------------------------------------------------------------

    def _stir_mixtures(self, minds: int, base: int, groups: int, beyond: int) -> int:
        self.mixed += 1
        s = self._transfer.read_knowledge(self._base)
        s.meter = self._meter
        some = [labels for number, labels in enumerate(s.minds) if minds >> number & 1]
        numbers = [[base + each for each in group] for group in self._values.read(groups, _LISTS)]
        stir(s, some, numbers, bool(beyond))
        try:
            self._transfer.write_knowledge(s)
        except MemoryError as full:
            raise FaultError(messages.LIST_TOO_LONG()) from full
        return 0

    def _in_one_heap_of_mixture(self, label: int, base: int, pieces: int) -> int:
        self.mixed += 1
        s = State(self._base.players)
        s.mixtures = self._transfer.read_mixture(label)
        numbers = tuple(base + each for each in self._values.read(pieces, _LIST))
        return int(in_one_heap(s, (label,) * len(numbers), numbers))

    def _one_of_each(self, ask: int, candidates: int, seat: int) -> int:
        """Leave out alike pieces; Python knows what a seat may see of them."""
        s = self.stored()
        s.meter = self._meter
        kind = self.machine.asks[ask].tag[1]
        found = self.machine.likeness.one_of_each(s, kind, self._values.read(candidates, _LIST), seat)
        self.set_word(self._at.fuel, s.fuel)
        room = Room(self._values.words, self.word(self._at.scratch_next), self._at.scratch_end)
        address = self._values.write_list(found, Meaning(), room)
        self.set_word(self._at.scratch_next, room.next)
        return address
