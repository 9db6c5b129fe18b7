"""Reads the `prefer` lines of all modules: whose rules have the last word where rules conflict."""

from collections.abc import Iterable, Sequence
from dataclasses import field

from lazaretto.grammar import nodes
from lazaretto.grammar.damage import Damage
from lazaretto.grammar.diagnostics import Diagnostic
from lazaretto.grammar.node_dataclass import value
from lazaretto.grammar.source import Span
from lazaretto.rules.errors.order_diagnostics import preferred_to_itself
from lazaretto.rules.link.rule_owners import RuleOwners


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
    found: list[Preference] = []
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
            targets = frozenset(owners.present(each) for each in node.targets)
            if winners & losers:
                problems.append(preferred_to_itself(min(winners & losers), node.losers[0].span))
            found.append(Preference(frozenset(winners), frozenset(losers), targets, node.span))
    return Preferences(tuple(found)), tuple(problems)
