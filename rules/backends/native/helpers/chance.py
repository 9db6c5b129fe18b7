"""Random numbers, as `lazaretto.rules.run.random_streams` draws them."""

from lazaretto.rules.backends.native.helpers.arena import reserve
from lazaretto.rules.backends.native.helpers.memory import (
    at,
    inline,
    load_i64,
    store_i64,
    unsigned_less,
    unsigned_shift,
)

STEP = 0x9E3779B97F4A7C15
LOW = 0xFFFFFFFF
WHOLE = 2_000
PART = 200
ROW = 40
"""The bytes of a row of `at.divisors`, which begins with the inverse of a size."""
DIVISOR = 8
BITS = 16
INVERSE = 24
BELOW = 32


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


@inline
def next_word(stream: int) -> int:
    """Return the next word of the stream at an address, which stays the next one."""
    return mix(load_i64(stream) + STEP)


def below_at(stream: int, limit: int) -> int:
    """Return the next number of the stream at an address, from 0 up to but excluding `limit`."""
    word = next_word(stream)
    store_i64(stream, load_i64(stream) + STEP)
    return product_high(word, limit)


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
        words = reserve(8 * count + 8)
        end = words + 8 * count
        spot = words
        while spot < end:
            state += STEP
            store_i64(spot, mix(state))
            spot += 8
        store_i64(end, 0)
        swap_by(items, words, end, high, high - part if high > part else 1)
        store_i64(at.scratch_next, before)
        high -= part
    store_i64(at.streams + 8 * stream, state)


def swap_by(items: int, words: int, end: int, high: int, low: int) -> None:
    """Swap numbers of an array by the remainders of a long number, whose highest word comes first.

    A word of zeros follows the number.
    """
    while high > low:
        row = at.divisors + ROW * high
        while words < end and load_i64(words) == 0:
            words += 8
        rest = divide(words, end, load_i64(row, DIVISOR), load_i64(row, BITS), load_i64(row, INVERSE))
        below = load_i64(row, BELOW)
        below = below if below > low else low
        while high > below:
            quotient = product_high(rest, load_i64(row))
            swap(items, high - 1, rest - quotient * high)
            rest = quotient
            high -= 1
            row -= ROW


def divide(words: int, end: int, divisor: int, bits: int, inverse: int) -> int:
    """Divide a long number by a divisor that is shifted to the left; return what remains.

    Möller and Granlund describe this in "Improved division by invariant integers": two words by one.
    """
    word = load_i64(words)
    rest = unsigned_shift(word, 64 - bits)
    while words < end:
        lower = word << bits
        word = load_i64(words, 8)
        lower |= unsigned_shift(word, 64 - bits)
        product = inverse * rest
        total = product + lower
        quotient = product_high(inverse, rest) + rest + (2 if unsigned_less(total, product) else 1)
        rest = lower - quotient * divisor
        below = unsigned_less(total, rest)
        quotient -= below
        rest += divisor & -below
        if not unsigned_less(rest, divisor):
            quotient += 1
            rest -= divisor
        store_i64(words, quotient)
        words += 8
    return unsigned_shift(rest, bits)
