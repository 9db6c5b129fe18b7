"""Lists the rules of a game as their authors wrote them, so that texts can be traced back to them."""

from collections.abc import Iterable, Iterator

from grammar import nodes
from rules.check.symbol_table import World
from rules.link.compose_modules import Placed
from rules.model import tree
from rules.model.entities import Kind, Member


def written_rules(world: World, placed: Iterable[Placed]) -> list[tree.WrittenRule]:
    """Return every rule that can say something, in order; also those that a mod has replaced."""
    found: list[tree.WrittenRule] = []
    for each in placed:
        found += _of(world, each)
        replaced = each.inherited
        while replaced is not None:
            found += _of(world, replaced)
            replaced = replaced.inherited
    return found


def _of(world: World, placed: Placed) -> Iterator[tree.WrittenRule]:
    node, module = placed.declaration, placed.module
    match node:
        case nodes.MemberDeclaration():
            kind = world.kinds.get(node.kind.text)
            own = [each for each in kind.own if each.ident == node.name.text] if kind is not None else []
            for rule in node.rules:
                yield _rule(rule, module, own[0] if own else None)
        case nodes.KindDeclaration():
            for rule in node.rules:
                yield _rule(rule, module, world.kinds.get(node.name.text))
        case nodes.Change() | nodes.Hook() | nodes.Forbid() | nodes.Action():
            yield _rule(node, module, None)
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
            yield tree.WrittenRule(node.word, node.word, "", node.text.plain, module, node.span)
        case _:
            pass


def _rule(node: nodes.Rule, module: str, owner: Member | Kind | None) -> tree.WrittenRule:
    if isinstance(node, nodes.Action):
        label = _words(node.label)
        return tree.WrittenRule(
            "action", node.name.text, label, node.documentation, module, node.span, owner=owner
        )
    word = (
        node.word
        if isinstance(node, nodes.Hook)
        else "change"
        if isinstance(node, nodes.Change)
        else "forbid"
    )
    text = str(getattr(node, "documentation", ""))
    return tree.WrittenRule(word, node.target.text, "", text, module, node.span, node.target.span, owner)


def _words(label: nodes.Text | None) -> str:
    """Return a label without gaps; empty if there is none."""
    return label.plain if label is not None and all(isinstance(each, str) for each in label.parts) else ""
