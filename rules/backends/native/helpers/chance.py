"""Random numbers, as `lazaretto.rules.run.random_streams` draws them."""

from lazaretto.rules.backends.native.helpers.arena import reserve
from lazaretto.rules.backends.native.helpers.game import game
from lazaretto.rules.backends.native.helpers.memory_types import (
    Record,
    Rows,
    Words,
    at,
    inline,
    size_of,
    unsigned_less,
    unsigned_shift,
)

STEP = 0x9E3779B97F4A7C15
LOW = 0xFFFFFFFF
WHOLE = 2_000
PART = 200


class Divisor(Record):
    """What shuffling needs of a size."""

    inverse: int
    divisor: int
    """The product of sizes from this one down, shifted to the left."""
    bits: int
    """By how many bits."""
    divisor_inverse: int
    below: int
    """The largest size that is not part of the product."""


divisors = Rows[Divisor](at.divisors)


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
def next_word(stream: Words) -> int:
    """Return the next word of the stream at an address, which stays the next one."""
    return mix(stream[0] + STEP)


def below_at(stream: Words, limit: int) -> int:
    """Return the next number of the stream at an address, from 0 up to but excluding `limit`."""
    word = next_word(stream)
    stream[0] += STEP
    return product_high(word, limit)


def drawn(stream: int, limit: int) -> int:
    """Return the next number of a stream of the game, from 0 up to but excluding `limit`."""
    return below_at(game.streams[stream:], limit)


def bit_length(number: int) -> int:
    """Return how many bits a number above 0 has."""
    bits = 0
    while number != 0:
        bits += 1
        number = unsigned_shift(number, 1)
    return bits


@inline
def swap(items: Words, one: int, other: int) -> None:
    """Swap two numbers of an array."""
    kept = items[one]
    items[one] = items[other]
    items[other] = kept


def shuffled(stream: int, items: Words, size: int) -> None:
    """Shuffle an array of numbers with a stream of the game."""
    if size < 2:
        return
    state = game.streams[stream]
    part = size if size <= WHOLE else PART
    before = game.scratch_next
    high = size
    while high > 1:
        count = unsigned_shift((part if part < high else high) * bit_length(high), 6) + 2
        words = Words(reserve(8 * count + 8))
        for index in range(count):
            state += STEP
            words[index] = mix(state)
        words[count] = 0
        swap_by(items, words, words + 8 * count, high, high - part if high > part else 1)
        game.scratch_next = before
        high -= part
    game.streams[stream] = state


def swap_by(items: Words, words: Words, end: int, high: int, low: int) -> None:
    """Swap numbers of an array by the remainders of a long number, whose highest word comes first.

    A word of zeros follows the number.
    """
    while high > low:
        divisor = divisors[high]
        while words < end and words[0] == 0:
            words = words[1:]
        rest = divide(words, end, divisor)
        below = divisor.below if divisor.below > low else low
        while high > below:
            quotient = product_high(rest, divisor.inverse)
            swap(items, high - 1, rest - quotient * high)
            rest = quotient
            high -= 1
            divisor = Divisor(divisor - size_of(Divisor))


def divide(words: Words, end: int, by: Divisor) -> int:
    """Divide a long number by a divisor; return what remains.

    Möller and Granlund describe this in "Improved division by invariant integers": two words by one.
    """
    divisor = by.divisor
    inverse = by.divisor_inverse
    bits = by.bits
    word = words[0]
    rest = unsigned_shift(word, 64 - bits)
    while words < end:
        lower = word << bits
        word = words[1]
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
        words[0] = quotient
        words = words[1:]
    return unsigned_shift(rest, bits)
