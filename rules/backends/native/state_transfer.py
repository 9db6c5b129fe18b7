"""Carries states and values between Python and the memory of a native game, exactly both ways.

The log and what is known about heaps stay in Python: memory begins with an empty log, and with numbers that
stand for what Python knows. What the game adds is read from the arena.
"""

from array import array
from collections.abc import Sequence
from itertools import chain
from typing import Any, Literal, TypeVar

from lazaretto.rules.backends.native.helpers.known_piece_labels import Heaps, KnownLabel
from lazaretto.rules.backends.native.helpers.log import LogLine
from lazaretto.rules.backends.native.helpers.memory_types import Record, offset_of, record_at, size_of
from lazaretto.rules.backends.native.helpers.note_forced_answers import ForcedAnswer, ForcedValue
from lazaretto.rules.backends.native.layout import Layout
from lazaretto.rules.backends.native.shapes import LIST, TEXT, GameShapes, Meaning
from lazaretto.rules.run.random_streams import MASK
from lazaretto.rules.run.secrets.choose_unseen_pieces import Unseen, forced
from lazaretto.rules.run.secrets.mixtures import Heaped, Mixture
from lazaretto.rules.run.state import Frame, Log, Result, State

NONE = -(1 << 63)
"""No value, in memory."""
ENTRY_BITS = 16
"""An entry is its seat, shifted by this, and its action."""
ACTION = (1 << ENTRY_BITS) - 1
MEMBER = Meaning()


_Record = TypeVar("_Record", bound=Record)


class Values:
    """Reads and writes values by their meaning."""

    def __init__(self, memory: memoryview, shapes: GameShapes) -> None:
        self.words = memory.cast("q")
        """The memory as numbers of 8 bytes; addresses of values are multiples of 8."""
        self.shapes = shapes
        self._addresses = dict(zip(shapes.texts, shapes.text_addresses, strict=True))

    def record(self, kind: type[_Record], address: int) -> _Record:
        """Return a record of the memory with what it holds now."""
        return record_at(kind, address, self.words)

    # --- from memory ---------------------------------------------------------------------------

    def read(self, value: int, meaning: Meaning) -> Any:
        """Return a value of the memory as Python has it."""
        if value == NONE:
            return None
        if meaning.shape >= LIST:
            return self.read_list(value, Meaning(meaning.shape - LIST, meaning.entry))
        if meaning.shape == TEXT:
            return self.read_text(value)
        return (value >> ENTRY_BITS, value & ACTION) if meaning.entry else value

    def read_list(self, address: int, members: Meaning) -> tuple[Any, ...]:
        """Return the members of a list."""
        at = address >> 3
        count = self.words[at]
        items = self.words[at + 1 : at + 1 + count].tolist()
        if members == MEMBER and NONE not in items:
            return tuple(items)
        return tuple(self.read(item, members) for item in items)

    def read_text(self, address: int) -> Any:
        """Return a text: words of a template, a text that is a value, or constant words."""
        template, size, gaps = self.read_words(address)
        if template < 0:
            return self.shapes.texts[-1 - template]
        return (template, gaps, size) if size else (template, gaps)

    def read_words(self, address: int) -> tuple[int, int, tuple[Any, ...]]:
        """Return the template of a text, its size, and the values of its placeholders."""
        at = address >> 3
        template, size, count = self.words[at : at + 3].tolist()
        if template < 0:
            return template, size, ()
        meanings = self.shapes.gaps[template]
        given = self.words[at + 3 : at + 3 + count].tolist()
        return template, size, tuple(map(self.read, given, meanings))

    # --- to memory -----------------------------------------------------------------------------

    def write(self, value: Any, meaning: Meaning, room: "Room") -> int:
        """Return a value as the memory has it; lists and texts are written to a room."""
        if value is None:
            return NONE
        if meaning.shape >= LIST:
            return self.write_list(value, Meaning(meaning.shape - LIST, meaning.entry), room)
        if meaning.shape == TEXT:
            return self.write_text(value, room)
        return value[0] << ENTRY_BITS | value[1] if meaning.entry else int(value)

    def write_list(self, members: Sequence[Any], meaning: Meaning, room: "Room") -> int:
        """Write a list; return its address."""
        inside = room.inside
        given = [self.write(member, meaning, inside) for member in members]
        return room.put((len(given), *given))

    def write_text(self, text: Any, room: "Room") -> int:
        """Write a text; return its address."""
        if isinstance(text, str):
            return self._addresses[text]
        template, gaps, *size = text
        meanings = self.shapes.gaps[template]
        inside = room.inside
        given = [self.write(gap, meaning, inside) for gap, meaning in zip(gaps, meanings, strict=True)]
        return room.put((template, size[0] if size else 0, len(given), *given))


class Room:
    """A part of the memory that fills up from its beginning."""

    def __init__(self, words: memoryview, start: int, end: int, beyond: "Room | None" = None) -> None:
        """`beyond` takes what does not fit."""
        self._words = words
        self.next = start
        self._end = end
        self._beyond = beyond

    @property
    def inside(self) -> "Room":
        """Where the members of what is put here go: what lies beyond must hold nothing that lies here."""
        return self._beyond or self

    def put(self, numbers: Sequence[int]) -> int:
        """Write numbers; return their address.

        Raises:
            MemoryError: if they do not fit.
        """
        found = self.next
        if found + 8 * len(numbers) > self._end:
            if self._beyond is None:
                raise MemoryError
            return self._beyond.put(numbers)
        self.next += 8 * len(numbers)
        for at, number in enumerate(numbers, found >> 3):
            self._words[at] = number
        return found


RESULTS = ("", "won", "lost", "drawn")
_WORDS = ("", "says", "prevents")
_PLAIN_LIST = Meaning(LIST)
_HALF = 1 << 63
_ENTRY = size_of(KnownLabel)

Known = Mixture | Heaped
_Code = Literal["H", "I", "i", "q"]


class StateTransfer:
    """Reads and writes the state at the fixed address of a game."""

    def __init__(self, memory: memoryview, at: Layout, values: Values) -> None:
        self._at = at
        self._values = values
        self._words = values.words
        small: _Code = "H" if at.narrow else "I"
        self._small = small
        width = 2 if at.narrow else 4

        def part(start: int, count: int, code: _Code, size: int) -> memoryview:
            return memory[start : start + size * count].cast(code)

        self._v = part(at.v, at.cells, "q", 8)
        self._bottom = part(at.bottom, at.piles, small, width)
        self._top = part(at.top_piece, at.piles, small, width)
        self._size = part(at.pile_size, at.piles, small, width)
        self._above = part(at.above, at.pieces, small, width)
        self._below = part(at.below_piece, at.pieces, small, width)
        self._where = part(at.where, at.pieces, small, width)
        self._nowhere = 0xFFFF if at.narrow else 0xFFFFFFFF
        self._seen = part(at.seen, at.piles, "I", 4)
        self._seen_class = part(at.seen_class, at.piles, "H", 2)
        self._mind_of = part(at.mind_of, at.seats + 1, "q", 8)
        self._minds = part(at.minds, at.pieces * (at.seats + 1), "i", 4)
        self._streams = part(at.streams, at.stream_count, "q", 8)
        self._bases = part(at.pile_base, at.piles, "i", 4)
        self._watchers: tuple[tuple[tuple[int, ...], ...], array[int], array[int]]
        self._watchers = (), array("I"), array("H")
        """Who sees each pile, as it was written last: Python's form, and that of the memory."""
        self._known: list[Known] = []
        """What Python knows about heaps, by the negative number in memory, less 1; saved states need it."""
        self._taken: dict[int, tuple[Known, int]] = {}
        """What was read about heaps, by its identity, and what stood in memory for it."""

    def _get(self, address: int) -> int:
        return int(self._words[address >> 3])

    def _set(self, address: int, value: int) -> None:
        self._words[address >> 3] = value

    # --- to memory -----------------------------------------------------------------------------

    def write(self, s: State) -> None:
        """Write a state into memory."""
        at = self._at
        arena = Room(self._words, at.arena, at.arena_end)
        kept = Room(self._words, at.kept, at.kept_end, arena)
        self._write_scalars(s)
        self._write_cells(s, kept)
        self._write_piles(s)
        self._known, self._taken = [], {}
        self.write_knowledge(s)
        for number, stream in enumerate(s.streams):
            self._streams[number] = stream - (1 << 64) if stream >= _HALF else stream
        self._write_results(s, arena)
        self._write_stack(s.stack, kept)
        self._set(at.ret, self._values.write(s.ret, self._values.shapes.result, kept))
        self._set(at.kept_next, kept.next)
        self._set(at.arena_next, arena.next)

    def _write_scalars(self, s: State) -> None:
        at = self._at
        for address, value in (
            (at.fuel, s.fuel),
            (at.ask, NONE if s.ask is None else s.ask),
            (at.barrier, s.barrier),
            (at.labels, s.labels),
            (at.turns, s.turns),
            (at.log, 0),
            (at.ending, int(s.ending)),
            (at.still, int(s.__class__ is not State)),
            (at.players, s.players),
            (at.veiled, int(s.veiled)),
            (at.open, 0),
            (at.fate, int(bool(s.fate))),
            (at.looked, s.looked),
            (at.looking, 0),
            (at.depth, 0),
            (at.quiet, 0),
            (at.forced_next, at.forced),
            (at.scratch_next, at.scratch),
            (at.epoch, self._get(at.epoch) + 1),
        ):
            self._set(address, value)

    def _write_cells(self, s: State, kept: Room) -> None:
        numbers = [NONE if each is None else each for each in s.v]
        for index, meaning in self._values.shapes.cells.items():
            numbers[index] = self._values.write(s.v[index], meaning, kept)
        self._v[:] = array("q", numbers)

    def _write_piles(self, s: State) -> None:
        for pile, pieces in enumerate(s.p):
            base, below = self._bases[pile], 0
            self._size[pile] = len(pieces)
            self._bottom[pile] = base + pieces[0] + 1 if pieces else 0
            for piece in pieces:
                number = base + piece
                self._below[number] = below
                if below:
                    self._above[below - 1] = number + 1
                below = number + 1
            if below:
                self._above[below - 1] = 0
            self._top[pile] = below
        if s.seen is not self._watchers[0]:
            first = {id(each): at for at, each in reversed([*enumerate(s.seen)])}
            observers = array("I", [sum(1 << each for each in seen) for seen in s.seen])
            self._watchers = s.seen, observers, array("H", [first[id(each)] for each in s.seen])
        _, self._seen[:], self._seen_class[:] = self._watchers
        self._where[:] = array(self._small, [self._nowhere if pile < 0 else pile for pile in s.w])

    def write_knowledge(self, s: State) -> None:
        """Write what observers know, and the fuel.

        Raises:
            MemoryError: if there are too many mixtures.
        """
        at = self._at
        if _ENTRY * len(s.mixtures) > at.mixtures_end - at.mixtures:
            raise MemoryError
        self._set(at.fuel, s.fuel)
        self._set(at.labels, s.labels)
        for observer, mind in enumerate(s.mind_of):
            self._mind_of[observer] = mind
        self._set(at.minds_count, len(s.minds))
        labels = array("i", chain.from_iterable(s.minds))
        self._minds[: len(labels)] = labels
        self._set(at.mixtures_count, len(s.mixtures))
        for number, (label, known) in enumerate(s.mixtures.items()):
            entry = at.mixtures + _ENTRY * number
            self._set(entry + offset_of(KnownLabel, "label"), label)
            if id(known) not in self._taken:
                self._known.append(known)
                self._taken[id(known)] = known, -len(self._known)
            self._set(entry + offset_of(KnownLabel, "heaps"), self._taken[id(known)][1])

    def _write_results(self, s: State, arena: Room) -> None:
        at = self._at

        def written(result: Result) -> int:
            if result is None:
                return 0
            return self._values.write_text(result[1], arena) << 8 | RESULTS.index(result[0])

        for seat, each in enumerate(s.results):
            self._set(at.results + 8 * seat, written(each))
        self._set(at.over, written(s.over))

    def _write_stack(self, stack: Sequence[Frame], kept: Room) -> None:
        at, shapes = self._at, self._values.shapes
        below, spot = 0, at.stack
        for frame in stack:
            meanings = shapes.slots[shapes.procedure_of[frame[0]]]
            self._set(spot, below)
            below = spot + 8
            self._set(below, frame[0])
            for number in range(1, len(frame)):
                written = self._values.write(frame[number], meanings[number], kept)
                self._set(below + 8 * number, written)
            spot = below + 8 * len(frame)
        self._set(at.frame, below)
        self._set(at.stack_next, spot)
        self._set(at.stack_depth, len(stack))

    # --- from memory ---------------------------------------------------------------------------

    def read(self, base: State) -> State:
        """Return the state in memory; it goes on from the state that was written before."""
        at = self._at
        s = State(base.players)
        s.seen, s.veiled, s.fate = base.seen, base.veiled, base.fate
        s.points, s.ranks = base.points, base.ranks
        s.fuel, s.barrier, s.labels = self._get(at.fuel), self._get(at.barrier), self._get(at.labels)
        s.turns, s.looked = self._get(at.turns), self._get(at.looked)
        ask = self._get(at.ask)
        s.ask = None if ask == NONE else ask
        s.ending = bool(self._get(at.ending))
        s.ret = self._values.read(self._get(at.ret), self._values.shapes.result)
        s.v = [None if each == NONE else each for each in self._v.tolist()]
        for index, meaning in self._values.shapes.cells.items():
            s.v[index] = self._values.read(self._v[index], meaning)
        s.p = [self._pile(pile) for pile in range(at.piles)]
        s.w = [-1 if each == self._nowhere else each for each in self._where.tolist()]
        self._read_minds(s)
        s.streams = [each & MASK for each in self._streams.tolist()]
        s.over, s.results = self._results(s.players)
        s.stack = self._stack()
        s.log = self._log(base.log)
        s.forced = self._forced()
        return s

    def _results(self, players: int) -> tuple[Result, list[Result]]:
        """Return how the game ended, and how it ended for each seat."""
        at = self._at
        seats = [self._result(self._get(at.results + 8 * seat)) for seat in range(players)]
        return self._result(self._get(at.over)), seats

    def read_knowledge(self, base: State) -> State:
        """Return a state that has what observers know, and the fuel; everything else is missing."""
        s = State(base.players)
        s.fuel, s.labels = self._get(self._at.fuel), self._get(self._at.labels)
        self._read_minds(s)
        mixtures = self._entries(self._at.mixtures, len(s.mixtures))
        pairs = zip(s.mixtures.values(), mixtures, strict=True)
        self._taken = {id(known): (known, mixture.heaps) for known, mixture in pairs}
        return s

    def read_mixture(self, label: int) -> dict[int, Known]:
        """Return what is known of a label."""
        mixtures = self._entries(self._at.mixtures, self._get(self._at.mixtures_count))
        return {label: next(self._heaps(mixture.heaps) for mixture in mixtures if mixture.label == label)}

    def _entries(self, start: int, count: int) -> list[KnownLabel]:
        """Return what is known of labels, from an address on."""
        record = self._values.record
        return [record(KnownLabel, start + _ENTRY * number) for number in range(count)]

    def _read_minds(self, s: State) -> None:
        at, labels = self._at, self._minds.tolist()
        s.minds = [
            labels[mind * at.pieces : (mind + 1) * at.pieces] for mind in range(self._get(at.minds_count))
        ]
        s.mind_of = self._mind_of.tolist()[: s.players + 1]
        s.mixtures = self._mixtures(at.mixtures, self._get(at.mixtures_count))

    def _pile(self, pile: int) -> list[int]:
        base, link = self._bases[pile], self._bottom[pile]
        found = []
        while link:
            found.append(link - 1 - base)
            link = self._above[link - 1]
        return found

    def _mixtures(self, entries: int, count: int) -> dict[int, Known]:
        return {mixture.label: self._heaps(mixture.heaps) for mixture in self._entries(entries, count)}

    def _heaps(self, what: int) -> Known:
        """Return what is known about heaps, by its number or by its address in the arena."""
        if what < 0:
            return self._known[-1 - what]
        stored = self._values.record(Heaps, what)
        spot = stored.sizes + 8 * stored.groups
        heaps: list[list[int]] = []
        for size in self._words[stored.sizes >> 3 : spot >> 3].tolist():
            heaps.append(self._words[spot >> 3 : (spot >> 3) + size].tolist())
            spot += 8 * size
        before = self._mixtures(spot, stored.known)
        spot += _ENTRY * stored.known
        words = self._words[spot >> 3 : (spot >> 3) + (self._at.pieces + 1) // 2]
        labels = words.cast("B").cast("i").tolist()[: self._at.pieces]
        return Heaped(labels, heaps, before)

    def _result(self, result: int) -> Result:
        return None if result == 0 else (RESULTS[result & 0xFF], self._values.read_text(result >> 8))

    def _stack(self) -> list[Frame]:
        shapes = self._values.shapes
        frames: list[Frame] = []
        frame = self._get(self._at.frame)
        while frame:
            segment = self._get(frame)
            meanings = shapes.slots[shapes.procedure_of[segment]]
            slots = (self._get(frame + 8 * number) for number in range(1, len(meanings)))
            frames.append([segment, *map(self._values.read, slots, meanings[1:])])
            frame = self._get(frame - 8)
        return frames[::-1]

    def _log(self, log: Log) -> Log:
        lines: list[LogLine] = []
        address = self._get(self._at.log)
        while address:
            lines.append(self._values.record(LogLine, address))
            address = lines[-1].before
        for line in reversed(lines):
            template, _, gaps = self._values.read_words(line.text)
            seats = self._values.read(line.readers, _PLAIN_LIST) if line.readers else None
            log = (log, seats, _WORDS[line.word], template, *gaps)
        return log

    def _forced(self) -> list[tuple[Any, ...]]:
        at, spot = self._at, self._at.forced
        found: list[tuple[Any, ...]] = []
        end = self._get(at.forced_next)
        while spot < end:
            answer = self._values.record(ForcedAnswer, spot)
            spot += size_of(ForcedAnswer)
            told, given = [], []
            for _ in range(1 if answer.count < 0 else answer.count):
                noted = self._values.record(ForcedValue, spot)
                value = noted.piece if noted.unseen else None if noted.value == NONE else noted.value
                given.append(value)
                told.append(Unseen(noted.value, noted.above, True) if noted.unseen else value)
                spot += size_of(ForcedValue)
            if answer.count < 0:
                found.append(forced(answer.ask, told[0], given[0]))
            else:
                found.append(forced(answer.ask, tuple(told), tuple(given)))
        return found
