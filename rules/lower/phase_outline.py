"""Lists the phases of a game in call order, and the texts with which rules end it."""

from collections.abc import Iterator

from lazaretto.rules.check.effects import code
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model import tree
from lazaretto.rules.model.tree_walk import walk


class PhaseOutline:
    """The phases with their nesting depth, and the texts with which a rule ends the game."""

    def __init__(self, world: World) -> None:
        self.phases: list[tuple[tree.Procedure, int]] = []
        self.endings: dict[int, tuple[str, int]] = {}
        """By the number of the text."""
        self.places: dict[int, str] = {}
        """The source positions of these endings, by the number of the text."""
        self.for_some: set[int] = set()
        """The numbers of the texts that end the game for some players only."""
        self.given_last: set[str] = set()
        """The results that `ending` gives to some players once the game is over for all."""
        self._met: set[tree.Procedure] = set()
        for name in ("game", "settle", "ending"):
            start = world.procedures.get(name)
            if start is not None:
                self._descend(start)
                if name == "ending":
                    ends = (node for node in walk(code(start)) if isinstance(node, tree.Finish))
                    self.given_last |= {each.word for each in ends if each.players is not None}

    def _descend(self, start: tree.Procedure) -> None:
        """Follow the calls iteratively, because calls in a game may be nested very deeply."""
        waiting = [iter([start])]
        depths = [0]
        while waiting:
            procedure = next(waiting[-1], None)
            if procedure is None:
                waiting.pop()
                depths.pop()
            elif procedure not in self._met:
                self._met.add(procedure)
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
                case tree.Finish(word=word, text=text, span=span):
                    if node.players is not None:
                        self.for_some.add(text.number)
                    self.endings.setdefault(text.number, (word, text.number))
                    self.places.setdefault(text.number, f"{span.file}:{span.line}")
                case _:
                    pass
