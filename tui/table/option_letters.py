"""Assigns a letter to each option, and keeps it during the game so that players can learn it."""

import re
from collections.abc import Collection, Iterator, Sequence
from string import ascii_lowercase

from tui.keys.keymap import default_keymap
from tui.parse_answer import folded

RESERVED = default_keymap().letters("table", "pick")
"""Letters that are default keys of the table or of a list."""

SPARE = "1234567890"

_NUMBER = re.compile(r"([0-9]{1,2})(?![0-9])")


class Letters:
    """Assigns letters to options by their names; reserved letters are already keys."""

    def __init__(self, reserved: Collection[str] = RESERVED) -> None:
        self._reserved = frozenset(reserved)
        self._given: dict[str, str] = {}

    def give(self, options: Sequence[tuple[str, str]]) -> tuple[str, ...]:
        """A letter or digit for each option; empty if none is left.

        Each option is a key and a name. A name that begins with a number gets its digit, such as `2` for the
        2nd card. Another option that had a letter before gets it again, unless one of these has taken it.
        """
        found: dict[str, str] = {}
        for mark, name in options:
            digit = _digit(name)
            if digit and digit not in self._reserved and digit not in found.values():
                found[mark] = digit
        for mark, _ in options:
            letter = self._given.get(mark) if mark not in found else None
            if letter is not None and letter not in found.values():
                found[mark] = letter
        before = set(self._given.values())
        for mark, name in options:
            if mark not in found:
                found[mark] = _first(name, set(found.values()) | self._reserved, before)
                if found[mark]:
                    self._given[mark] = found[mark]
        return tuple(found[mark] for mark, _ in options)


def digits(count: int) -> tuple[str, ...]:
    """A digit for each of the first ten."""
    return tuple(SPARE[index] if index < len(SPARE) else "" for index in range(count))


def _first(name: str, used: set[str], others: set[str]) -> str:
    """The first letter of the name that is unused, preferably one never used; else any free character."""
    own = tuple(_wishes(name))
    for wishes, avoided in ((own, used | others), (own, used), (SPARE + ascii_lowercase, used)):
        for letter in wishes:
            if letter not in avoided:
                return letter
    return ""


def _digit(name: str) -> str:
    """The digit of a name that begins with a number from 1 to 10; for 10 it is 0."""
    start = _NUMBER.match(name)
    number = int(start[1]) if start is not None else 0
    return SPARE[number - 1] if 1 <= number <= len(SPARE) else ""


def _wishes(name: str) -> Iterator[str]:
    """The initials of the words, then the other letters."""
    words = [
        "".join(letter for letter in word if letter.isascii() and letter.isalpha())
        for word in folded(name).split()
    ]
    yield from (word[0] for word in words if word)
    for word in words:
        yield from word[1:]
