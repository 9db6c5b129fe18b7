"""Carries single values between Python and the memory of a native game."""

from collections.abc import Sequence
from typing import Any

from lazaretto.rules.backends.native.game_shapes import LIST, TEXT, GameShapes, Meaning

NONE = -(1 << 63)
"""No value, in memory."""
ENTRY_BITS = 16
"""An entry is its seat, shifted by this, and its action."""
ACTION = (1 << ENTRY_BITS) - 1
MEMBER = Meaning()


class Values:
    """Reads and writes values by their meaning."""

    def __init__(self, memory: memoryview, shapes: GameShapes) -> None:
        self.words = memory.cast("q")
        """The memory as numbers of 8 bytes; addresses of values are multiples of 8."""
        self.shapes = shapes
        self._addresses = dict(zip(shapes.texts, shapes.text_addresses, strict=True))

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
        return tuple(self.read(each, members) for each in items)

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
        given = [self.write(each, meaning, inside) for each in members]
        return room.put((len(given), *given))

    def write_text(self, text: Any, room: "Room") -> int:
        """Write a text; return its address."""
        if isinstance(text, str):
            return self._addresses[text]
        template, gaps, *size = text
        meanings = self.shapes.gaps[template]
        inside = room.inside
        given = [self.write(each, meaning, inside) for each, meaning in zip(gaps, meanings, strict=True)]
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
        for at, each in enumerate(numbers, found >> 3):
            self._words[at] = each
        return found
