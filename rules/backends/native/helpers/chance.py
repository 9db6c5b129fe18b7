"""Random numbers, as `rules.run.random_streams` draws them."""

from rules.backends.native.helpers.arena import reserve
from rules.backends.native.helpers.memory import (
    at,
    inline,
    load_i64,
    load_u32,
    store_i64,
    store_u32,
    unsigned_divide,
    unsigned_remainder,
    unsigned_shift,
)

STEP = 0x9E3779B97F4A7C15
LOW = 0xFFFFFFFF
WHOLE = 2_000
PART = 200
SMALL = 1 << 32


@inline
def mix(word: int) -> int:
    """Mix 64 bits (SplitMix64)."""
    word = (word ^ unsigned_shift(word, 30)) * 0xBF58476D1CE4E5B9
    word = (word ^ unsigned_shift(word, 27)) * 0x94D049BB133111EB
    return word ^ unsigned_shift(word, 31)


def product_high(left: int, right: int) -> int:
    """Return the upper 64 bits of the product of two unsigned numbers."""
    left_low = left & LOW
    left_high = unsigned_shift(left, 32)
    right_low = right & LOW
    right_high = unsigned_shift(right, 32)
    one = left_low * right_high
    other = left_high * right_low
    middle = unsigned_shift(left_low * right_low, 32) + (one & LOW) + (other & LOW)
    upper = left_high * right_high + unsigned_shift(one, 32) + unsigned_shift(other, 32)
    return upper + unsigned_shift(middle, 32)


def below_at(stream: int, limit: int) -> int:
    """Return the next number of the stream at an address, from 0 up to but excluding `limit`."""
    word = load_i64(stream) + STEP
    store_i64(stream, word)
    return product_high(mix(word), limit)


def drawn(stream: int, limit: int) -> int:
    """Return the next number of a stream of the game, from 0 up to but excluding `limit`."""
    return below_at(at.streams + 8 * stream, limit)


def bit_length(number: int) -> int:
    """Return how many bits a number above 0 has."""
    bits = 0
    while number != 0:
        bits += 1
        number = unsigned_shift(number, 1)
    return bits


@inline
def swap(items: int, one: int, other: int) -> None:
    """Swap two numbers of an array."""
    kept = load_i64(items + 8 * one)
    store_i64(items + 8 * one, load_i64(items + 8 * other))
    store_i64(items + 8 * other, kept)


def shuffled(stream: int, items: int, size: int) -> None:
    """Shuffle an array of numbers with a stream of the game."""
    if size < 2:
        return
    state = load_i64(at.streams + 8 * stream)
    part = size if size <= WHOLE else PART
    before = load_i64(at.scratch_next)
    high = size
    while high > 1:
        count = unsigned_shift((part if part < high else high) * bit_length(high), 6) + 2
        limbs = reserve(count * 8)
        for index in range(count):
            state += STEP
            word = mix(state)
            store_u32(limbs + 8 * index, unsigned_shift(word, 32))
            store_u32(limbs + 8 * index, word, 4)
        swap_by(items, limbs, 2 * count, high, high - part if high > part else 1)
        store_i64(at.scratch_next, before)
        high -= part
    store_i64(at.streams + 8 * stream, state)


def swap_by(items: int, limbs: int, count: int, high: int, low: int) -> None:
    """Swap numbers of an array by the remainders of a long number, whose upper 32 bits come first."""
    first = 0
    while high > low:
        left = high
        product = 1
        while high > low and product * high < SMALL:
            product *= high
            high -= 1
        while first < count and load_u32(limbs + 4 * first) == 0:
            first += 1
        rest = 0
        for index in range(first, count):
            rest = (rest << 32) | load_u32(limbs + 4 * index)
            store_u32(limbs + 4 * index, unsigned_divide(rest, product))
            rest = unsigned_remainder(rest, product)
        while left > high + 1:
            swap(items, left - 1, unsigned_remainder(rest, left))
            rest = unsigned_divide(rest, left)
            left -= 1
        swap(items, left - 1, rest)
