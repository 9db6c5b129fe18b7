"""Keeps what is worked out from a view: panes ask for it on every key, and a view never changes."""

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar, cast

from lazaretto.rules import View

T = TypeVar("T")


class PerView(Generic[T]):
    """Values that are made once for a view; the view keeps them, however many are shown at the same time."""

    def get(self, view: View, key: Hashable, make: Callable[[], T]) -> T:
        """The value for a view and a key, made if there is none yet."""
        remembered = view.remembered
        try:
            return cast("T", remembered[self, key])
        except KeyError:
            made = remembered[self, key] = make()
            return made
