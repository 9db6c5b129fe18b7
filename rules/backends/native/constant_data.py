"""Collects the constants of a game in memory: tables, lists, texts, and what shuffles divide by."""

from collections.abc import Mapping, Sequence
from struct import pack

from lazaretto.rules.backends.native.flat.build import NONE


class ConstantData:
    """Constants by address; equal ones are stored once."""

    def __init__(self, start: int, tables: Mapping[str, object]) -> None:
        self._start = start
        self._words: list[int] = []
        self._known: dict[tuple[int, ...], int] = {}
        self._tables = tables
        self._of_tables: dict[tuple[str, bool], int] = {}
        self.texts: dict[str, int] = {}
        """The constant texts, each with its address."""

    @property
    def end(self) -> int:
        """The address behind all constants."""
        return self._start + 8 * len(self._words)

    def bytes(self) -> bytes:
        """Return all constants."""
        return pack(f"<{len(self._words)}q", *self._words)

    def words(self, words: Sequence[int]) -> int:
        """Store some numbers; return their address."""
        key = (*words,)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.end
            self._words += key
        return found

    def list(self, members: Sequence[int]) -> int:
        """Store a list; return its address."""
        return self.words((len(members), *members))

    def members(self, address: int) -> Sequence[int]:
        """Return the members of a list that is stored at an address."""
        first = (address - self._start) // 8
        return self._words[first + 1 : first + 1 + self._words[first]]

    def value(self, value: object) -> int:
        """Return a constant as a value: itself, or the address of a list or a text."""
        match value:
            case None:
                return NONE
            case int():
                return int(value)
            case str():
                return self.text(value)
            case tuple():
                return self.list([self.value(each) for each in value])
            case _:
                raise TypeError(value)

    def text(self, text: str) -> int:
        """Return the address of a constant text."""
        if text not in self.texts:
            self.texts[text] = self.words((-1 - len(self.texts), 0, 0))
        return self.texts[text]

    def table(self, name: str) -> int:
        """Return a constant table as a value."""
        key = (name, False)
        if key not in self._of_tables:
            self._of_tables[key] = self.value(self._tables[name])
        return self._of_tables[key]

    def entries(self, name: str) -> int:
        """Return the address of a table of entries."""
        key = (name, True)
        if key not in self._of_tables:
            table = self._tables[name]
            assert isinstance(table, tuple)
            self._of_tables[key] = self.list([entry(*each) for each in table])
        return self._of_tables[key]

    def length(self, name: str) -> int:
        """Return the length of a constant table."""
        table = self._tables[name]
        assert isinstance(table, tuple)
        return len(table)

    def has_ranges(self, name: str) -> bool:
        """Whether each member of a constant table is the list of all numbers below its index."""
        table = self._tables[name]
        assert isinstance(table, tuple)
        return all(each == (*range(number),) for number, each in enumerate(table))


def entry(seat: int, action: int) -> int:
    """Return a seat and an action as one number."""
    return seat << 16 | action


_WORD = 1 << 64
_FEWEST = 256


def divisors(pieces: int) -> list[int]:
    """Return the rows, as signed words, of all sizes that a pile can have; those below 2 have zeros."""
    words = [0] * 10
    for size in range(2, max(pieces + 1, _FEWEST)):
        product, below = size, size - 1
        while below > 1 and product * below * size < _WORD // 2:
            product *= below
            below -= 1
        bits = 64 - product.bit_length()
        shifted = product << bits
        words += (_WORD // size + 1, shifted, bits, (_WORD * _WORD - 1) // shifted - _WORD, below)
    return [word - _WORD if word >= _WORD // 2 else word for word in words]
