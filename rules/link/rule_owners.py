"""Finds out whose rules a name in `over`, `following` or `prefer` means: those of a member or of a module.

A module is known by its scenario and its name, `mod/changes`. The name alone is enough where only one module
of the scenarios that the writer builds on is called so. Modules of other scenarios do not count, so that a
text that is clear by itself stays clear beside any other.
"""

from dataclasses import field

from lazaretto.grammar import nodes
from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.node_dataclass import value
from lazaretto.rules.errors import order_diagnostics as order_messages
from lazaretto.rules.link.aliases import NO_ALIASES, Aliases
from lazaretto.rules.link.module_naming import NO_SCENARIOS, Naming
from lazaretto.rules.link.old_name import OldName


def scenario_of(module: str) -> str:
    """Return the scenario of a module; empty if it has none."""
    return module.rpartition("/")[0]


def short_name(module: str) -> str:
    """Return the name of a module without its scenario."""
    return module.rpartition("/")[2]


@value
class RuleOwners:
    """The owners of rules that a game has."""

    modules: tuple[str, ...] = ()
    """The linked modules, each with its scenario."""
    members: frozenset[str] = frozenset()
    """The members that texts declare or extend."""
    naming: Naming = NO_SCENARIOS
    """Which other modules there are, and what each scenario builds on; naming an absent one has no effect."""
    aliases: Aliases = NO_ALIASES
    """The old names of members and kinds."""
    old_names: list[OldName] = field(default_factory=list)
    """Where texts use old names."""

    def find(self, name: nodes.Name, module: str) -> tuple[tuple[str, ...], Diagnostic | None]:
        """Return the owners that a name means in a module, or the mistake; an absent one is no owner."""
        text = name.text
        if text in self.members or text in self.modules:
            return (text,), None
        if text in self.naming.absent:
            return (), None
        near = self.naming.uses.get(scenario_of(module))
        known = [each for each in self.modules if near is None or scenario_of(each) in near]
        found = [each for each in known if short_name(each) == text]
        if len(found) == 1:
            return tuple(found), None
        if found:
            return (), order_messages.ambiguous_owner(text, found, name.span)
        if any(
            short_name(each) == text
            for each in self.naming.absent
            if near is None or scenario_of(each) in near
        ):
            return (), None
        renamed = self._renamed(name, module)
        if renamed is not None:
            return self.find(renamed, module)
        return (), order_messages.unknown_owner(text, (*self.members, *self.modules), name.span)

    def _renamed(self, name: nodes.Name, module: str) -> nodes.Name | None:
        """Return the present name of a member, a kind or a module; None if the name is no old one."""
        new = self.aliases.present(name.text) if self.aliases else name.text
        if new == name.text:
            new = self.naming.present(name.text, scenario_of(module))
            if "/" not in name.text and [
                each for each in self.modules if short_name(each) == short_name(new)
            ] == [new]:
                new = short_name(new)
        if new == name.text:
            return None
        self.old_names.append(OldName(name.span, name.text, new))
        return nodes.Name(new, name.span)

    def present(self, name: nodes.Name) -> str:
        """Return the present name of anything, and note an old one."""
        new = self.aliases.present(name.text) if self.aliases else name.text
        if new != name.text:
            self.old_names.append(OldName(name.span, name.text, new))
        return new

    def apart(self, one: str, other: str) -> bool:
        """Whether two modules belong to scenarios that do not build on each other."""
        first, second = scenario_of(one), scenario_of(other)
        uses = self.naming.uses
        return first not in uses.get(second, {first}) and second not in uses.get(first, {second})
