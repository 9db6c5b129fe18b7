"""Prepares the divisions of shuffles: multiplication by an inverse takes less time than division.

A shuffle swaps by the remainders of a long number by the sizes from a pile's size down. Native code divides
the long number by the product of several sizes at a time, then the remainder by each of these sizes. A row of
the table is about one size: its inverse; the product of that size and the next smaller ones, shifted to the
left until its highest bit is set; by how many bits; the inverse of that; and the first size below them.
"""

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
    return [each - _WORD if each >= _WORD // 2 else each for each in words]
