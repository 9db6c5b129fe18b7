"""The rest of a name that was taken before the player had typed all of it.

Whoever types on, or presses Enter after the name, means that name: these keys must not act as commands.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from lazaretto.tui.parse_answer import folded

MOMENT = 0.5
"""Seconds after the last letter within which a key can still belong to the name."""


@dataclass(slots=True)
class RestOfName:
    """What is left of the name taken last."""

    clock: Callable[[], float] = monotonic
    _done: tuple[str, ...] = ()
    _left: str = ""
    _until: float = 0.0

    def begin(self, name: str, typed: str, done: tuple[str, ...]) -> None:
        """Note that a name was taken after its beginning, or that of one of its words, was typed.

        `done` are the keys that usually end a name.
        """
        whole, begun = folded(name), folded(typed)
        at = whole.find(begun) if whole.startswith(begun) else whole.find(f" {begun}") + 1
        self._done, self._left, self._until = done, whole[at + len(begun) :], self.clock() + MOMENT

    def takes(self, key: str, character: str | None, when: float) -> bool:
        """Whether a key pressed at some time belongs to the name."""
        if when > self._until:
            return False
        if not self._left and key not in self._done:
            return False
        written = folded(character) if character is not None and character.isprintable() else ""
        fits = bool(self._left) and (character == self._left[0] or written == self._left[0])
        self._until = when + MOMENT if fits else 0.0
        self._left = self._left[1:] if fits else ""
        return fits or key in self._done
