"""Lists the rules of a game as their authors wrote them, so that texts can be traced back to them."""

from collections.abc import Iterable, Iterator, Mapping

from lazaretto.grammar import nodes
from lazaretto.grammar.node_dataclass import changed
from lazaretto.grammar.source import Span
from lazaretto.rules.check.describe_gaps import described
from lazaretto.rules.check.symbol_table import World
from lazaretto.rules.link.compose_modules import Placed
from lazaretto.rules.model import tree
from lazaretto.rules.model.entities import Kind, Member

Templates = Mapping[Span, tree.Template]
"""The texts of the game by their place."""


def written_rules(world: World, placed: Iterable[Placed]) -> list[tree.WrittenRule]:
    """Return every rule that can say something, in order; also those that a mod has replaced."""
    found: list[tree.WrittenRule] = []
    texts = {each.span: each for each in world.templates}
    for each in placed:
        found += _of(world, each, texts)
        replaced = each.inherited
        while replaced is not None:
            found += (changed(rule, replaced=True) for rule in _of(world, replaced, texts))
            replaced = replaced.inherited
    return found


def _of(world: World, placed: Placed, texts: Templates) -> Iterator[tree.WrittenRule]:
    node, module = placed.declaration, placed.module
    match node:
        case nodes.MemberDeclaration():
            kind = world.kinds.get(node.kind.text)
            own = next((each for each in kind.own if each.ident == node.name.text), None) if kind else None
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
    return label.plain if label is not None and all(isinstance(each, str) for each in label.parts) else ""


def _told(world: World, text: nodes.Text, texts: Templates) -> str:
    """Return a text as the rulebook shows it; one with mistakes is never shown."""
    template = texts.get(text.span)
    return described(world, template) if template is not None else ""
