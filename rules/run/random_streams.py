"""Random numbers: one seed, a named stream for each use, a generator with a fixed sequence.

Streams have names, so an additional roll in one rule does not change the cards that others draw.
"""

from functools import lru_cache

MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_WHOLE = 2_000
"""Lists up to this size are shuffled with one number."""
_PART = 200
"""How many elements of a longer list are swapped with one number."""
_LANE = 128
"""The bits of a lane: twice those of a word."""
_AT_ONCE = 64
"""How many words a source outside of games computes at once."""
_SMALL = 1 << 30
"""Integers below this bound are a single digit in CPython."""


def mix(word: int) -> int:
    """Mix 64 bits (SplitMix64)."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def stream_word(name: str) -> int:
    """Return the constant that, mixed with the seed, gives the start of a named stream."""
    word = 0xCBF29CE484222325
    for byte in name.encode():
        word = ((word ^ byte) * 0x100000001B3) & MASK
    return word


def below(streams: list[int], index: int, limit: int) -> int:
    """Return the next number of a stream, from 0 up to but excluding `limit`."""
    word = streams[index] = (streams[index] + _STEP) & MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return ((word ^ (word >> 31)) * limit) >> 64


class RandomWord:
    """A random source of one word, outside of any game: bots draw from it in Python and in native code.

    It draws what `below` would, but computes many words at once.
    """

    __slots__ = ("_drawn", "_state")

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK
        self._drawn: list[int] = []

    def below(self, limit: int) -> int:
        """Return a number from 0 up to but excluding the limit."""
        if not self._drawn:
            self._drawn = _halves(self._state, _AT_ONCE).tolist()
            self._state = (self._state + _AT_ONCE * _STEP) & MASK
        return (self._drawn.pop() * limit) >> 64


def shuffled(streams: list[int], index: int, items: list[int]) -> None:
    """Shuffle a list in place.

    The function reads enough words of the stream to distinguish all orders, plus one, as one number; its
    remainders select the swaps. Dividing a number takes longer the longer it is, so a long list gets a number
    for each part, and small pieces of that number yield the remainders.
    """
    size = len(items)
    if size < 2:
        return
    part = size if size <= _WHOLE else _PART
    state = streams[index]
    for high in range(size, 1, -part):
        count = ((part if part < high else high) * high.bit_length() >> 6) + 2
        whole = _words(state, count)
        state = (state + count * _STEP) & MASK
        for product, sizes, first in _pieces(high, high - part if high > part else 1):
            whole, rest = divmod(whole, product)
            for left, last in sizes:
                other = rest % left
                rest //= left
                items[last], items[other] = items[other], items[last]
            items[first], items[rest] = items[rest], items[first]
    streams[index] = state


def _words(state: int, count: int) -> int:
    """Return the next words of a stream as one number, the first of them highest."""
    if count == 2:
        words = _mixed(state, count)
        return words >> _LANE << 64 | words & MASK
    return int.from_bytes(_halves(state, count).tobytes(), "little")


def _halves(state: int, count: int) -> memoryview:
    """Return the next words of a stream, the last of them first."""
    return memoryview(_mixed(state, count).to_bytes(count * _LANE >> 3, "little")).cast("Q")[::2]


def _mixed(state: int, count: int) -> int:
    """Return the next words of a stream, each in the lower half of a lane; all are computed at once.

    So no product reaches the next lane.
    """
    ones, steps, masks = _lanes(count)
    words = (state * ones + steps) & masks
    words = ((words ^ (words >> 30)) & masks) * 0xBF58476D1CE4E5B9 & masks
    words = ((words ^ (words >> 27)) & masks) * 0x94D049BB133111EB & masks
    return words ^ words >> 31


@lru_cache(maxsize=100)
def _lanes(count: int) -> tuple[int, int, int]:
    """Return, for several lanes, a one in each, how far the stream has moved on there, and all their bits."""
    ones = sum(1 << _LANE * lane for lane in range(count))
    steps = sum((number * _STEP & MASK) << _LANE * (count - number) for number in range(1, count + 1))
    return ones, steps, ones * MASK


@lru_cache(maxsize=1_000)
def _pieces(high: int, low: int) -> tuple[tuple[int, tuple[tuple[int, int], ...], int], ...]:
    """Return the sizes from `high` down to above `low`, in groups whose product Python divides by quickly.

    Each size comes with the last index of a list of that size. Of the last size in a group, which needs no
    division, only the index is given.
    """
    found = []
    while high > low:
        product, sizes = 1, []
        while high > low and product * high < _SMALL:
            product *= high
            sizes.append((high, high - 1))
            high -= 1
        *others, (_, first) = sizes
        found.append((product, tuple(others), first))
    return tuple(found)
