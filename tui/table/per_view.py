"""Remembers what was made from the last few views, because several panes of a screen need the same."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from lazaretto.rules import View

T = TypeVar("T")

KEPT = 4
"""Views that are remembered; a screen shows one at a time, several screens may run."""


class PerView(Generic[T]):
    """Values that are made once for a view."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[View, dict[Hashable, T]]] = OrderedDict()

    def get(self, view: View, key: Hashable, make: Callable[[], T]) -> T:
        """The value for a view and a key, made if there is none yet."""
        known = self._kept.get(id(view))
        if known is None or known[0] is not view:
            known = self._kept[id(view)] = view, {}
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        made = known[1]
        if key not in made:
            made[key] = make()
        return made[key]
