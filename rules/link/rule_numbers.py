"""Numbers the rules of a game, so that players can cite them.

A number follows from the scenario that a rule stands in, never from those that build on it: its section is
the place of its module in the manifests, whether the module is played or not, and a rule counts even if a mod
has removed or replaced it. The scenarios that build on a game have a prefix of their own.
"""

from collections.abc import Iterator, Mapping, Sequence

from grammar import nodes
from rules.link.manifest import Manifest
from rules.link.module_naming import Sections

Numbers = Mapping[tuple[str, int], str]
"""The number of each rule, by its file and line."""

_LETTERS = 3
"""How many letters of a name of one word are the prefix of its rules."""


def section_numbers(manifests: Sequence[Manifest]) -> Sections:
    """Return the number of each module's section, by `scenario/module`; manifests stand in link order."""
    known = {each.name: each for each in manifests}
    game = next((each for each in manifests if each.layer is None), manifests[-1])
    found: dict[str, str] = {}
    base = tuple(dict.fromkeys(_with_bases(game.name, known)))
    for name in base:
        for module in _modules(known[name], alone=known[name] is manifests[-1]):
            found[module] = str(len(found) + 1)
    taken: set[str] = set()
    for each in manifests:
        if each.name in base:
            continue
        prefix = _prefix(each.name)
        prefix = each.name if prefix in taken else prefix
        taken.add(prefix)
        for number, module in enumerate(_modules(each, alone=each is manifests[-1]), 1):
            found[module] = f"{prefix} {number}"
    return found


def _with_bases(name: str, known: Mapping[str, Manifest]) -> Iterator[str]:
    for each in known[name].uses:
        if each in known:
            yield from _with_bases(each, known)
    yield name


def _modules(manifest: Manifest, alone: bool) -> tuple[str, ...]:
    """Return the modules of a scenario in the order of its manifest, with those of all its parts."""
    rules = (names for _, names, ending in manifest.files(alone=alone) if ending == ".rules")
    own = dict.fromkeys(each for names in rules for each in names if "/" not in each)
    return tuple(f"{manifest.name}/{each}" for each in own)


def _prefix(name: str) -> str:
    """Return the first letters of the words of a name, or the beginning of its only word."""
    words = [each for each in name.replace("-", "_").split("_") if each]
    return "".join(each[0] for each in words).upper() if len(words) > 1 else name[:_LETTERS].upper()


def rule_numbers(modules: Sequence[nodes.Module], sections: Sections) -> Numbers:
    """Return the numbers of all rules that players can read about."""
    found: dict[tuple[str, int], str] = {}
    for module in modules:
        section = sections.get(module.name, "")
        number = 0
        for each in module.declarations:
            for node in _numbered(each.declaration if isinstance(each, nodes.Replace) else each):
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
