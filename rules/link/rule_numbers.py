"""Numbers the rules of a game, so that players can cite them.

A number follows from the scenario that a rule stands in, never from those that build on it: its section is
the place of its module in the manifests, whether the module is played or not, and a rule counts even if a mod
has removed or replaced it. The scenarios that build on a game have a prefix of their own.
"""

from collections.abc import Iterator, Mapping, Sequence

from lazaretto.grammar import nodes
from lazaretto.rules.link.nameable_modules import Sections

Numbers = Mapping[tuple[str, int], str]
"""The number of each rule, by its file and line."""


def rule_numbers(modules: Sequence[nodes.Module], sections: Sections) -> Numbers:
    """Return the numbers of all rules that players can read about."""
    found: dict[tuple[str, int], str] = {}
    for module in modules:
        section = sections.get(module.name, "")
        number = 0
        for declaration in module.declarations:
            for node in _numbered(
                declaration.declaration if isinstance(declaration, nodes.Replace) else declaration
            ):
                number += 1
                found[node.span.file, node.span.line] = f"{section}.{number}" if section else str(number)
    return found


def _numbered(node: nodes.Declaration) -> Iterator[nodes.Declaration]:
    match node:
        case nodes.MemberDeclaration():
            if node.documentation:
                yield node
            for rule in node.rules:
                yield from _numbered(rule)
        case nodes.KindDeclaration():
            for rule in node.rules:
                yield from _numbered(rule)
        case nodes.Forbid() | nodes.Action() | nodes.Outcome():
            yield node
        case (
            nodes.Change()
            | nodes.Hook()
            | nodes.ActionExtension()
            | nodes.Procedure()
            | nodes.ValueDeclaration()
            | nodes.MenuDeclaration()
        ) if node.documentation:
            yield node
        case _:
            pass
