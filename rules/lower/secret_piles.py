"""Owned piles, perhaps hidden, that decide what may be played from menus."""

from collections.abc import Sequence

from lazaretto.rules.check.effects import reads
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Pile


class SecretPiles:
    """Finds the piles; each menu is searched once."""

    def __init__(self) -> None:
        self._known: dict[tree.Menu, set[int]] = {}

    def of(self, menus: Sequence[tree.Menu]) -> tuple[int, ...]:
        """The piles of some menus, by number."""
        return tuple(sorted({pile for menu in menus for pile in self._of_menu(menu)}))

    def _of_menu(self, menu: tree.Menu) -> set[int]:
        found = self._known.get(menu)
        if found is None:
            found = self._known[menu] = set()
            for action in menu.actions:
                for thing in reads((action.active, action.steps)):
                    if isinstance(thing, Pile) and thing.owner is not None and thing.seen.word != "all":
                        found.update(range(thing.first, thing.first + thing.count))
        return found
