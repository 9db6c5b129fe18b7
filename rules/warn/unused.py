"""Warns about procedures, values, variables, options and menus that nothing uses."""

from collections.abc import Iterator

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Span
from lazaretto.rules.check.checker import Checked
from lazaretto.rules.errors.warning_texts import UNUSED
from lazaretto.rules.link.compose_modules import Composed
from lazaretto.rules.model import tree
from lazaretto.rules.model.tree_walk import walk

SPECIAL = frozenset({"game", "turn", "settle", "ending", "score", "team", "points", "rank", "campaign_over"})
"""Names that the machine calls or reads itself."""


def unused(checked: Checked, composed: Composed, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each thing in the texts of the scenario `own` that nothing uses."""
    world = checked.world
    about = {each.span for each in _targets(composed)}
    about |= {each.node.new.span for each in composed.aliases.lines}
    used = {id(target) for name, target in world.uses if name.span not in about}
    for procedure in world.procedures.values():
        called = procedure.preview or id(procedure) in used
        if _counts(procedure.name, procedure.span, own) and not called:
            yield _warning("phase" if procedure.phase else "procedure", procedure.name, procedure.span)
    for value in world.values.values():
        if _counts(value.name, value.span, own) and id(value) not in used:
            yield _warning("value", value.name, value.span)
    for variable in world.variables.values():
        if _counts(variable.name, variable.span, own) and id(variable) not in used:
            yield _warning("option" if variable.option else "variable", variable.name, variable.span)
    offered = {id(menu) for menu in _offered(checked)}
    for menu in world.menus.values():
        if _counts(menu.name, menu.span, own) and id(menu) not in offered:
            yield _warning("menu", menu.name, menu.span)


def _counts(name: str, span: Span, own: str) -> bool:
    return name not in SPECIAL and span.file.startswith(f"{own}/")


def _warning(word: str, name: str, span: Span) -> Diagnostic:
    return diagnose(UNUSED[word], span, name=name)


def _targets(composed: Composed) -> Iterator[nodes.Name]:
    """Yield names of things that a rule changes or a look describes, which is no use of them."""
    for placed in composed.placed:
        node = placed.declaration
        rules = node.rules if isinstance(node, nodes.MemberDeclaration) else (node,)
        for rule in rules:
            if isinstance(rule, nodes.Change | nodes.Hook | nodes.Forbid):
                yield rule.target
            elif isinstance(rule, nodes.Look) and rule.subject is not None:
                yield rule.subject


def _offered(checked: Checked) -> Iterator[tree.Menu]:
    for procedure in checked.world.all_procedures():
        for node in walk(procedure.body):
            if isinstance(node, tree.Offer | tree.Window):
                own, interrupts = tree.menus_of(node)
                yield from (*own, *interrupts)
