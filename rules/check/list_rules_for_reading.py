"""Lists the rules of a game as their authors wrote them, so that texts can be traced back to them.

For the rulebook it also fills gaps in texts that are read before the game. `_described` says in words what
stands in the gap of a text. In documentation, `{hand_limit}` becomes the number of that value before any
change, and words depend on such a number as in other texts: `{hand_limit|card|cards}`, `{hand_limit}
{|card|cards}`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from lazaretto.grammar import nodes
from lazaretto.grammar.node_dataclass import changed
from lazaretto.grammar.source import Span
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.check.values_before_game import fixed_value
from lazaretto.rules.errors.checker_diagnostics import nothing_counted, unknown_in_documentation
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, KindType, Member, NumberType, OptionalType
from lazaretto.rules.run import rulebook_messages as messages
from lazaretto.rules.run.players_rulebook import title_of

GAP = "…"
"""What stands for a gap whose content only the game decides."""

_ARTICLE = re.compile(r"\b(?:the|an?|no|every|each|this|your|another) $", re.IGNORECASE)
"""Words that make an article before a kind unnecessary."""


def _described(world: World, text: tree.Template) -> str:
    """Return a text with words for its gaps: a thing becomes its kind, a value the number that it is."""
    found = ""
    numbers = [_number(world, argument) for argument in text.arguments]
    gap = 0
    things: dict[str, set[str]] = {}
    for part in text.parts:
        if isinstance(part, str):
            found += part
        elif isinstance(part, tree.Plural):
            found += part.one if numbers[part.argument] == "1" else part.other
            gap += part.number is not None
        else:
            found += _thing(part, found, things) or numbers[gap] or GAP
            gap += 1
    return found[:1].upper() + found[1:]


def _thing(gap: tree.Expression, before: str, things: dict[str, set[str]]) -> str:
    """Return a thing as one of its kind, as another one if one was named already; empty if it is no thing.

    `things` are the variables that were described so far, by kind.
    """
    kind = gap.type.item if isinstance(gap.type, OptionalType) else gap.type
    if not isinstance(kind, KindType):
        return ""
    if isinstance(gap, tree.Constant) and gap.value is not None:
        return next(member.label for member in kind.kind.root.members() if member.id == gap.value)
    name = title_of(kind.kind.name).lower()
    seen = things.setdefault(name, set())
    variable = gap.local.name if isinstance(gap, tree.LocalValue) else ""
    another = bool(seen) and variable not in seen
    seen.add(variable)
    if _ARTICLE.search(before):
        return name
    return (messages.WITH_ANOTHER if another else messages.WITH_THE)(kind=name)


def _number(world: World, gap: tree.Expression) -> str:
    """Return the number in a gap, if it is the same whatever happens."""
    match gap:
        case tree.Constant(value=int() as number, type=NumberType()):
            return str(number)
        case tree.CallValue(value=value) if isinstance(value.type, NumberType) and not value.changes:
            return fixed_value(world, value)
        case _:
            return ""


Templates = Mapping[Span, tree.Template]
"""The texts of the game by their place."""


def written_rules(world: World, placed: Iterable[Placed]) -> list[tree.WrittenRule]:
    """Return every rule that can say something, in order; also those that a mod has replaced."""
    rules: list[tree.WrittenRule] = []
    texts = {template.span: template for template in world.templates}
    for declared in placed:
        rules += _of(world, declared, texts)
        replaced = declared.inherited
        while replaced is not None:
            rules += (changed(rule, replaced=True) for rule in _of(world, replaced, texts))
            replaced = replaced.inherited
    return rules


def _of(world: World, placed: Placed, texts: Templates) -> Iterator[tree.WrittenRule]:
    node, module = placed.declaration, placed.module
    match node:
        case nodes.MemberDeclaration():
            kind = world.kinds.get(node.kind.text)
            own = (
                next((member for member in kind.own if member.ident == node.name.text), None)
                if kind
                else None
            )
            if own is not None and node.documentation:
                yield tree.WrittenRule(
                    "member", own.name, own.label, node.documentation, module, node.span, owner=own
                )
            for rule in node.rules:
                yield _rule(world, rule, module, own, texts)
        case nodes.KindDeclaration():
            for rule in node.rules:
                yield _rule(world, rule, module, world.kinds.get(node.name.text), texts)
        case nodes.Change() | nodes.Hook() | nodes.Forbid() | nodes.Action():
            yield _rule(world, node, module, None, texts)
        case nodes.ActionExtension():
            label = _words(node.label)
            yield tree.WrittenRule(
                "action", node.name.text, label, node.documentation, module, node.span, node.name.span
            )
        case nodes.Procedure():
            word = "phase" if node.phase else "to"
            yield tree.WrittenRule(word, node.name.text, "", node.documentation, module, node.span)
        case nodes.ValueDeclaration():
            yield tree.WrittenRule("value", node.name.text, "", node.documentation, module, node.span)
        case nodes.MenuDeclaration():
            yield tree.WrittenRule("menu", node.name.text, "", node.documentation, module, node.span)
        case nodes.Outcome():
            yield tree.WrittenRule(
                node.word, node.word, "", _told(world, node.text, texts), module, node.span
            )
        case _:
            pass


def _rule(
    world: World, node: nodes.Rule, module: str, owner: Member | Kind | None, texts: Templates
) -> tree.WrittenRule:
    text = node.documentation
    if isinstance(node, nodes.Action):
        label = _words(node.label)
        return tree.WrittenRule("action", node.name.text, label, text, module, node.span, owner=owner)
    reason = _told(world, node.because, texts) if isinstance(node, nodes.Forbid) else ""
    word = node.word if isinstance(node, nodes.Hook) else type(node).__name__.lower()
    target = node.target
    return tree.WrittenRule(word, target.text, "", text, module, node.span, target.span, owner, reason)


def _words(label: nodes.Text | None) -> str:
    """Return a label without gaps; empty if there is none."""
    return label.plain if label is not None and all(isinstance(part, str) for part in label.parts) else ""


def _told(world: World, text: nodes.Text, texts: Templates) -> str:
    """Return a text as the rulebook shows it; one with mistakes is never shown."""
    template = texts.get(text.span)
    return _described(world, template) if template is not None else ""


_GAP = re.compile(r"\{(?!\})(\w*)(?:\|([^{}|]*)\|([^{}|]*))?\}")
"""A name, two words, or both."""


class _Documented(Protocol):
    documentation: str
    span: Span


def fill_documentation(world: World) -> None:
    """Put the values into all documentation, and report gaps whose value is not known before the game."""
    told: set[tuple[str, int]] = set()
    for thing in _documented(world):
        if "{" in thing.documentation:
            thing.documentation = _filled(world, thing, told)


def _filled(world: World, each: _Documented, told: set[tuple[str, int]]) -> str:
    shown, number = "", 0

    def words_of(gap: re.Match[str]) -> str:
        nonlocal shown, number
        name, one, other = gap.groups()
        if name:
            shown, number = _known(world, name)
        place = each.span.file, each.span.line
        if not shown and place not in told:
            told.add(place)
            world.report(unknown_in_documentation(name, each.span) if name else nothing_counted(each.span))
        if one is None:
            return shown or gap[0]
        return one if number == 1 else other

    return _GAP.sub(words_of, each.documentation)


def _known(world: World, name: str) -> tuple[str, int]:
    """Return what a value or supply is, and the number, or how many members; empty if it is not known."""
    value, supply = world.values.get(name), world.supplies.get(name)
    if value is not None:
        shown = fixed_value(world, value)
        if isinstance(value.base, tree.ListOf):
            return shown, len(value.base.items)
        return shown, int(shown) if shown and isinstance(value.type, NumberType) else 1
    return (str(supply.size), supply.size) if supply is not None else ("", 0)


def _documented(world: World) -> Iterator[_Documented]:
    yield from world.written
    for kind in world.kinds.values():
        yield kind
        yield from kind.own
        yield from kind.variables.values()
        yield from kind.piles.values()
        yield from kind.supplies.values()
    for table in (world.variables, world.piles, world.supplies, world.tracks):
        yield from table.values()
    yield from world.values.values()
    yield from world.menus.values()
    yield from world.procedures.values()
    yield from world.actions
