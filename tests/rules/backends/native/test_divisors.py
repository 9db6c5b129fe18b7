"""The inverses that shuffles multiply with give the same quotients as divisions."""

from math import prod
from random import Random

from lazaretto.rules.backends.native.constant_data import divisors

WORD = 1 << 64
ROW = 5
SIZES = 3_000


def rows() -> list[list[int]]:
    words = [divisor % WORD for divisor in divisors(SIZES)]
    return [words[start : start + ROW] for start in range(0, len(words), ROW)]


def test_a_size_divides_every_remainder() -> None:
    chance = Random(4)
    for size, (inverse, divisor, bits, _, below) in enumerate(rows()):
        if size < 2:
            continue
        product = divisor >> bits
        assert product == prod(range(below + 1, size + 1)) and 1 <= below < size
        for rest in (0, product - 1, product - size, chance.randrange(product)):
            for each in range(below + 1, size + 1):
                assert rest * (WORD // each + 1) >> 64 == rest // each
        assert inverse == WORD // size + 1


def test_a_divisor_is_shifted_and_has_its_inverse() -> None:
    for _, divisor, bits, inverse, _ in rows()[2:]:
        assert divisor >> 63 == 1 and 0 < bits < 64
        assert inverse == (WORD * WORD - 1) // divisor - WORD
