"""Warns about new names that hide a built-in function or something that the game already declares."""

from collections.abc import Iterator

from lazaretto.grammar.diagnostics import Diagnostic, diagnose
from lazaretto.grammar.source import Span
from lazaretto.rules.check.builtin_calls import BUILT_IN
from lazaretto.rules.check.checker import Checked
from lazaretto.rules.check.symbol_table import Named, World
from lazaretto.rules.errors import warning_texts as said
from lazaretto.rules.model import tree


def hiding(checked: Checked, own: str) -> Iterator[Diagnostic]:
    """Yield a warning for each name in the texts of the scenario `own` that hides another one."""
    world = checked.world
    rules: tuple[tree.ValueRule | tree.Procedure, ...] = (*world.values.values(), *world.procedures.values())
    for rule in rules:
        if rule.name in BUILT_IN and _is_own(rule.span, own):
            yield diagnose(said.HIDES_BUILT_IN, rule.span, name=rule.name)
    for kind in world.kinds.values():
        for member in kind.own:
            hidden = _without_arguments(world, member.ident)
            if hidden is not None and member.span != kind.span and _is_own(member.span, own):
                yield _hides(member.ident, member.span, hidden)
    yield from _locals(world, own)


def _locals(world: World, own: str) -> Iterator[Diagnostic]:
    seen: set[Span] = set()
    for procedure in world.all_procedures():
        for local in procedure.locals:
            hidden = _without_arguments(world, local.word)
            if hidden is not None and local.span not in seen and _is_own(local.span, own):
                seen.add(local.span)
                yield _hides(local.word, local.span, hidden)


def _without_arguments(world: World, name: str) -> Named | None:
    """Return what a name alone would mean if no member and no local had it."""
    found = world.named(name)
    if isinstance(found, tree.Procedure) or (isinstance(found, tree.ValueRule) and found.parameters):
        return None
    return found


def _hides(name: str, span: Span, hidden: Named) -> Diagnostic:
    return diagnose(said.HIDES, span, None, ((hidden.span, said.HIDDEN()),), name=name)


def _is_own(span: Span, own: str) -> bool:
    return span.file.startswith(f"{own}/")
