"""Finds out whose rules a name in `over`, `following` or `prefer` means: those of a member or of a module.

A module is known by its scenario and its name, `mod/changes`. The name alone is enough where only one module
of the scenarios that the writer builds on is called so. Modules of other scenarios do not count, so that a
text that is clear by itself stays clear beside any other.

`read_preferences` reads the `prefer` lines of all modules: whose rules have the last word where rules
conflict.
"""

from collections.abc import Iterable, Sequence
from dataclasses import field

from lazaretto.grammar import nodes
from lazaretto.grammar.damage import Damage
from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Span
from lazaretto.rules.errors import conflict_diagnostics as order_messages
from lazaretto.rules.link.aliases import NO_ALIASES, Aliases
from lazaretto.rules.link.nameable_modules import NO_SCENARIOS, Naming
from lazaretto.rules.link.old_name_use import OldName


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


@value
class Preference:
    """One line: the rules of `winners` have the last word over those of `losers`."""

    winners: frozenset[str]
    losers: frozenset[str]
    targets: frozenset[str]
    """The things it is about; empty for all."""
    span: Span

    def covers(self, winner: Iterable[str], loser: Iterable[str], target: str) -> bool:
        """Whether it decides for one owner over the other; each has several names."""
        return (
            (not self.targets or target in self.targets)
            and not self.winners.isdisjoint(winner)
            and not self.losers.isdisjoint(loser)
        )


@value
class Preferences:
    """All lines, in link order: a later line counts more."""

    lines: tuple[Preference, ...] = ()
    needed: set[Preference] = field(default_factory=set, compare=False)
    """The lines that have decided something so far."""
    overruled: dict[Preference, Preference] = field(default_factory=dict, compare=False)
    """Lines that would have decided something, each with a later one that did."""

    def wins(self, one: Sequence[str], other: Sequence[str], target: str) -> bool | None:
        """Whether one owner wins over the other; None if no line decides."""
        last: Preference | None = None
        for line in reversed(self.lines):
            if not line.covers(one, other, target) and not line.covers(other, one, target):
                continue
            if last is None:
                last = line
                self.needed.add(line)
            else:
                self.overruled.setdefault(line, last)
        return None if last is None else last.covers(one, other, target)


def read_preferences(
    modules: Iterable[nodes.Module], owners: RuleOwners, damage: Damage
) -> tuple[Preferences, tuple[Diagnostic, ...]]:
    """Return the preferences of all modules, and the names in them that mean nobody."""
    preferences: list[Preference] = []
    problems: list[Diagnostic] = []
    for module in modules:
        for node in module.declarations:
            if not isinstance(node, nodes.Prefer):
                continue
            winners, losers = set[str](), set[str]()
            for name in (*node.winners, *node.losers):
                meant, problem = owners.find(name, module.name)
                (winners if name in node.winners else losers).update(meant)
                if problem is not None and not damage.forgives(name.text):
                    problems.append(problem)
            targets = frozenset(owners.present(target) for target in node.targets)
            if winners & losers:
                problems.append(
                    order_messages.preferred_to_itself(min(winners & losers), node.losers[0].span)
                )
            preferences.append(Preference(frozenset(winners), frozenset(losers), targets, node.span))
    return Preferences(tuple(preferences)), tuple(problems)
