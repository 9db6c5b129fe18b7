"""Lists the lines on which rules begin, and what a message calls each rule."""

from collections.abc import Iterator

from lazaretto.grammar.source import Span
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.run.rule_lines import RuleLines


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
