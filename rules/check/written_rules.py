"""Lists the rules of a game as their authors wrote them, so that texts can be traced back to them."""

from collections.abc import Iterable, Iterator

from grammar import nodes
from grammar.node_dataclass import changed
from rules.check.symbol_table import World
from rules.link.compose_modules import Placed
from rules.model import tree
from rules.model.entities import Kind, Member

_ARTICLES = ("the ", "a ", "an ", "no ", "this ", "your ", "every ", "each ")


def written_rules(world: World, placed: Iterable[Placed]) -> list[tree.WrittenRule]:
    """Return every rule that can say something, in order; also those that a mod has replaced."""
    found: list[tree.WrittenRule] = []
    for each in placed:
        found += _of(world, each)
        replaced = each.inherited
        while replaced is not None:
            found += (changed(rule, replaced=True) for rule in _of(world, replaced))
            replaced = replaced.inherited
    return found


def _of(world: World, placed: Placed) -> Iterator[tree.WrittenRule]:
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
                yield _rule(rule, module, own)
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
            yield tree.WrittenRule(node.word, node.word, "", described(node.text), module, node.span)
        case _:
            pass


def _rule(node: nodes.Rule, module: str, owner: Member | Kind | None) -> tree.WrittenRule:
    text = node.documentation
    if isinstance(node, nodes.Action):
        label = _words(node.label)
        return tree.WrittenRule("action", node.name.text, label, text, module, node.span, owner=owner)
    reason = described(node.because) if isinstance(node, nodes.Forbid) else ""
    word = node.word if isinstance(node, nodes.Hook) else type(node).__name__.lower()
    target = node.target
    return tree.WrittenRule(word, target.text, "", text, module, node.span, target.span, owner, reason)


def _words(label: nodes.Text | None) -> str:
    """Return a label without gaps; empty if there is none."""
    return label.plain if label is not None and all(isinstance(each, str) for each in label.parts) else ""


def described(text: nodes.Text) -> str:
    """Return a text with words for its gaps: `{player}` becomes `the player`."""
    found = ""
    for part in text.parts:
        if isinstance(part, str):
            found += part
        elif isinstance(part, nodes.Plural):
            found += part.other
        else:
            name = _noun(part)
            named = name if found.lower().endswith(_ARTICLES) else f"the {name}"
            found += named if name else "…"
    return found[:1].upper() + found[1:]


def _noun(gap: nodes.Expression) -> str:
    """Return the name at the end of what is in a gap."""
    match gap:
        case nodes.Name(text=text):
            return "player" if text == "me" else text.replace("_", " ")
        case nodes.Attribute(name=name) | nodes.Call(name=name):
            return name.text.replace("_", " ")
        case _:
            return ""
