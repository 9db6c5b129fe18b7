"""Numbers the rules of a game, and lists the lines on which they begin.

Functions and tables refer to rules by these numbers; a message names a rule by its line.
"""

from collections.abc import Iterator

from lazaretto.grammar.source import Span
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.model import tree
from lazaretto.rules.run.compiled_game import RuleLines
from lazaretto.rules.run.messages import NOTHING_THERE


def rule_lines(world: World) -> RuleLines:
    """Return for each file the lines on which rules begin, in order, with their names."""
    found: dict[str, dict[int, str]] = {}
    for name, span in _rules(world):
        found.setdefault(span.file, {}).setdefault(span.line, name)
    return {file: tuple(sorted(lines.items())) for file, lines in found.items()}


def _rules(world: World) -> Iterator[tuple[str, Span]]:
    for value in world.values.values():
        yield f"`{value.name}`", value.span
        for change in value.changes:
            yield f"`change {value.name}`", change.span
    for action in world.actions:
        yield f"`action {action.name}`", action.span
    for procedure in world.all_procedures():
        yield f"`{procedure.name}`", procedure.span
        for forbid in procedure.forbids:
            yield f"`forbid {procedure.name}`", forbid.span
    for outcome in world.outcomes:
        yield f"`{outcome.word} ... when`", outcome.span
    for need in world.option_needs:
        yield f"`option {need.option}`", need.span
    for invariant in world.invariants:
        yield "`invariant`", invariant.span
    for goal in world.goals:
        yield "`goal`", goal.span


class Numbering:
    """Numbers every rule of a game; the same world gives the same numbers."""

    def __init__(self, world: World) -> None:
        self.procedures: dict[tree.Procedure, int] = {}
        for procedure in world.all_procedures():
            self.procedures.setdefault(procedure, len(self.procedures))
        self.values = {value: number for number, value in enumerate(world.values.values())}
        self.outcomes = {outcome: number for number, outcome in enumerate(world.outcomes)}
        self.actions = {action: number for number, action in enumerate(world.actions)}
        self.menus = {menu: number for number, menu in enumerate(world.menus.values())}
        self.nothing = len(world.templates)
        """The number of the text for a choice without candidates; it follows all others."""


NOTHING = str(NOTHING_THERE())
"""The text for a choice without candidates, if its author gave no reason."""
