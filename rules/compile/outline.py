"""A game as a reader meets it: from its first phase down along the calls, and the ends on the way."""

from collections.abc import Iterator

from rules.check.effects import code
from rules.check.symbol_table import World
from rules.model import tree
from rules.model.tree_walk import walk


class Outline:
    """The phases of a game with how deep each stands in others, and all texts with which a rule ends it."""

    def __init__(self, world: World) -> None:
        self.phases: list[tuple[tree.Procedure, int]] = []
        self.endings: dict[int, tuple[str, int]] = {}
        """By the number of the text."""
        self._met: set[int] = set()
        for name in ("game", "settle", "ending"):
            start = world.procedures.get(name)
            if start is not None:
                self._descend(start)

    def _descend(self, start: tree.Procedure) -> None:
        """Go down along the calls; without recursion, since a stranger's calls may go very deep."""
        waiting = [iter([start])]
        depths = [0]
        while waiting:
            procedure = next(waiting[-1], None)
            if procedure is None:
                waiting.pop()
                depths.pop()
            elif id(procedure) not in self._met:
                self._met.add(id(procedure))
                depth = depths[-1]
                if procedure.phase:
                    self.phases.append((procedure, depth))
                waiting.append(self._called(procedure))
                depths.append(depth + procedure.phase)

    def _called(self, procedure: tree.Procedure) -> Iterator[tree.Procedure]:
        for node in walk(code(procedure)):
            match node:
                case tree.CallProcedure(procedure=called):
                    yield called
                case tree.Offer(menus=menus) | tree.Window(menus=menus):
                    for menu in menus:
                        yield from (each.procedure for each in menu.actions)
                case tree.Finish(word=word, text=text):
                    self.endings.setdefault(text.number, (word, text.number))
                case _:
                    pass
